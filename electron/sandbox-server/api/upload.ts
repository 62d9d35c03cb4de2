import type { IncomingMessage } from 'node:http'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import busboy from 'busboy'
import { z } from 'zod'
import { uploadFields } from '#shared/sandbox/files.ts'
import { imageName } from '#shared/sandbox/lifecycle.ts'
import { uploadBytes } from './isolate-files.ts'
import { check, InvalidInput } from './input.ts'
import type { Platform } from './platform.ts'
import { SpoolFull, type SpooledFile } from './spool.ts'

/** A longer text field cannot be a path. */
const FIELD_BYTES = 64 * 1024

/** Maximum number of files in one form. */
const MAX_FILES = 1_000

/** A form with one or more file parts. */
interface FileForm<Fields> {
  /** The text fields that determine the file's destination. */
  readonly schema: z.ZodType<Fields>
  /** Names of those fields, all required. */
  readonly names: readonly string[]
  readonly maxFiles: number
  /** Whether a file's name may be a path; otherwise its folders are removed. */
  readonly keepsPaths?: boolean
  /** Consumes a file, one at a time. The result for the last one is the form's. */
  readonly take: (fields: Fields, file: UploadedFile) => Promise<unknown>
}

interface UploadedFile {
  readonly name: string
  readonly content: Readable
  readonly isFirst: boolean
}

/** Hears what a form names, for the audit: a sandbox or an image. */
type OnNamed = (object: string) => void

/**
 * Streams an upload into a sandbox; several files need a directory. @throws InvalidInput for missing parts; PlainFailure with the sandbox's
 * reason
 */
export async function receiveUpload(platform: Platform, request: IncomingMessage, onNamed: OnNamed) {
  const result = await receiveForm(platform, request, {
    schema: uploadFields,
    names: ['sandbox_id', 'target_path'],
    maxFiles: MAX_FILES,
    take: async ({ sandbox_id: id, target_path: target }, file) => {
      onNamed(id)
      await platform.sandboxes.use(id, (isolate) => uploadBytes(isolate, target, file))
      return basename(target)
    },
  })
  return { success: true, message: '', file_name: result }
}

/** Extension `/images/import`: imports an archive as an image. */
export async function receiveImage(platform: Platform, request: IncomingMessage, onNamed: OnNamed) {
  return receiveForm(platform, request, {
    schema: imageFields,
    names: ['image_tag'],
    maxFiles: 1,
    take: async ({ image_tag: reference }, { content }) => {
      onNamed(reference)
      await platform.imageImport.import(reference, content)
      return { reference }
    },
  })
}

export const imageFields = z.object({ image_tag: imageName })

/**
 * Passes each `file` part on as a stream. A file that precedes its fields waits in the spool.
 * @throws InvalidInput for an invalid form, missing parts, too many files, or one that is too large for the spool
 */
export async function receiveForm<Fields>(
  { spool }: Platform,
  request: IncomingMessage,
  form: FileForm<Fields>,
): Promise<unknown> {
  const parser = openParser(request, form)
  const fields: Record<string, string> = {}
  let sent: Promise<unknown> | undefined
  const waiting: { readonly name: string; readonly file: Promise<SpooledFile> }[] = []
  let refuse = (_reason: unknown): void => undefined
  const refused = new Promise<never>((_, reject) => (refuse = reject))
  const send = (name: string, content: Readable): void => {
    const isFirst = sent === undefined
    sent = (sent ?? Promise.resolve()).then(() =>
      form.take(check(form.schema, 'body', fields), {
        name: form.keepsPaths ? name : basename(name) || 'upload',
        content,
        isFirst,
      }),
    )
    // A refusal ends the upload early: the rest of the body is read and discarded.
    sent.catch(refuse)
  }
  const streams = new Set<Readable>()
  try {
    const read = parsed(request, parser, streams, {
      field: (name, value) => void (fields[name] = value),
      file: (name, stream, fileName) => {
        if (name !== 'file') return void stream.resume()
        if (form.names.every((field) => fields[field] !== undefined)) return send(fileName, stream)
        const file = spool.keep(stream)
        file.catch(refuse)
        waiting.push({ name: fileName, file })
      },
    })
    await Promise.race([read, refused])
    for (const { name, file } of waiting) send(name, (await file).read())
    if (!sent) throw new InvalidInput(missingParts(fields, form.names))
    return await sent
  } catch (error) {
    if (error instanceof SpoolFull) throw new InvalidInput(tooLargeToWait(error, form.names))
    throw error
  } finally {
    request.unpipe(parser)
    request.resume()
    for (const stream of streams) stream.destroy()
    for (const { file } of waiting) await file.then((one) => one.drop()).catch(() => undefined)
  }
}

const tooLargeToWait = ({ message }: SpoolFull, names: readonly string[]): string =>
  `body.file: ${message} for the parts ${names.join(' and ')}; send those before the file`

interface FormListener {
  field(name: string, value: string): void
  file(name: string, stream: Readable, fileName: string): void
}

/** Interval at which a possibly unterminated form is checked; the second check without progress gives up. */
const UNFINISHED_MS = 300

/** Resolves when the whole form was read. @throws InvalidInput when it is invalid */
function parsed(
  request: IncomingMessage,
  parser: busboy.Busboy,
  streams: Set<Readable>,
  listener: FormListener,
): Promise<void> {
  let overdue: NodeJS.Timeout | undefined
  const done = new Promise<void>((resolve, reject) => {
    const broken = () => reject(new InvalidInput('body: the multipart form is broken'))
    parser.on('field', (name, value) => listener.field(name, value))
    parser.on('file', (name, stream: Readable, info: { filename?: string }) => {
      // An aborted form fails its open parts, possibly before they have a reader.
      stream.on('error', () => undefined)
      stream.once('close', () => streams.delete(stream))
      streams.add(stream)
      listener.file(name, stream, info.filename || 'upload')
    })
    parser.on('error', broken)
    parser.once('filesLimit', () => reject(new InvalidInput('body.file: too many files in one form')))
    parser.once('close', resolve)
    request.once('aborted', broken)
    // The parser neither ends nor fails for some unterminated forms. A part that waits for its reader is not affected.
    let looks = 0
    overdue = setInterval(() => {
      const waiting = [...streams].some((stream) => stream.readableLength > 0)
      const over = request.complete && request.readableLength === 0 && parser.writableLength === 0
      looks = over && !waiting ? looks + 1 : 0
      if (looks > 1) broken()
    }, UNFINISHED_MS)
    request.pipe(parser)
  })
  return done.finally(() => clearInterval(overdue))
}

function missingParts(fields: Record<string, string>, names: readonly string[]): string {
  const file = fields['file'] === undefined ? 'Field required' : 'Expected UploadFile, received: string'
  const others = names.filter((name) => fields[name] === undefined)
  return [`body.file: ${file}`, ...others.map((name) => `body.${name}: Field required`)].join('; ')
}

function openParser(request: IncomingMessage, form: { maxFiles: number; keepsPaths?: boolean }) {
  const { maxFiles: files, keepsPaths: preservePath = false } = form
  try {
    return busboy({
      headers: request.headers,
      preservePath,
      limits: { fieldSize: FIELD_BYTES, files, fields: 32 },
    })
  } catch {
    throw new InvalidInput('body: a multipart form with the parts file, target_path and sandbox_id is needed')
  }
}
