import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { DocumentKind, Ref, SingleKind } from '#shared/documents/define.ts'
import { applyEdit, diff, type Edit, EditMismatch } from '#shared/documents/edit.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { DocumentFiles } from './files.ts'
import { JournalFolder, type OnDamaged } from './journal-folder.ts'

/** Milliseconds between a change and the write of its file; until then only the journal has it. */
const FLUSH_AFTER_MS = 1000
/** Number of recent change ids remembered, per document and in total. */
const MAX_MADE = 100
/**
 * Documents up to this length are journalled whole, so that a damaged line loses only that change. Longer ones are journalled as
 * edits, until the edits together are as long as the document.
 */
const MAX_WHOLE_CHARACTERS = 16_384

/** A change that was applied. */
export interface Change {
  readonly base: string
  readonly version: string
  readonly edit: Edit
}
/** The current state of a document; `value` is `undefined` if it has never been written. */
interface State {
  readonly value: unknown
  readonly version: string
  readonly recent: readonly string[]
}
export type Listener = (ref: Ref, change: Change) => void

/** A journal line: the edit and the version it applies to, or the whole value. With neither, the document was removed. */
const lineSchema = z.object({
  collection: z.string(),
  id: z.string(),
  version: z.string(),
  base: z.string().optional(),
  edit: z.custom<Edit>(Array.isArray).optional(),
  value: z.unknown().optional(),
})

/**
 * The header of a journal file: the latest changes. A page that lost its connection can then learn, even from the next process, that its
 * changes were applied.
 */
const madeSchema = z.object({
  made: z.array(z.object({ collection: z.string(), id: z.string(), version: z.string() })),
})
type Made = z.infer<typeof madeSchema>['made']

/** A document in memory: a window shows it, or its file is not up to date. */
interface Live {
  readonly ref: Ref
  readonly kind: DocumentKind<unknown>
  state: State
  /** The last state that is in the journal. A failed journal write rolls back to it. */
  safe: State
  /** Number of the journal file that holds the whole value. */
  journal: number
  /** Length of that value and of the edits after it, in characters. */
  whole: number
  edits: number
  readonly listeners: Set<Listener>
}

const valueOf = ({ state, kind }: Live): unknown => (state.value === undefined ? kind.initial : state.value)

const keyOf = ({ collection, id }: Ref): string => `${collection}/${id}`
const newVersion = (): string => randomUUID().slice(0, 13)

/** Appends a version to `recent`. */
const after = ({ recent }: State, value: unknown, version: string): State => ({
  value,
  version,
  recent: [...recent, version].slice(-MAX_MADE),
})

/**
 * The documents; this class is their only owner. Changes are applied one at a time, each to the version it names, and
 * acknowledged once they are in the journal. Files are written within a second. A killed process loses no acknowledged
 * change.
 */
export class Documents {
  readonly #files: DocumentFiles
  readonly #journal: JournalFolder
  readonly #onSetAside: (path: string, movedTo: string) => void
  readonly #onDamaged: OnDamaged
  readonly #live = new Map<string, Promise<Live>>()
  readonly #dirty = new Map<string, Live>()
  /** Documents with changes whose journal write is in progress. */
  readonly #unsafe = new Set<Live>()
  /** Recovered from the journal at startup and not yet written to files. */
  readonly #unwritten = new Map<string, { readonly ref: Ref; readonly value: unknown }>()
  /** The latest changes of all documents, for pages that lost their connection during a change. */
  #made: Made = []
  readonly #collections = new Map<string, Set<Listener>>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #flushing: Promise<void> = Promise.resolve()
  #isDisposed = false

  /**
   * @param journal a folder that is empty after a clean shutdown
   * @param onSetAside called for a file that could not be read and was renamed
   */
  constructor(
    folder: string,
    journal: string,
    onSetAside: (path: string, movedTo: string) => void,
    onDamaged: OnDamaged = () => undefined,
  ) {
    this.#files = new DocumentFiles(folder, onSetAside)
    this.#onSetAside = onSetAside
    this.#journal = new JournalFolder(journal, () => this.#takeBack())
    this.#onDamaged = onDamaged
  }

  /** Replays the journal of a killed process into the files. Call before anything else. */
  async recover(): Promise<void> {
    const last = new Map<string, string>()
    for (const { path, records, damage, movedTo: preserved } of await this.#journal.recover()) {
      if (preserved !== undefined) this.#onSetAside(path, preserved)
      const unused = records.filter((record) => !this.#recoverLine(record, last)).length
      if (damage) this.#onDamaged(path, { ...damage, lines: damage.lines + unused })
    }
    // A full disk must not prevent startup; the next flush retries.
    await this.flush().catch(() => undefined)
  }

  /**
   * @param last latest version of each document so far
   * @returns false for an edit of an unknown version: after a lost line, only a whole value can be trusted
   */
  #recoverLine(record: unknown, last: Map<string, string>): boolean {
    const first = madeSchema.safeParse(record)
    if (first.success) this.#made = first.data.made
    const line = lineSchema.safeParse(record)
    if (!line.success) return true
    const { collection, id, version, base, edit, value } = line.data
    const key = keyOf({ collection, id })
    if (edit && last.get(key) !== base) return false
    const next = edit ? applyEdit(this.#unwritten.get(key)?.value, edit) : value
    this.#unwritten.set(key, { ref: { collection, id }, value: next })
    last.set(key, version)
    this.#note({ collection, id, version })
    return true
  }

  #note(made: Made[number]): void {
    this.#made = [...this.#made, made].slice(-MAX_MADE)
  }

  /** Returns the current value. @throws DOCUMENT_NEWER when a later version of Orrery wrote it */
  read<T>(kind: DocumentKind<T>, ref: Ref): Promise<T> {
    return this.#with(kind as DocumentKind<unknown>, ref, (live) => {
      this.#release(live)
      return valueOf(live) as T
    })
  }

  /** Subscribes to the changes that follow the returned state. */
  follow(kind: DocumentKind<unknown>, ref: Ref, listener: Listener): Promise<State> {
    return this.#with(kind, ref, (live) => {
      live.listeners.add(listener)
      return live.safe
    })
  }

  async unfollow(ref: Ref, listener: Listener): Promise<void> {
    const live = await this.#live.get(keyOf(ref))
    live?.listeners.delete(listener)
    if (live) this.#release(live)
  }

  /** Returns every document of a collection, without unreadable ones, and subscribes the listener to later changes. */
  async list(kind: DocumentKind<unknown>, listener?: Listener): Promise<(State & { readonly id: string })[]> {
    const { collection } = kind
    const listeners = this.#collections.get(collection) ?? new Set()
    this.#collections.set(collection, listener ? listeners.add(listener) : listeners)
    const made = [...this.#live.keys()].filter((key) => key.startsWith(`${collection}/`))
    const ids = new Set([
      ...(await this.#files.ids(collection)),
      ...made.map((key) => key.slice(collection.length + 1)),
    ])
    const read = [...ids].map((id) =>
      this.#with(kind, { collection, id }, (live) => {
        this.#release(live)
        return { ...live.safe, id }
      }).catch(() => undefined),
    )
    return (await Promise.all(read)).flatMap((state) => (state?.value === undefined ? [] : [state]))
  }

  async unfollowCollection(collection: string, listener: Listener): Promise<void> {
    this.#collections.get(collection)?.delete(listener)
    for (const [key, live] of this.#live) if (key.startsWith(`${collection}/`)) this.#release(await live)
  }

  /**
   * Applies an edit to the version that `base` names, or to the current one. Resolves once the journal has it.
   * @returns the current state instead if `base` is outdated
   * @throws INVALID_INPUT, EDIT_MISMATCH, DOCUMENT_NEWER, or the disk's error
   */
  change(
    kind: DocumentKind<unknown>,
    ref: Ref,
    change: Omit<Change, 'base'> & { readonly base?: string | undefined },
  ): Promise<State | undefined> {
    return this.#with(kind, ref, async (live) => {
      const { version: now, recent } = live.state
      const isMade = (): boolean => live.state.recent.includes(change.version)
      if (!recent.includes(change.version) && (change.base ?? now) === now) {
        await this.#commit(live, { ...change, base: now })
        return undefined
      }
      // Waits for the events of pending changes, so that the caller has received them first.
      await this.#journal.settled()
      return isMade() ? undefined : live.safe
    })
  }

  /** Changes the current value on behalf of the core. Resolves once the journal has it. */
  update<T>(kind: DocumentKind<T>, ref: Ref, edit: (value: T) => T): Promise<void> {
    return this.#with(kind as DocumentKind<unknown>, ref, async (live) => {
      const before = valueOf(live) as T
      const next = diff(before, edit(before))
      if (next.length === 0) return this.#journal.settled()
      await this.#commit(live, { base: live.state.version, version: newVersion(), edit: next })
    })
  }

  /** Keeps a document of the core open, so that its value can be read synchronously. */
  handle<T>(kind: SingleKind<T>): Promise<DocumentHandle<T>> {
    const ref = { collection: kind.collection, id: kind.id }
    return this.#with(kind as DocumentKind<unknown>, ref, (live) => {
      const listeners = new Set<(value: T) => void>()
      live.listeners.add(() => listeners.forEach((listener) => listener(valueOf(live) as T)))
      return {
        get value() {
          return valueOf(live) as T
        },
        change: (edit) => this.update(kind, ref, edit),
        onChange: (listener) => void listeners.add(listener),
      }
    })
  }

  /** Stops accepting changes and writes what was acknowledged. */
  async dispose(): Promise<void> {
    this.#isDisposed = true
    await this.#journal.settled()
    await this.flush()
    clearTimeout(this.#timer)
    await this.#journal.close()
  }

  /** Writes every outdated file and truncates the journal. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const flushed = this.#flushing.catch(() => undefined).then(() => this.#flush())
    this.#flushing = flushed
    await flushed
  }

  /** Drops the in-memory state after the files were replaced. Subscribers have to reopen their documents. */
  async reload(): Promise<void> {
    this.#dirty.clear()
    this.#live.clear()
    this.#made = []
    await this.#journal.forget(await this.#journal.rotate({ made: this.#made }))
  }

  /** Runs `work` synchronously with the live document, so that it cannot be released in between. */
  async #with<R>(kind: DocumentKind<unknown>, ref: Ref, work: (live: Live) => R): Promise<Awaited<R>> {
    const key = keyOf(ref)
    for (;;) {
      const opening = this.#live.get(key) ?? this.#load(kind, ref)
      this.#live.set(key, opening)
      const live = await opening.catch((error: unknown) => {
        if (this.#live.get(key) === opening) this.#live.delete(key)
        throw error
      })
      // It may have been released meanwhile.
      if (this.#live.get(key) === opening) return await work(live)
    }
  }

  async #load(kind: DocumentKind<unknown>, ref: Ref): Promise<Live> {
    const left = this.#unwritten.get(keyOf(ref))
    const value = left ? left.value : await this.#files.read(kind, ref)
    const made = this.#made.filter((each) => keyOf(each) === keyOf(ref)).map((each) => each.version)
    const recent = made.length > 0 ? made : [newVersion()]
    const state = { value, version: recent.at(-1) ?? '', recent }
    return { ref, kind, state, safe: state, journal: 0, whole: 0, edits: 0, listeners: new Set() }
  }

  /** Drops a document from memory if its file is up to date and no window shows it. */
  #release(live: Live): void {
    const key = keyOf(live.ref)
    const isFollowed = live.listeners.size > 0 || this.#collections.get(live.ref.collection)?.size
    if (isFollowed || live.state !== live.safe || this.#dirty.has(key)) return
    this.#live.delete(key)
  }

  async #commit(live: Live, change: Change): Promise<void> {
    if (this.#isDisposed) throw workbenchError('DISCONNECTED')
    const { ref, kind, state } = live
    const { base, version, edit } = change
    const value = edited(kind, state, edit)
    const next = after(state, value, version)
    live.state = next
    this.#unsafe.add(live)
    await this.#journal.append({ ...ref, version, ...this.#lineOf(live, base, edit) })
    live.safe = next
    this.#note({ ...ref, version })
    if (live.state === next) this.#unsafe.delete(live)
    this.#dirty.set(keyOf(ref), live)
    this.#flushSoon()
    const listeners = [...live.listeners, ...(this.#collections.get(ref.collection) ?? [])]
    for (const listener of new Set(listeners)) listener(ref, change)
  }

  /** The journal line of a change: the current value, or the edit if that is much shorter. */
  #lineOf(live: Live, base: string, edit: Edit): { value: unknown } | { base: string; edit: Edit } {
    const { value } = live.state
    live.edits += JSON.stringify(edit).length
    const isKnown = live.journal === this.#journal.number
    if (isKnown && live.whole > MAX_WHOLE_CHARACTERS && live.edits < live.whole) return { base, edit }
    live.journal = this.#journal.number
    live.whole = value === undefined ? 0 : JSON.stringify(value).length
    live.edits = 0
    return { value }
  }

  /** Rolls back synchronously what the journal refused, before later changes can build on it. */
  #takeBack(): void {
    for (const live of this.#unsafe) {
      live.state = live.safe
      live.journal = 0
    }
    this.#unsafe.clear()
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), FLUSH_AFTER_MS)
  }

  async #flush(): Promise<void> {
    if (this.#dirty.size === 0 && this.#unwritten.size === 0) return
    const before = await this.#journal.rotate({ made: this.#made })
    const behind = [...this.#dirty.values()]
    this.#dirty.clear()
    try {
      for (const [key, { ref, value }] of this.#unwritten) {
        if (!behind.some((live) => keyOf(live.ref) === key)) await this.#files.write(ref, value)
        this.#unwritten.delete(key)
      }
      while (behind.length > 0) {
        const [live] = behind
        if (live) await this.#files.write(live.ref, live.safe.value)
        behind.shift()
        if (live) this.#release(live)
      }
    } catch (error) {
      // The journal still has what could not be written to files; the next flush retries.
      for (const live of behind) this.#dirty.set(keyOf(live.ref), live)
      this.#flushSoon()
      throw error
    }
    await this.#journal.forget(before)
  }
}

/** A document that the core keeps open. */
export interface DocumentHandle<T> {
  readonly value: T
  /** Resolves once the change is in the journal. */
  change(edit: (value: T) => T): Promise<void>
  onChange(listener: (value: T) => void): void
}

/** Applies the edit and validates the result. */
function edited(kind: DocumentKind<unknown>, { value }: State, edit: Edit): unknown {
  let next: unknown
  try {
    next = applyEdit(value === undefined ? kind.initial : value, edit)
  } catch (error) {
    if (error instanceof EditMismatch) throw workbenchError('EDIT_MISMATCH', {}, { cause: error })
    throw error
  }
  if (next !== undefined) kind.schema.parse(next)
  return next
}
