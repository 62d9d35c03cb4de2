import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { OutputBytes } from '../../node/output-bytes.ts'
import { type IsolateProcess, RuntimeFailure } from './runtime.ts'

export interface Collected<Bytes = Buffer> {
  readonly stdout: Bytes
  readonly stderr: Bytes
  readonly code: number
}

/** How long the answer waits for a background child that still holds the exited program's output. */
const HELD_OUTPUT_MS = 10_000

/** Maximum output of a process in bytes; beyond it the process is killed, so that endless output does not exhaust memory. */
const MAX_COLLECTED_BYTES = 192 * 1024 ** 2

/**
 * Waits for a process and all its output.
 * @throws RuntimeFailure when the output exceeds {@link MAX_COLLECTED_BYTES} bytes
 */
export async function collect(child: IsolateProcess): Promise<Collected> {
  const { stdout, stderr, code } = await collectOutput(child)
  return { stdout: stdout.bytes(), stderr: stderr.bytes(), code }
}

/**
 * As {@link collect}, for output that may be long.
 * @param sizeOf the size of a chunk: its length as text where the output is answered as text
 */
export async function collectOutput(
  child: IsolateProcess,
  sizeOf = (chunk: Buffer): number => chunk.length,
): Promise<Collected<OutputBytes>> {
  let size = 0
  const keep = (chunk: Buffer): boolean => {
    size += sizeOf(chunk)
    if (size > MAX_COLLECTED_BYTES) child.kill()
    return size <= MAX_COLLECTED_BYTES
  }
  const streams = [gather(child.stdout, keep), gather(child.stderr, keep)] as const
  const { code } = await child.exited
  const timer = new AbortController()
  const patience = setTimeout(HELD_OUTPUT_MS, undefined, { signal: timer.signal }).catch(() => undefined)
  await Promise.race([Promise.all(streams.map((stream) => stream.ended)), patience])
  timer.abort()
  if (size > MAX_COLLECTED_BYTES) {
    const limit = MAX_COLLECTED_BYTES / 1024 ** 2
    throw new RuntimeFailure(
      `the output is more than ${limit} MB and its program was ended; write it to a file and read that in parts`,
    )
  }
  return { stdout: streams[0].output, stderr: streams[1].output, code }
}

function gather(
  stream: Readable,
  keep: (chunk: Buffer) => boolean,
): { ended: Promise<void>; output: OutputBytes } {
  const output = new OutputBytes()
  stream.on('data', (chunk: Buffer) => keep(chunk) && output.add(chunk))
  const ended = new Promise<void>((resolve) => {
    // It may have been read to its end before.
    if (stream.closed) resolve()
    stream.once('close', resolve)
    stream.once('error', () => resolve())
  })
  return { ended, output }
}
