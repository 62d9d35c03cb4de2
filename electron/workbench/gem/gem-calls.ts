import { z } from 'zod'
import type { Exchange } from '#shared/workbench/areas/gem.ts'
import type { AreaHandlers } from '#shared/workbench/contract.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'

const BASE = '/apis/v1/envs/gem'

/** Where a platform is and what opens it. */
export interface PlatformAddress {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

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

/** Both dialects: bare fields, or the same inside `result` of an envelope (spec/gem-environments.md §4.1). */
function fieldsOf(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  const { result } = body as { result?: unknown }
  return typeof result === 'object' && result !== null ? { ...result, ...body } : body
}

/** The page's calls to a platform's GEM API. */
export function gemCalls(
  address: (platform: string, signal: AbortSignal) => Promise<PlatformAddress>,
): AreaHandlers<'gem'> {
  async function exchange(
    platform: string,
    method: 'GET' | 'POST',
    path: string,
    request: unknown,
    signal: AbortSignal,
  ): Promise<Exchange> {
    const { url, headers } = await address(platform, signal)
    const started = performance.now()
    const response = await fetch(`${url}${BASE}${path}`, {
      method,
      headers: { ...headers, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
      ...(method === 'POST' ? { body: JSON.stringify(request) } : {}),
      signal,
    })
    const text = await response.text()
    const milliseconds = performance.now() - started
    return {
      method,
      url: `${url}${BASE}${path}`,
      request,
      status: response.status,
      response: readJson(text),
      milliseconds,
    }
  }

  async function post<T>(
    platform: string,
    path: string,
    request: unknown,
    shape: z.ZodType<T>,
    signal: AbortSignal,
  ): Promise<{ answer: T; exchange: Exchange }> {
    const done = await exchange(platform, 'POST', path, request, signal)
    refuseFailure(done)
    const parsed = shape.safeParse(fieldsOf(done.response))
    if (parsed.success) return { answer: parsed.data, exchange: done }
    throw new WorkbenchError({
      code: 'GEM_BAD_ANSWER',
      message: `The platform's answer to ${path} has an unexpected shape.`,
      details: done,
    })
  }

  return {
    async catalogue({ platform }, { signal }) {
      const catalogue = await exchange(platform, 'GET', '/catalogue', null, signal)
      const entries = z.object({ environments: z.array(z.unknown()) }).safeParse(fieldsOf(catalogue.response))
      if (catalogue.status === 200 && entries.success)
        return { kind: 'catalogue', entries: entries.data.environments }
      const list = await exchange(platform, 'POST', '/list', {}, signal)
      const ids = z.looseObject({ env_id: z.array(z.string()) }).safeParse(fieldsOf(list.response))
      return list.status === 200 && ids.success
        ? { kind: 'ids', entries: ids.data.env_id }
        : { kind: 'none', entries: [] }
    },
    async make({ platform, envId }, { signal }) {
      const { answer, exchange } = await post(platform, '/make', { env_id: envId }, made, signal)
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
  }
}

/** HTTP 200 with `Failed`, or a 5xx with `detail`: both are errors (spec/gem-environments.md §4.2). */
function refuseFailure(done: Exchange): void {
  const body = z
    .looseObject({
      status: z.string(),
      error: z.string().nullable(),
      message: z.string().nullable(),
      detail: z.unknown(),
    })
    .partial()
    .safeParse(done.response)
  const fields = body.success ? body.data : {}
  if (done.status < 400 && fields.status !== 'Failed') return
  const reason = fields.error ?? (typeof fields.detail === 'string' ? fields.detail : fields.message)
  throw new WorkbenchError({
    code: done.status >= 500 ? 'GEM_RUNTIME' : done.status === 401 ? 'UNAUTHORIZED' : 'GEM_REFUSED',
    message: reason ?? `The platform answered HTTP ${done.status}.`,
    details: done,
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
