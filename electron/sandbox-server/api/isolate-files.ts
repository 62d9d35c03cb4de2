import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PlainFailure } from '../lifecycle/platform-error.ts'
import type { OutputBytes } from '../../node/output-bytes.ts'
import { collect, collectOutput } from '../runtime/collect.ts'
import { firstLine } from '../runtime/first-line.ts'
import type { Isolate } from '../runtime/runtime.ts'

/**
 * File operations by programs inside the sandbox, so that its own links, mounts and permissions apply and none of its
 * paths is ever resolved on the host.
 */
const REFUSE = [
  'if [ -d "$1" ]; then echo "$1 is a directory" >&2; exit 1; fi',
  // Opening a named pipe could block forever.
  'if [ -p "$1" ]; then echo "$1 is a named pipe" >&2; exit 1; fi',
].join('\n')
/** Prints size and time of the file $1, following links, and then its bytes from $2 (1-based), unless $3 of them are 0. */
const PART = [
  REFUSE,
  'exec 3< "$1" || exit 1',
  'stat -L -c "%s %.Y %Y" -- "$1" || exit 1',
  '[ "$3" = 0 ] || exec tail -c "+$2" <&3',
].join('\n')
const READ = [REFUSE, 'exec cat -- "$1"'].join('\n')
/**
 * Prints the path of a file that did not exist before, so that it can be removed if its content is
 * incomplete.
 */
const WRITE = [
  'case "$1" in */*) mkdir -p -- "${1%/*}/" || exit 1 ;; esac',
  REFUSE,
  '[ -e "$1" ] || printf %s "$1"',
  'exec cat > "$1"',
].join('\n')
/**
 * An upload to a directory, or to a path with a trailing slash, gets the file's own name there; several files need a
 * directory.
 */
const UPLOAD = [
  'case "$1" in */) mkdir -p -- "$1" || exit 1 ;; esac',
  'if [ -d "$1" ]; then set -- "${1%/}/$2"',
  'elif [ "$3" = several ]; then echo "$1 takes one file, and holds the first of these now; end it with / for several" >&2; exit 1; fi',
  WRITE,
].join('\n')

/** @throws PlainFailure with the reason */
export async function readBytes(isolate: Isolate, path: string): Promise<OutputBytes> {
  const child = isolate.exec({ argv: ['/bin/sh', '-c', READ, 'sh', path] })
  const { stdout, stderr, code } = await collectOutput(child)
  if (code !== 0) throw new PlainFailure(`cannot read ${path}: ${failureWords(stderr.bytes(), path)}`)
  return stdout
}

interface FilePart {
  readonly path: string
  readonly offset: number
  readonly length: number
}

/** Some bytes of a file, fewer only at its end; its size, and its time in Unix milliseconds. @throws PlainFailure with the reason */
export async function readPart(isolate: Isolate, { path, offset, length }: FilePart) {
  const child = isolate.exec({
    argv: ['/bin/sh', '-c', PART, 'sh', path, String(offset + 1), String(length)],
  })
  const failed = (why: string) => new PlainFailure(`cannot read ${path}: ${why}`)
  let words = ''
  child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString().slice(0, 4096)))
  const line = await firstLine(child.stdout)
  if (line === undefined) {
    await child.exited
    throw failed(failureWords(Buffer.from(words), path))
  }
  const chunks: Buffer[] = []
  let read = 0
  if (length > 0) {
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      read += chunk.length
      if (read >= length) break
    }
  }
  if (read >= length) child.kill()
  else {
    // A reader that was killed must not look like the end of the file.
    const { code } = await child.exited
    if (code !== 0) throw failed(failureWords(Buffer.from(words), path))
  }
  const [size = '0', exact = '0', seconds = '0'] = line.split(' ')
  return {
    bytes: Buffer.concat(chunks).subarray(0, length),
    size: Number(size),
    modified: Math.round((Number(exact) || Number(seconds)) * 1000),
  }
}

/** Creates or replaces a file and its parent directories. @throws PlainFailure with the reason */
export function writeBytes(isolate: Isolate, path: string, content: Readable, user?: string): Promise<void> {
  return feed(isolate, WRITE, [path], content, user)
}

/**
 * Like {@link writeBytes}; if the target is a directory, the file is stored there as `name`, which all files but the first
 * require.
 */
export function uploadBytes(
  isolate: Isolate,
  target: string,
  file: { readonly name: string; readonly content: Readable; readonly isFirst: boolean },
): Promise<void> {
  return feed(isolate, UPLOAD, [target, file.name, file.isFirst ? 'one' : 'several'], file.content)
}

async function feed(
  isolate: Isolate,
  script: string,
  args: string[],
  content: Readable,
  user?: string,
): Promise<void> {
  const child = isolate.exec({ argv: ['/bin/sh', '-c', script, 'sh', ...args], stdin: true, user })
  if (!child.stdin) throw new PlainFailure('the backend gave no input to write to')
  const collected = collect(child)
  // A writer that gives up closes its input; its error message then has the reason.
  const sent = await pipeline(content, child.stdin).then(
    () => undefined,
    (error: unknown) => error,
  )
  const { stdout, stderr, code } = await collected
  const isWhole = code === 0 && !(sent instanceof Error)
  if (!isWhole && stdout.length > 0)
    await collect(isolate.exec({ argv: ['/bin/rm', '-f', '--', stdout.toString()], user }))
  if (code !== 0) throw new PlainFailure(`cannot write ${args[0]}: ${failureWords(stderr, args[0])}`)
  if (sent instanceof Error) throw new PlainFailure(`cannot write ${args[0]}: ${sent.message}`)
}

/**
 * The last line that a program wrote, without its own name and line number, and without the path, which the message
 * already contains.
 */
export function failureWords(stderr: Buffer, path = ''): string {
  const line = stderr.toString().trim().split('\n').at(-1) ?? ''
  const words = line.replace(/^(?:\/bin\/)?(?:sh|cat|mkdir|bwrap): (?:\d+: )?/, '')
  const named = [`${path}: `, `${path} `].find((start) => words.startsWith(start))
  return (named ? words.slice(named.length) : words) || 'no reason was given'
}
