/** Escapes a text for use in a regular expression, in JavaScript and in RE2. */
export const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
