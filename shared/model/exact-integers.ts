/**
 * Detects integers beyond 2^53, which JavaScript numbers cannot represent: 9007199254740993 becomes …992.
 * Such an identifier would silently change, so the writer is told to quote it.
 */

/** An integer that would change. */
export interface AlteredInteger {
  /** As written in the text. */
  readonly written: string
  /** The value it would become. */
  readonly kept: string
}

/** Returns what a decimal integer would become; undefined when it is unchanged or the text is not an integer. */
export function alteredBy(written: string): AlteredInteger | undefined {
  if (!/^[-+]?\d{16,}$/.test(written)) return undefined
  const digits = written.replace(/^\+/, '').replace(/^(-?)0+(?=\d)/, '$1')
  const kept = String(Number(written))
  return kept === digits ? undefined : { written, kept }
}

/**
 * Cheap test for an unquoted number long enough to be affected. It spares most messages the full scan, which
 * costs more than parsing.
 */
const LONG = /(?:^|[[:,])\s*-?\d{16}/

/** Returns the first altered integer of a valid JSON text. Linear in its length. */
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

/** Returns the closing quote of the string that opens at `start`. */
function endOfText(json: string, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}
