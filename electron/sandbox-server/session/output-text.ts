import { setImmediate } from 'node:timers/promises'
import { decodeBytes } from '../../node/terminal-text.ts'

/**
 * ECMA-48 control sequences: CSI, OSC (terminated by BEL or ST), other string sequences, and two-character escapes.
 */
const ESCAPES =
  /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[PX^_][^\x1b]*\x1b\\|\x1b[ -/]*[0-~]/g

export const stripEscapes = (text: string): string =>
  text.includes('\x1b') ? text.replace(ESCAPES, '') : text

/** Output as the base API returns it: without escape sequences, trimmed. */
export const plainOutput = (text: string): string => stripEscapes(text).trim()

/** Characters from which escape sequences are removed together; between two such slices other calls are served. */
const SLICE_LENGTH = 256 * 1024

/** The text that a command's output is answered as: {@link plainOutput}, or with `raw` as the terminal got it. */
export async function textOf(bytes: Buffer, raw = false, slice = SLICE_LENGTH): Promise<string> {
  const text = decodeBytes(bytes)
  if (raw || text.length <= slice || !text.includes('\x1b')) return raw ? text : plainOutput(text)
  const plain: string[] = []
  for (let at = 0; at < text.length;) {
    const end = sliceEnd(text, at, slice)
    plain.push(stripEscapes(text.slice(at, end)))
    at = end
    await setImmediate()
  }
  return plain.join('').trim()
}

/** Where a slice may end: at an escape that begins a sequence, since none contains another but `ESC \\`, its terminator. */
function sliceEnd(text: string, start: number, slice: number): number {
  for (let at = text.lastIndexOf('\x1b', start + slice); at > start; at = text.lastIndexOf('\x1b', at - 1)) {
    if (text[at + 1] !== '\\') return at
  }
  for (let at = start; (at = text.indexOf('\x1b', at + 1)) > 0;) if (text[at + 1] !== '\\') return at
  return text.length
}

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
