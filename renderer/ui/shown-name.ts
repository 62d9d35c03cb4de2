/**
 * Characters that must not take effect in a name: line breaks and other controls, bidirectional marks, and
 * zero-width characters.
 */
const UNSEEN = /[\p{Cc}\u061c\u00ad\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/**
 * Sanitises a foreign name for display: invisible and bidirectional characters are replaced by their code
 * points, so that a name cannot imitate another.
 */
export const shownName = (name: string): string =>
  name.replaceAll(
    UNSEEN,
    (character) => `⟨${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )
