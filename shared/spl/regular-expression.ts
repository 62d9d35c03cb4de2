/**
 * Regular expressions that run in time proportional to text × pattern. JavaScript's own engine backtracks, so
 * a single `(a+)+$` in a query could block the server for hours; here the pattern becomes a nondeterministic
 * automaton whose states are simulated simultaneously (Thompson 1968). Single characters, classes and escapes
 * are still matched by JavaScript, so `\p{L}`, `\d` or `[^a-z]` have their usual meaning.
 *
 * Back references and look-around are refused, because a finite automaton cannot match them.
 */
export class RegularExpressionError extends Error {
  override readonly name = 'RegularExpressionError'
  /** Offset in the pattern. */
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

/** Maximum states per pattern; `(a{100}){100}` would exceed it. */
const MAX_STATES = 5_000

/** Maximum nesting of groups. */
const MAX_GROUPS = 100

type Test = (character: string) => boolean
type Position = 'start' | 'end' | 'boundary' | 'inside'

type State =
  | { readonly kind: 'character'; readonly test: Test; next: number }
  | { readonly kind: 'position'; readonly position: Position; next: number }
  | { readonly kind: 'split'; next: number; other: number }
  | { readonly kind: 'match' }

/** Syntax tree of a pattern. */
type Part =
  | { readonly kind: 'character'; readonly test: Test }
  | { readonly kind: 'position'; readonly position: Position }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly min: number; readonly max: number }

/**
 * Compiles `pattern` into a test of the *whole* text, as Cypher's and SPL's `=~` require.
 *
 * @param pattern the usual syntax; leading flags `(?i)`, `(?s)`, `(?m)` in any combination
 * @throws RegularExpressionError for invalid or unsupported syntax and for patterns that are too large
 */
export function compileRegularExpression(pattern: string): (text: string) => boolean {
  const part = new Reader(pattern).whole()
  const states: State[] = [{ kind: 'match' }]
  const first = emit(part, 0, states)
  return (text) => matches(states, first, text)
}

class Reader {
  readonly #pattern: string
  readonly #ignoreCase: boolean
  readonly #anyCharacter: Test
  #at = 0
  #depth = 0

  constructor(pattern: string) {
    const flags = /^\(\?([ismux]+)\)/.exec(pattern)
    this.#pattern = pattern
    this.#at = flags?.[0].length ?? 0
    this.#ignoreCase = flags?.[1]?.includes('i') ?? false
    const dotAll = flags?.[1]?.includes('s') ?? false
    this.#anyCharacter = dotAll ? () => true : (character) => character !== '\n' && character !== '\r'
  }

  whole(): Part {
    const part = this.#choice()
    if (this.#at < this.#pattern.length) throw this.#wrong('has a closing parenthesis too many')
    return part
  }

  #choice(): Part {
    const parts = [this.#sequence()]
    while (this.#take('|')) parts.push(this.#sequence())
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'choice', parts }
  }

  #sequence(): Part {
    const parts: Part[] = []
    while (this.#at < this.#pattern.length && !this.#sees('|') && !this.#sees(')'))
      parts.push(this.#repeated())
    return { kind: 'sequence', parts }
  }

  #repeated(): Part {
    let part = this.#atom()
    for (;;) {
      const bounds = this.#quantifier()
      if (!bounds) return part
      part = { kind: 'repeat', part, ...bounds }
    }
  }

  #quantifier(): { min: number; max: number } | undefined {
    const found = /^(?:([*+?])|\{(\d{1,4})(?:(,)(\d{0,4}))?\})[?+]?/.exec(
      this.#pattern.slice(this.#at, this.#at + 16),
    )
    if (!found) return undefined
    this.#at += found[0].length
    const [, mark, low, comma, high] = found
    if (mark) return { min: mark === '+' ? 1 : 0, max: mark === '?' ? 1 : Number.POSITIVE_INFINITY }
    const min = Number(low)
    const max = comma ? (high ? Number(high) : Number.POSITIVE_INFINITY) : min
    if (max < min) throw this.#wrong('has a repetition whose end lies before its start')
    return { min, max }
  }

  #atom(): Part {
    if (this.#take('(')) return this.#group()
    if (this.#take('^')) return { kind: 'position', position: 'start' }
    if (this.#take('$')) return { kind: 'position', position: 'end' }
    if (this.#take('.')) return { kind: 'character', test: this.#anyCharacter }
    if (this.#take('\\b')) return { kind: 'position', position: 'boundary' }
    if (this.#take('\\B')) return { kind: 'position', position: 'inside' }
    if (/^[*+?]/.test(this.#pattern.slice(this.#at))) throw this.#wrong('repeats nothing')
    return { kind: 'character', test: this.#single() }
  }

  #group(): Part {
    const special = /^\?(?:<?[=!]|<(?<name>[A-Za-z]\w*)>|:)/.exec(this.#pattern.slice(this.#at))
    if (this.#sees('?') && !(special?.[0] === '?:' || special?.groups?.['name'])) {
      throw this.#wrong('uses look-around or an unknown group, which is not supported')
    }
    this.#at += special?.[0].length ?? 0
    this.#depth += 1
    if (this.#depth > MAX_GROUPS) throw this.#wrong('nests its groups too deeply')
    const part = this.#choice()
    this.#depth -= 1
    if (!this.#take(')')) throw this.#wrong('has a parenthesis that is never closed')
    return part
  }

  /** Parses one character, escape or class, to be matched by JavaScript. */
  #single(): Test {
    const rest = this.#pattern.slice(this.#at)
    if (/^\\(?:[1-9]|k<)/.test(rest)) throw this.#wrong('uses a back reference, which is not supported')
    const shape =
      /^(?:\[(?:\\[^]|[^\]\\])*\]|\\p\{[^}]*\}|\\P\{[^}]*\}|\\u\{[^}]*\}|\\u[^]{4}|\\x[^]{2}|\\c[A-Za-z]|\\[^]|[^])/u
    const found = shape.exec(rest)?.[0]
    if (found === undefined || found === '\\') throw this.#wrong('ends in a backslash')
    if (found === '[') throw this.#wrong('has a bracket that is never closed')
    this.#at += found.length
    const plain = found.length === 1 || Array.from(found).length === 1
    const source = plain && /[\]{}/[]/.test(found) ? `\\${found}` : found
    // Escaped letters and symbols without a special meaning match themselves, as in other engines.
    const escapedMark = /^\\([^\w\s])$/u.exec(source)?.[1]
    if (escapedMark && !this.#ignoreCase) return (character) => character === escapedMark
    if (plain && !this.#ignoreCase) return (character) => character === found
    try {
      const expression = new RegExp(`^(?:${source})$`, this.#ignoreCase ? 'iu' : 'u')
      return (character) => expression.test(character)
    } catch {
      throw this.#wrong(`has ${found}, which is no character, class or escape`)
    }
  }

  #sees(text: string): boolean {
    return this.#pattern.startsWith(text, this.#at)
  }

  #take(text: string): boolean {
    if (!this.#sees(text)) return false
    this.#at += text.length
    return true
  }

  #wrong(what: string): RegularExpressionError {
    return new RegularExpressionError(
      `The regular expression ${what} (at character ${this.#at + 1}).`,
      this.#at,
    )
  }
}

/** Adds the states of `part`, continuing at `next`; returns its start state. */
function emit(part: Part, next: number, states: State[]): number {
  if (states.length > MAX_STATES) throw new RegularExpressionError('The regular expression is too large.', 0)
  const add = (state: State): number => states.push(state) - 1
  switch (part.kind) {
    case 'character':
      return add({ kind: 'character', test: part.test, next })
    case 'position':
      return add({ kind: 'position', position: part.position, next })
    case 'sequence':
      return part.parts.reduceRight((after, inner) => emit(inner, after, states), next)
    case 'choice':
      return part.parts.reduceRight<number>((other, inner) => {
        const start = emit(inner, next, states)
        return other < 0 ? start : add({ kind: 'split', next: start, other })
      }, -1)
    case 'repeat': {
      let start = next
      if (part.max === Number.POSITIVE_INFINITY) {
        const loop: State = { kind: 'split', next: -1, other: next }
        start = add(loop)
        loop.next = emit(part.part, start, states)
      } else {
        for (let extra = part.min; extra < part.max; extra += 1) {
          const before = start
          start = emit(part.part, before, states)
          // A part without states matches only the empty text, so repeating it has no effect.
          if (start === before) return next
          start = add({ kind: 'split', next: start, other: next })
        }
      }
      for (let times = 0; times < part.min; times += 1) {
        const before = start
        start = emit(part.part, before, states)
        if (start === before) return start
      }
      return start
    }
  }
}

/** Simulates all states simultaneously over the text. */
function matches(states: readonly State[], first: number, text: string): boolean {
  const characters = Array.from(text)
  const marks = new Int32Array(states.length).fill(-1)
  const reach = (start: number, position: number, into: number[]): void => {
    const pending = [start]
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      const state = states[at]
      if (!state || marks[at] === position) continue
      marks[at] = position
      if (state.kind === 'split') pending.push(state.other, state.next)
      else if (state.kind === 'position') {
        if (stands(state.position, characters, position)) pending.push(state.next)
      } else into.push(at)
    }
  }
  let current: number[] = []
  reach(first, 0, current)
  for (const [index, character] of characters.entries()) {
    const following: number[] = []
    for (const at of current) {
      const state = states[at]
      if (state?.kind === 'character' && state.test(character)) reach(state.next, index + 1, following)
    }
    if (following.length === 0) return false
    current = following
  }
  return current.some((at) => states[at]?.kind === 'match')
}

function stands(position: Position, characters: readonly string[], at: number): boolean {
  if (position === 'start') return at === 0
  if (position === 'end') return at === characters.length
  const word = (index: number) => /^\w$/.test(characters[index] ?? '')
  return (word(at - 1) !== word(at)) === (position === 'boundary')
}
