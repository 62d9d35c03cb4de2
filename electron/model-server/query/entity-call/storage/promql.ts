import type { Filter } from '../../filter/filter.ts'
import type { Binding } from '../binding.ts'

export interface Matcher {
  readonly label: string
  readonly operator: '=' | '!=' | '=~' | '!~'
  readonly value: string
}

const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

function matcherOf(label: string, values: readonly string[], negated = false): Matcher {
  return values.length === 1
    ? { label, operator: negated ? '!=' : '=', value: values[0] ?? '' }
    : { label, operator: negated ? '!~' : '=~', value: values.map(escapeRegExp).join('|') }
}

/** A filter as matchers; PromQL knows AND of equality and membership only, anything else is undefined. */
function matchersOf(filter: Filter): Matcher[] | undefined {
  switch (filter.kind) {
    case 'and': {
      const parts = filter.parts.map((part) => matchersOf(part))
      return parts.every((part) => part !== undefined) ? parts.flat() : undefined
    }
    case 'in':
      return [matcherOf(filter.field, filter.values, filter.negated)]
    case 'compare':
      return filter.operator === '=' || filter.operator === '!='
        ? [{ label: filter.field, operator: filter.operator, value: filter.value }]
        : undefined
    default:
      return undefined
  }
}

function filterText(filter: Filter): string {
  const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.parts
        .map((part) =>
          part.kind === 'and' || part.kind === 'or' ? `(${filterText(part)})` : filterText(part),
        )
        .join(` ${filter.kind} `)
    case 'not':
      return `not (${filterText(filter.part)})`
    case 'in':
      return `${filter.field} ${filter.negated ? 'not ' : ''}in [${filter.values.map(quote).join(', ')}]`
    case 'like':
      return `${filter.field} ${filter.negated ? 'not ' : ''}like ${quote(filter.pattern)}`
    case 'compare':
      return `${filter.field} ${filter.operator} ${quote(filter.value)}`
  }
}

/** Matchers in order, duplicates and empty ones dropped; filters that PromQL cannot say come back as texts. */
export function promMatchers(binding: Binding): { matchers: Matcher[]; raw: string[] } {
  const raw: string[] = []
  const all: Matcher[] = []
  if (binding.ids) all.push(matcherOf(binding.ids.field, binding.ids.values))
  const fields = [...new Set(binding.entityRows.flatMap((row) => Object.keys(row)))].sort()
  for (const field of fields) {
    const values = [...new Set(binding.entityRows.flatMap((row) => row[field] ?? []))]
    all.push(matcherOf(field, values))
  }
  for (const filter of binding.filters) {
    if ('raw' in filter) {
      raw.push(filter.raw)
      continue
    }
    const matchers = matchersOf(filter.filter)
    if (matchers) all.push(...matchers)
    else raw.push(filterText(filter.filter))
  }
  const seen = new Set<string>()
  const matchers = all.filter((matcher) => {
    const identity = JSON.stringify(matcher)
    if (matcher.label === '' || matcher.value === '' || seen.has(identity)) return false
    seen.add(identity)
    return true
  })
  return { matchers, raw }
}

const quoted = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`

/**
 * A metric's generator with the matchers in it: `$label` placeholders are filled, a label that the selector names already is
 * left alone, the rest goes behind the first `{`. Without a brace nothing is inserted (docs/spl.md#entity-calls).
 */
export function promql(generator: string, matchers: readonly Matcher[]): string {
  const byLabel = new Map(matchers.map((matcher) => [matcher.label, matcher]))
  const filled = generator.replaceAll(
    /\$([A-Za-z_]\w*)/g,
    (placeholder, label: string) => byLabel.get(label)?.value ?? placeholder,
  )
  const open = filled.indexOf('{')
  if (open < 0) return filled
  const close = filled.indexOf('}', open)
  const selector = filled.slice(open + 1, close < 0 ? undefined : close)
  const named = new Set([...selector.matchAll(/([A-Za-z_]\w*)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label))
  const placeholders = new Set([...generator.matchAll(/\$([A-Za-z_]\w*)/g)].map(([, label]) => label))
  const inserted = matchers
    .filter(({ label }) => !named.has(label) && !placeholders.has(label))
    .map(({ label, operator, value }) => `${label}${operator}${quoted(value)}`)
  if (inserted.length === 0) return filled
  const rest = selector.trim() === '' ? '' : ','
  return `${filled.slice(0, open + 1)}${inserted.join(',')}${rest}${filled.slice(open + 1)}`
}
