/** What measures text: a canvas context of either sort. */
interface Measure {
  font: string
  measureText(text: string): { readonly width: number }
}

/** Entries kept; beyond it the cache starts afresh. */
const CAPACITY = 60_000
/** Characters of a text that are looked at; no card has room for more. */
const MAX_CHARACTERS = 400
/** The least share of a line that is filled before its text is broken at a gap rather than anywhere. */
const FULL_ENOUGH = 0.4

/** Texts fitted into a width, remembered: measuring costs more than drawing. */
export class FittedText {
  readonly #known = new Map<string, readonly string[]>()

  /** The text itself if it fits, else its beginning with an ellipsis. The context's font must be set. */
  fit(context: Measure, text: string, width: number): string {
    return this.lines(context, text, width, 1)[0] ?? ''
  }

  /** The text in at most so many lines, the last one with an ellipsis where there is more. */
  lines(context: Measure, text: string, width: number, most: number): readonly string[] {
    const key = `${context.font}|${width}|${most}|${text}`
    const cached = this.#known.get(key)
    if (cached !== undefined) return cached
    if (this.#known.size > CAPACITY) this.#known.clear()
    const fitted = broken(context, text.slice(0, MAX_CHARACTERS), width, most)
    this.#known.set(key, fitted)
    return fitted
  }
}

/** Whether a name can be broken without splitting a word. */
export const isBreakable = (text: string): boolean => lastGap(text, text.length - 1) > 0

function broken(context: Measure, text: string, width: number, most: number): string[] {
  if (context.measureText(text).width <= width) return [text]
  if (most <= 1) return [`${text.slice(0, prefix(context, text, width, '…'))}…`]
  const longest = Math.max(1, prefix(context, text, width, ''))
  const gap = lastGap(text, longest)
  const end = gap > longest * FULL_ENOUGH ? gap : longest
  return [text.slice(0, end).trimEnd(), ...broken(context, text.slice(end).trimStart(), width, most - 1)]
}

/** How many characters fit, with what follows them. */
function prefix(context: Measure, text: string, width: number, more: string): number {
  let low = 0
  let high = text.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (context.measureText(text.slice(0, middle) + more).width <= width) low = middle
    else high = middle - 1
  }
  return low
}

/** The last place up to `end` where a name may be broken: behind a separator, or before a capital. */
function lastGap(text: string, end: number): number {
  for (let place = Math.min(end, text.length - 1); place > 0; place--)
    if (/[\s_.\-/:·]/.test(text[place - 1] ?? '') || /[a-z][A-Z]/.test(text.slice(place - 1, place + 1)))
      return place
  return 0
}
