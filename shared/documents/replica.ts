import { toFailure } from '../workbench/failure.ts'
import type { DocumentKind, Ref } from './define.ts'
import { applyEdit, diff, type Edit } from './edit.ts'

/** A change that was asked for and not heard of yet. */
interface Pending<T> {
  readonly make: (value: T) => T
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
  /** How it was sent last, and the value that it led to. */
  sent?: { readonly base: string; readonly version: string; readonly value: T }
}

/** An edit of the state that `base` names, which leads to the one that `version` names. */
export interface Change {
  readonly base: string
  readonly version: string
  readonly edit: Edit
}

/** What the core says a document is. */
export interface Snapshot {
  readonly value?: unknown
  readonly version: string
  readonly recent: readonly string[]
}

/** The way to the core. */
export interface Core {
  open(ref: Ref): Promise<Snapshot>
  change(ref: Ref, change: Change): Promise<{ accepted: true } | (Snapshot & { accepted: false })>
  /** Names of changes that nobody else makes. */
  newVersion(): string
}

/** What a window shows of a document. */
export interface Shown<T> {
  readonly value: T
  /** `loading` until the core has answered once; what is changed before is made on what comes. */
  readonly status: 'loading' | 'ready' | 'failed'
}

/**
 * A document of the core as one window shows it: what the core told last, with this window's own changes that it has not told of yet.
 * A change is shown and sent at once. Where another window was faster, it is made again on that window's change; so a change is a
 * function, and must say what the person meant, whatever the value is by then.
 */
export class Replica<T> {
  readonly #kind: DocumentKind<T>
  readonly #ref: Ref
  readonly #core: Core
  readonly #onShow: (shown: Shown<T>) => void
  #shown: Shown<T>
  #told: { readonly value: T; readonly version: string } | undefined
  #pending: Pending<T>[] = []
  /** What came while the document was being opened. */
  #early: Change[] = []
  #isWanted = false
  #opening: Promise<void> | undefined
  /** The question whose answer counts: one that was asked again before is too old. */
  #asked: Promise<Snapshot> | undefined

  /** @param onShow told whenever something else is shown */
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

  /** Opens the document once, and follows it from then on. What fails is tried by the next call. */
  load(): Promise<void> {
    this.#isWanted = true
    this.#opening ??= this.#open()
    return this.#opening
  }

  /** Shows a change, and sends it. Resolves when the core has it for good; rejects when it refuses it. */
  change(make: (value: T) => T): Promise<void> {
    const done = new Promise<void>((resolve, reject) => {
      this.#pending.push({ make, resolve, reject })
    })
    // Whoever does not wait need not know: what could not be written goes with the next change.
    done.catch(() => undefined)
    if (this.#told) this.#send(this.#pending.length - 1, this.#shown.value)
    else {
      this.#show(make(this.#shown.value))
      this.load().catch(() => undefined)
    }
    return done
  }

  /** Takes in what a change led to, anybody's. */
  take(changed: Change): void {
    if (!this.#told) return void this.#early.push(changed)
    const { version } = changed
    if (version === this.#told.version) return
    if (changed.base !== this.#told.version) return void this.reopen()
    const [first] = this.#pending
    if (first?.sent?.version === version) {
      // Its own comes back as the first of those that wait, and is shown already.
      this.#told = first.sent
      this.#pending.shift()
      return first.resolve()
    }
    this.#told = { value: this.#valueOf(applyEdit(this.#told.value, changed.edit)), version }
    this.#send(0, this.#told.value)
  }

  /** Takes in what the document is now. */
  adopt({ value, version, recent }: Snapshot): void {
    this.#isWanted = true
    this.#opening ??= Promise.resolve()
    const known = new Set(recent)
    const made = this.#pending.filter(({ sent }) => sent && known.has(sent.version))
    this.#pending = this.#pending.filter((pending) => !made.includes(pending))
    for (const { resolve } of made) resolve()
    this.#told = { value: this.#valueOf(value), version }
    this.#send(0, this.#told.value, 'ready')
    for (const changed of this.#early.splice(0)) if (!known.has(changed.version)) this.take(changed)
  }

  /** Asks the core again, where it was asked before. */
  reopen(): void {
    if (!this.#isWanted) return
    this.#opening = this.#open()
    this.#opening.catch(() => undefined)
  }

  async #open(): Promise<void> {
    this.#told = undefined
    this.#early = []
    const asked = this.#core.open(this.#ref)
    this.#asked = asked
    try {
      const answer = await asked
      if (this.#asked === asked) this.adopt(answer)
    } catch (error) {
      if (this.#asked !== asked) return
      this.#opening = undefined
      this.#show(this.#shown.value, 'failed')
      throw error
    }
  }

  #valueOf(value: unknown): T {
    return value === undefined ? this.#kind.initial : (value as T)
  }

  /** Sends the changes that wait from a place on, each made on what the one before it left; none waits for another's answer. */
  #send(from: number, value: T, status = this.#shown.status): void {
    let base = this.#pending[from - 1]?.sent?.version ?? this.#told?.version ?? ''
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
      this.#told !== undefined && this.#pending.includes(pending) && pending.sent?.version === change.version
    try {
      const answer = await this.#core.change(this.#ref, change)
      if (answer.accepted) pending.resolve()
      else if (isCurrent()) this.adopt(answer)
    } catch (error) {
      const { code } = toFailure(error)
      // Whether it was made is unknown; opening the document again shows it.
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
