import { z } from 'zod'
import type { Exchange } from '#shared/workbench/areas/gem.ts'
import type { AreaHandlers } from '#shared/workbench/contract.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { PlatformAddress } from '../connections/platform.ts'
import { propose } from './endpoint.ts'
import { refuseFailure } from './platform-failure.ts'
import { exchangeWith, type PlatformRequest } from './platform-http.ts'

/** Seconds that a platform gets: it starts a sandbox for up to 300 s, and forwards a step for 90 s. */
const MAKE_PATIENCE = 300
const CALL_PATIENCE = 100

const info = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? {})
const made = z.looseObject({ sandbox_id: z.string() })
const resetAnswer = z.looseObject({ observation: z.unknown(), info })
const stepAnswer = z.looseObject({
  observation: z.unknown(),
  reward: z.number(),
  terminated: z.boolean(),
  truncated: z.boolean(),
  info,
})

export interface GemCallsOptions {
  address(platform: string, signal?: AbortSignal): Promise<PlatformAddress>
  secret(name: string): Promise<string | undefined>
}

/** Both dialects: bare fields, or the same inside `result` of an envelope (docs/gem.md#rest). */
function fieldsOf(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  const { result } = body as { result?: unknown }
  return typeof result === 'object' && result !== null ? { ...result, ...body } : body
}

/** The page's calls to a platform's GEM API, and to the endpoint of an agent. */
export function gemCalls({ address, secret }: GemCallsOptions): AreaHandlers<'gem'> {
  const ask = async (platform: string, request: PlatformRequest, signal: AbortSignal): Promise<Exchange> =>
    exchangeWith(await address(platform, signal), request, signal)

  async function post<T>(
    platform: string,
    path: string,
    body: unknown,
    shape: z.ZodType<T>,
    signal: AbortSignal,
    patience = CALL_PATIENCE,
  ): Promise<{ answer: T; exchange: Exchange }> {
    const exchange = await ask(platform, { method: 'POST', path, body, patience }, signal)
    refuseFailure(exchange)
    const parsed = shape.safeParse(fieldsOf(exchange.response))
    if (parsed.success) return { answer: parsed.data, exchange }
    throw workbenchError('GEM_BAD_ANSWER', { path }, { details: exchange })
  }

  /** Waits for the platform even when the page no longer does, to close what nobody will use. */
  async function make(platform: string, envId: string, signal: AbortSignal) {
    const making = post(
      platform,
      '/make',
      { env_id: envId },
      made,
      new AbortController().signal,
      MAKE_PATIENCE,
    )
    const closeUnused = () =>
      making
        .then(({ answer }) =>
          post(
            platform,
            '/close',
            { sandbox_id: answer.sandbox_id },
            z.unknown(),
            new AbortController().signal,
          ),
        )
        .catch(() => undefined)
    const cancelled = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => {
        void closeUnused()
        reject(workbenchError('CANCELLED.making'))
      })
    })
    return Promise.race([making, cancelled])
  }

  return {
    async catalogue({ platform }, { signal }) {
      const get = { method: 'GET', path: '/catalogue', patience: CALL_PATIENCE } as const
      const catalogue = await ask(platform, get, signal)
      const entries = z.object({ environments: z.array(z.unknown()) }).safeParse(fieldsOf(catalogue.response))
      if (catalogue.status === 200 && entries.success)
        return { kind: 'catalogue', entries: entries.data.environments }
      const list = await ask(
        platform,
        { method: 'POST', path: '/list', body: {}, patience: CALL_PATIENCE },
        signal,
      )
      const ids = z.looseObject({ env_id: z.array(z.string()) }).safeParse(fieldsOf(list.response))
      if (list.status === 200 && ids.success) return { kind: 'ids', entries: ids.data.env_id }
      if (list.status === 401 || list.status === 403) refuseFailure(list)
      return { kind: 'none', entries: [] }
    },
    async make({ platform, envId }, { signal }) {
      const { answer, exchange } = await make(platform, envId, signal)
      return { sandboxId: answer.sandbox_id, exchange }
    },
    async reset({ platform, sandboxId, seed }, { signal }) {
      const request = { sandbox_id: sandboxId, ...(seed === undefined ? {} : { seed }) }
      const { answer, exchange } = await post(platform, '/reset', request, resetAnswer, signal)
      return { observation: answer.observation, info: answer.info, exchange }
    },
    async step({ platform, sandboxId, action }, { signal }) {
      const request = { sandbox_id: sandboxId, action }
      const { answer, exchange } = await post(platform, '/step', request, stepAnswer, signal)
      const { observation, reward, terminated, truncated, info } = answer
      return { observation, reward, terminated, truncated, info, exchange }
    },
    async close({ platform, sandboxId }, { signal }) {
      const { exchange } = await post(
        platform,
        '/close',
        { sandbox_id: sandboxId },
        z.looseObject({}),
        signal,
      )
      return { exchange }
    },
    async propose(input, { signal }) {
      const { secret: name } = input.endpoint
      return propose(input, name === undefined ? undefined : await secret(name), signal)
    },
  }
}
