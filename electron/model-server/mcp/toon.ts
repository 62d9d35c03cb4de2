import { encodeLines } from '@toon-format/toon'
import { encodeSmall } from './toon-encoder.ts'

/** Lines between two looks at the clock: encoding is synchronous and takes up to 0.1 s per megabyte. */
const LINES = 500

/** Milliseconds that encoding may keep the event loop. */
const TIME_SLICE = 12

/** A value as TOON, and as the JSON that the text decodes to. */
interface Toon {
  readonly text: string
  readonly json: object
}

/** TOON text of a value. Members that are undefined are left out, and halves of surrogate pairs become U+FFFD. */
export async function toonOf(value: object): Promise<Toon> {
  const text = encodeSmall(value)
  if (text !== undefined) return { text, json: value }
  const json = plainJson(value)
  return { text: await encodeLarge(json), json }
}

/** JSON escapes half a pair, which no text may have and TOON cannot write; a whole pair it writes as it is. */
const HALF_A_PAIR = /\\\\|\\ud[89a-f][\da-f]{2}/g

/** A copy as JSON would carry it. */
function plainJson(value: object): object {
  const text = JSON.stringify(value).replace(HALF_A_PAIR, (escape) => (escape === '\\\\' ? escape : '�'))
  return JSON.parse(text) as object
}

async function encodeLarge(json: object): Promise<string> {
  const lines: string[] = []
  let since = performance.now()
  for (const line of encodeLines(json)) {
    lines.push(line)
    if (lines.length % LINES === 0 && performance.now() - since > TIME_SLICE) {
      await new Promise<void>((resolve) => setImmediate(resolve))
      since = performance.now()
    }
  }
  return lines.join('\n')
}
