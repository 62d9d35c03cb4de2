import { randomUUID } from 'node:crypto'
import { refusalText } from '#shared/sandbox/refusals.ts'
import { callScope } from '../operation/call-scope.ts'
import { type Drain, DRAINING } from '../operation/drain.ts'
import type { AuditLine, AuditLog } from './audit.ts'
import { hasRole, type Role } from '#shared/sandbox/own-key.ts'
import { TOKEN_HOLDER, type Key } from './keys.ts'

/** The outcome of checking a call: admitted or refused. */
interface Visit {
  /**
   * Why the call is refused (the caller lacks permission, or the server is draining), in one sentence, with
   * its HTTP status.
   */
  readonly refused: { readonly status: 403 | 503; readonly detail: string } | undefined
  /** The request id in the audit; undefined when the call is not audited. */
  readonly request: string | undefined
  /** Await this before answering the call. @param made what the call made, its object in place of what it named */
  ended(outcome: AuditLine['outcome'], made?: string): Promise<void>
}

interface Visitor {
  /** Undefined for the server's own token, or when no token is required. */
  readonly key: Key | undefined
  readonly role: Role
}

interface GatekeeperOptions {
  /** Where changes are logged; absent: no audit. */
  readonly audit?: AuditLog | undefined
  readonly drain?: Drain | undefined
}

interface EnterOptions {
  readonly object?: string | undefined
  readonly isChange?: boolean
  readonly endsSomething?: boolean
}

/** Gatekeeper for calls: refuses what a caller's role does not allow and audits what changes something. */
export class Gatekeeper {
  readonly #visitor: Visitor
  readonly #options: GatekeeperOptions

  constructor(visitor: Visitor, options: GatekeeperOptions = {}) {
    this.#visitor = visitor
    this.#options = options
  }

  /**
   * @param object what the call names; callers choose it
   * @param isChange whether the call is audited, and awaited when the server shuts down
   * @param endsSomething whether the call helps to stop running work, and is therefore accepted until the
   *   very end of a shutdown
   */
  enter(
    operation: string,
    role: Role,
    { object, isChange = role !== 'viewer', endsSomething = false }: EnterOptions = {},
  ): Visit {
    const scope = callScope()
    const { key } = this.#visitor
    if (scope) Object.assign(scope, { operation: withoutNumbers(operation), key: key?.name ?? TOKEN_HOLDER })
    const { drain } = this.#options
    const audit = isChange ? this.#options.audit : undefined
    const began = performance.now()
    const time = new Date().toISOString()
    const request = scope?.request ?? randomUUID()
    const refused = this.#refusal(operation, role, isChange && !endsSomething)
    const trace = scope?.trace?.own.trace
    const call = { time, key: key?.name ?? TOKEN_HOLDER, key_id: key?.id, operation, object, request, trace }
    const noted = refused ? undefined : audit?.begin(call)
    const release = isChange && !refused ? drain?.hold() : undefined
    return {
      refused,
      request: audit && request,
      ended: async (outcome, made) => {
        release?.()
        const ms = Math.round(performance.now() - began)
        await audit?.note({ ...call, object: made ?? object, outcome, ms })
        noted?.()
      },
    }
  }

  #refusal(operation: string, needs: Role, isNew: boolean): Visit['refused'] {
    const { key, role } = this.#visitor
    if (!hasRole(role, needs)) {
      const detail = refusalText({ kind: 'role', key: key?.name ?? '', role, operation, needs })
      return { status: 403, detail }
    }
    return isNew && this.#options.drain?.isDraining ? { status: 503, detail: DRAINING } : undefined
  }
}

/** Strips port numbers, so that calls to different ports count as one operation. */
const withoutNumbers = (operation: string): string => operation.replace(/ \d+$/, '')
