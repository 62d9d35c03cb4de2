import { type Context, Hono } from 'hono'
import type * as z from 'zod'
import {
  closeRequest,
  type GemFailure,
  listRequest,
  makeRequest,
  resetRequest,
  stepRequest,
} from '#shared/gem/rest.ts'
import { failed, success } from '#shared/sandbox/envelope.ts'
import { GemError } from '../gem/gem-error.ts'
import type { GemService } from '../gem/service.ts'
import { check, InvalidInput, parseJson } from './input.ts'

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
  for (const method of ['GET', 'POST']) {
    app.on(method, '/list', (c) =>
      answer(c, 'list', listRequest, ({ sandbox_id }) => service.list(sandbox_id)),
    )
    app.on(method, '/catalogue', (c) => answer(c, 'catalogue', listRequest, () => service.catalogue()))
  }
  for (const path of ['/make', '/reset', '/step', '/close', '/list', '/catalogue']) {
    app.all(path, (c) => c.json({ detail: 'Method Not Allowed' }, 405))
  }
  return app
}

async function answer<Schema extends z.ZodType, Result extends object>(
  c: Context,
  operation: string,
  schema: Schema,
  serve: (request: z.output<Schema>, signal: AbortSignal) => Result | Promise<Result>,
): Promise<Response> {
  try {
    const result = await serve(await request(c, schema), c.req.raw.signal)
    return c.json({ ...result, ...success(result) })
  } catch (error) {
    if (error instanceof InvalidInput) return c.json(failed('invalid parameter', error.message))
    return c.json(runTimeFailure(operation, error), 500)
  }
}

/** A GET reads its query; an empty body counts as no fields, since `/list` and `/catalogue` need none. */
async function request<Schema extends z.ZodType>(c: Context, schema: Schema): Promise<z.output<Schema>> {
  if (c.req.method === 'GET') return check(schema, 'query', c.req.query())
  const text = await c.req.text()
  return check(schema, 'body', parseJson(text.trim() === '' ? '{}' : text))
}

function runTimeFailure(operation: string, error: unknown): GemFailure {
  const detail = error instanceof Error ? error.message : String(error)
  return {
    detail,
    traceback: [],
    code: error instanceof GemError ? error.code : 'INTERNAL',
    suggestions: error instanceof GemError ? error.suggestions : [],
    ...failed(`gem ${operation} failed`, detail),
  }
}
