/**
 * FNV-1a over UTF-16 code units, 32 bits, signed: fast, and the same on every platform. Mix the low bits
 * before using them alone.
 */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}
