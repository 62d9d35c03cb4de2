/**
 * Card size in world units; at zoom 1 a unit is a CSS pixel. The width follows the name, within these limits.
 */
const MIN_CARD_WIDTH = 110
export const MAX_CARD_WIDTH = 220
export const CARD_HEIGHT = 40
/** Size of a collapsed group: from afar its name takes three lines in the usual size of small text. */
export const COLLAPSED_WIDTH = 208
export const COLLAPSED_HEIGHT = 132

/** Room left of a name for the icon, and right of it for marks. */
export const CARD_TEXT_LEFT = 31
export const CARD_TEXT_RIGHT = 13
/** Font size of names when zoomed in. */
export const NAME_SIZE = 13
/** Font size of the line below. */
export const DETAIL_SIZE = 11
/** Font size up to which names stay on one line when zoomed out. */
const FAR_NAME_SIZE = 16

/** Character widths as shares of the font size: those of a wide sans-serif, rounded up slightly. */
const NARROW = /[ijl.,:;'|!I]/
const SLIM = /[ftr()[\]{} \-/\\"]/
const WIDE = /[mwMW@%]/
const CAPITAL = /[A-Z0-9_&#$]/
/** Scripts with square (full-width) characters. */
const SQUARE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/

function share(character: string): number {
  if (NARROW.test(character)) return 0.31
  if (SLIM.test(character)) return 0.42
  if (WIDE.test(character)) return 0.9
  if (SQUARE.test(character) || character.length > 1) return 1.02
  return CAPITAL.test(character) ? 0.7 : 0.63
}

/** Maximum characters counted; longer texts get no wider. */
const MAX_CHARACTERS = 80

/**
 * Estimates the width of a text, rather too wide. Estimated instead of measured, so that a layout is the same
 * in a worker, in a test and on the page.
 */
export function textWidth(text: string, size: number): number {
  let sum = 0
  for (const character of text.slice(0, MAX_CHARACTERS)) sum += share(character)
  return sum * size
}

/**
 * The width for the name on one line and, if it must be readable in full, the line below; beyond the maximum
 * the name takes two lines.
 */
export function cardWidth(label: string, detail = ''): number {
  const words = label.slice(0, MAX_CHARACTERS).split(/(?<=[\s_.\-/:·])/)
  // Words are not split, even when zoomed out and names are larger.
  const word = Math.max(...words.map((part) => textWidth(part, FAR_NAME_SIZE)))
  const width =
    CARD_TEXT_LEFT +
    Math.max(textWidth(label, NAME_SIZE), textWidth(detail, DETAIL_SIZE), word) +
    CARD_TEXT_RIGHT
  // Even integers, so that a card's sides and centre fall on whole units.
  return 2 * Math.ceil(Math.min(MAX_CARD_WIDTH, Math.max(MIN_CARD_WIDTH, width)) / 2)
}

/**
 * A group's detail, "12 elements · 3 links inside · 5 with others", whole, or the number of elements: links inside alone
 * would read as if there were no others.
 */
export function detailChoices(detail: string): string[] {
  const [count = ''] = detail.split(' · ')
  return [detail, count, count.split(' ')[0] ?? '']
}

/** Left inset of a group's title, and its maximum font size. */
const TITLE_LEFT = 24
const TITLE_SIZE = 20

/** Width of a group's title at any zoom at which it is in the corner. */
export const titleWidth = (label: string): number => Math.ceil(TITLE_LEFT + textWidth(label, TITLE_SIZE))

/** Font size of what the open cards beside collapsed parts are, in world units. */
export const cardsTitleSize = (zoom: number): number => Math.min(15, Math.max(10.5, 10 / zoom), 18 / zoom)

/** Room beside a title for edges to enter at the top of the group, and for the number of what is in it. */
export const PORT_ROOM = 60
const NUMBER_ROOM = 24

/** Minimum width of a group. */
export const leastGroupWidth = (label: string): number => titleWidth(label) + NUMBER_ROOM + PORT_ROOM
