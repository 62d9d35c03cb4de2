/** What an arithmetic expression comes to, and the numbers that it uses, in order. */
export interface Evaluated {
  readonly value: number
  readonly numbers: readonly number[]
}

/** A fraction in lowest terms is not needed: numbers stay small, so numerator and denominator are kept as they come. */
type Fraction = readonly [numerator: number, denominator: number]

/**
 * Works out whole numbers with + - * / and parentheses, exactly. × ÷ and `\times` `\div` count too.
 * @returns null for anything else, for a division by zero, and where exact whole numbers run out.
 */
export function evaluate(text: string): Evaluated | null {
  const plain = text.replaceAll(/×|\\times|\\cdot/g, '*').replaceAll(/÷|\\div/g, '/')
  const tokens = plain.match(/\d+|[-+*/()]|\S/g) ?? []
  const numbers: number[] = []
  let at = 0

  function sum(): Fraction | null {
    let left = product()
    while (left && (tokens[at] === '+' || tokens[at] === '-')) {
      const sign = tokens[at++] === '+' ? 1 : -1
      const right = product()
      left = right && [left[0] * right[1] + sign * right[0] * left[1], left[1] * right[1]]
    }
    return left
  }

  function product(): Fraction | null {
    let left = factor()
    while (left && (tokens[at] === '*' || tokens[at] === '/')) {
      const divides = tokens[at++] === '/'
      const right = factor()
      if (!right || (divides && right[0] === 0)) return null
      left = divides ? [left[0] * right[1], left[1] * right[0]] : [left[0] * right[0], left[1] * right[1]]
    }
    return left
  }

  function factor(): Fraction | null {
    const token = tokens[at++] ?? ''
    if (token === '-') {
      const inner = factor()
      return inner && [-inner[0], inner[1]]
    }
    if (token === '(') {
      const inner = sum()
      return tokens[at++] === ')' ? inner : null
    }
    if (!/^\d+$/.test(token)) return null
    numbers.push(Number(token))
    return [Number(token), 1]
  }

  const result = sum()
  if (!result || at !== tokens.length || !result.every(Number.isSafeInteger)) return null
  return { value: result[0] / result[1], numbers }
}
