import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import type { AuditLog } from '../../node/access/audit.ts'
import type { KeyRing } from '../../node/access/key-ring.ts'
import type { Key } from '../../node/access/keys.ts'
import { type Caller, OWNER, type Refusal } from '../api/guard.ts'
import type { Platform, WholePlatform } from '../api/platform.ts'
import { Gatekeeper } from '../../node/access/gatekeeper.ts'
import type { Drain } from '../../node/operation/drain.ts'
import type { Limits } from './limits.ts'
import { platformOf } from './namespace-view.ts'

/** What one caller can access, and the desk that authorizes and records its calls. */
export interface Scope {
  readonly caller: Caller
  readonly platform: Platform
  readonly desk: Gatekeeper
}

/** Keys, limits and audit log. */
export interface ServerAccess {
  readonly keys: KeyRing
  readonly limits: Limits
  readonly audit: AuditLog
}

/** The scopes of all callers, and their open connections, which are closed when their key is revoked. */
export class Scopes {
  readonly #platform: WholePlatform
  readonly #keeping: ServerAccess | undefined
  readonly #owner: { readonly plain: Scope; readonly noted: Scope }
  readonly #scopes = new Map<string, { readonly key: Key; readonly scope: Scope }>()
  readonly #open = new Map<Duplex, Map<symbol, Key | undefined>>()

  /** Running work that a shutdown waits for. */
  readonly drain: Drain | undefined

  constructor(platform: WholePlatform, keeping?: ServerAccess, drain?: Drain) {
    this.drain = drain
    this.#platform = platform
    this.#keeping = keeping
    const of = (audit: AuditLog | undefined): Scope => ({
      caller: OWNER,
      platform,
      desk: new Gatekeeper(OWNER, { audit, drain }),
    })
    this.#owner = { plain: of(undefined), noted: of(keeping?.audit) }
    keeping?.keys.watch(() => this.#endInvalid())
  }

  of(caller: Caller): Scope {
    const { key } = caller
    if (!this.#keeping || !key)
      return this.#keeping?.keys.isEmpty === false ? this.#owner.noted : this.#owner.plain
    const known = this.#scopes.get(key.id)
    if (known?.key === key) return known.scope
    const platform = platformOf(key, this.#platform, this.#platform.nothing)
    const scope: Scope = {
      caller,
      platform,
      desk: new Gatekeeper(caller, { audit: this.#keeping.audit, drain: this.drain }),
    }
    this.#scopes.set(key.id, { key, scope })
    return scope
  }

  /** Counts a call. @returns why it exceeds the rate limit */
  tooSoon({ key }: Caller): Refusal | undefined {
    const late = key && this.#keeping?.limits.tooSoon(key)
    return late && { status: 429, detail: late.reason, retryAfter: late.seconds }
  }

  /** Closes a connection when the caller's key is no longer valid or the server shuts down, until `use` emits `close`. */
  hold({ caller }: Scope, connection: Duplex, use: EventEmitter): void {
    const uses = this.#open.get(connection) ?? new Map<symbol, Key | undefined>()
    const one = Symbol('use')
    uses.set(one, caller.key)
    this.#open.set(connection, uses)
    use.once('close', () => {
      uses.delete(one)
      if (uses.size === 0) this.#open.delete(connection)
    })
  }

  close(): void {
    for (const connection of this.#open.keys()) connection.destroy()
  }

  #endInvalid(): void {
    for (const [connection, uses] of this.#open) {
      if (![...uses.values()].every((key) => this.#holds(key))) connection.destroy()
    }
    for (const [id] of this.#scopes) if (!this.#keeping?.keys.withId(id)) this.#scopes.delete(id)
  }

  /** A key whose role or namespace was changed counts as another key. */
  #holds(key: Key | undefined): boolean {
    if (!key) return true
    const now = this.#keeping?.keys.withId(key.id)
    return now?.role === key.role && now.namespace === key.namespace
  }
}
