import { z } from 'zod'

/**
 * The subprotocol of `GET /terminal?sandbox_id&session[&from]`, an extension of our server.
 *
 * The server sends terminal output as binary frames and everything else as JSON. `offset` is a byte position
 * in the whole stream: a client that reconnects passes `from` to receive what it missed. Bytes that have been
 * evicted are reported as a `gap`. The client sends input as binary UTF-8 frames and everything else as JSON;
 * it acknowledges received bytes with `ack` for flow control, because the server sends at most 1 MB ahead.
 * Programs never block on a client.
 */
export const TERMINAL_PROTOCOL = 'orrery.terminal.v1'

export const foregroundSchema = z.object({
  /** Name of the foreground program; empty for the shell's own. */
  program: z.string(),
  /** Canonical mode: it reads whole lines rather than single keys. */
  canonical: z.boolean(),
  /** Whether the terminal echoes input. */
  echo: z.boolean(),
  /** Whether it is waiting for input, as far as known. */
  reads: z.boolean(),
})
export type ForegroundState = z.infer<typeof foregroundSchema>

export const fromServerSchema = z.discriminatedUnion('type', [
  /** First message: the stream position, and the oldest byte still available. */
  z.object({ type: z.literal('hello'), offset: z.number(), kept: z.number() }),
  /** A command begins; `tag` is from its `run_in_session` request. */
  z.object({ type: z.literal('begin'), run: z.number(), offset: z.number(), tag: z.string().optional() }),
  z.object({ type: z.literal('end'), run: z.number(), offset: z.number() }),
  /** Bytes before `offset` that have been evicted. */
  z.object({ type: z.literal('gap'), offset: z.number(), bytes: z.number() }),
  /** State of the foreground program; null while no command runs. */
  z.object({ type: z.literal('foreground'), now: foregroundSchema.nullable() }),
])
export type FromServer = z.infer<typeof fromServerSchema>

export const toServerSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('resize'),
    cols: z.number().int().min(1).max(10_000),
    rows: z.number().int().min(1).max(10_000),
  }),
  /**
   * Acknowledges all bytes before `offset`. `run` and `at` acknowledge that command's output before `at`,
   * which its answer may omit.
   */
  z.object({
    type: z.literal('ack'),
    offset: z.number().nonnegative(),
    run: z.number().optional(),
    at: z.number().optional(),
  }),
])
export type ToServer = z.infer<typeof toServerSchema>

/** Parses a text frame; undefined if invalid. */
export function readMessage<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export interface TerminalData {
  /** Stream position of the first byte. */
  readonly offset: number
  /** The command that printed it; 0: a background job of an earlier one. */
  readonly run: number
  /** Position of the first byte in the command's output. */
  readonly at: number
  readonly bytes: Uint8Array
}

/** Frame layout: a kind byte, the run (32 bits), `offset` and `at` (64 bits each), big-endian; then the data. */
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

/** Parses a data frame; undefined if it is not one. */
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
