import busboy from 'busboy'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { uploadFields } from '#shared/sandbox/files.ts'
import { uploadBytes } from './box-files.ts'
import { check, InvalidInput } from './input.ts'
import type { Platform } from './platform.ts'

/** A text part longer than this is no path. */
const FIELD_BYTES = 64 * 1024

/**
 * Streams the part `file` into the sandbox. When the part comes before the fields that say where it goes, it waits in a temporary file.
 * @throws InvalidInput for missing parts; PlainFailure for what the sandbox says
 */
export async function receiveUpload(platform: Platform, request: IncomingMessage) {
  const parser = openParser(request)
  const fields: Record<string, string> = {}
  let sent: Promise<{ file_name: string }> | undefined
  let spooled: { path: string; name: string; done: Promise<void> } | undefined
  const folder = await mkdtemp(join(tmpdir(), 'orrery-upload-'))
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on('field', (name, value) => void (fields[name] = value))
      parser.on('file', (name, stream: Readable, info: { filename?: string }) => {
        if (name !== 'file' || sent || spooled) return void stream.resume()
        const fileName = basename(info.filename ?? '') || 'upload'
        if (fields['sandbox_id'] && fields['target_path']) {
          sent = send(platform, fields, fileName, stream)
          // A refusal ends the upload early: the rest of the body is read and dropped.
          sent.catch(() => stream.resume())
        } else {
          const path = join(folder, 'file')
          spooled = { path, name: fileName, done: pipeline(stream, createWriteStream(path)) }
          spooled.done.catch(reject)
        }
      })
      parser.once('error', () => reject(new InvalidInput('body: the multipart form is broken')))
      parser.once('close', resolve)
      request.once('aborted', () => reject(new InvalidInput('body: the upload was broken off')))
      request.pipe(parser)
    })
    if (spooled) {
      await spooled.done
      sent = send(platform, fields, spooled.name, createReadStream(spooled.path))
    }
    if (!sent) {
      const missing =
        fields['file'] === undefined ? 'Field required' : 'Expected UploadFile, received: string'
      const others = uploadFields.safeParse(fields).success ? '' : `; ${problem(fields)}`
      throw new InvalidInput(`body.file: ${missing}${others}`)
    }
    return { success: true, message: '', ...(await sent) }
  } finally {
    request.unpipe(parser)
    request.resume()
    await rm(folder, { recursive: true, force: true })
  }
}

function openParser(request: IncomingMessage) {
  try {
    return busboy({ headers: request.headers, limits: { fieldSize: FIELD_BYTES, files: 4, fields: 32 } })
  } catch {
    throw new InvalidInput('body: a multipart form with the parts file, target_path and sandbox_id is needed')
  }
}

function problem(fields: Record<string, string>): string {
  try {
    check(uploadFields, 'body', fields)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

async function send(platform: Platform, fields: Record<string, string>, name: string, content: Readable) {
  const { sandbox_id: id, target_path: target } = check(uploadFields, 'body', fields)
  await platform.sandboxes.use(id, (box) => uploadBytes(box, target, name, content))
  return { file_name: basename(target) }
}
