import { Readable } from 'node:stream'
import { readFileRequest, type ReadFileRequest, writeFileRequest } from '#shared/sandbox/files.ts'
import { PlainFailure } from '../lifecycle/platform-error.ts'
import type { Box } from '../runtime/runtime.ts'
import { readBytes, writeBytes } from './box-files.ts'
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

/** Python's names of encodings mostly are WHATWG labels; these are not. */
const LABELS: Readonly<Record<string, string>> = {
  utf8: 'utf-8',
  utf_8: 'utf-8',
  latin_1: 'latin1',
  cp1252: 'windows-1252',
}

/**
 * The platform's Python library takes `content` from the answer whatever its status, so a failure has an empty one
 * (spec/sandbox-platform.md §4.2).
 * @throws PlainFailure
 */
async function readText(box: Box, request: ReadFileRequest): Promise<string> {
  try {
    return decodeText(await readBytes(box, request.path), request)
  } catch (error) {
    throw error instanceof PlainFailure ? new PlainFailure(error.message, { content: '' }) : error
  }
}

/** `errors` as in Python: strict (default), replace, ignore. @throws PlainFailure */
function decodeText(bytes: Buffer, { encoding, errors, path }: ReadFileRequest): string {
  const label = LABELS[encoding ?? 'utf-8'] ?? encoding ?? 'utf-8'
  const lenient = errors === 'replace' || errors === 'ignore'
  const decoder = decoderFor(label, !lenient)
  try {
    const text = decoder.decode(bytes)
    return errors === 'ignore' ? text.replaceAll('\ufffd', '') : text
  } catch {
    throw new PlainFailure(
      `${path} is not ${label} text; read it as bytes with execute and base64, or pass errors "replace"`,
    )
  }
}

/** @throws PlainFailure for an unknown encoding */
function decoderFor(label: string, fatal: boolean) {
  try {
    return new TextDecoder(label, { fatal, ignoreBOM: true })
  } catch {
    throw new PlainFailure(`unknown encoding: ${label}`)
  }
}
