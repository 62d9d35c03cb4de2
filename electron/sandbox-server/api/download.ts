import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { Envelope } from '#shared/sandbox/envelope.ts'
import { filePath, notBlank } from '#shared/sandbox/fields.ts'
import { enveloped } from './answer.ts'
import { failureWords } from './box-files.ts'
import { check } from './input.ts'
import type { Platform } from './platform.ts'
import { PlainFailure } from '../lifecycle/platform-error.ts'

export const downloadQuery = z.object({ sandbox_id: notBlank, path: filePath })

/** Prints what it is in a line, `f` and its bytes or `d`, then a file as it is, or a folder as a tar archive. */
const SEND = [
  'if [ -d "$1" ]; then',
  '  cd -- "$1" && name=${PWD##*/} && cd .. || exit 1',
  '  echo d; exec tar -cf - -- "./${name:-.}"',
  'fi',
  '[ -p "$1" ] && { echo "it is a named pipe" >&2; exit 1; }',
  'exec 3< "$1" || exit 1',
  'size=$(stat -L -c %s -- "$1") && echo "f $size"; exec cat <&3',
].join('\n')

const NEWLINE = 10

/** The first line of a stream; what follows it is put back. Undefined when the stream ended before. */
async function firstLine(stream: Readable): Promise<string | undefined> {
  let seen = Buffer.alloc(0)
  for (;;) {
    const chunk = stream.read() as Buffer | null
    if (chunk) {
      seen = Buffer.concat([seen, chunk])
      const end = seen.indexOf(NEWLINE)
      if (end >= 0) {
        if (end + 1 < seen.length) stream.unshift(seen.subarray(end + 1))
        return seen.subarray(0, end).toString()
      }
    } else if (stream.readableEnded || stream.destroyed) return undefined
    else
      await new Promise<void>((resolve) => {
        for (const event of ['readable', 'end', 'close'] as const) stream.once(event, resolve)
      })
  }
}

/** Streams a file, or a folder as a tar archive. @returns the envelope; what goes wrong before the first byte is still to be sent */
export function sendDownload(
  platform: Platform,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Envelope> {
  const { searchParams } = new URL(request.url ?? '/', 'http://server')
  return enveloped(
    'download file failed',
    '/download',
    async () => {
      const query = check(downloadQuery, 'query', Object.fromEntries(searchParams))
      await platform.sandboxes.use(query.sandbox_id, async (box) => {
        const child = box.exec({ argv: ['/bin/sh', '-c', SEND, 'sh', query.path] })
        let words = ''
        child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString().slice(0, 4096)))
        const line = await firstLine(child.stdout)
        if (line === undefined) {
          await child.exited
          throw new PlainFailure(`cannot read ${query.path}: ${failureWords(Buffer.from(words), query.path)}`)
        }
        const isFolder = line === 'd'
        const name = `${basename(query.path) || 'root'}${isFolder ? '.tar' : ''}`
        response.writeHead(200, {
          'content-type': isFolder ? 'application/x-tar' : 'application/octet-stream',
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
          'x-content-type-options': 'nosniff',
          ...(isFolder ? {} : { 'x-file-size': line.slice(2) }),
        })
        response.once('close', () => child.kill())
        await pipeline(child.stdout, response, { end: false })
        const { code } = await child.exited
        // An answer that was cut must not look whole.
        if (code === 0) response.end()
        else response.destroy()
      })
    },
    platform.log,
  )
}
