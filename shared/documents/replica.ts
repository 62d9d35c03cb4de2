import { toFailure } from '../workbench/failure.ts'
import type { DocumentKind, Ref } from './define.ts'
import { applyEdit, diff, type Edit } from './edit.ts'

/** A requested change that the core has not confirmed. */
interface Pending<T> {
  readonly make: (value: T) => T
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
  /** How it was last sent, and the resulting value. */
  sent?: { readonly base: string; readonly version: string; readonly value: T }
}

/** An edit that turns version `base` into `version`. */
export interface Change {
  readonly base: string
  readonly version: string
  readonly edit: Edit
}

/** The core's current state of a document. */
export interface Snapshot {
  readonly value?: unknown
  readonly version: string
  readonly recent: readonly string[]
}

/** Interface to the core. */
export interface Core {
  open(ref: Ref): Promise<Snapshot>
  change(ref: Ref, change: Change): Promise<{ accepted: true } | (Snapshot & { accepted: false })>
  /** Generates unique change ids. */
  newVersion(): string
}

/** What a window displays of a document. */
export interface Shown<T> {
  readonly value: T
  /** `loading` until the first answer; changes made before are applied to the loaded value. */
  readonly status: 'loading' | 'ready' | 'failed'
}

/**
 * A window's replica of a document in the core: the confirmed value plus this window's pending changes. A
 * change is displayed and sent immediately (optimistic update). If another window's change arrives first,
 * pending changes are rebased on it; a change is therefore a function that must express the user's intent for
 * any current value.
 */
export class Replica<T> {
  readonly #kind: DocumentKind<T>
  readonly #ref: Ref
  readonly #core: Core
  readonly #onShow: (shown: Shown<T>) => void
  #shown: Shown<T>
  #confirmed: { readonly value: T; readonly version: string } | undefined
  #pending: Pending<T>[] = []
  /** Changes that arrived while the document was being opened. */
  #early: Change[] = []
  #isWanted = false
  #opening: Promise<void> | undefined
  /** The latest open request; answers to earlier ones are ignored. */
  #request: Promise<Snapshot> | undefined

  /** @param onShow called whenever the displayed state changes */
  constructor(kind: DocumentKind<T>, id: string, core: Core, onShow: (shown: Shown<T>) => void) {
    this.#kind = kind
    this.#ref = { collection: kind.collection, id }
    this.#core = core
    this.#onShow = onShow
    this.#shown = { value: kind.initial, status: 'loading' }
  }

  get shown(): Shown<T> {
    return this.#shown
  }

  /** Opens the document once and subscribes to it. A failed attempt is retried by the next call. */
  load(): Promise<void> {
    this.#isWanted = true
    this.#opening ??= this.#open()
    return this.#opening
  }

  /** Displays a change and sends it. Resolves when the core has persisted it; rejects when the core refuses it. */
  change(make: (value: T) => T): Promise<void> {
    const done = new Promise<void>((resolve, reject) => {
      this.#pending.push({ make, resolve, reject })
    })
    // Callers need not await: a failed write is sent again with the next change.
    done.catch(() => undefined)
    if (this.#confirmed) this.#send(this.#pending.length - 1, this.#shown.value)
    else {
      this.#show(make(this.#shown.value))
      this.load().catch(() => undefined)
    }
    return done
  }

  /** Applies a confirmed change of any window. */
  take(changed: Change): void {
    if (!this.#confirmed) return void this.#early.push(changed)
    const { version } = changed
    if (version === this.#confirmed.version) return
    if (changed.base !== this.#confirmed.version) return void this.reopen()
    const [first] = this.#pending
    if (first?.sent?.version === version) {
      // Our own change, the first pending one: already displayed.
      this.#confirmed = first.sent
      this.#pending.shift()
      return first.resolve()
    }
    this.#confirmed = { value: this.#valueOf(applyEdit(this.#confirmed.value, changed.edit)), version }
    this.#send(0, this.#confirmed.value)
  }

  /** Adopts the document's current state. */
  adopt({ value, version, recent }: Snapshot): void {
    this.#isWanted = true
    this.#opening ??= Promise.resolve()
    const known = new Set(recent)
    const made = this.#pending.filter(({ sent }) => sent && known.has(sent.version))
    this.#pending = this.#pending.filter((pending) => !made.includes(pending))
    for (const { resolve } of made) resolve()
    this.#confirmed = { value: this.#valueOf(value), version }
    this.#send(0, this.#confirmed.value, 'ready')
    for (const changed of this.#early.splice(0)) if (!known.has(changed.version)) this.take(changed)
  }

  /** Opens the document again after a reconnect, if it was opened before. */
  reopen(): void {
    if (!this.#isWanted) return
    this.#opening = this.#open()
    this.#opening.catch(() => undefined)
  }

  /** Resolves once the latest request is answered, even if this one was answered before. */
  async #open(): Promise<void> {
    this.#confirmed = undefined
    this.#early = []
    const request = this.#core.open(this.#ref)
    this.#request = request
    try {
      const answer = await request
      if (this.#request === request) return this.adopt(answer)
    } catch (error) {
      if (this.#request === request) {
        this.#opening = undefined
        this.#show(this.#shown.value, 'failed')
        throw error
      }
    }
    // Superseded by a later request, whose answer counts.
    return this.load()
  }

  #valueOf(value: unknown): T {
    return value === undefined ? this.#kind.initial : (value as T)
  }

  /** Sends the pending changes from an index on, each based on the previous one, without waiting for answers. */
  #send(from: number, value: T, status = this.#shown.status): void {
    let base = this.#pending[from - 1]?.sent?.version ?? this.#confirmed?.version ?? ''
    for (const pending of this.#pending.slice(from)) {
      const again = pending.sent?.base === base ? pending.sent : undefined
      try {
        const next = again ? again.value : pending.make(value)
        const edit = diff(value, next)
        value = next
        if (edit.length === 0) {
          this.#drop(pending)
          pending.resolve()
          continue
        }
        const version = again?.version ?? this.#core.newVersion()
        pending.sent = { base, version, value }
        void this.#ask(pending, { base, version, edit })
        base = version
      } catch (error) {
        this.#drop(pending)
        pending.reject(error)
      }
    }
    this.#show(value, status)
  }

  async #ask(pending: Pending<T>, change: Change): Promise<void> {
    const isCurrent = (): boolean =>
      this.#confirmed !== undefined &&
      this.#pending.includes(pending) &&
      pending.sent?.version === change.version
    try {
      const answer = await this.#core.change(this.#ref, change)
      if (answer.accepted) pending.resolve()
      else if (isCurrent()) this.adopt(answer)
    } catch (error) {
      const { code } = toFailure(error)
      // The outcome is unknown; reopening the document reveals it.
      if (!isCurrent() || code === 'DISCONNECTED') return
      pending.reject(error)
      if (code !== 'INVALID_INPUT') return
      this.#drop(pending)
      this.reopen()
    }
  }

  #drop(pending: Pending<T>): void {
    this.#pending = this.#pending.filter((each) => each !== pending)
  }

  #show(value: T, status = this.#shown.status): void {
    if (value === this.#shown.value && status === this.#shown.status) return
    this.#shown = { value, status }
    this.#onShow(this.#shown)
  }
}
