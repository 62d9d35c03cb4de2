import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'

export interface Progress {
  readonly bytes: number
  /** Undefined if unknown in advance. */
  readonly total: number | undefined
}

interface FormFile {
  readonly content: Readable
  /** Required if the platform needs a content length. */
  readonly size: number | undefined
  readonly name: string
}

/** A streamed multipart form: fields before the file, so that the receiver knows where to write the file. */
export function fileForm(
  fields: Readonly<Record<string, string>>,
  { content, size, name }: FormFile,
  onProgress?: (progress: Progress) => void,
): { readonly type: string; readonly stream: Readable; readonly length: number | undefined } {
  const boundary = `----orrery-${randomUUID()}`
  const parts = Object.entries(fields).map(
    ([key, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  const head = Buffer.from(
    `${parts.join('')}--${boundary}\r\n` +
      `content-disposition: form-data; name="file"; filename="${name.replace(/["\\\r\n]/g, '_')}"\r\n` +
      'content-type: application/octet-stream\r\n\r\n',
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  async function* body() {
    yield head
    let bytes = 0
    for await (const chunk of content) {
      bytes += (chunk as Buffer).length
      yield chunk as Buffer
      onProgress?.({ bytes, total: size })
    }
    yield tail
  }
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    stream: Readable.from(body()),
    length: size === undefined ? undefined : head.length + size + tail.length,
  }
}
