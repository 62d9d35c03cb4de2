/** Decodes a terminal's bytes for an answer (docs/sandbox-platform.md#output): UTF-8, with invalid bytes as `\xNN`. */
export function decodeBytes(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return decodeLossless(bytes)
  }
}

function decodeLossless(bytes: Buffer): string {
  const parts: string[] = []
  let start = 0
  let at = 0
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at)
    if (length > 0) {
      at += length
      continue
    }
    if (at > start) parts.push(bytes.toString('utf8', start, at))
    parts.push(`\\x${(bytes[at] ?? 0).toString(16).padStart(2, '0')}`)
    at += 1
    start = at
  }
  if (at > start) parts.push(bytes.toString('utf8', start, at))
  return parts.join('')
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
