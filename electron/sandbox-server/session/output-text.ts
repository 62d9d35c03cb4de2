/**
 * ECMA-48 control sequences: CSI, OSC (terminated by BEL or ST), other string sequences, and two-character escapes.
 */
const ESCAPES =
  /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[PX^_][^\x1b]*\x1b\\|\x1b[ -/]*[0-~]/g

export const stripEscapes = (text: string): string =>
  text.includes('\x1b') ? text.replace(ESCAPES, '') : text

/** Output as the base API returns it: without escape sequences, trimmed. */
export const plainOutput = (text: string): string => stripEscapes(text).trim()

/** Quotes a string like Python's repr, the format of the platform's error messages. */
export function pythonQuoted(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'"
  const body = text.replace(/[\\'"\x00-\x1f\x7f]/g, (char) => {
    if (char === '\\') return '\\\\'
    if (char === "'" || char === '"') return char === mark ? `\\${char}` : char
    const named = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[char]
    return named ?? `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`
  })
  return mark + body + mark
}
