import type { Filter } from '../../filter/filter.ts'
import type { Binding } from '../binding.ts'

/** Formats a text as an SQL literal: doubles quotes, and also backslashes, which ClickHouse reads as escapes. */
const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** Formats an identifier, quoted unless it is a plain (dotted) name. */
export function identifier(name: string): string {
  return /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(name)
    ? name
    : `"${name.replaceAll('\\', '\\\\').replaceAll('"', '""')}"`
}

function membership(field: string, values: readonly string[], negated = false): string {
  if (values.length === 1) return `${identifier(field)} ${negated ? '!=' : '='} ${literal(values[0] ?? '')}`
  return `${identifier(field)} ${negated ? 'NOT ' : ''}IN (${values.map(literal).join(', ')})`
}

function conditionOf(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `(${filter.parts.map((part) => conditionOf(part)).join(filter.kind === 'and' ? ' AND ' : ' OR ')})`
    case 'not':
      return `NOT (${conditionOf(filter.part)})`
    case 'in':
      return membership(filter.field, filter.values, filter.negated)
    case 'like':
      return `${identifier(filter.field)} ${filter.negated ? 'NOT ' : ''}LIKE ${literal(filter.pattern)}`
    case 'compare':
      return `${identifier(filter.field)} ${filter.operator} ${literal(filter.value)}`
  }
}

/** Returns the conditions in order, to be joined by AND; filters that cannot be parsed go to `raw`. */
export function sqlConditions(binding: Binding): { conditions: string[]; raw: string[] } {
  const rows = binding.entityRows.map((row) =>
    Object.entries(row)
      .map(([field, value]) => membership(field, [value]))
      .join(' AND '),
  )
  return {
    conditions: [
      ...(binding.ids ? [membership(binding.ids.field, binding.ids.values)] : []),
      ...(rows.length === 0
        ? []
        : [rows.length === 1 ? (rows[0] ?? '') : `(${rows.map((row) => `(${row})`).join(' OR ')})`]),
      ...binding.filters.flatMap((one) => (one.filter ? [conditionOf(one.filter)] : [])),
    ],
    raw: binding.filters.flatMap((one) => (one.filter ? [] : [one.text])),
  }
}

const UNITS: { readonly [unit: string]: string } = {
  ms: 'MILLISECOND',
  s: 'SECOND',
  m: 'MINUTE',
  h: 'HOUR',
  d: 'DAY',
  w: 'WEEK',
}

/**
 * Converts a step such as `30s` to an SQL interval; absent means a minute, a bare number seconds. Undefined
 * when invalid.
 */
export function intervalOf(step: string): string | undefined {
  if (step.trim() === '') return '1 MINUTE'
  const [, count, unit] = /^(\d+)(ms|[smhdw])?$/.exec(step.trim()) ?? []
  if (count === undefined || Number(count) === 0) return undefined
  return `${count} ${UNITS[unit ?? 's'] ?? 'SECOND'}`
}
