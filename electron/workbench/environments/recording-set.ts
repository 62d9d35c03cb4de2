import { mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Episode, episodeSchema } from '#shared/environments/episode.ts'
import { withRemarks } from '#shared/environments/episode-log.ts'
import {
  type IndexedRemark,
  type RecordingRow,
  type RecordingsEntry,
  type RecordingsHead,
  type RecordingsState,
  type ReplayResult,
  rowOf,
} from '#shared/environments/recordings.ts'
import { inOrder } from '#shared/environments/trajectories/read.ts'
import type { ReadEpisode } from '#shared/environments/trajectories/read-episode.ts'
import { SerialQueue } from '#shared/workbench/serial-queue.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { RecordingsUpdate } from '#shared/workbench/areas/recordings.ts'

/** Rows, annotations or results per message or log entry. */
const MAX_AT_ONCE = 1_000

/**
 * A set of recorded episodes: a file with one episode per line, read by offset, and its rows. Until it is sealed, it exists only
 * in memory.
 */
export class RecordingSet {
  head: RecordingsHead
  readonly rows: RecordingRow[] = []
  readonly remarks: IndexedRemark[] = []
  readonly results = new Map<number, ReplayResult>()
  state: RecordingsState = {}
  controller: AbortController | undefined
  readonly #path: string
  readonly #listeners = new Set<(update: RecordingsUpdate) => void>()
  readonly #queue = new SerialQueue()
  #bytes = 0
  /** Byte offset of each row's episode in the file. */
  #places: number[] = []

  /** @param path file with the episodes */
  constructor(head: RecordingsHead, path: string) {
    this.head = head
    this.#path = path
  }

  /** Restores a set from its log. */
  static of(entries: readonly RecordingsEntry[], path: string): RecordingSet | undefined {
    const head = entries.find((entry) => entry.kind === 'head')?.head
    if (!head) return undefined
    const set = new RecordingSet(head, path)
    for (const entry of entries) set.#take(entry)
    return set
  }

  get entries(): RecordingsEntry[] {
    const parts = chunks(this.rows).map((rows): RecordingsEntry => ({ kind: 'rows', rows }))
    return [{ kind: 'head', head: this.head }, ...parts]
  }

  /** Appends episodes in order of arrival. */
  add(episodes: readonly ReadEpisode[]): Promise<void> {
    return this.#queue.run(async () => {
      if (episodes.length === 0) return
      const lines = episodes.map(({ episode }) => Buffer.from(`${JSON.stringify(episode)}\n`))
      await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 })
      const file = await open(this.#path, 'a', 0o600)
      await file.appendFile(Buffer.concat(lines)).finally(() => file.close())
      const rows = episodes.map((one, i): RecordingRow => {
        const bytes = lines[i]?.length ?? 0
        const row = { ...rowOf(one), index: this.rows.length + i, at: this.#bytes, bytes }
        this.#bytes += bytes
        this.#places.push(one.place ?? this.#places.length)
        return row
      })
      this.take({ kind: 'rows', rows })
    })
  }

  /** Sorts the episodes by their start: an episode without an end is only known to be over at the end of the file. */
  settle(): void {
    const placed = inOrder(this.rows.map((row, i) => ({ row, place: this.#places[i] })))
    const rows = placed.map(({ row }, index) => ({ ...row, index }))
    if (placed.every(({ row }, index) => row.index === index)) return
    this.rows.length = 0
    for (const some of chunks(rows)) this.take({ kind: 'rows', rows: some })
  }

  /** Flushes what was added to disk. */
  async sync(): Promise<void> {
    if (this.rows.length === 0) return
    const file = await open(this.#path, 'r+')
    await file.sync().finally(() => file.close())
  }

  /** @throws WorkbenchError `UNKNOWN_RECORDINGS` */
  async episode(index: number): Promise<Episode> {
    const row = this.rows[index]
    const file = row && (await open(this.#path).catch(() => undefined))
    if (!file) throw workbenchError('UNKNOWN_RECORDINGS')
    try {
      const { buffer } = await file.read(Buffer.alloc(row.bytes), 0, row.bytes, row.at)
      const episode = episodeSchema.parse(JSON.parse(buffer.toString('utf8')))
      return { ...episode, id: `r-${this.head.id.slice(0, 8)}-${index}` }
    } finally {
      await file.close()
    }
  }

  /** An episode with the annotations made here. @throws WorkbenchError `UNKNOWN_RECORDINGS` */
  async reviewed(index: number): Promise<Episode> {
    const ownRemarks = this.remarks.flatMap((one) => (one.index === index ? [one.remark] : []))
    return withRemarks(await this.episode(index), ownRemarks)
  }

  /** Applies an entry and notifies subscribers. */
  take(entry: RecordingsEntry): void {
    this.#take(entry)
    this.#tell(entry)
  }

  become(state: RecordingsState): void {
    this.state = state
    this.#tell({ kind: 'state', state })
  }

  /** Sends the current state, then changes. @returns the function to unsubscribe */
  follow(tell: (update: RecordingsUpdate) => void): () => void {
    tell({ kind: 'head', head: this.head })
    tell({ kind: 'state', state: this.state })
    for (const rows of chunks(this.rows)) tell({ kind: 'rows', rows })
    for (const remarks of chunks(this.remarks)) tell({ kind: 'remarks', remarks })
    for (const results of chunks([...this.results.values()])) tell({ kind: 'replayed', results })
    this.#listeners.add(tell)
    return () => this.#listeners.delete(tell)
  }

  /** Removes every episode before the file is read again. */
  async clear(): Promise<void> {
    this.rows.length = 0
    this.#places = []
    this.#bytes = 0
    await rm(this.#path, { force: true })
  }

  #take(entry: RecordingsEntry): void {
    if (entry.kind === 'head') this.head = entry.head
    else if (entry.kind === 'rows') this.rows.push(...entry.rows)
    else if (entry.kind === 'remarks') this.remarks.push(...entry.remarks)
    else for (const result of entry.results) this.results.set(result.index, result)
  }

  #tell(update: RecordingsUpdate): void {
    for (const listener of this.#listeners) listener(update)
  }
}

const chunks = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / MAX_AT_ONCE) }, (_, i) =>
    all.slice(i * MAX_AT_ONCE, (i + 1) * MAX_AT_ONCE),
  )
