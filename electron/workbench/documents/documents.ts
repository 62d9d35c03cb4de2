import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { DocumentKind, Ref, SingleKind } from '#shared/documents/define.ts'
import { applyEdit, diff, type Edit, EditMismatch } from '#shared/documents/edit.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { DocumentFiles } from './files.ts'
import { JournalFolder, type OnDamaged } from './journal-folder.ts'

/** Milliseconds between a change and the write of its file; until then it is in the journal. */
const FLUSH_AFTER_MS = 1000
/** Changes that are remembered by name, of one document and of all. */
const MAX_MADE = 100
/**
 * Documents up to this length are in the journal as wholes: damage to one line then costs no other one. Of longer ones it holds edits,
 * until together they are as long as the document.
 */
const MAX_WHOLE_CHARACTERS = 16_384

/** A change as it was made. */
export interface Change {
  readonly base: string
  readonly version: string
  readonly edit: Edit
}
/** What a document is now; `value` is `undefined` where nothing was made yet. */
interface State {
  readonly value: unknown
  readonly version: string
  readonly recent: readonly string[]
}
export type Listener = (ref: Ref, change: Change) => void

/** What the journal holds of a change: the edit and the version that it was made on, or the whole value; neither: removed. */
const lineSchema = z.object({
  collection: z.string(),
  id: z.string(),
  version: z.string(),
  base: z.string().optional(),
  edit: z.custom<Edit>(Array.isArray).optional(),
  value: z.unknown().optional(),
})

/** What a journal file begins with: the last changes, so that a page that lost its link is told in the next process, too, that its own were made. */
const madeSchema = z.object({
  made: z.array(z.object({ collection: z.string(), id: z.string(), version: z.string() })),
})
type Made = z.infer<typeof madeSchema>['made']

/** One document while a window shows it or it is not in its file yet. */
interface Live {
  readonly ref: Ref
  readonly kind: DocumentKind<unknown>
  state: State
  /** The last state that is in the journal; what is newer is taken back when it cannot be written. */
  safe: State
  /** The journal's file that holds the whole value. */
  journal: number
  /** The length of that value there, and of the edits behind it. Characters. */
  whole: number
  edits: number
  readonly listeners: Set<Listener>
}

const valueOf = ({ state, kind }: Live): unknown => (state.value === undefined ? kind.initial : state.value)

const keyOf = ({ collection, id }: Ref): string => `${collection}/${id}`
const newVersion = (): string => randomUUID().slice(0, 13)

/** Changes as `recent` has them after one more. */
const after = ({ recent }: State, value: unknown, version: string): State => ({
  value,
  version,
  recent: [...recent, version].slice(-MAX_MADE),
})

/**
 * The documents, each owned here and nowhere else. Changes are made one after the other, each on the state that it names, and
 * acknowledged when the journal has them; files follow within a second. A killed process loses nothing that was acknowledged.
 */
export class Documents {
  readonly #files: DocumentFiles
  readonly #journal: JournalFolder
  readonly #onSetAside: (path: string, kept: string) => void
  readonly #onDamaged: OnDamaged
  readonly #live = new Map<string, Promise<Live>>()
  readonly #dirty = new Map<string, Live>()
  /** Those with changes that are on their way into the journal. */
  readonly #unsafe = new Set<Live>()
  /** What the journal knew at the start and the files do not have yet. */
  readonly #unwritten = new Map<string, { readonly ref: Ref; readonly value: unknown }>()
  /** The last changes of all documents, for pages that lost their link while they made one. */
  #made: Made = []
  readonly #collections = new Map<string, Set<Listener>>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #flushing: Promise<void> = Promise.resolve()
  #isDisposed = false

  /**
   * @param journal a folder that holds nothing after an orderly end
   * @param onSetAside told of a file that could not be read and was kept under another name
   */
  constructor(
    folder: string,
    journal: string,
    onSetAside: (path: string, kept: string) => void,
    onDamaged: OnDamaged = () => undefined,
  ) {
    this.#files = new DocumentFiles(folder, onSetAside)
    this.#onSetAside = onSetAside
    this.#journal = new JournalFolder(journal, () => this.#takeBack())
    this.#onDamaged = onDamaged
  }

  /** Brings the files up to what the journal of a process knows that was killed. To be called first. */
  async recover(): Promise<void> {
    const last = new Map<string, string>()
    for (const { path, records, damage, kept } of await this.#journal.recover()) {
      if (kept !== undefined) this.#onSetAside(path, kept)
      const unused = records.filter((record) => !this.#recoverLine(record, last)).length
      if (damage) this.#onDamaged(path, { ...damage, lines: damage.lines + unused })
    }
    // A full disk does not prevent a start: the next flush tries again.
    await this.flush().catch(() => undefined)
  }

  /**
   * @param last the version that each document has by now
   * @returns false for an edit of a state that is not known: behind a line that is lost, only a whole value says what is true
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

  /** A document as it is now. @throws DOCUMENT_NEWER when a later version of Orrery wrote it */
  read<T>(kind: DocumentKind<T>, ref: Ref): Promise<T> {
    return this.#with(kind as DocumentKind<unknown>, ref, (live) => {
      this.#release(live)
      return valueOf(live) as T
    })
  }

  /** Tells the listener of every change of a document after the state that this returns. */
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

  /** Every document of a collection; one that cannot be read is left out. Tells the listener of every change from then on. */
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
   * Makes an edit of the state that `base` names, or of whatever the document is. Resolves when the journal has it.
   * @returns the present state instead, when the document is another one by now
   * @throws INVALID_INPUT, EDIT_MISMATCH, DOCUMENT_NEWER, or what the disk said
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
      // Behind the events of what was made meanwhile, so that whoever asked has heard of it.
      await this.#journal.settled()
      return isMade() ? undefined : live.safe
    })
  }

  /** Makes a change for the core itself, of whatever the document is now. Resolves when the journal has it. */
  update<T>(kind: DocumentKind<T>, ref: Ref, edit: (value: T) => T): Promise<void> {
    return this.#with(kind as DocumentKind<unknown>, ref, async (live) => {
      const before = valueOf(live) as T
      const next = diff(before, edit(before))
      if (next.length === 0) return this.#journal.settled()
      await this.#commit(live, { base: live.state.version, version: newVersion(), edit: next })
    })
  }

  /** A document of the core's own, kept open: its value can be read without waiting. */
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

  /** Takes no more changes, and writes what was acknowledged. */
  async dispose(): Promise<void> {
    this.#isDisposed = true
    await this.#journal.settled()
    await this.flush()
    clearTimeout(this.#timer)
    await this.#journal.close()
  }

  /** Writes every file that is behind, and lets go of the journal. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const flushed = this.#flushing.catch(() => undefined).then(() => this.#flush())
    this.#flushing = flushed
    await flushed
  }

  /** Forgets what is held in memory: the files were replaced. Everybody who follows a document has to open it again. */
  async reload(): Promise<void> {
    this.#dirty.clear()
    this.#live.clear()
    this.#made = []
    await this.#journal.forget(await this.#journal.rotate({ made: this.#made }))
  }

  /** Does something with a document in the very moment in which it is known to be the one that is owned. */
  async #with<R>(kind: DocumentKind<unknown>, ref: Ref, work: (live: Live) => R): Promise<Awaited<R>> {
    const key = keyOf(ref)
    for (;;) {
      const opening = this.#live.get(key) ?? this.#load(kind, ref)
      this.#live.set(key, opening)
      const live = await opening.catch((error: unknown) => {
        if (this.#live.get(key) === opening) this.#live.delete(key)
        throw error
      })
      // Another one may have released it since.
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

  /** Forgets a document that is in its file and that no window shows. */
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

  /** What the journal is to hold of a change that was made: the value as it is now, or the edit where that is much shorter. */
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

  /** What the journal refused is taken back before anybody else has a turn: changes build on each other. */
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
      // The journal keeps what the files could not take, and the next flush tries again.
      for (const live of behind) this.#dirty.set(keyOf(live.ref), live)
      this.#flushSoon()
      throw error
    }
    await this.#journal.forget(before)
  }
}

/** A document of the core's own. */
export interface DocumentHandle<T> {
  readonly value: T
  /** Resolves when the change is in the journal. */
  change(edit: (value: T) => T): Promise<void>
  onChange(listener: (value: T) => void): void
}

/** The value after the edit, checked. */
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
