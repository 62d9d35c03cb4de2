import { z } from 'zod'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import type { PlatformAddress } from '../connections/platform.ts'

/** Where the Sandbox API begins unless a deployment says otherwise (seeds/sandbox-gem-rest.md). */
const BASE = '/apis/envs/sandbox/v1'

const envelope = z.looseObject({
  status: z.enum(['Success', 'Failed']),
  message: z.string().nullish(),
  error: z.string().nullish(),
  result: z.unknown(),
})

export interface Request {
  readonly path: string
  /** Sent as JSON with POST; without it the request is a GET. */
  readonly body?: unknown
  readonly query?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** What the calls of this area use to find a platform. @throws WorkbenchError `NOT_CONNECTED` */
export type AddressOf = (platform: string, signal?: AbortSignal) => Promise<PlatformAddress>

/** The Sandbox API of every connected platform: both response dialects, failures under HTTP 200, one error type. */
export class PlatformRest {
  readonly #address: AddressOf

  constructor(address: AddressOf) {
    this.#address = address
  }

  /** The API's address without a trailing slash, and the headers that open it. */
  async base(platform: string, signal?: AbortSignal): Promise<PlatformAddress> {
    const address = await this.#address(platform, signal)
    return { ...address, url: `${address.url}${address.paths?.sandbox ?? BASE}` }
  }

  /** The envelope's `result`, or the bare body. @throws WorkbenchError `PLATFORM_UNREACHABLE`, `PLATFORM_REFUSED` */
  async call(platform: string, { path, body, query, signal }: Request): Promise<unknown> {
    const { url, headers } = await this.base(platform, signal)
    const search = query ? `?${new URLSearchParams(query)}` : ''
    return this.send(
      `${url}${path}${search}`,
      body === undefined
        ? { headers, ...(signal ? { signal } : {}) }
        : {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(body),
            ...(signal ? { signal } : {}),
          },
    )
  }

  /** The same for a request that is already made, for example an upload. */
  async send(url: string, init: RequestInit): Promise<unknown> {
    const response = await fetch(url, init).catch((error: unknown) => {
      if (init.signal?.aborted) throw error
      throw unreachable(error)
    })
    const text = await response.text()
    const body = parseJson(text)
    const parsed = envelope.safeParse(body)
    if (parsed.success && parsed.data.status === 'Failed') throw refused(parsed.data)
    if (!response.ok) throw refusedByStatus(response.status, body)
    return parsed.success ? parsed.data.result : body
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function unreachable(error: unknown): WorkbenchError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
  return new WorkbenchError(
    {
      code: 'PLATFORM_UNREACHABLE',
      message: `The platform does not answer: ${cause || 'the connection broke'}.`,
      hint: 'It is tried again as soon as it answers; its state is in the status bar.',
    },
    { cause: error },
  )
}

/** Sentences of the platform that mean more than "failed" (spec/sandbox-platform.md §1.5, §3.4). */
const MEANINGS: readonly (readonly [RegExp, string, string])[] = [
  [
    /End Of File \(EOF\)/,
    'SESSION_ENDED',
    'Create the session again; the sandbox and its files are still there.',
  ],
  [
    /^session '.*' does not exist/,
    'SESSION_ENDED',
    'Create the session again; the sandbox and its files are still there.',
  ],
  [/not started$/, 'SANDBOX_NOT_RUNNING', 'Restart the sandbox to go on.'],
  [/not found/i, 'SANDBOX_NOT_FOUND', 'It may have been deleted; start a new one.'],
  [
    /Upstream server is not reachable/,
    'PLATFORM_UNREACHABLE',
    'The sandbox’s runtime does not answer yet; try again.',
  ],
]

function refused(body: z.infer<typeof envelope>): WorkbenchError {
  const reason = body.error ?? body.message ?? 'The platform refused the request without a reason.'
  const [, code, hint] = MEANINGS.find(([pattern]) => pattern.test(reason)) ?? []
  return new WorkbenchError({
    code: code ?? 'PLATFORM_REFUSED',
    message: reason,
    ...(hint ? { hint } : {}),
  })
}

function refusedByStatus(status: number, body: unknown): WorkbenchError {
  const { detail } = (typeof body === 'object' && body !== null ? body : {}) as { detail?: unknown }
  const said = typeof detail === 'string' ? `: ${detail}` : '.'
  return new WorkbenchError({
    code: status === 404 || status === 405 ? 'NOT_OFFERED' : 'PLATFORM_REFUSED',
    message: `The platform answered HTTP ${status}${said}`,
    ...(status === 404 || status === 405 ? { hint: 'This platform does not offer the operation.' } : {}),
  })
}
