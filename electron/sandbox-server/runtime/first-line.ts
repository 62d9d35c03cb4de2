import type { Readable } from 'node:stream'

const NEWLINE = 10

/** Reads the first line of a stream and unshifts the rest. Undefined if the stream ended before. */
export async function firstLine(stream: Readable): Promise<string | undefined> {
  let seen = Buffer.alloc(0)
  for (;;) {
    const chunk = stream.read() as Buffer | null
    if (chunk) {
      seen = Buffer.concat([seen, chunk])
      const end = seen.indexOf(NEWLINE)
      if (end >= 0) {
        if (end + 1 < seen.length) stream.unshift(seen.subarray(end + 1))
        return seen.subarray(0, end).toString()
      }
    } else if (stream.readableEnded || stream.destroyed) return undefined
    else
      await new Promise<void>((resolve) => {
        for (const event of ['readable', 'end', 'close'] as const) stream.once(event, resolve)
      })
  }
}
