import { existsSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { Element } from '#shared/model/element.ts'
import { type EntityRecord, type RelationRecord, type TimeRange, entityKey } from '#shared/model/entity.ts'
import type { Graph } from '../../cypher/index.ts'
import { MemoryWorkspace } from '../memory/workspace.ts'
import type {
  Batch,
  BatchResult,
  EntityScan,
  Pages,
  RelationScan,
  Traversal,
  Workspace,
  WorkspaceCounts,
} from '../store.ts'
import { Journal } from './journal.ts'
import { type Entry, lineOf, readLines } from './lines.ts'
import { syncFolder } from '../../../node/atomic-file.ts'
import { hasUpstreamFiles, readUpstreamFiles } from './upstream.ts'

/** A journal below this is not worth a new snapshot: 8 MiB. */
const SMALL_JOURNAL = 8 * 1024 * 1024

/** Records per snapshot line, and between two pauses of the writing of one. */
const LINE_RECORDS = 200

interface NumberedFile {
  readonly name: string
  readonly kind: 'snapshot' | 'journal'
  readonly number: number
}

function numberedFiles(names: readonly string[]): NumberedFile[] {
  return names.flatMap((name) => {
    const [, kind, number] = /^(snapshot|journal)-(\d+)\.jsonl$/.exec(name) ?? []
    if (kind !== 'snapshot' && kind !== 'journal') return []
    return { name, kind, number: Number(number) }
  })
}

/**
 * A workspace in memory with its twin on the disk: `snapshot-N.jsonl` and the journals of what came after, `journal-N.jsonl` and,
 * while the next snapshot is being made or after a failed one, those that follow. All hold resulting states, so a snapshot may
 * hold more than was there when its journal began: the journals, read in order, have the last word.
 */
export class FileWorkspace implements Workspace {
  readonly name: string
  readonly #folder: string
  readonly #memory: MemoryWorkspace
  #journal: Journal | undefined
  /** Number of the journal that is written. */
  #generation = 0
  #snapshotSize = 0
  #compacting: Promise<void> | undefined
  /** How to take back what the journal does not have yet, in the order of writing. */
  readonly #unwritten = new Set<() => void>()
  readonly #closing = new AbortController()

  constructor(name: string, folder: string) {
    this.name = name
    this.#folder = folder
    this.#memory = new MemoryWorkspace(name)
  }

  get isEmpty(): boolean {
    return this.#memory.isEmpty
  }

  #path(kind: 'snapshot' | 'journal', generation = this.#generation): string {
    return join(this.#folder, `${kind}-${generation}.jsonl`)
  }

  /** Reads what the folder holds. A torn tail is cut off and kept beside the journal; it was never acknowledged. */
  async load(onTorn: (message: string) => void): Promise<void> {
    if (!existsSync(this.#folder)) return
    const files = numberedFiles(await readdir(this.#folder))
    if (files.length === 0) {
      if (hasUpstreamFiles(this.#folder)) await readUpstreamFiles(this.#folder, this.#memory)
      return
    }
    this.#generation = Math.max(...files.map(({ number }) => number))
    const base = Math.max(0, ...files.flatMap(({ kind, number }) => (kind === 'snapshot' ? number : [])))
    await this.#removeBefore(base)
    await this.#loadSnapshot(this.#path('snapshot', base))
    const journals = files
      .flatMap(({ kind, number }) => (kind === 'journal' && number >= base ? number : []))
      .sort((a, b) => a - b)
    for (const number of journals) {
      await this.#loadJournal(this.#path('journal', number), number === journals.at(-1), onTorn)
    }
  }

  async #loadSnapshot(path: string): Promise<void> {
    if (!existsSync(path)) return
    this.#snapshotSize = (await stat(path)).size
    const good = await readLines(path, (entry) => this.#restore(entry))
    if (good < this.#snapshotSize)
      throw new Error(`${path} is damaged at byte ${good}; restore it from a backup`)
  }

  async #loadJournal(path: string, isLast: boolean, onTorn: (message: string) => void): Promise<void> {
    const good = await readLines(path, (entry) => this.#restore(entry))
    const { size } = await stat(path)
    if (good === size) return
    // A journal is whole before its successor begins (Journal.rotate).
    if (!isLast) throw new Error(`${path} is damaged at byte ${good}; restore it from a backup`)
    const aside = `${path}.torn-${Date.now()}`
    await copyFile(path, aside)
    await truncate(path, good)
    onTorn(
      `${path} ended in ${size - good} bytes of an unfinished write; they were cut off, the whole is kept as ${aside}`,
    )
  }

  /** Clears up what a snapshot stands for, and what a process left behind that ended before it could do so. */
  async #removeBefore(base: number): Promise<void> {
    const names = await readdir(this.#folder)
    const old = numberedFiles(names).flatMap(({ name, number }) => (number < base ? name : []))
    const drafts = names.filter((name) => name.endsWith('.jsonl.tmp'))
    await Promise.all([...old, ...drafts].map((name) => rm(join(this.#folder, name), { force: true })))
  }

  #restore({ elements, entities, relations }: Entry): void {
    if (elements) this.#memory.putElements(elements)
    for (const record of entities ?? []) this.#memory.restoreEntity(record)
    for (const record of relations ?? []) this.#memory.restoreRelation(record)
  }

  async #open(): Promise<Journal> {
    if (this.#journal) return this.#journal
    await mkdir(this.#folder, { recursive: true })
    // What the real service's files held has to be in ours before the first change.
    if (!existsSync(this.#path('journal')) && !this.#memory.isEmpty && this.#snapshotSize === 0)
      await this.#snapshot()
    this.#journal = await Journal.open(this.#path('journal'))
    await syncFolder(this.#folder)
    return this.#journal
  }

  async putElements(elements: readonly Element[], signal?: AbortSignal): Promise<void> {
    const journal = await this.#ready(signal)
    const undo = this.#memory.putElementsUndoably(elements)
    await this.#append(journal, { elements }, undo)
  }

  async write(
    batch: Batch,
    options: { readonly partial: boolean },
    signal?: AbortSignal,
  ): Promise<BatchResult> {
    const journal = await this.#ready(signal)
    const { result, undo } = this.#memory.writeUndoably(batch, options)
    if (!result.committed) return result
    const entities = batch.entities
      .filter((_change, index) => result.entities[index] === null)
      .flatMap((change) => this.#memory.entity(entityKey(change)) ?? [])
    const relations = batch.relations
      .filter((_change, index) => result.relations[index] === null)
      .flatMap((change) => this.#memory.relation(change) ?? [])
    if (entities.length > 0 || relations.length > 0)
      await this.#append(journal, { entities, relations }, undo)
    return result
  }

  /**
   * Resolves when what memory holds already is on the disk, too. A journal that fails has failed for good: then all that it did not
   * take is taken back, so that nobody reads what was refused.
   */
  async #append(journal: Journal, entry: Entry, undo: () => void): Promise<void> {
    this.#unwritten.add(undo)
    try {
      await journal.append(lineOf(entry))
    } catch (error) {
      for (const one of [...this.#unwritten].toReversed()) one()
      this.#unwritten.clear()
      throw error
    }
    this.#unwritten.delete(undo)
    this.#compactLater(journal)
  }

  async #ready(signal: AbortSignal | undefined): Promise<Journal> {
    this.#opening ??= this.#open()
    const journal = await this.#opening
    signal?.throwIfAborted()
    return journal
  }

  #opening: Promise<Journal> | undefined

  #compactLater(journal: Journal): void {
    if (this.#compacting || this.#closing.signal.aborted) return
    if (journal.size < Math.max(SMALL_JOURNAL, 2 * this.#snapshotSize)) return
    // A failed compaction loses nothing: the journals are still complete. It is tried again when the new one has grown.
    this.#compacting = this.#compact(journal)
      .catch(() => undefined)
      .finally(() => {
        this.#compacting = undefined
      })
  }

  /** Makes a snapshot while writes go on, into a journal that begins before the snapshot does. */
  async #compact(journal: Journal): Promise<void> {
    await journal.rotate(this.#path('journal', this.#generation + 1))
    this.#generation++
    await this.#snapshot(journal)
    await this.#removeBefore(this.#generation)
  }

  /** Writes everything to a snapshot in slices; it counts once it has its name. */
  async #snapshot(journal?: Journal): Promise<void> {
    const path = this.#path('snapshot')
    const draft = `${path}.tmp`
    try {
      const size = await this.#writeSnapshot(draft)
      // It may hold states of writes that are still on their way to the journal: without their lines it must not count.
      await journal?.durable()
      await rename(draft, path)
      this.#snapshotSize = size
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    await syncFolder(this.#folder)
  }

  /** @returns its bytes, all of them on the disk */
  async #writeSnapshot(path: string): Promise<number> {
    const file = await open(path, 'w')
    try {
      await file.appendFile(lineOf({ elements: this.#memory.elements() }))
      let entities: EntityRecord[] = []
      let relations: RelationRecord[] = []
      for (const one of this.#memory.records()) {
        if (one.kind === 'pause') await turn()
        else if (one.kind === 'entity') entities.push(one.record)
        else relations.push(one.record)
        if (one.kind === 'pause' || entities.length + relations.length < LINE_RECORDS) continue
        await file.appendFile(lineOf({ entities, relations }))
        this.#closing.signal.throwIfAborted()
        entities = []
        relations = []
      }
      await file.appendFile(lineOf({ entities, relations }))
      await file.sync()
      return (await file.stat()).size
    } finally {
      await file.close()
    }
  }

  /** Ends after the last write; a snapshot under way is given up, the journals have everything. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#compacting
    await this.#journal?.close()
    this.#journal = undefined
  }

  elements(): readonly Element[] {
    return this.#memory.elements()
  }

  entity(key: string): EntityRecord | undefined {
    return this.#memory.entity(key)
  }

  scanEntities(scan: EntityScan, signal?: AbortSignal): Pages<EntityRecord> {
    return this.#memory.scanEntities(scan, signal)
  }

  scanRelations(scan: RelationScan, signal?: AbortSignal): Pages<RelationRecord> {
    return this.#memory.scanRelations(scan, signal)
  }

  traverse(traversal: Traversal, signal?: AbortSignal): readonly RelationRecord[] {
    return this.#memory.traverse(traversal, signal)
  }

  graph(time?: TimeRange, signal?: AbortSignal): Graph {
    return this.#memory.graph(time, signal)
  }

  counts(): WorkspaceCounts {
    return this.#memory.counts()
  }
}
