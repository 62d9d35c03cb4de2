/** A regular expression that matches this text, and nothing else; RE2 reads it alike. */
export const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
