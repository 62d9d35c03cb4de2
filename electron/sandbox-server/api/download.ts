import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { Envelope } from '#shared/sandbox/envelope.ts'
import { filePath, notBlank } from '#shared/sandbox/fields.ts'
import { PlainFailure } from '../lifecycle/platform-error.ts'
import { firstLine } from '../runtime/first-line.ts'
import type { Isolate, IsolateProcess } from '../runtime/runtime.ts'
import { enveloped } from './answer.ts'
import { failureWords } from './isolate-files.ts'
import { check } from './input.ts'
import type { Platform } from './platform.ts'

export const downloadQuery = z.object({ sandbox_id: notBlank, path: filePath })

/**
 * Prints the type on one line, `f` with the size or `d`, then the file's content, or the folder as a tar
 * archive.
 */
const SEND = [
  'if [ -d "$1" ]; then',
  '  cd -- "$1" && name=${PWD##*/} && cd .. || exit 1',
  '  echo d; exec tar -cf - -- "./${name:-.}"',
  'fi',
  '[ -p "$1" ] && { echo "it is a named pipe" >&2; exit 1; }',
  'exec 3< "$1" || exit 1',
  'size=$(stat -L -c %s -- "$1") && echo "f $size"; exec cat <&3',
].join('\n')

/** A file or folder being read: its content, or the folder as tar, follows on `stdout`. */
interface Opened {
  readonly child: IsolateProcess
  /** Size in bytes when it was opened; undefined for a folder. */
  readonly size: number | undefined
}

/** Starts reading a file, or a folder as a tar archive. @throws PlainFailure with the reason */
export async function openPath(isolate: Isolate, path: string, user?: string): Promise<Opened> {
  const child = isolate.exec({ argv: ['/bin/sh', '-c', SEND, 'sh', path], user })
  let words = ''
  child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString().slice(0, 4096)))
  const line = await firstLine(child.stdout)
  if (line === undefined) {
    await child.exited
    throw new PlainFailure(`cannot read ${path}: ${failureWords(Buffer.from(words), path)}`)
  }
  return { child, size: line === 'd' ? undefined : Number(line.slice(2)) }
}

/** Sends the content. A truncated response must not look complete. */
export async function sendOpened({ child }: Opened, response: ServerResponse): Promise<void> {
  response.once('close', () => child.kill())
  await pipeline(child.stdout, response, { end: false })
  const { code } = await child.exited
  if (code === 0) response.end()
  else response.destroy()
}

/** Streams a file, or a folder as a tar archive. @returns the envelope; an error before the first byte can still be sent */
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
      await platform.sandboxes.use(query.sandbox_id, async (isolate) => {
        const opened = await openPath(isolate, query.path)
        const isFolder = opened.size === undefined
        const name = `${basename(query.path) || 'root'}${isFolder ? '.tar' : ''}`
        response.writeHead(200, {
          'content-type': isFolder ? 'application/x-tar' : 'application/octet-stream',
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
          'x-content-type-options': 'nosniff',
          ...(isFolder ? {} : { 'x-file-size': String(opened.size) }),
        })
        await sendOpened(opened, response)
      })
    },
    platform.log,
  )
}
