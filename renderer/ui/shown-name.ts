/** Characters that a name must not act by: line breaks and other controls, marks that turn the direction of text, and those without a width. */
const UNSEEN = /[\p{Cc}\u061c\u00ad\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/**
 * A name from elsewhere as it is shown: what cannot be seen, or would show the rest in another order, stands as its code point, since whoever
 * gave it may want it taken for another one.
 */
export const shownName = (name: string): string =>
  name.replaceAll(
    UNSEEN,
    (character) => `⟨${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )
