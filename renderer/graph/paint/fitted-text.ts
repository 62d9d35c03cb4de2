/** Measures text; a canvas context of either kind. */
interface Measure {
  font: string
  measureText(text: string): { readonly width: number }
}

/** Maximum cache entries; the cache is cleared when full. */
const CAPACITY = 60_000
/** Maximum characters considered; no card fits more. */
const MAX_CHARACTERS = 400
/** Font size at which widths are measured: so large that none is rounded to the pixels of the screen. */
const MEASURED = 100
/** Minimum fill of a line to break at a word boundary rather than anywhere. */
const FULL_ENOUGH = 0.4

/** Caches texts fitted to a width: measuring costs more than drawing. */
export class FittedText {
  readonly #known = new Map<string, readonly string[]>()
  readonly #parted = new Map<string, readonly string[] | null>()
  readonly #widths = new Map<string, Map<string, number>>()

  /**
   * Returns the text if it fits, otherwise truncates it with an ellipsis: at its end, or in its middle if no more
   * would be left than the `shared` beginning of several texts. The context's font must be set.
   */
  fit(context: Measure, text: string, width: number, shared = 0): string {
    return this.lines(context, text, width, 1, shared)[0] ?? ''
  }

  /** Returns the first text that fits, otherwise the last one, truncated. */
  choose(context: Measure, texts: readonly string[], width: number): string {
    const whole = texts.find((text) => this.fit(context, text, width) === text)
    return whole ?? this.fit(context, texts.at(-1) ?? '', width)
  }

  /** Width of a text in a font of this size: measured once for all sizes, for those follow the zoom. */
  widthOf(context: Measure, text: string, size: number, weight: number, family: string): number {
    const font = `${weight} ${MEASURED}px ${family}`
    let known = this.#widths.get(font)
    if (!known || known.size > CAPACITY) this.#widths.set(font, (known = new Map<string, number>()))
    let width = known.get(text)
    if (width === undefined) {
      const own = context.font
      context.font = font
      width = context.measureText(text).width / MEASURED
      context.font = own
      known.set(text, width)
    }
    return width * size
  }

  /** Parts a whole name between its words into at most `most` lines, as even as can be; undefined if it does not fit. */
  parted(context: Measure, text: string, width: number, most: number): readonly string[] | undefined {
    const key = `${context.font}|${width}|${most}|${text}`
    const known = this.#parted.get(key)
    if (known !== undefined) return known ?? undefined
    if (this.#parted.size > CAPACITY) this.#parted.clear()
    const lines = evenly(context, text, width, most)
    this.#parted.set(key, lines ?? null)
    return lines
  }

  /** Parts a name between its words into at most `most` lines, those too long for one cut; undefined if that are not enough. */
  words(context: Measure, text: string, width: number, most: number): readonly string[] | undefined {
    const words = text.length > MAX_PARTED ? [] : text.split(GAPS)
    if (words.length < 2) return undefined
    const lines: string[] = []
    for (const word of words) {
      const longer = `${lines.at(-1) ?? ''}${word}`
      if (lines.length > 0 && context.measureText(longer.trimEnd()).width <= width)
        lines.splice(-1, 1, longer)
      else {
        const bare = word.trimEnd()
        const fitted = this.fit(context, bare, width)
        // With its space, for another word may follow in the line.
        lines.push(fitted === bare ? word : fitted)
      }
    }
    return lines.length <= most ? lines.map((line) => line.trimEnd()) : undefined
  }

  /** Breaks the text into at most `most` lines, the last one truncated if needed. */
  lines(context: Measure, text: string, width: number, most: number, shared = 0): readonly string[] {
    const key = `${context.font}|${width}|${most}|${shared}|${text}`
    const cached = this.#known.get(key)
    if (cached !== undefined) return cached
    if (this.#known.size > CAPACITY) this.#known.clear()
    const fitted = broken(context, text.slice(0, MAX_CHARACTERS), width, most, shared)
    this.#known.set(key, fitted)
    return fitted
  }
}

/** Where a name may be parted: after a separator, or before a capital. */
const GAPS = /(?<=[\s_.\-/:·])(?=[^\s_.\-/:·])|(?<=[a-z])(?=[A-Z])/
/** The longest name that is parted into balanced lines, and the most parts of it. */
const MAX_PARTED = 120
const MAX_PARTS = 12

/** The fewest lines of a whole name, between its words, and of those the most even; undefined if it does not fit. */
function evenly(context: Measure, text: string, width: number, most: number): readonly string[] | undefined {
  const words = text.length > MAX_PARTED ? [] : text.split(GAPS)
  if (words.length === 0 || words.length > MAX_PARTS) return undefined
  const filled = (room: number): string[] | undefined => {
    const lines: string[] = []
    for (const word of words) {
      const longer = `${lines.at(-1) ?? ''}${word}`
      if (lines.length > 0 && context.measureText(longer.trimEnd()).width <= room) lines.splice(-1, 1, longer)
      else if (context.measureText(word.trimEnd()).width <= room) lines.push(word)
      else return undefined
    }
    return lines
  }
  let best = filled(width)
  if (!best || best.length > most) return undefined
  for (;;) {
    const widest = Math.max(...best.map((line) => context.measureText(line.trimEnd()).width))
    const next = filled(widest - 0.5)
    if (!next || next.length > best.length) return best.map((line) => line.trimEnd())
    best = next
  }
}

/** Whether a name can be broken without splitting a word. */
export const isBreakable = (text: string): boolean => lastGap(text, text.length - 1) > 0

/** Whether no line but the last ends within a word. */
export function keepsWords(text: string, lines: readonly string[]): boolean {
  let place = 0
  for (const line of lines.slice(0, -1)) {
    place += line.length
    if (text[place] === ' ') place++
    else if (lastGap(text, place) !== place) return false
  }
  return true
}

/** The length of the beginning that each of several distinct texts shares with another of them. */
export function sharedBeginnings(texts: Iterable<string>): Map<string, number> {
  const sorted = [...new Set(texts)].sort()
  const shared = new Map<string, number>()
  for (const [place, text] of sorted.entries())
    shared.set(
      text,
      Math.max(sameBeginning(text, sorted[place - 1] ?? ''), sameBeginning(text, sorted[place + 1] ?? '')),
    )
  return shared
}

function sameBeginning(a: string, b: string): number {
  const most = Math.min(a.length, b.length, MAX_CHARACTERS)
  let length = 0
  while (length < most && a[length] === b[length]) length++
  return length
}

function broken(context: Measure, text: string, width: number, most: number, shared: number): string[] {
  if (context.measureText(text).width <= width) return [text]
  if (most <= 1) {
    const left = prefix(context, text, width, '…')
    return [
      left > shared || shared >= text.length ? `${text.slice(0, left)}…` : middleCut(context, text, width),
    ]
  }
  const longest = Math.max(1, prefix(context, text, width, ''))
  const isFull = (gap: number): boolean => gap > longest * FULL_ENOUGH
  const [gap, space] = [lastGap(text, longest), text.lastIndexOf(' ', longest) + 1]
  // Between words rather than within one, if the rest still fits: a version is not broken at its dots.
  const isWhole = space > 0 && context.measureText(text.slice(space)).width <= width
  const isRest = gap > 0 && context.measureText(text.slice(gap)).width <= width
  const end = isWhole ? space : isFull(gap) || isRest ? gap : longest
  const rest = text.slice(end).trimStart()
  return [
    text.slice(0, end).trimEnd(),
    ...broken(context, rest, width, most - 1, Math.max(0, shared - (text.length - rest.length))),
  ]
}

/** The beginning and the end of a text around an ellipsis, the end the longer of the two. */
function middleCut(context: Measure, text: string, width: number): string {
  const cut = (kept: number): string =>
    `${text.slice(0, Math.floor(kept / 2))}…${text.slice(text.length - Math.ceil(kept / 2))}`
  let [low, high] = [0, text.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (context.measureText(cut(middle)).width <= width) low = middle
    else high = middle - 1
  }
  return low === 0 ? '…' : cut(low)
}

/** How many characters fit together with the suffix. */
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

/** The last break position up to `end`: after a separator, or before a capital. */
function lastGap(text: string, end: number): number {
  for (let place = Math.min(end, text.length - 1); place > 0; place--)
    if (/[\s_.\-/:·]/.test(text[place - 1] ?? '') || /[a-z][A-Z]/.test(text.slice(place - 1, place + 1)))
      return place
  return 0
}
