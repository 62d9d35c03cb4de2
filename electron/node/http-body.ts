/** A body that exceeds the limit; the rest of it is not read. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/** @throws BodyTooLarge as soon as the declared or the received length exceeds the limit */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const announced = Number(request.headers.get('content-length') ?? Number.NaN)
  if (announced > maxBytes) throw new BodyTooLarge()
  // Node's parser reads no more than the declared length.
  if (announced >= 0) return new Uint8Array(await request.arrayBuffer())
  return readParts(request.body ?? [], maxBytes)
}

/** @throws BodyTooLarge as soon as the received length exceeds the limit */
export async function readParts(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body) {
    length += part.length
    if (length > maxBytes) throw new BodyTooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}
