import { existsSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
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
import { hasUpstreamFiles, readUpstreamFiles } from './upstream.ts'

/** A journal below this is not worth a new snapshot: 8 MiB. */
const SMALL_JOURNAL = 8 * 1024 * 1024

/** Records per snapshot line. */
const LINE_RECORDS = 200

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders; its renames are durable by themselves.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * A workspace in memory with its twin on the disk: `snapshot-N.jsonl` and the journal of what came after, `journal-N.jsonl`. Both
 * hold resulting states, so reading a line twice changes nothing.
 */
export class FileWorkspace implements Workspace {
  readonly name: string
  readonly #folder: string
  readonly #memory: MemoryWorkspace
  #journal: Journal | undefined
  #generation = 0
  #snapshotSize = 0
  #compacting: Promise<void> | undefined

  constructor(name: string, folder: string) {
    this.name = name
    this.#folder = folder
    this.#memory = new MemoryWorkspace(name)
  }

  get isEmpty(): boolean {
    return this.#memory.isEmpty
  }

  #path(kind: 'snapshot' | 'journal'): string {
    return join(this.#folder, `${kind}-${this.#generation}.jsonl`)
  }

  /** Reads what the folder holds. A torn tail is cut off and kept beside the journal; it was never acknowledged. */
  async load(onTorn: (message: string) => void): Promise<void> {
    if (!existsSync(this.#folder)) return
    const names = await readdir(this.#folder)
    const numbers = names.flatMap((name) =>
      Number(/^(?:snapshot|journal)-(\d+)\.jsonl$/.exec(name)?.[1] ?? Number.NaN),
    )
    const known = numbers.filter((number) => !Number.isNaN(number))
    if (known.length === 0) {
      if (hasUpstreamFiles(this.#folder)) await readUpstreamFiles(this.#folder, this.#memory)
      return
    }
    this.#generation = Math.max(...known)
    // Left behind by a process that ended between writing a snapshot and clearing up.
    const older = names.filter(
      (name) => Number(/-(\d+)\.jsonl$/.exec(name)?.[1] ?? this.#generation) < this.#generation,
    )
    await Promise.all(older.map((name) => rm(join(this.#folder, name), { force: true })))
    const snapshot = this.#path('snapshot')
    if (existsSync(snapshot)) {
      this.#snapshotSize = (await stat(snapshot)).size
      const good = await readLines(snapshot, (entry) => this.#restore(entry))
      if (good < this.#snapshotSize)
        throw new Error(`${snapshot} is damaged at byte ${good}; restore it from a backup`)
    }
    const journal = this.#path('journal')
    if (!existsSync(journal)) return
    const good = await readLines(journal, (entry) => this.#restore(entry))
    const { size } = await stat(journal)
    if (good === size) return
    const aside = `${journal}.torn-${Date.now()}`
    await copyFile(journal, aside)
    await truncate(journal, good)
    onTorn(
      `${journal} ended in ${size - good} bytes of an unfinished write; they were cut off, the whole is kept as ${aside}`,
    )
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
    this.#memory.putElements(elements)
    await journal.append(lineOf({ elements }))
    this.#compactLater(journal)
  }

  async write(
    batch: Batch,
    options: { readonly partial: boolean },
    signal?: AbortSignal,
  ): Promise<BatchResult> {
    const journal = await this.#ready(signal)
    const result = this.#memory.write(batch, options)
    if (!result.committed) return result
    const entities = batch.entities
      .filter((_change, index) => result.entities[index] === null)
      .flatMap((change) => this.#memory.entity(entityKey(change)) ?? [])
    const relations = batch.relations
      .filter((_change, index) => result.relations[index] === null)
      .flatMap((change) => this.#memory.relation(change) ?? [])
    if (entities.length > 0 || relations.length > 0) {
      await journal.append(lineOf({ entities, relations }))
      this.#compactLater(journal)
    }
    return result
  }

  async #ready(signal: AbortSignal | undefined): Promise<Journal> {
    // Whether it succeeds is not this write's business: the journal is complete either way.
    while (this.#compacting) await this.#compacting.catch(() => undefined)
    signal?.throwIfAborted()
    this.#opening ??= this.#open()
    return this.#opening
  }

  #opening: Promise<Journal> | undefined

  #compactLater(journal: Journal): void {
    if (this.#compacting || journal.size < Math.max(SMALL_JOURNAL, 2 * this.#snapshotSize)) return
    this.#compacting = this.#compact(journal).finally(() => {
      this.#compacting = undefined
    })
    // A failed compaction loses nothing: the journal is still complete. The next write tries again.
    this.#compacting.catch(() => undefined)
  }

  async #compact(journal: Journal): Promise<void> {
    await journal.settled()
    const old = [this.#path('snapshot'), this.#path('journal')]
    this.#generation++
    try {
      await this.#snapshot()
    } catch (error) {
      this.#generation--
      throw error
    }
    await journal.close()
    this.#journal = undefined
    this.#opening = undefined
    await Promise.all(old.map((path) => rm(path, { force: true })))
  }

  /** Writes everything to the next snapshot; it counts once it has its name. */
  async #snapshot(): Promise<void> {
    const path = this.#path('snapshot')
    const draft = `${path}.tmp`
    const file = await open(draft, 'w')
    try {
      await file.appendFile(lineOf({ elements: this.#memory.elements() }))
      let entities: EntityRecord[] = []
      let relations: RelationRecord[] = []
      for (const one of this.#memory.records()) {
        if (one.kind === 'entity') entities.push(one.record)
        else relations.push(one.record)
        if (entities.length + relations.length < LINE_RECORDS) continue
        await file.appendFile(lineOf({ entities, relations }))
        entities = []
        relations = []
      }
      await file.appendFile(lineOf({ entities, relations }))
      await file.sync()
      this.#snapshotSize = (await file.stat()).size
    } finally {
      await file.close()
    }
    await rename(draft, path)
    await syncFolder(this.#folder)
  }

  async close(): Promise<void> {
    await this.#compacting?.catch(() => undefined)
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
