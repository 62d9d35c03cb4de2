import { auditAnswer, auditQuery } from '#shared/sandbox/audit.ts'
import { type AuditPage, UnknownPlace } from '../../node/access/audit-reader.ts'
import { badRequest } from '../lifecycle/platform-error.ts'
import { type Operation, operation } from './operation.ts'
import type { Platform } from './platform.ts'

const DEFAULT_PAGE_LINES = 100
const MAX_PAGE_LINES = 1000

/** The audit, for those who may know what everybody did. */
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
        const { page_size: count = DEFAULT_PAGE_LINES, from, to, after, ...wish } = query
        if (!count || count < 1 || count > MAX_PAGE_LINES) {
          throw badRequest(`page_size must be 1 to ${MAX_PAGE_LINES}`)
        }
        const given = Object.fromEntries(Object.entries(wish).filter(([, text]) => text))
        const times = { from: moment('from', from), to: moment('to', to) }
        const page = await audit?.read({ ...given, ...times, count, after: after || undefined }).catch(told)
        return { items: page?.lines ?? [], next: page?.next, is_kept: audit?.isKept ?? false }
      },
    }),
  ]
}

/** @throws PlatformError for what is no time */
function moment(name: string, text: string | null | undefined): number | undefined {
  if (!text) return undefined
  const time = Date.parse(text)
  if (Number.isNaN(time))
    throw badRequest(`${name} must be a time as 2026-01-31T12:00:00Z, not ${JSON.stringify(text)}`)
  return time
}

function told(error: unknown): AuditPage {
  if (error instanceof UnknownPlace) throw badRequest('after must be the next of a page before')
  throw error
}
