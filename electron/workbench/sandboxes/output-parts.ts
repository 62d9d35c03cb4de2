/** Characters of one report to the page: small enough that parsing it takes a few milliseconds. */
const PART = 128 * 1024

/** Hands a text on in parts that do not cut a surrogate pair. */
export function inParts(text: string, report: (part: string) => void): void {
  for (let at = 0; at < text.length;) {
    let end = Math.min(text.length, at + PART)
    const last = text.charCodeAt(end - 1)
    if (end < text.length && last >= 0xd800 && last < 0xdc00) end++
    report(text.slice(at, end))
    at = end
  }
}
