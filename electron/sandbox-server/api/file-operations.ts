import { Readable } from 'node:stream'
import { readFileRequest, type ReadFileRequest, writeFileRequest } from '#shared/sandbox/files.ts'
import { PlainFailure } from '../lifecycle/platform-error.ts'
import type { Box } from '../runtime/runtime.ts'
import { readBytes, writeBytes } from './box-files.ts'
import { decodeText } from './decode-text.ts'
import { type Operation, operation } from './operation.ts'
import type { Platform } from './platform.ts'

/** Reading and writing whole text files; uploads stream and live in upload.ts. */
export function fileOperations({ sandboxes }: Platform): Operation[] {
  return [
    operation({
      method: 'post',
      path: '/read_file',
      summary: 'Read a text file',
      failure: 'read file failed',
      body: readFileRequest,
      serve: ({ body }) =>
        sandboxes.use(body.sandbox_id, async (box) => ({ content: await readText(box, body) })),
    }),
    operation({
      method: 'post',
      path: '/write_file',
      summary: 'Create or replace a text file, with its directories',
      failure: 'write file failed',
      body: writeFileRequest,
      serve: ({ body }) =>
        sandboxes.use(body.sandbox_id, async (box) => {
          if (LONE_SURROGATE.test(body.content)) {
            throw new PlainFailure('the content holds half of a character pair and has no UTF-8 form')
          }
          await writeBytes(box, body.path, Readable.from([Buffer.from(body.content)]))
          return { success: true, message: '' }
        }),
    }),
  ]
}

/** Half of a surrogate pair without the other. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/**
 * The platform's Python library takes `content` from the answer whatever its status, so a failure has an empty one
 * (docs/sandbox-platform.md#files).
 * @throws PlainFailure
 */
async function readText(box: Box, request: ReadFileRequest): Promise<string> {
  try {
    return decodeText(await readBytes(box, request.path), request)
  } catch (error) {
    throw error instanceof PlainFailure ? new PlainFailure(error.message, { content: '' }) : error
  }
}
