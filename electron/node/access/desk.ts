import { randomUUID } from 'node:crypto'
import { refusalText } from '#shared/sandbox/refusals.ts'
import { callScope } from '../operation/call-scope.ts'
import { type Drain, DRAINING } from '../operation/drain.ts'
import type { AuditLine, AuditLog } from './audit.ts'
import { hasRole, type Key, type Role } from './keys.ts'

/** A call that was let in, or not. */
interface Visit {
  /** Why the caller may not, or no one may any more, in one sentence, and the HTTP status of that. */
  readonly refused: { readonly status: 403 | 503; readonly detail: string } | undefined
  /** The id of the request in the audit; undefined where nothing is noted. */
  readonly request: string | undefined
  /** To be awaited before the call is answered. */
  ended(outcome: AuditLine['outcome'], object?: string): Promise<void>
}

interface Visitor {
  /** Undefined for whoever has the server's own token, or where none is demanded. */
  readonly key: Key | undefined
  readonly role: Role
}

interface DeskOptions {
  /** Where changes are noted; without it they are not. */
  readonly audit?: AuditLog | undefined
  readonly drain?: Drain | undefined
}

/** Where a caller's calls pass: what its role does not allow is refused, and what changes something is noted. */
export class Desk {
  readonly #visitor: Visitor
  readonly #options: DeskOptions

  constructor(visitor: Visitor, options: DeskOptions = {}) {
    this.#visitor = visitor
    this.#options = options
  }

  /**
   * @param isChange whether it is noted, and an end of the server waits for it
   * @param endsSomething whether it helps to end what runs, and is welcome until the last moment
   */
  enter(operation: string, role: Role, { isChange = role !== 'viewer', endsSomething = false } = {}): Visit {
    const scope = callScope()
    const { key } = this.#visitor
    if (scope) Object.assign(scope, { operation: withoutNumbers(operation), key: key?.name ?? 'token' })
    const { drain } = this.#options
    const audit = isChange ? this.#options.audit : undefined
    const began = performance.now()
    const time = new Date().toISOString()
    const request = scope?.request ?? randomUUID()
    const refused = this.#refusal(operation, role, isChange && !endsSomething)
    const release = isChange && !refused ? drain?.hold() : undefined
    return {
      refused,
      request: audit && request,
      ended: async (outcome, object) => {
        release?.()
        const ms = Math.round(performance.now() - began)
        const trace = scope?.trace?.own.trace
        const line = { time, key: key?.name ?? 'token', operation, object, outcome, request, ms, trace }
        await audit?.note(line)
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

/** Ports are many; what is done with them is one operation. */
const withoutNumbers = (operation: string): string => operation.replace(/ \d+$/, '')
