import type { AuditFilter } from './audit-reader.ts'

/** An audit query that cannot be answered; the message says why. */
export class InvalidAuditQuery extends Error {
  override readonly name = 'InvalidAuditQuery'
}

const DEFAULT_PAGE_LINES = 100
const MAX_PAGE_LINES = 1000

/** Parses the audit query parameters of a URL. @throws InvalidAuditQuery */
export function readAuditQuery(word: (name: string) => string | undefined): AuditFilter {
  const text = (name: string): string | undefined => word(name) || undefined
  const pageSize = text('page_size')
  const count = pageSize === undefined ? DEFAULT_PAGE_LINES : Number(pageSize)
  if (!Number.isInteger(count) || count < 1 || count > MAX_PAGE_LINES) {
    throw new InvalidAuditQuery(`page_size must be 1 to ${MAX_PAGE_LINES}`)
  }
  return {
    key: text('key'),
    operation: text('operation'),
    object: text('object'),
    outcome: text('outcome'),
    from: moment('from', text('from')),
    to: moment('to', text('to')),
    after: text('after'),
    count,
  }
}

function moment(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const time = Date.parse(text)
  if (!Number.isNaN(time)) return time
  throw new InvalidAuditQuery(`${name} must be a time as 2026-01-31T12:00:00Z, not ${JSON.stringify(text)}`)
}
