import { fraction, ONE } from './fraction.ts'
import {
  asConstant,
  constant,
  negated,
  type Polynomial,
  product,
  squareRoot,
  sum,
  variable,
} from './polynomial.ts'

/** An exact value: a quotient of polynomials, the lower one not zero. */
export interface Exact {
  readonly top: Polynomial
  readonly bottom: Polynomial
}

const UNIT = constant(ONE)
/** Longest text and highest power that are read; answers are far shorter. */
const MAX_LENGTH = 500
const MAX_POWER = 40

/** True when two exact values are the same for all values of their variables. */
export function equal(a: Exact, b: Exact): boolean {
  return sum(product(a.top, b.bottom), negated(product(b.top, a.bottom))).size === 0
}

/**
 * Reads a formula in plain or LaTeX notation: numbers and decimals, variables of one letter, + - * / ^, parentheses,
 * products without a sign, `\frac`, `\sqrt`, `\cdot`, `\times`, `\div`.
 * @returns null for what is no such formula, or has no exact value here.
 */
export function readFormula(text: string): Exact | null {
  if (text.length > MAX_LENGTH) return null
  try {
    return new FormulaReader(plain(text)).read()
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return null
    throw error
  }
}

/** One spelling for what can be written in several ways. */
function plain(text: string): string {
  return text
    .replaceAll('−', '-')
    .replaceAll(/\\[dt]frac/g, '\\frac')
    .replaceAll(/\\frac(\d)(\d)/g, '\\frac{$1}{$2}')
    .replaceAll(/\\sqrt(\d)/g, '\\sqrt{$1}')
    .replaceAll(/\\left|\\right|\\displaystyle|\\[,;:! ]|\$/g, ' ')
    .replaceAll(/\\cdot|\\times|[×·]/g, '*')
    .replaceAll(/\\div|÷/g, '/')
    .replaceAll(/√|(?<!\\)sqrt/g, '\\sqrt')
    .replaceAll('**', '^')
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' }

class FormulaReader {
  readonly #tokens: readonly string[]
  #at = 0

  constructor(text: string) {
    this.#tokens = text.match(/\d+(?:\.\d+)?|\.\d+|\\[a-z]+|[a-zA-Z]|\S/g) ?? []
  }

  read(): Exact {
    const value = this.#sum()
    if (this.#at < this.#tokens.length) throw new SyntaxError('Something is left over.')
    return value
  }

  get #token(): string {
    return this.#tokens[this.#at] ?? ''
  }

  #take(token: string): boolean {
    if (this.#token !== token) return false
    this.#at++
    return true
  }

  #sum(): Exact {
    let left = this.#product()
    for (;;) {
      if (this.#take('+')) left = plus(left, this.#product())
      else if (this.#take('-')) left = plus(left, minus(this.#product()))
      else return left
    }
  }

  #product(): Exact {
    let left = this.#signed()
    for (;;) {
      if (this.#take('*')) left = times(left, this.#signed())
      else if (this.#take('/')) left = times(left, inverse(this.#signed()))
      // A number never follows silently: 2 3 is no product, and 1 1/2 would be misread.
      else if (/^[a-zA-Z([{\\]/.test(this.#token)) left = times(left, this.#power())
      else return left
    }
  }

  #signed(): Exact {
    if (this.#take('-')) return minus(this.#signed())
    if (this.#take('+')) return this.#signed()
    return this.#power()
  }

  #power(): Exact {
    const base = this.#atom()
    if (!this.#take('^')) return base
    const exponent = this.#token === '{' ? this.#group() : this.#exponentAtom()
    const value = rational(exponent)
    if (value.d !== 1n || value.n > MAX_POWER || value.n < -MAX_POWER)
      throw new RangeError('No such power here.')
    let result: Exact = { top: UNIT, bottom: UNIT }
    for (let i = 0n; i < (value.n < 0n ? -value.n : value.n); i++) result = times(result, base)
    return value.n < 0n ? inverse(result) : result
  }

  #exponentAtom(): Exact {
    return this.#take('-') ? minus(this.#atom()) : this.#atom()
  }

  #atom(): Exact {
    const token = this.#token
    if (token in CLOSING) return this.#group()
    this.#at++
    if (/^[\d.]/.test(token)) return exactNumber(token)
    if (/^[a-zA-Z]$/.test(token)) return { top: variable(token), bottom: UNIT }
    if (token === '\\frac') return times(this.#group(), inverse(this.#group()))
    if (token === '\\sqrt') return { top: squareRoot(rational(this.#rootArgument())), bottom: UNIT }
    throw new SyntaxError(`Unexpected ${token || 'end'}.`)
  }

  #rootArgument(): Exact {
    if (this.#token === '[') throw new RangeError('Only square roots are read.')
    return this.#token in CLOSING ? this.#group() : this.#atom()
  }

  #group(): Exact {
    const closing = CLOSING[this.#token]
    if (!closing) throw new SyntaxError('A bracket is missing.')
    this.#at++
    const value = this.#sum()
    if (!this.#take(closing)) throw new SyntaxError('A bracket is not closed.')
    return value
  }
}

function exactNumber(text: string): Exact {
  const [whole = '', decimals = ''] = text.split('.')
  return { top: constant(fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length))), bottom: UNIT }
}

/** @throws RangeError when the value is not a rational number. */
function rational(value: Exact): ReturnType<typeof fraction> {
  const [top, bottom] = [asConstant(value.top), asConstant(value.bottom)]
  if (!top || !bottom) throw new RangeError('Not a rational number.')
  return fraction(top.n * bottom.d, top.d * bottom.n)
}

function plus(a: Exact, b: Exact): Exact {
  return { top: sum(product(a.top, b.bottom), product(b.top, a.bottom)), bottom: product(a.bottom, b.bottom) }
}

function minus(a: Exact): Exact {
  return { top: negated(a.top), bottom: a.bottom }
}

function times(a: Exact, b: Exact): Exact {
  return { top: product(a.top, b.top), bottom: product(a.bottom, b.bottom) }
}

function inverse(a: Exact): Exact {
  if (a.top.size === 0) throw new RangeError('Division by zero.')
  return { top: a.bottom, bottom: a.top }
}
