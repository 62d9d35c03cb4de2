/** Characters per message to the page, which parses one in a few milliseconds. */
const PART_CHARACTERS = 128 * 1024

/** Splits a text into parts without cutting surrogate pairs. */
export function inParts(text: string, report: (part: string) => void): void {
  for (let at = 0; at < text.length;) {
    let end = Math.min(text.length, at + PART_CHARACTERS)
    const last = text.charCodeAt(end - 1)
    if (end < text.length && last >= 0xd800 && last < 0xdc00) end++
    report(text.slice(at, end))
    at = end
  }
}
