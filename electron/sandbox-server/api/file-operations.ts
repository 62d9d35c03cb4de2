import { Readable } from 'node:stream'
import { LISTING, parseListing } from '#shared/sandbox/file-listing.ts'
import {
  listFolderAnswer,
  listFolderQuery,
  readFileRequest,
  readPartAnswer,
  readPartQuery,
  type ReadFileRequest,
  writeFileRequest,
} from '#shared/sandbox/files.ts'
import { PlainFailure } from '../lifecycle/platform-error.ts'
import { collect } from '../runtime/collect.ts'
import type { Isolate } from '../runtime/runtime.ts'
import { failureWords, readBytes, readPart, writeBytes } from './isolate-files.ts'
import { downloadQuery } from './download.ts'
import { LongText } from './long-text.ts'
import { operation, type Operation } from './operation.ts'
import type { Platform } from './platform.ts'

/** The parts of a request that `decodeText` needs. */
interface Wanted {
  readonly path: string
  /** A Python encoding name; default utf-8. */
  readonly encoding?: string | null | undefined
  readonly errors?: string | null | undefined
}

/** Python's names, in lower case with hyphens, that are not WHATWG labels or mean something else there. */
const LABELS: Readonly<Record<string, string>> = {
  utf: 'utf-8',
  u8: 'utf-8',
  'utf-8-sig': 'utf-8',
  cp65001: 'utf-8',
  'utf-16-le': 'utf-16le',
  'utf-16-be': 'utf-16be',
  sjis: 'shift_jis',
  'shift-jis': 'shift_jis',
  'euc-jis-2004': 'euc-jp',
}

/** WHATWG treats these as windows-1252; in Python they are the first 256 code points of Unicode. */
const LATIN_1 = new Set(['latin-1', 'latin1', 'latin', 'l1', 'iso-8859-1', 'iso8859-1', '8859', 'cp819'])

const WINDOWS_1252 = new Set(['cp1252', '1252', 'windows-1252'])

/** The characters of windows-1252 from 0x80 to 0x9f; Node before 24 decodes both names as Latin-1. */
const WINDOWS_1252_C1 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const ASCII = new Set(['ascii', 'us-ascii', '646'])

/**
 * Decodes a file like Python's `bytes.decode`; `errors` is strict (default), replace or ignore. A byte order mark is preserved,
 * except for the encodings that consume it: utf-8-sig, and utf-16, which determines the byte order by it.
 * @throws PlainFailure for an unknown encoding, and in strict mode for invalid bytes
 */
export function decodeText(bytes: Buffer, { encoding, errors, path }: Wanted): string {
  const requested = encoding || 'utf-8'
  const name = requested.toLowerCase().replaceAll(/[_ ]/g, '-')
  if (LATIN_1.has(name)) return bytes.toString('latin1')
  if (WINDOWS_1252.has(name)) {
    return bytes
      .toString('latin1')
      .replaceAll(/[\u0080-\u009f]/g, (one) => WINDOWS_1252_C1[one.charCodeAt(0) - 0x80] ?? one)
  }
  const lenient = errors === 'replace' || errors === 'ignore'
  const refused = new PlainFailure(
    `${path} is not ${requested} text; read it as bytes with execute and base64, or pass errors "replace"`,
  )
  const ascii = ASCII.has(name)
  if (ascii && !lenient && bytes.some((byte) => byte > 0x7f)) throw refused
  if (ascii)
    return bytes.toString('latin1').replaceAll(/[\u0080-\u00ff]/g, errors === 'ignore' ? '' : '\ufffd')
  const decoder = decoderFor(requested, labelOf(name, bytes), {
    fatal: !lenient,
    ignoreBOM: name !== 'utf-8-sig' && name !== 'utf-16',
  })
  try {
    const text = decoder.decode(bytes)
    return errors === 'ignore' ? text.replaceAll('\ufffd', '') : text
  } catch {
    throw refused
  }
}

function labelOf(name: string, bytes: Buffer): string {
  if (name === 'utf-16' && bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return LABELS[name] ?? name.replace(/^cp(?=125\d$)/, 'windows-').replace(/^iso8859-/, 'iso-8859-')
}

function decoderFor(requested: string, label: string, options: { fatal: boolean; ignoreBOM: boolean }) {
  try {
    return new TextDecoder(label, options)
  } catch {
    throw new PlainFailure(`unknown encoding: ${requested}`)
  }
}

/** Reads and writes whole text files; streamed uploads are in upload.ts. */
export function fileOperations({ sandboxes }: Platform): Operation[] {
  return [
    operation({
      method: 'post',
      path: '/read_file',
      role: 'viewer',
      summary: 'Read a text file',
      failure: 'read file failed',
      body: readFileRequest,
      serve: ({ body }) =>
        sandboxes.use(body.sandbox_id, async (isolate) => ({ content: await readText(isolate, body) })),
    }),
    operation({
      method: 'get',
      path: '/list_folder',
      summary: 'The entries of a folder, hidden ones included',
      failure: 'list folder failed',
      extension: true,
      query: listFolderQuery,
      result: listFolderAnswer,
      serve: ({ query: { sandbox_id: id, path } }) =>
        sandboxes.use(id, async (isolate) => {
          const child = isolate.exec({ argv: ['/bin/sh', '-c', LISTING, 'sh', path] })
          const { stdout, stderr, code } = await collect(child)
          if (code !== 0) throw new PlainFailure(`cannot list ${path}: ${failureWords(stderr, path)}`)
          return {
            entries: parseListing(stdout.toString()).map(({ mode, modified, toFolder, ...entry }) => ({
              ...entry,
              to_folder: toFolder,
              mode: mode.toString(8).padStart(3, '0'),
              modified: new Date(modified).toISOString(),
            })),
          }
        }),
    }),
    operation({
      method: 'get',
      path: '/read_part',
      summary: 'Some bytes of a file, with the size and time of the whole',
      failure: 'read part failed',
      extension: true,
      query: readPartQuery,
      result: readPartAnswer,
      serve: ({ query: { sandbox_id: id, ...part } }) =>
        sandboxes.use(id, async (isolate) => {
          const { bytes, ...facts } = await readPart(isolate, part)
          return { base64: bytes.toString('base64'), ...facts }
        }),
    }),
    operation({
      method: 'get',
      path: '/download',
      summary: 'The bytes of a file, or a folder as a tar archive; a failure comes as the envelope',
      failure: 'download file failed',
      extension: true,
      query: downloadQuery,
      serve: () => {
        throw new PlainFailure('this operation streams')
      },
    }),
    operation({
      method: 'post',
      path: '/write_file',
      summary: 'Create or replace a text file, with its directories',
      failure: 'write file failed',
      body: writeFileRequest,
      serve: ({ body }) =>
        sandboxes.use(body.sandbox_id, async (isolate) => {
          if (LONE_SURROGATE.test(body.content)) {
            throw new PlainFailure('the content holds half of a character pair and has no UTF-8 form')
          }
          await writeBytes(isolate, body.path, Readable.from([Buffer.from(body.content)]))
          return { success: true, message: '' }
        }),
    }),
  ]
}

/** Whether the text of a file in UTF-8 is its bytes as they are. */
const isPlain = ({ encoding }: Wanted): boolean => /^(?:utf-?8)?$/i.test(encoding ?? '')

/** An unpaired surrogate. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/**
 * The platform's Python library reads `content` from the answer without checking the status, so a failure has an
 * empty one (docs/sandbox-platform.md#files).
 * @throws PlainFailure
 */
async function readText(isolate: Isolate, request: ReadFileRequest): Promise<string | LongText> {
  try {
    const bytes = await readBytes(isolate, request.path)
    const text = new LongText(bytes)
    return isPlain(request) && (await text.isUtf8()) ? text : decodeText(bytes.bytes(), request)
  } catch (error) {
    throw error instanceof PlainFailure ? new PlainFailure(error.message, { content: '' }) : error
  }
}
