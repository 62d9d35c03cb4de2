/**
 * Integers beyond 2^53 that a number of JavaScript does not keep: 9007199254740993 becomes …992. An identifier would silently be
 * another one, so whoever writes such a number is told to write it as a text.
 */

/** An integer that would not stay what it is. */
export interface AlteredInteger {
  /** As it stands in the text. */
  readonly written: string
  /** What would be kept of it. */
  readonly kept: string
}

/** What becomes of an integer that is written in decimals; undefined when it stays the same, or when the text is not an integer. */
export function alteredBy(written: string): AlteredInteger | undefined {
  if (!/^[-+]?\d{16,}$/.test(written)) return undefined
  const digits = written.replace(/^\+/, '').replace(/^(-?)0+(?=\d)/, '$1')
  const kept = String(Number(written))
  return kept === digits ? undefined : { written, kept }
}

/**
 * Where a long number may begin; fewer digits are always kept. Digits behind a quote, as identifiers have them, are none: so most
 * messages need no closer look, which would cost more than parsing them does.
 */
const LONG = /(?:^|[[:,])\s*-?\d{16}/

/** The first altered integer of a JSON text, which is known to be valid. Linear in its length. */
export function alteredInteger(json: string): AlteredInteger | undefined {
  if (!LONG.test(json)) return undefined
  const number = /-?\d[\d.eE+-]*/y
  for (let at = 0; at < json.length; at++) {
    if (json[at] === '"') {
      at = endOfText(json, at)
      continue
    }
    number.lastIndex = at
    const [written] = number.exec(json) ?? []
    if (written === undefined) continue
    const altered = alteredBy(written)
    if (altered) return altered
    at += written.length - 1
  }
  return undefined
}

/** The closing quote of the text whose opening one stands at `start`. */
function endOfText(json: string, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}
