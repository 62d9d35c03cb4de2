import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Episode } from '#shared/environments/episode.ts'
import type { Remark } from '#shared/environments/episode-log.ts'
import {
  type RecordingsEntry,
  recordingsEntrySchema,
  type RecordingsHead,
  type ReplayResult,
} from '#shared/environments/recordings.ts'
import { type Mapping, MappingNeeded, type Question } from '#shared/environments/trajectories/read.ts'
import type { FileEnd } from '#shared/environments/trajectories/unread.ts'
import type { Exported } from '#shared/environments/trajectories/formats.ts'
import { mergeVerdicts, verdictFile } from '#shared/environments/verdicts.ts'
import { ANSWER_FIELDS } from '#shared/gem/trajectory.ts'
import { toFailure } from '#shared/workbench/failure.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { Logs } from '../documents/logs.ts'
import type { GemClient } from './gem-client.ts'
import { binaryOf, readFileWhole, TextFile } from './recording-file.ts'
import { replayAll } from './recording-replay.ts'
import { RecordingSet } from './recording-set.ts'

const COLLECTION = 'recordings'
const refOf = (id: string) => ({ collection: COLLECTION, id })

/** Replay results written and sent at once, and the maximum delay in milliseconds. */
const MAX_RESULTS = 100
const KEEP_AFTER_MS = 250
/** Episodes collected between two writes. */
const COLLECTED_AT_ONCE = 50

/** The end of a complete file. */
const WHOLE: FileEnd = { cut: 0, unread: { records: 0, first: [] } }

interface Incoming {
  readonly name: string
  readonly of: number
  /** The parser of a text file; undefined for formats that need the whole file. */
  text: TextFile | undefined
  done: number
  /** Why reading was aborted. */
  stopped: unknown
}

export interface RecordingsOptions {
  readonly logs: Pick<Logs, 'append' | 'read' | 'ids' | 'replace' | 'remove' | 'close'>
  readonly client: Pick<GemClient, 'make' | 'reset' | 'step' | 'close'>
  /** Folder of the episodes, which are too large for a log. */
  readonly folder: string
  onChange(head: RecordingsHead): void
  onRemove(id: string): void
}

/** Sets of recorded episodes. A set is stored once its file was read to the end; a partial one is lost when Orrery exits. */
export class Recordings {
  readonly #options: RecordingsOptions
  readonly #sets = new Map<string, Promise<RecordingSet>>()
  readonly #incoming = new Map<string, Incoming>()

  constructor(options: RecordingsOptions) {
    this.#options = options
  }

  /** Removes what is left of partially read files. */
  async load(): Promise<void> {
    this.#sets.clear()
    const existing = new Set(await this.#options.logs.ids(COLLECTION))
    for (const name of await readdir(this.#options.folder).catch(() => []))
      if (name.endsWith('.file') || !existing.has(name.replace(/\.jsonl$/, '')))
        await rm(join(this.#options.folder, name), { force: true })
  }

  async list(): Promise<RecordingsHead[]> {
    const ids = await this.#options.logs.ids(COLLECTION)
    const sets = await Promise.all(ids.map((id) => this.set(id).catch(() => undefined)))
    return sets.flatMap((set) => set?.head ?? [])
  }

  /** @throws WorkbenchError `UNKNOWN_RECORDINGS` */
  async set(id: string): Promise<RecordingSet> {
    const opening = this.#sets.get(id) ?? this.#load(id)
    this.#sets.set(id, opening)
    opening.catch(() => this.#sets.delete(id))
    return opening
  }

  /** Starts reading a file. */
  async begin(name: string, of: number): Promise<string> {
    const set = this.#make(name)
    const { id } = set.head
    await mkdir(this.#options.folder, { recursive: true, mode: 0o700 })
    await writeFile(this.#spool(id), '', { mode: 0o600 })
    this.#incoming.set(id, { name, of, text: new TextFile(name), done: 0, stopped: undefined })
    set.become({ reading: { done: 0, of } })
    return id
  }

  /** Reads the next part of a file, in order. */
  async part(id: string, bytes: Buffer): Promise<void> {
    const [set, incoming] = [await this.set(id), this.#arriving(id)]
    await appendFile(this.#spool(id), bytes)
    if (incoming.done === 0 && binaryOf(bytes)) incoming.text = undefined
    incoming.done += bytes.length
    if (incoming.stopped !== undefined || !incoming.text) return
    try {
      await set.add(incoming.text.push(bytes))
      set.become({ reading: { done: incoming.done, of: incoming.of } })
    } catch (error) {
      incoming.stopped = error
      this.#say(set, error)
    }
  }

  /** The file is complete: reads its end, or all of it if it is not text. */
  async finish(id: string): Promise<void> {
    const [set, incoming] = [await this.set(id), this.#arriving(id)]
    if (incoming.stopped !== undefined) return
    try {
      if (!incoming.text) return await this.#readWhole(set, incoming, undefined)
      await set.add(incoming.text.end())
      await this.#seal(set, incoming.text.statistics)
    } catch (error) {
      incoming.stopped = error
      this.#say(set, error)
    }
  }

  /** Reads the file again with the user's mapping. */
  async map(id: string, mapping: Mapping): Promise<void> {
    const [set, incoming] = [await this.set(id), this.#arriving(id)]
    const { question } = set.state
    await set.clear()
    try {
      await this.#readWhole(set, incoming, mapping)
    } catch (error) {
      this.#say(set, error, question && { ...question, guess: mapping })
    }
  }

  /**
   * Creates a set from stored episodes.
   * @param collected how many of the library they are, for its name
   */
  async collect(name: string, episodes: AsyncIterable<Exported>, collected?: number): Promise<string> {
    const set = this.#make(name, collected)
    let some: Episode[] = []
    const add = (): Promise<void> => set.add(some.map((episode) => ({ episode, fields: ANSWER_FIELDS })))
    for await (const { episode } of episodes) {
      some.push(episode)
      if (some.length < COLLECTED_AT_ONCE) continue
      await add()
      some = []
    }
    await add()
    await this.#seal(set, WHOLE)
    return set.head.id
  }

  async remark(id: string, index: number, remark: Remark): Promise<void> {
    await this.#keep(await this.set(id), { kind: 'remarks', remarks: [{ index, remark }] })
  }

  async verdicts(id: string, reviewer: string): Promise<string> {
    const { rows, remarks } = await this.set(id)
    return verdictFile(rows, remarks, reviewer)
  }

  /** Merges another reviewer's annotations. */
  async merge(id: string, text: string): Promise<{ merged: number; unknown: number }> {
    const set = await this.set(id)
    const { remarks, unknown } = mergeVerdicts(text, set.rows, set.remarks)
    if (remarks.length > 0) await this.#keep(set, { kind: 'remarks', remarks })
    return { merged: remarks.length, unknown }
  }

  /** Replays everything. Comparisons made before a cancellation or connection failure are stored. */
  async replay(id: string, platform: string, envId: string | undefined, parallel: number): Promise<void> {
    const set = await this.set(id)
    if (set.controller) return
    const controller = new AbortController()
    set.controller = controller
    let [waiting, done]: [ReplayResult[], number] = [[], 0]
    let timer: NodeJS.Timeout | undefined
    let written = Promise.resolve()
    const of = set.rows.length
    const flush = (): void => {
      clearTimeout(timer)
      timer = undefined
      const results = waiting
      waiting = []
      if (results.length === 0) return
      written = written.then(() => this.#keep(set, { kind: 'replayed', results }))
      set.become({ replaying: { done, of } })
    }
    set.become({ replaying: { done, of } })
    const tell = (result: ReplayResult): void => {
      waiting.push(result)
      done++
      if (waiting.length >= MAX_RESULTS) flush()
      else timer ??= setTimeout(flush, KEEP_AFTER_MS)
    }
    const episode = ({ index }: { index: number }): Promise<Episode> => set.episode(index)
    const { client } = this.#options
    const options = { client, platform, envId, parallel, episode, tell }
    const failure = await replayAll(set.rows, options, controller.signal).then(() => undefined, toFailure)
    flush()
    await written
    set.controller = undefined
    set.become(failure && !controller.signal.aborted ? { failure } : {})
  }

  async stop(id: string): Promise<void> {
    ;(await this.set(id)).controller?.abort()
  }

  async remove(id: string): Promise<void> {
    const set = await this.set(id)
    set.controller?.abort()
    this.#sets.delete(id)
    this.#incoming.delete(id)
    await this.#options.logs.remove(refOf(id))
    await rm(this.#spool(id), { force: true })
    await set.clear()
    this.#options.onRemove(id)
  }

  async dispose(): Promise<void> {
    for (const opening of this.#sets.values()) (await opening.catch(() => undefined))?.controller?.abort()
  }

  #make(name: string, collected?: number): RecordingSet {
    const id = randomUUID()
    const set = new RecordingSet({ id, name, collected, started: Date.now(), ...WHOLE }, this.#path(id))
    this.#sets.set(id, Promise.resolve(set))
    this.#options.onChange(set.head)
    return set
  }

  async #load(id: string): Promise<RecordingSet> {
    const isKept = (await this.#options.logs.ids(COLLECTION)).includes(id)
    const records = isKept ? await this.#options.logs.read(refOf(id), { limit: Infinity }) : []
    // The set is in memory, so the log need not be as well.
    await this.#options.logs.close(refOf(id))
    const entries = records
      .toReversed()
      .flatMap(({ value }) => recordingsEntrySchema.safeParse(value).data ?? [])
    const set = RecordingSet.of(entries, this.#path(id))
    if (!set) throw workbenchError('UNKNOWN_RECORDINGS')
    return set
  }

  async #readWhole(set: RecordingSet, { name, of }: Incoming, mapping: Mapping | undefined): Promise<void> {
    const reading = readFileWhole(this.#spool(set.head.id), name, mapping)
    for (;;) {
      const step = await reading.next()
      if (step.done) return this.#seal(set, step.value)
      await set.add(step.value.episodes)
      set.become({ reading: { done: step.value.done, of } })
    }
  }

  /** The set is complete: stores it. */
  async #seal(set: RecordingSet, { cut, unread }: FileEnd): Promise<void> {
    const { id } = set.head
    set.settle()
    set.take({ kind: 'head', head: { ...set.head, cut, unread } })
    await set.sync()
    await this.#options.logs.replace(refOf(id), set.entries)
    this.#incoming.delete(id)
    await rm(this.#spool(id), { force: true })
    this.#options.onChange(set.head)
    set.become({})
  }

  /** Writes the log first, so that what subscribers were told is on disk. */
  async #keep(set: RecordingSet, entry: RecordingsEntry): Promise<void> {
    await this.#options.logs.append(refOf(set.head.id), entry)
    set.take(entry)
  }

  /** @param question the question that the user answered, who may answer differently now */
  #say(set: RecordingSet, error: unknown, question?: Question): void {
    if (error instanceof MappingNeeded) set.become({ question: error.question, failure: error.failure })
    else set.become({ failure: toFailure(error), question })
  }

  #arriving(id: string): Incoming {
    const incoming = this.#incoming.get(id)
    if (incoming) return incoming
    throw workbenchError('UNKNOWN_UPLOAD')
  }

  readonly #path = (id: string): string => join(this.#options.folder, `${id}.jsonl`)
  readonly #spool = (id: string): string => join(this.#options.folder, `${id}.file`)
}
