import type { Context } from 'hono'
import { InvalidInput } from './input.ts'

/** Bytes of a JSON body. The platform knows no limit and 20 MB are usual (docs/sandbox-platform.md#limits); files go through `upload`. */
export const BODY_LIMIT = 64 * 1024 ** 2

/** The body as text, never holding more of it than the limit. @throws InvalidInput */
export async function readText(context: Context): Promise<string> {
  const announced = Number(context.req.header('content-length') ?? NaN)
  if (announced > BODY_LIMIT) throw tooLarge()
  if (announced >= 0) return context.req.text()
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of context.req.raw.body ?? []) {
    size += part.length
    if (size > BODY_LIMIT) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

const tooLarge = () =>
  new InvalidInput(`body: larger than ${BODY_LIMIT / 1024 ** 2} MB; send files with upload`)
