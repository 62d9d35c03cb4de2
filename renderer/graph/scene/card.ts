/** Size of a card in world units; at zoom 1 a unit is a CSS pixel. A card is as wide as its name, within these. */
const MIN_CARD_WIDTH = 110
export const MAX_CARD_WIDTH = 220
export const CARD_HEIGHT = 40
/** Size of a collapsed group. */
export const COLLAPSED_WIDTH = 224
export const COLLAPSED_HEIGHT = 76

/** Left of a name, where the icon is, and right of it, where marks are. */
export const CARD_TEXT_LEFT = 31
export const CARD_TEXT_RIGHT = 13
/** The size at which names are written on a card that is near. */
export const NAME_SIZE = 13
/** The size of what stands below them. */
export const DETAIL_SIZE = 11
/** The size at which they are still written in one piece when far. */
const FAR_NAME_SIZE = 16

/** Widths of characters as shares of the font's size: those of a wide sans, rounded up a little. */
const NARROW = /[ijl.,:;'|!I]/
const SLIM = /[ftr()[\]{} \-/\\"]/
const WIDE = /[mwMW@%]/
const CAPITAL = /[A-Z0-9_&#$]/
/** Scripts that are written in squares. */
const SQUARE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/

function share(character: string): number {
  if (NARROW.test(character)) return 0.31
  if (SLIM.test(character)) return 0.42
  if (WIDE.test(character)) return 0.9
  if (SQUARE.test(character) || character.length > 1) return 1.02
  return CAPITAL.test(character) ? 0.7 : 0.63
}

/** Characters from which on nothing gets wider. */
const MAX_CHARACTERS = 80

/**
 * About how wide a text is, rather more than less. Reckoned and not measured, so that a layout is the same in a worker, in a test
 * and on the page.
 */
export function textWidth(text: string, size: number): number {
  let sum = 0
  for (const character of text.slice(0, MAX_CHARACTERS)) sum += share(character)
  return sum * size
}

/**
 * As wide as the name in one line, and what stands below it where that is to be read whole; where that is too much, as wide as a card
 * gets, and the name in two.
 */
export function cardWidth(label: string, detail = ''): number {
  const words = label.slice(0, MAX_CHARACTERS).split(/(?<=[\s_.\-/:·])/)
  // A word is not parted, even where the picture is so far that names are written larger.
  const word = Math.max(...words.map((part) => textWidth(part, FAR_NAME_SIZE)))
  const width =
    CARD_TEXT_LEFT +
    Math.max(textWidth(label, NAME_SIZE), textWidth(detail, DETAIL_SIZE), word) +
    CARD_TEXT_RIGHT
  // Whole even numbers: a card's sides and its middle fall on whole units.
  return 2 * Math.ceil(Math.min(MAX_CARD_WIDTH, Math.max(MIN_CARD_WIDTH, width)) / 2)
}

/** A group's title: left of it, and the size at which it is written at most. */
const TITLE_LEFT = 24
const TITLE_SIZE = 20

/** Room that a group's title takes at any zoom at which it stands in its corner. */
export const titleWidth = (label: string): number => Math.ceil(TITLE_LEFT + textWidth(label, TITLE_SIZE))

/** Room beside a title in which lines can come in at the top of its group. */
const PORT_ROOM = 44

/** As narrow as a group may be. */
export const leastGroupWidth = (label: string): number => titleWidth(label) + PORT_ROOM
