import { secondsOf } from '#shared/telemetry/plan.ts'

/** An unsupported or invalid query, with the protocol's error message. */
export class BadQuery extends Error {
  override readonly name = 'BadQuery'
}

export interface Matcher {
  readonly label: string
  readonly operator: '=' | '!=' | '=~' | '!~'
  readonly value: string
}

export interface Selector {
  readonly kind: 'selector'
  readonly matchers: readonly Matcher[]
  /** Seconds of a range vector; absent for an instant vector. */
  readonly range?: number
}

export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | Selector
  | { readonly kind: 'call'; readonly name: string; readonly of: Expression }
  | {
      readonly kind: 'aggregate'
      readonly name: string
      /** Labels to keep, or to drop with `without`. */
      readonly labels: readonly string[]
      readonly without: boolean
      readonly of: Expression
    }
  | {
      readonly kind: 'operation'
      readonly operator: string
      readonly left: Expression
      readonly right: Expression
    }

const RANGE_FUNCTIONS = [
  'rate',
  'irate',
  'increase',
  'delta',
  'avg_over_time',
  'min_over_time',
  'max_over_time',
  'sum_over_time',
  'count_over_time',
  'last_over_time',
] as const
const INSTANT_FUNCTIONS = ['abs', 'ceil', 'floor', 'round', 'sqrt', 'ln', 'log2', 'log10', 'exp'] as const
const AGGREGATIONS = ['sum', 'avg', 'min', 'max', 'count'] as const

const isOneOf = (list: readonly string[], name: string): boolean => list.includes(name)

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.]))|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)|([A-Za-z_:][\w:]*)|(\[[^\]]*\])|(=~|!~|!=|[-+*/(){},=]))/y

interface Token {
  readonly kind: 'number' | 'text' | 'name' | 'range' | 'sign' | 'end'
  readonly text: string
}

const KINDS = ['number', 'text', 'name', 'range', 'sign'] as const

function tokensOf(query: string): Token[] {
  const tokens: Token[] = []
  const text = query.trimEnd()
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex
    const match = TOKEN.exec(text)
    if (!match)
      throw new BadQuery(`parse error: unexpected character at ${at + 1}: ${text.slice(at, at + 20)}`)
    const place = KINDS.findIndex((_, group) => match[group + 1] !== undefined)
    tokens.push({ kind: KINDS[place] ?? 'sign', text: match[place + 1] ?? '' })
  }
  return tokens
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
const unquoted = (text: string): string =>
  text.startsWith('`')
    ? text.slice(1, -1)
    : text.slice(1, -1).replaceAll(/\\(.)/g, (_, after: string) => ESCAPES[after] ?? after)

/** Maximum nesting of parentheses. */
const MAX_DEPTH = 50

/**
 * Parses the subset of PromQL that plans need (prometheus.io, querying basics): selectors with matchers and ranges, functions over
 * them, aggregations with `by` and `without`, and arithmetic.
 * @throws BadQuery for anything else
 */
export function parsePromql(query: string): Expression {
  const tokens = tokensOf(query)
  let place = 0
  let depth = 0
  const peek = (): Token => tokens[place] ?? { kind: 'end', text: 'end of input' }
  const next = (): Token => {
    const token = peek()
    place++
    return token
  }
  const refuse = (token: Token): never => {
    throw new BadQuery(`parse error: unexpected ${token.text}`)
  }
  const isSign = (...signs: string[]): boolean => peek().kind === 'sign' && signs.includes(peek().text)
  const expect = (sign: string): void => {
    if (!isSign(sign)) refuse(peek())
    next()
  }
  const list = (): string[] => {
    expect('(')
    const names: string[] = []
    while (!isSign(')')) {
      if (peek().kind !== 'name') refuse(peek())
      names.push(next().text)
      if (!isSign(')')) expect(',')
    }
    next()
    return names
  }
  const operations = (signs: readonly string[], operand: () => Expression): Expression => {
    let left = operand()
    while (isSign(...signs)) left = { kind: 'operation', operator: next().text, left, right: operand() }
    return left
  }
  const sum = (): Expression => {
    if (++depth > MAX_DEPTH) throw new BadQuery('parse error: too deep')
    const found = operations(['+', '-'], () => operations(['*', '/'], factor))
    depth--
    return found
  }
  const factor = (): Expression => {
    if (isSign('-')) {
      next()
      return { kind: 'operation', operator: '*', left: { kind: 'number', value: -1 }, right: factor() }
    }
    if (isSign('(')) return inParentheses()
    if (isSign('{')) return selector([])
    const token = next()
    if (token.kind === 'number') return { kind: 'number', value: Number(token.text) }
    if (token.kind !== 'name') return refuse(token)
    if (isOneOf(AGGREGATIONS, token.text) && (isSign('(') || isGrouping())) return aggregate(token.text)
    if (!isSign('(')) return selector([{ label: '__name__', operator: '=', value: token.text }])
    if (!isOneOf([...RANGE_FUNCTIONS, ...INSTANT_FUNCTIONS], token.text))
      throw new BadQuery(`parse error: unknown function with name "${token.text}"`)
    const of = inParentheses()
    const ranged = of.kind === 'selector' && of.range !== undefined
    if (ranged !== isOneOf(RANGE_FUNCTIONS, token.text))
      throw new BadQuery(
        `parse error: expected type ${ranged ? 'instant' : 'range'} vector in call to function "${token.text}"`,
      )
    return { kind: 'call', name: token.text, of }
  }
  const inParentheses = (): Expression => {
    expect('(')
    const found = sum()
    expect(')')
    return found
  }
  const isGrouping = (): boolean => peek().kind === 'name' && ['by', 'without'].includes(peek().text)
  const aggregate = (name: string): Expression => {
    const grouping = () => (isGrouping() ? { without: next().text === 'without', labels: list() } : undefined)
    const before = grouping()
    const of = inParentheses()
    return { kind: 'aggregate', name, ...(before ?? grouping() ?? { without: false, labels: [] }), of }
  }
  const selector = (named: readonly Matcher[]): Selector => {
    const matchers = [...named]
    if (isSign('{')) {
      next()
      while (!isSign('}')) {
        const label = next()
        const operator = next()
        const value = next()
        if (label.kind !== 'name') refuse(label)
        if (!['=', '!=', '=~', '!~'].includes(operator.text)) refuse(operator)
        if (value.kind !== 'text') refuse(value)
        matchers.push({
          label: label.text,
          operator: operator.text as Matcher['operator'],
          value: unquoted(value.text),
        })
        if (!isSign('}')) expect(',')
      }
      next()
    }
    if (matchers.length === 0)
      throw new BadQuery('parse error: vector selector must contain at least one matcher')
    if (peek().kind !== 'range') return { kind: 'selector', matchers }
    const written = next().text.slice(1, -1)
    const range = secondsOf(written)
    if (range === undefined) throw new BadQuery(`parse error: not a valid duration string: "${written}"`)
    return { kind: 'selector', matchers, range }
  }
  const found = sum()
  if (peek().kind !== 'end') refuse(peek())
  if (found.kind === 'selector' && found.range !== undefined)
    throw new BadQuery(
      'invalid expression type "range vector" for range query, must be Scalar or instant Vector',
    )
  return found
}

/**
 * Alternatives of plain words and `.*`, which is what plans write. Other patterns could take exponential
 * time.
 */
const PLAIN = /^(?:[\w\s:@/#-]|\\.|\.\*|\.\+|\||[()])*$/

/** Whether a value passes a matcher. @throws BadQuery for a pattern with more than alternatives, dots and stars */
export function passes(value: string, { operator, value: wanted }: Matcher): boolean {
  if (operator === '=') return value === wanted
  if (operator === '!=') return value !== wanted
  return patternOf(wanted).test(value) === (operator === '=~')
}

const patterns = new Map<string, RegExp>()
const MAX_PATTERNS = 200

function patternOf(text: string): RegExp {
  const known = patterns.get(text)
  if (known) return known
  if (!PLAIN.test(text) || /[)][*+]/.test(text))
    throw new BadQuery(`parse error: pattern is not supported: ${text}`)
  const pattern = compiled(text)
  if (patterns.size >= MAX_PATTERNS) patterns.clear()
  patterns.set(text, pattern)
  return pattern
}

function compiled(text: string): RegExp {
  try {
    return new RegExp(`^(?:${text})$`, 's')
  } catch {
    throw new BadQuery(`parse error: error parsing regexp: ${text}`)
  }
}
