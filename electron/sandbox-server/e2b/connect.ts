import type { IncomingMessage, ServerResponse } from 'node:http'
import { BodyTooLarge, readParts } from '../../node/http-body.ts'
import { InvalidInput } from '../api/input.ts'
import { PlainFailure } from '../lifecycle/platform-error.ts'
import { RuntimeFailure } from '../runtime/runtime.ts'

/**
 * The Connect protocol with JSON, version 1 (connectrpc.com/docs/protocol): unary calls, and streaming calls whose response consists of
 * frames: one byte of flags, four bytes of length, and the message.
 */
export type RpcCode =
  | 'deadline_exceeded'
  | 'invalid_argument'
  | 'not_found'
  | 'already_exists'
  | 'failed_precondition'
  | 'resource_exhausted'
  | 'unimplemented'
  | 'internal'
  | 'unavailable'
  | 'unauthenticated'
  | 'permission_denied'

/** HTTP status of a failed unary call. */
const STATUS: Readonly<Record<RpcCode, number>> = {
  deadline_exceeded: 504,
  invalid_argument: 400,
  not_found: 404,
  already_exists: 409,
  failed_precondition: 400,
  resource_exhausted: 429,
  unimplemented: 501,
  internal: 500,
  unavailable: 503,
  unauthenticated: 401,
  permission_denied: 403,
}

export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: RpcCode

  constructor(code: RpcCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Converts an error for the caller; undefined for an internal one. */
export function rpcError(error: unknown): RpcError | undefined {
  if (error instanceof RpcError) return error
  if (error instanceof InvalidInput) return new RpcError('invalid_argument', error.message)
  if (error instanceof PlainFailure || error instanceof RuntimeFailure) {
    return new RpcError('failed_precondition', error.message)
  }
  return undefined
}

/** Maximum size of a message in bytes, which limits a process's input. */
const MAX_MESSAGE_BYTES = 16 * 1024 ** 2
const END_OF_STREAM = 2
const FRAME_HEAD_BYTES = 5

export const isStreamCall = ({ headers }: IncomingMessage): boolean =>
  (headers['content-type'] ?? '').startsWith('application/connect+')

/** Reads the message of a call. @throws RpcError when it is too long, compressed, or not JSON */
export async function readCall(request: IncomingMessage): Promise<unknown> {
  const type = request.headers['content-type'] ?? ''
  if (!/^application\/(?:connect\+)?json\b/.test(type)) {
    throw new RpcError('unimplemented', `${type || 'no content type'} is not spoken here: send JSON`)
  }
  const body = await readParts(request as AsyncIterable<Buffer>, MAX_MESSAGE_BYTES).catch(
    (error: unknown) => {
      if (!(error instanceof BodyTooLarge)) throw error
      throw new RpcError('resource_exhausted', `a message may have ${MAX_MESSAGE_BYTES / 1024 ** 2} MB`)
    },
  )
  const text = (isStreamCall(request) ? framed(body) : body).toString()
  try {
    return JSON.parse(text === '' ? '{}' : text)
  } catch {
    throw new RpcError('invalid_argument', 'the message is not JSON')
  }
}

/** The message in the single frame that starts a stream. */
function framed(body: Buffer): Buffer {
  const isWhole = body.length >= FRAME_HEAD_BYTES && body.readUInt32BE(1) === body.length - FRAME_HEAD_BYTES
  if (!isWhole) throw new RpcError('invalid_argument', 'one whole frame is needed')
  if (body[0] !== 0) throw new RpcError('unimplemented', 'compressed messages are not read here')
  return body.subarray(FRAME_HEAD_BYTES)
}

export function sendAnswer(response: ServerResponse, message: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message))
}

export function sendFailure(response: ServerResponse, { code, message }: RpcError): void {
  response
    .writeHead(STATUS[code], { 'content-type': 'application/json' })
    .end(JSON.stringify({ code, message }))
}

/** A streaming response. */
export class RpcStream {
  readonly #response: ServerResponse

  constructor(response: ServerResponse) {
    this.#response = response
    response.writeHead(200, { 'content-type': 'application/connect+json', 'cache-control': 'no-store' })
    response.flushHeaders()
  }

  /** Bytes buffered for a slow reader. */
  get waiting(): number {
    return this.#response.writableLength
  }

  /** Resolves when more can be sent, or the reader has disconnected. */
  send(message: unknown): Promise<void> {
    if (!this.#write(0, message)) return this.#drained()
    return Promise.resolve()
  }

  end(error?: RpcError): void {
    this.#write(END_OF_STREAM, error ? { error: { code: error.code, message: error.message } } : {})
    this.#response.end()
  }

  #write(flags: number, message: unknown): boolean {
    if (this.#response.writableEnded || this.#response.destroyed) return true
    const bytes = Buffer.from(JSON.stringify(message))
    const head = Buffer.alloc(FRAME_HEAD_BYTES)
    head[0] = flags
    head.writeUInt32BE(bytes.length, 1)
    return this.#response.write(Buffer.concat([head, bytes]))
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#response.off('drain', done).off('close', done)
        resolve()
      }
      this.#response.once('drain', done).once('close', done)
    })
  }
}
