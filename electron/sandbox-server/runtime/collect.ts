import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { BoxProcess } from './runtime.ts'

export interface Collected {
  readonly stdout: Buffer
  readonly stderr: Buffer
  readonly code: number
}

/** How long the answer waits for a background child that still holds the ended program's output. */
const HELD_OUTPUT_MS = 10_000

/** Waits for a process and everything it printed. */
export async function collect(child: BoxProcess): Promise<Collected> {
  const streams = [gather(child.stdout), gather(child.stderr)] as const
  const { code } = await child.exited
  const timer = new AbortController()
  const patience = setTimeout(HELD_OUTPUT_MS, undefined, { signal: timer.signal }).catch(() => undefined)
  await Promise.race([Promise.all(streams.map((stream) => stream.ended)), patience])
  timer.abort()
  return { stdout: streams[0].bytes(), stderr: streams[1].bytes(), code }
}

function gather(stream: Readable): { ended: Promise<void>; bytes: () => Buffer } {
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => {
    stream.once('close', resolve)
    stream.once('error', () => resolve())
  })
  return { ended, bytes: () => Buffer.concat(chunks) }
}
