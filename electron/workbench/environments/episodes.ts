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

/** Episodes that are held in memory though no window follows them. */
const MAX_IDLE = 16
/** Records sent to a window at once. */
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

/** The library: every episode, each a log that is written here and nowhere else. What was appended survives the end of this process. */
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

  /** Ids of the episodes in which every word stands somewhere. */
  async find(search: string): Promise<string[]> {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean)
    const found: string[] = []
    for (const { id } of await this.list()) {
      const episode = await this.#readAside(id)
      if (episode && words.every((word) => searchableText(episode).includes(word))) found.push(id)
    }
    return found
  }

  /** Keeps a new episode. */
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

  /** Keeps an episode that was recorded elsewhere, with what was remarked in it; one that is kept already stays as it is. */
  async keep(episode: Episode): Promise<void> {
    if ((await this.#options.logs.ids(COLLECTION)).includes(episode.id)) return
    await this.takeOver(episode.id, entriesOf(episode))
    this.#note((await this.#open(episode.id)).episode)
  }

  /** Keeps an episode of an earlier version, or nothing where it is kept already. */
  async takeOver(id: string, entries: readonly EpisodeEntry[]): Promise<void> {
    if (!(await this.#options.logs.ids(COLLECTION)).includes(id))
      await this.#options.logs.replace(refOf(id), entries)
  }

  /** Adds what happened; every window is told once it is on the disk. @returns the event's id */
  async addEvent(id: string, event: Omit<EpisodeEvent, 'id' | 'at'>): Promise<number> {
    const { events } = await this.#append(id, ({ events }) => ({
      kind: 'event',
      event: { ...event, id: events.length, at: Date.now() },
    }))
    return events.length - 1
  }

  /** Notes that the environment was led to an event. */
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

  /** Tells everything that happened, then what happens, until the signal. */
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

  /** Forgets what is held in memory: the files were replaced. */
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
    // The last one asked for is the last to go.
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

  /** An episode that need not stay in memory. */
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

/** The records of an episode's log, the oldest first; an entry of another shape is passed over. */
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
