import type { Context } from 'hono'
import { BodyTooLarge, readBody } from '../../node/http-body.ts'
import { InvalidInput } from './input.ts'

/**
 * Maximum size of a JSON body. The platform has no limit, and 20 MB are usual (docs/sandbox-platform.md#limits); files go through
 * `upload`.
 */
const MAX_BODY_BYTES = 64 * 1024 ** 2

/** Reads the body as text, without buffering more than the limit. @throws InvalidInput */
export async function readText({ req }: Context): Promise<string> {
  const bytes = await readBody(req.raw, MAX_BODY_BYTES).catch((error: unknown) => {
    if (!(error instanceof BodyTooLarge)) throw error
    throw new InvalidInput(`body: larger than ${MAX_BODY_BYTES / 1024 ** 2} MB; send files with upload`)
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new InvalidInput('body: the text is not valid UTF-8')
  }
}
