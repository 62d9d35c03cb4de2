/**
 * Characters that must not take effect in a name: line breaks and other controls, bidirectional marks, zero-width
 * characters, and the two that no XML may hold: a drawing with one would not open.
 */
const UNSEEN =
  /[\p{Cc}\u061c\u00ad\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]/gu

/** Marks on one letter beyond what a script needs: a stack of them is drawn over the lines and cards above. */
const STACKED = /(\p{M}{6})(\p{M}+)/gu

const unstacked = (text: string): string =>
  text.replaceAll(
    STACKED,
    (_, kept: string, others: string) => `${kept}⟨+${others.match(/\p{M}/gu)?.length ?? 0}⟩`,
  )

/**
 * Sanitises a foreign name for display: invisible and bidirectional characters are replaced by their code
 * points, so that a name cannot imitate another, and marks beyond the sixth on a letter by their number.
 */
export const shownName = (name: string): string => unstacked(name).replaceAll(UNSEEN, codePoint)

/** The same for a longer text, whose line breaks and tabs take effect. */
export const shownText = (text: string): string =>
  unstacked(text).replaceAll(UNSEEN, (character) =>
    /[\n\r\t]/.test(character) ? character : codePoint(character),
  )

const codePoint = (character: string): string =>
  `⟨${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`
