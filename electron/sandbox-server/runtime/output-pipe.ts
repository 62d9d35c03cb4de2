import { execFile, execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A pipe for a child's output. Node by itself gives a child sockets, and a socket cannot be opened by its name: `tee /dev/stderr` or a
 * program that logs to `/dev/stdout` would fail.
 */
export interface OutputPipe {
  /** The descriptor for the child; to be closed here once the child is started. */
  readonly writer: number
  readonly stream: Socket
}

interface Pair {
  readonly reader: number
  readonly writer: number
}

/** How many pipes one call of `mkfifo` makes, and how few call for the next. */
const BATCH = 16
const FEW = 6

const ready: Pair[] = []
let isFilling = false
let isMissing = false

/** A fresh pipe; undefined where there is no `mkfifo` to make one. */
export function openOutputPipe(): OutputPipe | undefined {
  if (ready.length === 0) fillNow()
  const pair = ready.pop()
  if (ready.length < FEW) fillSoon()
  if (!pair) return undefined
  return { writer: pair.writer, stream: new Socket({ fd: pair.reader, readable: true, writable: false }) }
}

function fillNow(): void {
  if (isMissing) return
  const { folder, paths } = places()
  try {
    execFileSync('mkfifo', ['-m', MODE, ...paths], { stdio: 'ignore' })
    keep(paths)
  } catch (error) {
    isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function fillSoon(): void {
  if (isFilling || isMissing) return
  isFilling = true
  const { folder, paths } = places()
  execFile('mkfifo', ['-m', MODE, ...paths], (error) => {
    isFilling = false
    if (!error) keep(paths)
    rmSync(folder, { recursive: true, force: true })
  })
}

/** Opens what it can: whoever finds none left asks for more, or does without. */
function keep(paths: readonly string[]): void {
  try {
    for (const path of paths) ready.push(openPair(path))
  } catch {
    // No descriptors left; some will be free again.
  }
}

/** The sandbox's users are others than ours. Nobody else reaches the pipes: their names are gone before anybody gets one. */
const MODE = '666'

function places(): { folder: string; paths: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-pipes-'))
  return { folder, paths: Array.from({ length: BATCH }, (_, n) => join(folder, String(n))) }
}

/** The reader comes first and does not wait, so that neither open waits for the other. The writer's end is an ordinary, waiting one. */
function openPair(path: string): Pair {
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    return { reader, writer: openSync(path, constants.O_WRONLY) }
  } catch (error) {
    closeSync(reader)
    throw error
  }
}
