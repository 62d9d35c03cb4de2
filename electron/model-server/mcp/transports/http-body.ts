import type { IncomingMessage } from 'node:http'

/** A body beyond the limit; its rest is not read. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/** @throws BodyTooLarge as soon as the announced or the read length exceeds the limit */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new BodyTooLarge()
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    if (length > limit) throw new BodyTooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}
