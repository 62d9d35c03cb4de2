import { existsSync } from 'node:fs'
import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { Element } from '#shared/model/element.ts'
import { type EntityRecord, type RelationRecord, type TimeRange, entityKey } from '#shared/model/entity.ts'
import { syncFolder, writeAtomically } from '../../../node/atomic-file.ts'
import { Journal, type JournalDamage, journalLine, readJournal } from '../../../node/journal.ts'
import type { Graph } from '../../cypher/index.ts'
import { MemoryWorkspace } from '../memory/workspace.ts'
import {
  type Batch,
  type BatchResult,
  type EntityScan,
  type Pages,
  type RelationScan,
  StoreError,
  type Traversal,
  type Workspace,
  type WorkspaceCounts,
} from '../store.ts'
import { hasUpstreamFiles, readUpstreamFiles } from './upstream.ts'

/** Minimum journal size to make a snapshot: 8 MiB. */
const SMALL_JOURNAL = 8 * 1024 * 1024

/** Records per snapshot line, and between two pauses while writing one. */
const LINE_RECORDS = 200

/** A line of a journal or snapshot: new states of elements, entities and relations. */
interface Entry {
  readonly elements?: readonly Element[]
  readonly entities?: readonly EntityRecord[]
  readonly relations?: readonly RelationRecord[]
}

/**
 * Written beside the files of a workspace, `{"format": 1}`. If it exists, every journal begins with a header
 * line, so an empty journal has lost its contents. Folders of 0.1.0 have none until the first change.
 */
const FORMAT_FILE = 'format.json'
const FORMAT = 1

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
 * A workspace in memory with a persistent copy: `snapshot-N.jsonl` and the subsequent journal
 * `journal-N.jsonl`; further journals follow while a snapshot is being made or after one failed. All contain
 * resulting states, so a snapshot may include changes made after its journal began: replaying the journals in
 * order gives the final state.
 */
export class FileWorkspace implements Workspace {
  readonly name: string
  readonly #folder: string
  readonly #memory: MemoryWorkspace
  #journal: Journal | undefined
  /** Number of the current journal. */
  #generation = 0
  #snapshotSize = 0
  #compacting: Promise<void> | undefined
  /** Undo functions of changes not yet in the journal, in order of writing. */
  readonly #unwritten = new Set<() => void>()
  readonly #closing = new AbortController()

  /** Why the workspace is read-only. */
  #unwritable: StoreError | undefined

  /** @param unwritable set when the folder is read-only */
  constructor(name: string, folder: string, unwritable?: StoreError) {
    this.name = name
    this.#folder = folder
    this.#memory = new MemoryWorkspace(name)
    this.#unwritable = unwritable
  }

  get isEmpty(): boolean {
    return this.#memory.isEmpty
  }

  #path(kind: 'snapshot' | 'journal', generation = this.#generation): string {
    return join(this.#folder, `${kind}-${generation}.jsonl`)
  }

  /**
   * Loads everything readable from the folder.
   *
   * @param tell receives a sentence about everything missing or damaged
   * @throws StoreError for a folder of a newer version
   */
  async load(tell: (message: string) => void): Promise<void> {
    if (!existsSync(this.#folder)) return
    const hasFormat = await this.#checkFormat()
    const files = numberedFiles(await readdir(this.#folder))
    if (files.length === 0) {
      if (hasFormat) tell(`${this.#folder} has lost its files; restore them from a backup.`)
      else if (hasUpstreamFiles(this.#folder)) await readUpstreamFiles(this.#folder, this.#memory)
      return
    }
    this.#generation = Math.max(...files.map(({ number }) => number))
    const snapshots = files.flatMap(({ kind, number }) => (kind === 'snapshot' ? number : []))
    const base = Math.max(0, ...snapshots)
    if (!this.#unwritable) await this.#removeBefore(base)
    const path = this.#path('snapshot', base)
    if (snapshots.length > 0) this.#snapshotSize = await this.#read(path, true, tell)
    const journals = files
      .flatMap(({ kind, number }) => (kind === 'journal' && number >= base ? number : []))
      .sort((a, b) => a - b)
    let expected = base
    for (const number of journals) {
      const path = this.#path('journal', number)
      if (number > expected) tell(`What came before ${path} is missing; restore it from a backup.`)
      await this.#read(path, hasFormat, tell)
      expected = number + 1
    }
  }

  /** @returns whether the folder states its format */
  async #checkFormat(): Promise<boolean> {
    const path = join(this.#folder, FORMAT_FILE)
    if (!existsSync(path)) return false
    const [, format] = /^\{"format":(\d+)\}/.exec(await readFile(path, 'utf8').catch(() => '')) ?? []
    if (Number(format ?? FORMAT) <= FORMAT) return true
    throw new StoreError(
      'PROVIDER_UNAVAILABLE',
      `${this.#folder} was written by a newer version; start that one, or choose another folder with --data.`,
    )
  }

  /** Loads a snapshot or journal into memory. @returns its bytes */
  async #read(path: string, neverEmpty: boolean, tell: (message: string) => void): Promise<number> {
    try {
      const { size } = await stat(path)
      if (size === 0 && neverEmpty) tell(`${path} is empty, what it held is lost; restore it from a backup.`)
      let unusable = 0
      const take = (entry: unknown): void => {
        if (!this.#restore(entry as Entry)) unusable++
      }
      const damage = await readJournal(path, take, { repair: !this.#unwritable })
      if (damage) tell(damageOf(path, damage))
      if (unusable > 0) tell(`${path} has ${unusable} lines that hold no records; they are left out.`)
      return size
    } catch (error) {
      // A snapshot of incomplete data would make the loss permanent.
      this.#unwritable ??= unavailable(
        path,
        'cannot be read',
        error,
        'make it readable and restart the server',
      )
      tell(this.#unwritable.message)
      return 0
    }
  }

  /** Removes files superseded by a snapshot, and leftovers of an interrupted cleanup. */
  async #removeBefore(base: number): Promise<void> {
    const names = await readdir(this.#folder)
    const old = numberedFiles(names).flatMap(({ name, number }) => (number < base ? name : []))
    const drafts = names.filter((name) => name.endsWith('.jsonl.tmp'))
    await Promise.all([...old, ...drafts].map((name) => rm(join(this.#folder, name), { force: true })))
  }

  /** @returns false for a line that is not an entry, even if its checksum is right or absent */
  #restore({ elements, entities, relations }: Entry): boolean {
    try {
      if (elements) this.#memory.putElements(elements)
      for (const record of entities ?? []) this.#memory.restoreEntity(record)
      for (const record of relations ?? []) this.#memory.restoreRelation(record)
      return true
    } catch {
      return false
    }
  }

  async #open(): Promise<Journal> {
    await mkdir(this.#folder, { recursive: true })
    // Data loaded from the upstream service's files must be in ours before the first change.
    if (!existsSync(this.#path('journal')) && !this.#memory.isEmpty && this.#snapshotSize === 0)
      await this.#snapshot()
    const journal = await Journal.open(this.#path('journal'), () => this.#takeBack())
    try {
      if (journal.size === 0) await journal.append({ journal: this.#generation })
      const format = join(this.#folder, FORMAT_FILE)
      if (!existsSync(format)) await writeAtomically(format, `${JSON.stringify({ format: FORMAT })}\n`)
      await syncFolder(this.#folder)
    } catch (error) {
      await journal.close()
      throw error
    }
    this.#journal = journal
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
   * Resolves when the change already made in memory is on disk. If the journal refuses it, it is undone
   * before anyone can read it.
   */
  async #append(journal: Journal, entry: Entry, undo: () => void): Promise<void> {
    this.#unwritten.add(undo)
    try {
      await journal.append(entry)
    } catch (error) {
      const remedy = `free the disk and ${journal.isBroken ? 'restart the server' : 'try again'}`
      throw unavailable(this.#path('journal'), 'cannot be written', error, remedy)
    }
    this.#unwritten.delete(undo)
    this.#compactLater(journal)
  }

  /** Undo all pending changes, because later ones build on earlier ones. */
  #takeBack(): void {
    for (const undo of [...this.#unwritten].toReversed()) undo()
    this.#unwritten.clear()
  }

  async #ready(signal: AbortSignal | undefined): Promise<Journal> {
    if (this.#unwritable) throw this.#unwritable
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined
      throw unavailable(this.#folder, 'cannot be written', error, 'free the disk and try again')
    })
    const journal = await this.#opening
    signal?.throwIfAborted()
    return journal
  }

  #opening: Promise<Journal> | undefined

  #compactLater(journal: Journal): void {
    if (this.#compacting || this.#closing.signal.aborted) return
    if (journal.size < Math.max(SMALL_JOURNAL, 2 * this.#snapshotSize)) return
    // A failed compaction loses nothing, since the journals are complete. It is retried when the new journal has grown.
    this.#compacting = this.#compact(journal)
      .catch(() => undefined)
      .finally(() => {
        this.#compacting = undefined
      })
  }

  /** Makes a snapshot while writes continue, into a journal that begins before the snapshot. */
  async #compact(journal: Journal): Promise<void> {
    const next = this.#generation + 1
    await journal.rotate(this.#path('journal', next), { journal: next })
    this.#generation++
    await this.#snapshot(journal)
    await this.#removeBefore(this.#generation)
  }

  /** Writes everything to a snapshot in slices; it takes effect when renamed. */
  async #snapshot(journal?: Journal): Promise<void> {
    const path = this.#path('snapshot')
    const draft = `${path}.tmp`
    try {
      const size = await this.#writeSnapshot(draft)
      // It may contain states of writes not yet journaled, so it must not take effect before they are.
      await journal?.durable()
      await rename(draft, path)
      this.#snapshotSize = size
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    await syncFolder(this.#folder)
  }

  /** @returns its bytes, all of them on disk */
  async #writeSnapshot(path: string): Promise<number> {
    const file = await open(path, 'w')
    try {
      await file.appendFile(journalLine({ elements: this.#memory.elements() }))
      let entities: EntityRecord[] = []
      let relations: RelationRecord[] = []
      for (const one of this.#memory.records()) {
        if (one.kind === 'pause') await turn()
        else if (one.kind === 'entity') entities.push(one.record)
        else relations.push(one.record)
        if (one.kind === 'pause' || entities.length + relations.length < LINE_RECORDS) continue
        await file.appendFile(journalLine({ entities, relations }))
        this.#closing.signal.throwIfAborted()
        entities = []
        relations = []
      }
      await file.appendFile(journalLine({ entities, relations }))
      await file.sync()
      return (await file.stat()).size
    } finally {
      await file.close()
    }
  }

  /** Closes after the last write; abandons a running snapshot, since the journals are complete. */
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

function unavailable(path: string, what: string, error: unknown, remedy: string): StoreError {
  const reason = error instanceof Error ? error.message : String(error)
  return new StoreError('PROVIDER_UNAVAILABLE', `${path} ${what} (${reason}); ${remedy}.`, { path })
}

/** Describes the damage of a file in a sentence. */
function damageOf(path: string, { lines, tornBytes, preserved }: JournalDamage): string {
  const asItWas = preserved === path ? '' : `; the file as it was is kept as ${preserved}`
  return lines === 0
    ? `${path} ended in ${tornBytes} bytes of an unfinished write, which is left out${asItWas}.`
    : `${path} is damaged: ${lines} of its lines cannot be read and are left out, all others are there${asItWas}.`
}
