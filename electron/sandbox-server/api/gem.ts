import { type Context, Hono } from 'hono'
import type * as z from 'zod'
import {
  closeRequest,
  type Envelope,
  type GemFailure,
  listRequest,
  makeRequest,
  resetRequest,
  stepRequest,
} from '#shared/gem/rest.ts'
import { GemError } from '../gem/gem-error.ts'
import type { GemService } from '../gem/service.ts'

/**
 * The GEM API over HTTP, for mounting under `/apis/v1/envs/gem`. Answers carry the bare result fields *and* the
 * platform's envelope; a field that fails validation is HTTP 200 `Failed`, a run-time error HTTP 500 with `detail`
 * (spec/gem-environments.md §4, decision 7). `/list` and `/catalogue` also answer GET.
 */
export function gemRoutes(service: GemService): Hono {
  const app = new Hono()

  app.post('/make', (c) => answer(c, 'make', makeRequest, ({ env_id }) => service.make(env_id)))
  app.post('/reset', (c) =>
    answer(c, 'reset', resetRequest, ({ sandbox_id, seed }, signal) =>
      service.reset(sandbox_id, seed, signal),
    ),
  )
  app.post('/step', (c) =>
    answer(c, 'step', stepRequest, ({ sandbox_id, action }, signal) =>
      service.step(sandbox_id, action, signal),
    ),
  )
  app.post('/close', (c) => answer(c, 'close', closeRequest, ({ sandbox_id }) => service.close(sandbox_id)))
  app.on(['GET', 'POST'], '/list', (c) =>
    answer(c, 'list', listRequest, ({ sandbox_id }) => service.list(sandbox_id)),
  )
  app.on(['GET', 'POST'], '/catalogue', (c) => answer(c, 'catalogue', listRequest, () => service.catalogue()))

  return app
}

async function answer<Schema extends z.ZodType, Result extends object>(
  c: Context,
  operation: string,
  schema: Schema,
  serve: (request: z.output<Schema>, signal: AbortSignal) => Result | Promise<Result>,
): Promise<Response> {
  const body = await readBody(c)
  if ('error' in body) return c.json(refused(body.error))
  const request = schema.safeParse(body.value)
  if (!request.success) return c.json(refused(request.error.issues.map(issueText).join('; ')))
  try {
    const result = await serve(request.data, c.req.raw.signal)
    return c.json({ ...result, ...succeeded(result) })
  } catch (error) {
    return c.json(failed(operation, error), 500)
  }
}

/** A GET reads its query; an empty body counts as an empty object, since `/list` and `/catalogue` need no fields. */
async function readBody(c: Context): Promise<{ value: unknown } | { error: string }> {
  if (c.req.method === 'GET') return { value: c.req.query() }
  const text = await c.req.text()
  if (text.trim() === '') return { value: {} }
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    const at = /position (\d+)/.exec(String(error))?.[1] ?? '0'
    return { error: `body.${at}: JSON decode error` }
  }
}

function issueText(issue: z.core.$ZodIssue): string {
  const path = ['body', ...issue.path].join('.')
  const objectExpected =
    issue.path.length === 0 ? 'Input should be a valid dictionary or object' : issue.message
  return `${path}: ${objectExpected}`
}

function succeeded<T>(result: T): Envelope<T> {
  return { status: 'Success', message: null, error: null, result }
}

function refused(error: string): Envelope<never> {
  return { status: 'Failed', message: 'invalid parameter', error, result: null }
}

function failed(operation: string, error: unknown): GemFailure {
  const detail = error instanceof Error ? error.message : String(error)
  return {
    detail,
    traceback: [],
    code: error instanceof GemError ? error.code : 'INTERNAL',
    suggestions: error instanceof GemError ? error.suggestions : [],
    status: 'Failed',
    message: `gem ${operation} failed`,
    error: detail,
    result: null,
  }
}
