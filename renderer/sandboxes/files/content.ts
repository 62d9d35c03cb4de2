const IMAGES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
}

/** The media type of an image by file name; SVG counts as text, since it is edited. */
export const imageType = (path: string): string | undefined =>
  IMAGES[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '']

/** Whether bytes are UTF-8 text that survives a round trip through the editor. */
export function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Whether the start of a file is text; it may end within a character. */
export function beginsAsText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Formats sixteen bytes per row: offset, hexadecimal, printable characters. */
export function hexRows(bytes: Uint8Array): { offset: string; hex: string; text: string }[] {
  const rows = []
  for (let at = 0; at < bytes.length; at += 16) {
    const part = [...bytes.subarray(at, at + 16)]
    rows.push({
      offset: at.toString(16).padStart(8, '0'),
      hex: part.map((byte) => byte.toString(16).padStart(2, '0')).join(' '),
      text: part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join(''),
    })
  }
  return rows
}

/**
 * A text's line ending. `mixed`: it also has others, which are preserved because CodeMirror then splits at `
 * ` only.
 */
interface LineEnds {
  readonly end: '\n' | '\r\n'
  readonly mixed: boolean
}

export function lineEndsOf(text: string): LineEnds {
  if (!text.includes('\r')) return { end: '\n', mixed: false }
  const mixed = /(?<!\r)\n|\r(?!\n)/.test(text)
  return { end: mixed ? '\n' : '\r\n', mixed }
}
