import { randomUUID } from 'node:crypto'
import {
  type Batch,
  type BatchEntry,
  batchEntrySchema,
  type BatchHead,
  type BatchPlace,
  type BatchPlan,
  type BatchRow,
  rowKey,
  spentOn,
} from '#shared/environments/batch.ts'
import type { Episode } from '#shared/environments/episode.ts'
import { entriesOf, episodeOf } from '#shared/environments/episode-log.ts'
import type { BatchState } from '#shared/workbench/areas/batches.ts'
import { toFailure } from '#shared/workbench/failure.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { Logs } from '../documents/logs.ts'
import { type BatchEpisode, playSeed } from './batch-episode.ts'
import { recordsOf } from './episodes.ts'
import type { GemClient } from './gem-client.ts'
import type { Players } from './players.ts'

const COLLECTION = 'batches'
const refOf = (id: string) => ({ collection: COLLECTION, id })
/** Collection of a batch's episodes, each a log like those of the library. */
const episodesOf = (id: string): string => `batch-episodes.${id}`

/** Milliseconds for which rows are batched before windows are notified. */
const TELL_AFTER_MS = 100
/** How often an environment is recreated for a seed whose sandbox was lost. */
const MAX_REMADE = 2

export interface BatchesOptions {
  readonly logs: Pick<Logs, 'append' | 'read' | 'ids' | 'replace' | 'remove' | 'close'>
  readonly client: Pick<GemClient, 'make' | 'reset' | 'step' | 'close'>
  readonly players: Pick<Players, 'choose'>
  isEmbedded(platform: string): boolean
  tell(
    change:
      | { kind: 'batch'; head: BatchHead }
      | { kind: 'rows'; id: string; rows: BatchRow[] }
      | { kind: 'state'; id: string; state: BatchState }
      | { kind: 'removed'; id: string },
  ): void
}

interface Live {
  readonly head: BatchHead
  readonly rows: Map<string, BatchRow>
  isWanted: boolean
  state: BatchState
  controller?: AbortController | undefined
  /** Resolves when the run has stopped. */
  running?: Promise<void> | undefined
  untold: BatchRow[]
  timer?: NodeJS.Timeout | undefined
}

/**
 * Plays many seeds with one or more agents. A row is stored after its episode, so an interrupted batch resumes where it stopped.
 */
export class Batches {
  readonly #options: BatchesOptions
  readonly #live = new Map<string, Live>()
  #isDisposed = false

  constructor(options: BatchesOptions) {
    this.#options = options
  }

  async load(): Promise<void> {
    this.#live.clear()
    for (const id of await this.#options.logs.ids(COLLECTION)) {
      const records = (await this.#options.logs.read(refOf(id), { limit: Infinity })).toReversed()
      const entries = records.flatMap(({ value }) => batchEntrySchema.safeParse(value).data ?? [])
      const head = entries.find((entry) => entry.kind === 'batch')?.head
      if (!head) continue
      const live = begun(head)
      // Only the head is there: Orrery exited while the batch was being started.
      live.isWanted = entries.length === 1
      for (const entry of entries) {
        if (entry.kind === 'row') live.rows.set(rowKey(entry.row), entry.row)
        if (entry.kind === 'wanted') live.isWanted = entry.wanted
      }
      this.#live.set(id, live)
    }
  }

  /** Resumes the batches that were running when the process exited. */
  resume(): void {
    for (const live of this.#live.values())
      if (live.isWanted && missing(live).length > 0) this.#play(live, missing(live))
  }

  get all(): (BatchHead & { rows: BatchRow[]; state: BatchState })[] {
    return [...this.#live.values()].map(({ head, rows, state }) => ({
      ...head,
      rows: [...rows.values()],
      state,
    }))
  }

  async start(plan: BatchPlan): Promise<string> {
    const head = { id: randomUUID(), started: Date.now(), plan }
    const live = begun(head)
    await this.#append(live, { kind: 'batch', head })
    this.#live.set(head.id, live)
    this.#options.tell({ kind: 'batch', head })
    await this.run(head.id, false)
    return head.id
  }

  /** Imports a batch of an earlier version, unless it already exists. */
  async importIfAbsent({ rows, ...head }: Batch): Promise<void> {
    if ((await this.#options.logs.ids(COLLECTION)).includes(head.id)) return
    const rowEntries = rows.map((row): BatchEntry => ({ kind: 'row', row }))
    await this.#options.logs.replace(refOf(head.id), [
      { kind: 'batch', head },
      { kind: 'wanted', wanted: false },
      ...rowEntries,
    ])
  }

  /** Plays the missing rows; with `again`, also the failed ones. */
  async run(id: string, again: boolean): Promise<void> {
    const live = this.#find(id)
    if (live.state.running) return
    const failures = again ? [...live.rows.values()].filter(({ end }) => end === 'failed') : []
    await this.#want(live, true)
    this.#play(live, [...failures, ...missing(live)])
  }

  async stop(id: string): Promise<void> {
    const live = this.#find(id)
    await this.#want(live, false)
    live.controller?.abort()
    await live.running
  }

  async remove(id: string): Promise<void> {
    const live = this.#find(id)
    live.controller?.abort()
    await live.running
    this.#live.delete(id)
    await this.#options.logs.remove(refOf(id))
    this.#options.tell({ kind: 'removed', id })
    for (const episode of await this.#options.logs.ids(episodesOf(id)))
      await this.#options.logs.remove({ collection: episodesOf(id), id: episode })
  }

  /** Returns a recorded episode; undefined if an earlier version did not record it. @throws WorkbenchError `UNKNOWN_BATCH` */
  async episode(id: string, row: BatchPlace): Promise<Episode | undefined> {
    this.#find(id)
    const ref = { collection: episodesOf(id), id: rowKey(row) }
    if (!(await this.#options.logs.ids(ref.collection)).includes(ref.id)) return undefined
    const records = recordsOf(await this.#options.logs.read(ref, { limit: Infinity }))
    await this.#options.logs.close(ref)
    return episodeOf(records)
  }

  /** Running batches stay marked as wanted and resume at the next start. */
  async dispose(): Promise<void> {
    this.#isDisposed = true
    for (const { controller } of this.#live.values()) controller?.abort()
    await Promise.all([...this.#live.values()].flatMap(({ running }) => running ?? []))
  }

  #find(id: string): Live {
    const live = this.#live.get(id)
    if (live) return live
    throw workbenchError('UNKNOWN_BATCH')
  }

  async #append({ head }: Live, entry: BatchEntry): Promise<void> {
    await this.#options.logs.append(refOf(head.id), entry)
  }

  async #want(live: Live, wanted: boolean): Promise<void> {
    if (live.isWanted === wanted) return
    live.isWanted = wanted
    await this.#append(live, { kind: 'wanted', wanted })
  }

  #become(live: Live, state: BatchState): void {
    live.state = state
    this.#tellRows(live)
    this.#options.tell({ kind: 'state', id: live.head.id, state })
  }

  #play(live: Live, places: readonly BatchPlace[]): void {
    if (this.#isDisposed) return
    const controller = new AbortController()
    live.controller = controller
    this.#become(live, { running: true })
    const queue = [...places]
    const { parallel } = live.head.plan
    const players = Array.from({ length: Math.min(parallel, queue.length) }, () =>
      this.#playOn(live, queue, controller).catch((error: unknown) => {
        controller.abort(error)
        throw error
      }),
    )
    live.running = Promise.allSettled(players).then(async (outcomes) => {
      const [first] = outcomes.flatMap((one) => (one.status === 'rejected' ? [toFailure(one.reason)] : []))
      const failure = first && first.code !== 'CANCELLED' ? first : undefined
      live.running = undefined
      // A batch stopped by the user or by shutdown keeps its wanted state.
      if (failure || !controller.signal.aborted) await this.#want(live, false).catch(() => undefined)
      this.#become(live, { running: false, failure })
    })
  }

  /** Plays queued episodes one after the other in one environment, and closes it at the end. */
  async #playOn(live: Live, queue: BatchPlace[], { signal }: AbortController): Promise<void> {
    const { platform, envId } = live.head.plan
    let sandboxId: string | undefined
    let remade = 0
    try {
      for (let place = queue.shift(); place; place = queue.shift()) {
        signal.throwIfAborted()
        sandboxId ??= await this.#options.client.make(platform, envId, signal)
        const batch = { ...live.head, platformKind: kindOf(this.#options.isEmbedded(platform)) }
        try {
          await this.#keep(live, await playSeed(this.#options, batch, sandboxId, place, signal))
          remade = 0
        } catch (error) {
          if (toFailure(error).code !== 'GEM_GONE' || ++remade > MAX_REMADE) throw error
          sandboxId = undefined
          queue.unshift(place)
        }
      }
    } catch (error) {
      throw signal.aborted ? workbenchError('CANCELLED') : error
    } finally {
      const { signal: never } = new AbortController()
      if (sandboxId !== undefined)
        await this.#options.client.close(platform, sandboxId, never).catch(() => undefined)
    }
  }

  /** The episode is stored first, so that every stored row has one. */
  async #keep(live: Live, { row: played, episode }: BatchEpisode): Promise<void> {
    const { id } = live.head
    const before = live.rows.get(rowKey(played))
    const row = before ? { ...played, earlier: spentOn(before) } : played
    await this.#options.logs.replace({ collection: episodesOf(id), id: rowKey(row) }, entriesOf(episode))
    await this.#append(live, { kind: 'row', row })
    live.rows.set(rowKey(row), row)
    live.untold.push(row)
    live.timer ??= setTimeout(() => this.#tellRows(live), TELL_AFTER_MS)
  }

  #tellRows(live: Live): void {
    clearTimeout(live.timer)
    live.timer = undefined
    const rows = live.untold.splice(0)
    if (rows.length > 0) this.#options.tell({ kind: 'rows', id: live.head.id, rows })
  }
}

const kindOf = (isEmbedded: boolean): Episode['platformKind'] => (isEmbedded ? 'embedded' : 'remote')

const begun = (head: BatchHead): Live => ({
  head,
  rows: new Map(),
  isWanted: false,
  state: { running: false },
  untold: [],
})

/**
 * The rows still to play: each seed with all agents before the next seed, so that comparable pairs come early, and each attempt at all
 * seeds before the next attempt.
 */
function missing({ head: { plan }, rows }: Live): BatchPlace[] {
  return Array.from({ length: plan.attempts * plan.count }, (_, i) =>
    plan.agents.map((__, agent) => ({
      agent,
      seed: plan.firstSeed + (i % plan.count),
      attempt: Math.floor(i / plan.count),
    })),
  )
    .flat()
    .filter((place) => !rows.has(rowKey(place)))
}
