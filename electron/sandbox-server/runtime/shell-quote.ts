/** Quotes one word for a POSIX shell. */
export const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
