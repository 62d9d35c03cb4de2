/** What measures text: a canvas context of either sort. */
export interface Measure {
  font: string
  measureText(text: string): { readonly width: number }
}

/** Entries kept; beyond it the cache starts afresh. */
const CAPACITY = 60_000

/** Texts shortened to a width, remembered: measuring costs more than drawing. */
export class FittedText {
  readonly #known = new Map<string, string>()

  /** The text itself if it fits, else its beginning with an ellipsis. The context's font must be set. */
  fit(context: Measure, text: string, width: number): string {
    const key = `${context.font}|${width}|${text}`
    const cached = this.#known.get(key)
    if (cached !== undefined) return cached
    if (this.#known.size > CAPACITY) this.#known.clear()
    const fitted = shorten(context, text, width)
    this.#known.set(key, fitted)
    return fitted
  }
}

function shorten(context: Measure, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text
  let low = 0
  let high = text.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (context.measureText(`${text.slice(0, middle)}…`).width <= width) low = middle
    else high = middle - 1
  }
  return `${text.slice(0, low)}…`
}
