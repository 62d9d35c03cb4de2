/**
 * The boolean filter language of `query=` arguments, `data_filter` and `filter_by_entity`
 * (docs/spl.md#entity-calls).
 */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | {
      readonly kind: 'compare'
      readonly field: string
      readonly operator: '=' | '!=' | '>' | '>=' | '<' | '<='
      readonly value: string
    }
  | {
      readonly kind: 'in'
      readonly field: string
      readonly negated: boolean
      readonly values: readonly string[]
    }
  | { readonly kind: 'like'; readonly field: string; readonly negated: boolean; readonly pattern: string }

/** A syntax error in a filter; `at` is its offset. */
export class FilterError extends Error {
  override readonly name = 'FilterError'
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

interface Token {
  readonly kind: 'word' | 'text' | 'mark' | 'end'
  readonly text: string
  readonly at: number
}

const TOKEN =
  /\s*(?:('(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"|`(?:[^`]|``)*`)|(==|!=|>=|<=|[=<>:()[\],])|([^\s'"`=<>!:()[\],]+))/y

function tokens(text: string): Token[] {
  const out: Token[] = []
  TOKEN.lastIndex = 0
  for (let from = 0; from < text.length; from = TOKEN.lastIndex) {
    TOKEN.lastIndex = from
    const match = TOKEN.exec(text)
    if (!match) {
      if (text.slice(from).trim() === '') break
      throw new FilterError(`the filter cannot be read from ${text.slice(from).trim().slice(0, 20)}`, from)
    }
    const [whole, quoted, mark, word] = match
    const at = from + whole.length - (quoted ?? mark ?? word ?? '').length
    if (quoted !== undefined) out.push({ kind: 'text', text: unquote(quoted), at })
    else if (mark !== undefined) out.push({ kind: 'mark', text: mark, at })
    else out.push({ kind: 'word', text: word ?? '', at })
  }
  out.push({ kind: 'end', text: '', at: text.length })
  return out
}

function unquote(written: string): string {
  const inner = written.slice(1, -1)
  return written.startsWith('`') ? inner.replaceAll('``', '`') : inner.replaceAll(/\\(['"\\])/g, '$1')
}

/** Maximum nesting of brackets; texts come from models and callers alike. */
const MAX_DEPTH = 100

class Reader {
  readonly #tokens: readonly Token[]
  #place = 0
  #depth = 0

  constructor(text: string) {
    this.#tokens = tokens(text)
  }

  whole(): Filter {
    const filter = this.#or()
    const rest = this.#peek()
    if (rest.kind !== 'end') throw new FilterError(`unexpected ${rest.text} in the filter`, rest.at)
    return filter
  }

  #peek(): Token {
    return this.#tokens[this.#place] ?? { kind: 'end', text: '', at: 0 }
  }

  #next(): Token {
    const token = this.#peek()
    this.#place++
    return token
  }

  #word(...words: readonly string[]): boolean {
    const token = this.#peek()
    if (token.kind !== 'word' || !words.includes(token.text.toLowerCase())) return false
    this.#place++
    return true
  }

  #mark(mark: string): boolean {
    const token = this.#peek()
    if (token.kind !== 'mark' || token.text !== mark) return false
    this.#place++
    return true
  }

  #or(): Filter {
    const parts = [this.#and()]
    while (this.#word('or')) parts.push(this.#and())
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'or', parts }
  }

  #and(): Filter {
    const parts = [this.#not()]
    while (this.#word('and')) parts.push(this.#not())
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'and', parts }
  }

  #not(): Filter {
    if (++this.#depth > MAX_DEPTH) throw new FilterError('the filter nests too deep', this.#peek().at)
    try {
      if (this.#word('not')) return { kind: 'not', part: this.#not() }
      if (!this.#mark('(')) return this.#comparison()
      const inner = this.#or()
      if (!this.#mark(')')) throw new FilterError('a ) is missing in the filter', this.#peek().at)
      return inner
    } finally {
      this.#depth--
    }
  }

  #comparison(): Filter {
    const field = this.#next()
    if (field.kind === 'end' || field.kind === 'mark')
      throw new FilterError('a field is missing in the filter', field.at)
    const negated = this.#word('not')
    if (this.#word('in')) return { kind: 'in', field: field.text, negated, values: this.#list() }
    if (this.#word('like')) return { kind: 'like', field: field.text, negated, pattern: this.#value() }
    const operator = this.#next()
    const plain = operator.text === '==' || operator.text === ':' ? '=' : operator.text
    if (negated || operator.kind !== 'mark' || !/^(?:=|!=|>=?|<=?)$/.test(plain)) {
      throw new FilterError(`an operator is missing after ${field.text}`, operator.at)
    }
    return {
      kind: 'compare',
      field: field.text,
      operator: plain as '=' | '!=' | '>' | '>=' | '<' | '<=',
      value: this.#value(),
    }
  }

  #value(): string {
    const token = this.#next()
    if (token.kind === 'word' || token.kind === 'text') return token.text
    throw new FilterError('a value is missing in the filter', token.at)
  }

  #list(): string[] {
    const close = this.#mark('[') ? ']' : this.#mark('(') ? ')' : undefined
    if (!close) throw new FilterError('in needs a list', this.#peek().at)
    const values = [this.#value()]
    while (this.#mark(',')) values.push(this.#value())
    if (!this.#mark(close)) throw new FilterError(`the list lacks its ${close}`, this.#peek().at)
    return values
  }
}

/** @throws FilterError */
export function parseFilter(text: string): Filter {
  return new Reader(text).whole()
}

/** Parses a filter; undefined when invalid. */
export function tryParseFilter(text: string): Filter | undefined {
  try {
    return parseFilter(text)
  } catch (error) {
    if (error instanceof FilterError) return undefined
    throw error
  }
}

/**
 * Whether a row matches a filter; a comparison with an absent field is false (docs/spl.md#entity-calls,
 * filter_by_entity).
 */
export function holds(filter: Filter, field: (name: string) => string | undefined): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => holds(part, field))
    case 'or':
      return filter.parts.some((part) => holds(part, field))
    case 'not':
      return !holds(filter.part, field)
    case 'in': {
      const value = field(filter.field)
      return value !== undefined && filter.values.includes(value) !== filter.negated
    }
    case 'like': {
      const value = field(filter.field)
      return value !== undefined && like(value, filter.pattern) !== filter.negated
    }
    case 'compare': {
      const value = field(filter.field)
      return value !== undefined && compares(value, filter.operator, filter.value)
    }
  }
}

function compares(left: string, operator: string, right: string): boolean {
  const a = Number(left)
  const b = Number(right)
  const numeric = left.trim() !== '' && right.trim() !== '' && Number.isFinite(a) && Number.isFinite(b)
  const order = left === right ? 0 : numeric ? a - b : left < right ? -1 : 1
  switch (operator) {
    case '=':
      return order === 0
    case '!=':
      return order !== 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
    case '<':
      return order < 0
    default:
      return order <= 0
  }
}

/** SQL LIKE: `%` any text, `_` one character; two-pointer matching without exponential backtracking. */
function like(text: string, pattern: string): boolean {
  let t = 0
  let p = 0
  let star = -1
  let mark = 0
  while (t < text.length) {
    if (pattern[p] === '%') {
      star = p++
      mark = t
    } else if (p < pattern.length && (pattern[p] === '_' || pattern[p] === text[t])) {
      p++
      t++
    } else if (star >= 0) {
      p = star + 1
      t = ++mark
    } else return false
  }
  while (pattern[p] === '%') p++
  return p === pattern.length
}
