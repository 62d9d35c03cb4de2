import { asText, type Episode, type EpisodeEvent, eventOf } from '#shared/environments/episode.ts'
import {
  after,
  entriesOf,
  type EpisodeEntry,
  type EpisodeHead,
  type EpisodeRecord,
  episodeEntrySchema,
  episodeOf,
  type Remark,
} from '#shared/environments/episode-log.ts'
import { type Summary, summaryOf } from '#shared/environments/summary.ts'
import type { LogRecord } from '#shared/workbench/areas/documents.ts'
import { SerialQueue } from '#shared/workbench/serial-queue.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { Logs } from '../documents/logs.ts'

const COLLECTION = 'episodes'
const refOf = (id: string) => ({ collection: COLLECTION, id })

/** Number of episodes cached in memory without a subscriber. */
const MAX_IDLE = 16
/** Maximum records per message to a window. */
const MAX_TOLD = 200

type Listener = (records: readonly EpisodeRecord[]) => void

interface Live {
  episode: Episode
  readonly queue: SerialQueue
  readonly listeners: Set<Listener>
}

export interface EpisodesOptions {
  readonly logs: Pick<Logs, 'append' | 'read' | 'ids' | 'replace' | 'remove' | 'close'>
  onChange(summary: Summary): void
  onRemove(id: string): void
}

/** The episode library; this class is the only writer of the episode logs. Appended records survive the process. */
export class Episodes {
  readonly #options: EpisodesOptions
  readonly #live = new Map<string, Promise<Live>>()
  readonly #summaries = new Map<string, Summary>()
  #listing: Promise<void> | undefined

  constructor(options: EpisodesOptions) {
    this.#options = options
  }

  /** @throws WorkbenchError `UNKNOWN_EPISODE` */
  async get(id: string): Promise<Episode> {
    return (await this.#open(id)).episode
  }

  /** Every episode, without its events. */
  async list(): Promise<Summary[]> {
    this.#listing ??= this.#summarize()
    await this.#listing
    return [...this.#summaries.values()]
  }

  /** Ids of the episodes that contain all search words. */
  async find(search: string): Promise<string[]> {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean)
    const found: string[] = []
    for (const { id } of await this.list()) {
      const episode = await this.#readAside(id)
      if (episode && words.every((word) => searchableText(episode).includes(word))) found.push(id)
    }
    return found
  }

  /** Stores a new episode. */
  async begin(head: EpisodeHead, events: readonly EpisodeEvent[]): Promise<Episode> {
    const entries: EpisodeEntry[] = [
      { kind: 'episode', head },
      ...events.map((event): EpisodeEntry => ({ kind: 'event', event })),
    ]
    await this.#options.logs.replace(refOf(head.id), entries)
    this.#live.delete(head.id)
    const { episode } = await this.#open(head.id)
    this.#note(episode)
    return episode
  }

  /** Stores an episode recorded elsewhere, with its annotations; an existing one stays unchanged. */
  async keep(episode: Episode): Promise<void> {
    if ((await this.#options.logs.ids(COLLECTION)).includes(episode.id)) return
    await this.importIfAbsent(episode.id, entriesOf(episode))
    this.#note((await this.#open(episode.id)).episode)
  }

  /** Imports an episode of an earlier version, unless it already exists. */
  async importIfAbsent(id: string, entries: readonly EpisodeEntry[]): Promise<void> {
    if (!(await this.#options.logs.ids(COLLECTION)).includes(id))
      await this.#options.logs.replace(refOf(id), entries)
  }

  /** Appends an event; windows are notified once it is on disk. @returns the event's id */
  async addEvent(id: string, event: Omit<EpisodeEvent, 'id' | 'at'>): Promise<number> {
    const { events } = await this.#append(id, ({ events }) => ({
      kind: 'event',
      event: { ...event, id: events.length, at: Date.now() },
    }))
    return events.length - 1
  }

  /** Records that the environment was brought to an event. */
  async go(id: string, to: number): Promise<void> {
    const { current } = await this.get(id)
    if (current !== to) await this.#append(id, () => ({ kind: 'went', to }))
  }

  async remark(id: string, remark: Remark): Promise<void> {
    await this.#append(id, (episode) => {
      if (remark.event !== undefined) eventOf(episode, remark.event)
      return { kind: 'remark', remark }
    })
  }

  async records(id: string): Promise<EpisodeRecord[]> {
    return recordsOf(await this.#options.logs.read(refOf(id), { limit: Infinity }))
  }

  /** Sends all records so far, then new ones, until the signal aborts. */
  async follow(id: string, signal: AbortSignal, tell: Listener): Promise<void> {
    const live = await this.#open(id)
    let early: EpisodeRecord[] | undefined = []
    const listener: Listener = (records) => (early ? early.push(...records) : tell(records))
    live.listeners.add(listener)
    try {
      const known = await this.records(id)
      for (let from = 0; from < known.length; from += MAX_TOLD) tell(known.slice(from, from + MAX_TOLD))
      const last = known.at(-1)?.sequence ?? 0
      const since = early.filter(({ sequence }) => sequence > last)
      early = undefined
      if (since.length > 0) tell(since)
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve()
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    } finally {
      live.listeners.delete(listener)
    }
  }

  async remove(id: string): Promise<void> {
    this.#live.delete(id)
    this.#summaries.delete(id)
    await this.#options.logs.remove(refOf(id))
    this.#options.onRemove(id)
  }

  /** Drops the in-memory state after the files were replaced. */
  reload(): void {
    this.#live.clear()
    this.#summaries.clear()
    this.#listing = undefined
  }

  async #append(id: string, make: (episode: Episode) => EpisodeEntry): Promise<Episode> {
    const live = await this.#open(id)
    return live.queue.run(async () => {
      const entry = make(live.episode)
      const { sequence, at } = await this.#options.logs.append(refOf(id), entry)
      live.episode = after(live.episode, { entry, at })
      for (const listener of live.listeners) listener([{ sequence, at, entry }])
      this.#note(live.episode)
      return live.episode
    })
  }

  #note(episode: Episode): void {
    const summary = summaryOf(episode)
    this.#summaries.set(episode.id, summary)
    this.#options.onChange(summary)
  }

  #open(id: string): Promise<Live> {
    const known = this.#live.get(id)
    // Moves it to the end of the LRU order.
    this.#live.delete(id)
    const live = known ?? this.#load(id)
    this.#live.set(id, live)
    live.catch(() => this.#live.delete(id))
    void this.#trim()
    return live
  }

  async #load(id: string): Promise<Live> {
    const episode = (await this.#options.logs.ids(COLLECTION)).includes(id)
      ? episodeOf(await this.records(id))
      : undefined
    if (!episode) throw workbenchError('UNKNOWN_EPISODE')
    return { episode, queue: new SerialQueue(), listeners: new Set() }
  }

  async #trim(): Promise<void> {
    for (const [id, opening] of [...this.#live].slice(0, -MAX_IDLE)) {
      const live = await opening.catch(() => undefined)
      if (!live || live.listeners.size > 0) continue
      await live.queue.run(async () => {
        if (live.listeners.size > 0 || this.#live.get(id) !== opening) return
        this.#live.delete(id)
        await this.#options.logs.close(refOf(id))
      })
    }
  }

  /** Reads an episode without caching it. */
  async #readAside(id: string): Promise<Episode | undefined> {
    const live = await this.#live.get(id)?.catch(() => undefined)
    if (live) return live.episode
    const records = await this.records(id)
    if (!this.#live.has(id)) await this.#options.logs.close(refOf(id))
    return episodeOf(records)
  }

  async #summarize(): Promise<void> {
    for (const id of await this.#options.logs.ids(COLLECTION)) {
      if (this.#summaries.has(id)) continue
      const episode = await this.#readAside(id)
      if (episode && !this.#summaries.has(id)) this.#summaries.set(id, summaryOf(episode))
    }
  }
}

/** The records of an episode's log, oldest first; entries of an unknown shape are skipped. */
export function recordsOf(records: readonly LogRecord[]): EpisodeRecord[] {
  return records.toReversed().flatMap(({ sequence, at, value }) => {
    const { data: entry } = episodeEntrySchema.safeParse(value)
    return entry ? [{ sequence, at, entry }] : []
  })
}

const searchableText = (episode: Episode): string =>
  [
    episode.envId,
    `seed ${episode.seed ?? 'unseeded'}`,
    episode.origin ?? '',
    episode.note ?? '',
    ...episode.events.flatMap(({ action, note, observation, tags, failure, player }) => [
      action ?? '',
      note ?? '',
      player ?? '',
      failure?.message ?? '',
      ...(tags ?? []),
      asText(observation),
    ]),
  ]
    .join('\n')
    .toLowerCase()
