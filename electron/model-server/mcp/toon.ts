import { encodeLines } from '@toon-format/toon'

/** Lines between two looks at the clock: encoding is synchronous and takes up to 0.1 s per megabyte. */
const LINES = 500

/** Milliseconds that encoding may keep the event loop. */
const TIME_SLICE = 12

/**
 * TOON text of a JSON value. `value` must be plain JSON (no undefined members), else text and structured content would disagree.
 */
export async function toonOf(value: object): Promise<string> {
  const lines: string[] = []
  let since = performance.now()
  for (const line of encodeLines(value)) {
    lines.push(line)
    if (lines.length % LINES === 0 && performance.now() - since > TIME_SLICE) {
      await new Promise<void>((resolve) => setImmediate(resolve))
      since = performance.now()
    }
  }
  return lines.join('\n')
}
