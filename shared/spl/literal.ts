/** A text as SPL writes it down: between single quotes, which stand behind a backslash inside it, as backslashes do. */
export const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
