import { z } from 'zod'
import type { Exchange } from '#shared/environments/exchange.ts'
import type { Info, ResetResult, StepResult } from '#shared/gem/episode.ts'
import { type PluginProblem, pluginProblem } from '#shared/gem/rest.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { PlatformAddress } from '../connections/platform.ts'
import { refuseFailure } from './platform-failure.ts'
import { exchangeWith, type PlatformRequest } from './platform-http.ts'

/** Seconds that a platform gets: it starts a sandbox for up to 300 s, and forwards a step for 90 s. */
const MAKE_PATIENCE = 300
const CALL_PATIENCE = 100

const info = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value): Info => value ?? {})
const made = z.looseObject({ sandbox_id: z.string() })
const resetAnswer = z.looseObject({ observation: z.unknown(), info })
const stepAnswer = z.looseObject({
  observation: z.unknown(),
  reward: z.number(),
  terminated: z.boolean(),
  truncated: z.boolean(),
  info,
})
const catalogueAnswer = z.object({
  environments: z.array(z.unknown()),
  problems: z.array(pluginProblem).catch([]),
})

/** Where a platform is and what opens it. @throws WorkbenchError `NOT_CONNECTED` */
export type AddressOf = (platform: string, signal?: AbortSignal) => Promise<PlatformAddress>

type Answered<T> = T & { readonly exchange: Exchange }

export interface Catalogue {
  readonly kind: 'catalogue' | 'ids' | 'none'
  readonly entries: readonly unknown[]
  /** Plug-ins that could not be loaded. */
  readonly problems: readonly PluginProblem[]
}

/** Both dialects: bare fields, or the same inside `result` of an envelope (docs/gem.md#rest). */
function fieldsOf(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  const { result } = body as { result?: unknown }
  return typeof result === 'object' && result !== null ? { ...result, ...body } : body
}

/** The GEM API of platforms. Every call fails with a WorkbenchError whose details are the exchange. */
export class GemClient {
  readonly #address: AddressOf

  constructor(address: AddressOf) {
    this.#address = address
  }

  /**
   * The platform's catalogue where it has one, else its list of ids, else nothing. Other platforms list what is installed in a sandbox,
   * so they have to be told one: `openSandbox`, where an environment is open.
   */
  async catalogue(platform: string, signal: AbortSignal, openSandbox?: string): Promise<Catalogue> {
    const get = { method: 'GET', path: '/catalogue', patience: CALL_PATIENCE } as const
    const catalogue = await this.#ask(platform, get, signal)
    const whole = catalogueAnswer.safeParse(fieldsOf(catalogue.response))
    if (catalogue.status === 200 && whole.success) {
      const { environments: entries, problems } = whole.data
      return { kind: 'catalogue', entries, problems }
    }
    const ask = {
      method: 'POST',
      path: '/list',
      body: { sandbox_id: openSandbox },
      patience: CALL_PATIENCE,
    } as const
    const list = await this.#ask(platform, ask, signal)
    const ids = z.looseObject({ env_id: z.array(z.string()) }).safeParse(fieldsOf(list.response))
    if (list.status === 200 && ids.success) return { kind: 'ids', entries: ids.data.env_id, problems: [] }
    if (list.status === 401 || list.status === 403) refuseFailure(list)
    return { kind: 'none', entries: [], problems: [] }
  }

  /** Makes an environment. When it is cancelled, a sandbox that turns up nevertheless is closed. @returns the sandbox's id */
  async make(platform: string, envId: string, signal: AbortSignal): Promise<string> {
    const { signal: never } = new AbortController()
    const making = this.#post(platform, '/make', { env_id: envId }, made, never, MAKE_PATIENCE)
    const closeUnused = (): Promise<unknown> =>
      making.then(({ sandbox_id }) => this.close(platform, sandbox_id, never)).catch(() => undefined)
    const cancelled = new Promise<never>((_, reject) => {
      const onAbort = (): void => {
        void closeUnused()
        reject(workbenchError('CANCELLED.making'))
      }
      if (signal.aborted) onAbort()
      else signal.addEventListener('abort', onAbort, { once: true })
    })
    return (await Promise.race([making, cancelled])).sandbox_id
  }

  async reset(
    platform: string,
    sandboxId: string,
    seed: number | null,
    signal: AbortSignal,
  ): Promise<Answered<ResetResult>> {
    const request = { sandbox_id: sandboxId, seed: seed ?? undefined }
    return this.#post(platform, '/reset', request, resetAnswer, signal)
  }

  async step(
    platform: string,
    sandboxId: string,
    action: string,
    signal: AbortSignal,
  ): Promise<Answered<StepResult>> {
    return this.#post(platform, '/step', { sandbox_id: sandboxId, action }, stepAnswer, signal)
  }

  async close(platform: string, sandboxId: string, signal: AbortSignal): Promise<void> {
    await this.#post(platform, '/close', { sandbox_id: sandboxId }, z.looseObject({}), signal)
  }

  async #ask(platform: string, request: PlatformRequest, signal: AbortSignal): Promise<Exchange> {
    return exchangeWith(await this.#address(platform, signal), request, signal)
  }

  async #post<T>(
    platform: string,
    path: string,
    body: unknown,
    shape: z.ZodType<T>,
    signal: AbortSignal,
    patience = CALL_PATIENCE,
  ): Promise<Answered<T>> {
    const exchange = await this.#ask(platform, { method: 'POST', path, body, patience }, signal)
    refuseFailure(exchange)
    const parsed = shape.safeParse(fieldsOf(exchange.response))
    if (parsed.success) return { ...parsed.data, exchange }
    throw workbenchError('GEM_BAD_ANSWER', { path }, { details: exchange })
  }
}
