import { isUtf8 } from 'node:buffer'

/** Bytes that are looked at together: one that is wrong costs no more than these the slow way. */
const PIECE_BYTES = 64 * 1024

/** Decodes a terminal's bytes for an answer (docs/sandbox-platform.md#output): UTF-8, with invalid bytes as `\xNN`. */
export function decodeBytes(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString()
  const pieces: string[] = []
  for (let at = 0; at < bytes.length;) {
    const next = bytes.subarray(at, at + PIECE_BYTES)
    const piece = at + next.length < bytes.length ? next.subarray(0, completeLength(next)) : next
    pieces.push(isUtf8(piece) ? piece.toString() : decodeLossless(piece))
    at += piece.length
  }
  return pieces.join('')
}

/** The length of what {@link decodeBytes} makes of bytes, in bytes of UTF-8: those that are wrong take four each. */
export function textLength(bytes: Buffer): number {
  if (isUtf8(bytes)) return bytes.length
  let wrong = 0
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes, at)
    if (length === 0) wrong += 1
    at += length || 1
  }
  return bytes.length + wrong * (ESCAPED_BYTES - 1)
}

const HEX = Buffer.from('0123456789abcdef')
const ESCAPED_BYTES = String.raw`\xNN`.length

function decodeLossless(bytes: Buffer): string {
  const text = Buffer.allocUnsafe(bytes.length * ESCAPED_BYTES)
  let end = 0
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes, at)
    for (let n = 0; n < length; n++) text[end++] = bytes[at++] ?? 0
    if (length > 0) continue
    const byte = bytes[at++] ?? 0
    text[end++] = 0x5c
    text[end++] = 0x78
    text[end++] = HEX[byte >> 4] ?? 0
    text[end++] = HEX[byte & 15] ?? 0
  }
  return text.toString('utf8', 0, end)
}

/**
 * Returns how many leading bytes form whole characters, leaving out at most three bytes of an incomplete last
 * character.
 */
export function completeLength(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const wanted = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return wanted > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** Length of the well-formed UTF-8 sequence at `at` (Unicode table 3-7), or 0. */
function sequenceLength(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const second = bytes[at + 1] ?? 0
  const continues = (offset: number) => ((bytes[at + offset] ?? 0) & 0xc0) === 0x80
  if (first >= 0xc2 && first <= 0xdf) return continues(1) ? 2 : 0
  if (first >= 0xe0 && first <= 0xef) {
    const low = first === 0xe0 ? 0xa0 : 0x80
    const high = first === 0xed ? 0x9f : 0xbf
    return second >= low && second <= high && continues(2) ? 3 : 0
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const low = first === 0xf0 ? 0x90 : 0x80
    const high = first === 0xf4 ? 0x8f : 0xbf
    return second >= low && second <= high && continues(2) && continues(3) ? 4 : 0
  }
  return 0
}
