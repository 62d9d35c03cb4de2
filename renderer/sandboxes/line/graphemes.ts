const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Characters looked at around a position: no grapheme people type is longer, and long lines stay fast. */
const WINDOW = 64

/** Where the grapheme that ends at `at` begins: an emoji with its joiners is one step. */
export function graphemeBefore(text: string, at: number): number {
  if (at <= 0) return 0
  const start = Math.max(0, at - WINDOW)
  let last = start
  for (const { index } of segmenter.segment(text.slice(start, at))) last = start + index
  return last
}

/** Where the grapheme that begins at `at` ends. */
export function graphemeAfter(text: string, at: number): number {
  const [first] = segmenter.segment(text.slice(at, at + WINDOW))
  return first ? at + first.segment.length : text.length
}

const inWord = (character: string): boolean => /[\p{L}\p{N}\p{M}_]/u.test(character)

/** Readline's word: letters and digits. */
export function wordBefore(text: string, at: number): number {
  let position = at
  while (position > 0 && !inWord(text.slice(graphemeBefore(text, position), position)))
    position = graphemeBefore(text, position)
  while (position > 0 && inWord(text.slice(graphemeBefore(text, position), position)))
    position = graphemeBefore(text, position)
  return position
}

export function wordAfter(text: string, at: number): number {
  let position = at
  while (position < text.length && !inWord(text.slice(position, graphemeAfter(text, position))))
    position = graphemeAfter(text, position)
  while (position < text.length && inWord(text.slice(position, graphemeAfter(text, position))))
    position = graphemeAfter(text, position)
  return position
}

/** Ctrl+W's word: everything up to blank space. */
export function blankBefore(text: string, at: number): number {
  let position = at
  while (position > 0 && /\s/.test(text[position - 1] ?? '')) position--
  while (position > 0 && !/\s/.test(text[position - 1] ?? '')) position--
  return position
}
