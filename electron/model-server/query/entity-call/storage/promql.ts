import { escapeRegExp } from '../../../../node/escape-reg-exp.ts'
import type { Filter } from '../../filter/filter.ts'
import type { Binding } from '../binding.ts'

export interface Matcher {
  readonly label: string
  readonly operator: '=' | '!=' | '=~' | '!~'
  readonly value: string
}

function matcherOf(label: string, values: readonly string[], negated = false): Matcher {
  return values.length === 1
    ? { label, operator: negated ? '!=' : '=', value: values[0] ?? '' }
    : { label, operator: negated ? '!~' : '=~', value: values.map(escapeRegExp).join('|') }
}

/**
 * Translates a filter to matchers; PromQL supports only conjunctions of equality and membership, so anything
 * else is undefined.
 */
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

/**
 * Returns matchers in order, without duplicates and empty ones; filters that PromQL cannot express are
 * returned as written.
 */
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
    const matchers = filter.filter && matchersOf(filter.filter)
    if (matchers) all.push(...matchers)
    else raw.push(filter.text)
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

const STRING = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|` + '`[^`]*`'
const MATCHER = String.raw`([A-Za-z_]\w*)\s*(=~|!~|!=|=)\s*(${STRING})`
const PLACEHOLDER = /\$([A-Za-z_]\w*)/g
const MATCHER_OR_PLACEHOLDER = new RegExp(String.raw`${MATCHER}|\$([A-Za-z_]\w*)`, 'g')
/** Content of the first selector; braces inside strings do not count. */
const SELECTOR = new RegExp(`\\{((?:${STRING}|[^}"'\`])*)`)

type ByLabel = ReadonlyMap<string, readonly Matcher[]>

const isRegular = (operator: string): boolean => operator.endsWith('~')
const written = ({ label, operator, value }: Matcher): string => `${label}${operator}${quoted(value)}`
const NEGATED = { '=': '!=', '=~': '!~', '!=': '!=', '!~': '!~' } as const

/**
 * Fills one `label="…$placeholder…"` of a generator. A placeholder alone becomes the matchers of its label,
 * since several values need a regular expression; inside a longer text it becomes the value, with a regular
 * expression matcher if needed.
 */
function filledMatcher(whole: string, label: string, operator: string, text: string, known: ByLabel): string {
  const isNegated = operator.startsWith('!')
  const alone = /^\$([A-Za-z_]\w*)$/.exec(text.slice(1, -1))?.[1]
  const matchers = alone === undefined ? undefined : known.get(alone)
  if (matchers) {
    return matchers
      .map((one) => written({ ...one, label, operator: isNegated ? NEGATED[one.operator] : one.operator }))
      .join(',')
  }
  const last = (name: string | undefined): Matcher | undefined => known.get(name ?? '')?.at(-1)
  const found = [...text.matchAll(PLACEHOLDER)].filter(([, name]) => last(name))
  if (found.length === 0) return whole
  const becomesRegular =
    !isRegular(operator) && found.some(([, name]) => isRegular(last(name)?.operator ?? ''))
  const regular = becomesRegular || isRegular(operator)
  const literal = (part: string): string =>
    becomesRegular ? part.replaceAll(/[.^*+?()[\]{}|]/g, '\\\\$&') : part
  let at = 0
  let filled = ''
  for (const match of found) {
    const { operator: own, value } = last(match[1]) as Matcher
    const inserted = !regular ? value : isRegular(own) ? `(?:${value})` : escapeRegExp(value)
    filled += literal(text.slice(at, match.index)) + quoted(inserted).slice(1, -1)
    at = match.index + match[0].length
  }
  const sign = regular ? (isNegated ? '!~' : '=~') : operator
  return `${label}${sign}${filled}${literal(text.slice(at))}`
}

/**
 * Inserts the matchers into a metric's generator: fills `$label` placeholders, leaves labels alone that the
 * selector already names, and adds the rest after the first `{`. Without a brace nothing is inserted
 * (docs/spl.md#entity-calls).
 */
export function promql(generator: string, matchers: readonly Matcher[]): string {
  const known = new Map<string, Matcher[]>()
  for (const matcher of matchers) known.set(matcher.label, [...(known.get(matcher.label) ?? []), matcher])
  const filled = generator.replaceAll(
    MATCHER_OR_PLACEHOLDER,
    (whole, label: string | undefined, operator: string, text: string, placeholder: string) =>
      label === undefined
        ? (known.get(placeholder)?.at(-1)?.value ?? whole)
        : filledMatcher(whole, label, operator, text, known),
  )
  const selector = SELECTOR.exec(filled)
  if (!selector) return filled
  const inside = selector[1] ?? ''
  const named = new Set([...inside.matchAll(new RegExp(MATCHER, 'g'))].map(([, label]) => label))
  const placeholders = new Set([...generator.matchAll(PLACEHOLDER)].map(([, label]) => label))
  const inserted = matchers.filter(({ label }) => !named.has(label) && !placeholders.has(label)).map(written)
  if (inserted.length === 0) return filled
  const at = selector.index + 1
  const rest = inside.trim() === '' ? '' : ','
  return `${filled.slice(0, at)}${inserted.join(',')}${rest}${filled.slice(at)}`
}
