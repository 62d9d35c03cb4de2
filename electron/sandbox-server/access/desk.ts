import { randomUUID } from 'node:crypto'
import { refusalText } from '#shared/sandbox/refusals.ts'
import type { AuditLine, AuditLog } from '../../node/access/audit.ts'
import { hasRole, type Role } from '../../node/access/keys.ts'
import type { Caller } from '../api/guard.ts'

/** A call that was let in, or not. */
interface Visit {
  /** Why the caller may not, in one sentence. */
  readonly refused: string | undefined
  /** The id of the request in the audit; undefined where nothing is noted. */
  readonly request: string | undefined
  /** To be awaited before the call is answered. */
  ended(outcome: AuditLine['outcome'], object?: string): Promise<void>
}

const FORM = /^[\w.:-]{1,128}$/

/** Where a caller's calls pass: what its role does not allow is refused, and what changes something is noted. */
export class Desk {
  readonly #caller: Caller
  readonly #audit: AuditLog | undefined

  constructor(caller: Caller, audit: AuditLog | undefined) {
    this.#caller = caller
    this.#audit = audit
  }

  /**
   * @param requestId as the caller has it; one of ours takes the place of one that is none
   * @param isChange whether it is noted
   */
  enter(
    operation: string,
    role: Role,
    requestId?: string | string[],
    isChange: boolean = role !== 'viewer',
  ): Visit {
    const { key } = this.#caller
    const audit = isChange ? this.#audit : undefined
    const began = performance.now()
    const time = new Date().toISOString()
    const request = typeof requestId === 'string' && FORM.test(requestId) ? requestId : randomUUID()
    return {
      refused: hasRole(this.#caller.role, role)
        ? undefined
        : refusalText({
            kind: 'role',
            key: key?.name ?? '',
            role: this.#caller.role,
            operation,
            needs: role,
          }),
      request: audit && request,
      ended: async (outcome, object) => {
        const ms = Math.round(performance.now() - began)
        await audit?.note({ time, key: key?.name ?? 'token', operation, object, outcome, request, ms })
      },
    }
  }
}
