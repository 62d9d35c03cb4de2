import { auditAnswer, auditQuery } from '#shared/sandbox/audit.ts'
import { readAuditQuery, InvalidAuditQuery } from '../../node/access/audit-query.ts'
import { InvalidCursor } from '../../node/access/audit-reader.ts'
import { badRequest } from '../lifecycle/platform-error.ts'
import { type Operation, operation } from './operation.ts'
import type { Platform } from './platform.ts'

/** The audit log, for admins. */
export function auditOperations({ audit }: Platform): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/audit',
      role: 'admin',
      looks: true,
      summary: 'Who changed what, and how it went: the last call first, page by page',
      failure: 'read audit failed',
      extension: true,
      query: auditQuery,
      result: auditAnswer,
      async serve({ query }) {
        const words = query as Readonly<Record<string, string | number | null | undefined>>
        try {
          const wish = readAuditQuery((name) => words[name]?.toString())
          const page = await audit?.read(wish)
          return { items: page?.lines ?? [], next: page?.next, is_kept: audit?.isKept ?? false }
        } catch (error) {
          if (error instanceof InvalidAuditQuery || error instanceof InvalidCursor)
            throw badRequest(error.message)
          throw error
        }
      },
    }),
  ]
}
