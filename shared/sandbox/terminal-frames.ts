import { z } from 'zod'

/**
 * The subprotocol of `GET /terminal?sandbox_id&session[&from]`, an extension of our own server.
 *
 * The server sends what the session's terminal prints as binary frames, and everything else as JSON. `offset` counts the bytes of the
 * whole stream: a client that lost its connection asks with `from` for those it has not had. Bytes that are not kept any more are reported as a
 * `gap`. The client sends what is typed as binary frames in UTF-8, and JSON for the rest; it says with `ack` what it has got, since no more
 * than 1 MB is sent ahead of that. A program never waits for a client.
 */
export const TERMINAL_PROTOCOL = 'orrery.terminal.v1'

export const foregroundSchema = z.object({
  /** The name of the program in the foreground; empty for the shell's own. */
  program: z.string(),
  /** Whether it gets whole lines, or every key at once. */
  canonical: z.boolean(),
  /** Whether what is typed is shown. */
  echo: z.boolean(),
  /** Whether it waits for input now, as far as is known. */
  reads: z.boolean(),
})
export type ForegroundState = z.infer<typeof foregroundSchema>

export const fromServerSchema = z.discriminatedUnion('type', [
  /** The first message: where the stream goes on, and the oldest byte that could have been asked for. */
  z.object({ type: z.literal('hello'), offset: z.number(), kept: z.number() }),
  /** A command begins; `tag` is what its `run_in_session` gave it. */
  z.object({ type: z.literal('begin'), run: z.number(), offset: z.number(), tag: z.string().optional() }),
  z.object({ type: z.literal('end'), run: z.number(), offset: z.number() }),
  /** Bytes before `offset` that are not kept any more. */
  z.object({ type: z.literal('gap'), offset: z.number(), bytes: z.number() }),
  /** How the program in the foreground stands; null while no command runs. */
  z.object({ type: z.literal('foreground'), now: foregroundSchema.nullable() }),
])
export type FromServer = z.infer<typeof fromServerSchema>

export const toServerSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('resize'),
    cols: z.number().int().min(1).max(10_000),
    rows: z.number().int().min(1).max(10_000),
  }),
  /** All bytes before `offset` arrived. With `run` and `at`: of that command's output those before `at`, which its answer may leave out. */
  z.object({
    type: z.literal('ack'),
    offset: z.number().nonnegative(),
    run: z.number().optional(),
    at: z.number().optional(),
  }),
])
export type ToServer = z.infer<typeof toServerSchema>

/** The message that a text frame holds; undefined for what is none. */
export function readMessage<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export interface TerminalData {
  /** Of the first byte, in the stream. */
  readonly offset: number
  /** The command that printed it; 0: a job of an earlier one. */
  readonly run: number
  /** Of the first byte, in what the command printed. */
  readonly at: number
  readonly bytes: Uint8Array
}

/** A kind, the run as 32 bits, `offset` and `at` as 64 each, all with the high byte first; then the bytes. */
const DATA = 1
const HEADER_BYTES = 21

export function dataFrame({ offset, run, at, bytes }: TerminalData): Uint8Array {
  const frame = new Uint8Array(HEADER_BYTES + bytes.length)
  const view = new DataView(frame.buffer)
  view.setUint8(0, DATA)
  view.setUint32(1, run)
  view.setBigUint64(5, BigInt(offset))
  view.setBigUint64(13, BigInt(at))
  frame.set(bytes, HEADER_BYTES)
  return frame
}

/** Undefined for what is not a data frame. */
export function readDataFrame(frame: Uint8Array): TerminalData | undefined {
  if (frame.length < HEADER_BYTES || frame[0] !== DATA) return undefined
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
  return {
    run: view.getUint32(1),
    offset: Number(view.getBigUint64(5)),
    at: Number(view.getBigUint64(13)),
    bytes: frame.subarray(HEADER_BYTES),
  }
}
