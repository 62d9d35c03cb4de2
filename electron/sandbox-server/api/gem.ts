import { type Context, Hono } from 'hono'
import type * as z from 'zod'
import {
  catalogueResult,
  closeRequest,
  closeResult,
  listResult,
  makeResult,
  resetResult,
  stepResult,
  type GemFailure,
  listRequest,
  makeRequest,
  resetRequest,
  stepRequest,
} from '#shared/gem/rest.ts'
import { failed, success } from '#shared/sandbox/envelope.ts'
import { GemError } from '../gem/gem-error.ts'
import type { GemService } from '../gem/service.ts'
import { readText } from './body.ts'
import { check, InvalidInput, parseJson } from './input.ts'

/** One operation of the GEM API as data: its route, the schemas that validate and document it, and what it does. */
export interface GemOperation<Schema extends z.ZodType = z.ZodType> {
  readonly path: string
  readonly methods: readonly ('get' | 'post')[]
  readonly summary: string
  readonly request: Schema
  readonly result: z.ZodType
  readonly serve: (
    service: GemService,
    request: z.output<Schema>,
    signal: AbortSignal,
  ) => object | Promise<object>
}

/** Infers the schema's type for `serve`; the table holds operations of many types. */
const gemOperation = <Schema extends z.ZodType>(definition: GemOperation<Schema>): GemOperation =>
  definition as unknown as GemOperation

export const gemOperations: readonly GemOperation[] = [
  gemOperation({
    path: '/make',
    methods: ['post'],
    summary: 'Create an environment; its id is the sandbox_id of the answer',
    request: makeRequest,
    result: makeResult,
    serve: (service, { env_id }) => service.make(env_id),
  }),
  gemOperation({
    path: '/reset',
    methods: ['post'],
    summary: 'Begin an episode; the same seed gives the same beginning',
    request: resetRequest,
    result: resetResult,
    serve: (service, { sandbox_id, seed }, signal) => service.reset(sandbox_id, seed, signal),
  }),
  gemOperation({
    path: '/step',
    methods: ['post'],
    summary: 'Take one action',
    request: stepRequest,
    result: stepResult,
    serve: (service, { sandbox_id, action }, signal) => service.step(sandbox_id, action, signal),
  }),
  gemOperation({
    path: '/close',
    methods: ['post'],
    summary: 'Release an environment',
    request: closeRequest,
    result: closeResult,
    serve: (service, { sandbox_id }) => service.close(sandbox_id),
  }),
  gemOperation({
    path: '/list',
    methods: ['get', 'post'],
    summary: 'Ids of all environments that can be made',
    request: listRequest,
    result: listResult,
    async serve(service, { sandbox_id }) {
      await service.settled()
      return service.list(sandbox_id)
    },
  }),
  gemOperation({
    path: '/catalogue',
    methods: ['get', 'post'],
    summary: 'What is known of each environment, and of plugins that were left out',
    request: listRequest,
    result: catalogueResult,
    async serve(service) {
      await service.settled()
      return service.catalogue()
    },
  }),
]

/**
 * The GEM API over HTTP, for mounting under `/apis/v1/envs/gem`. Answers carry the bare result fields *and* the
 * platform's envelope; a field that fails validation is HTTP 200 `Failed`, a run-time error HTTP 500 with `detail`
 * (docs/gem.md#rest). `/list` and `/catalogue` also answer GET.
 */
export function gemRoutes(service: GemService): Hono {
  const app = new Hono()
  for (const { path, methods, request, serve } of gemOperations) {
    for (const method of methods) {
      app.on(method.toUpperCase(), path, (c) =>
        answer(c, path.slice(1), request, (body, signal) => serve(service, body, signal)),
      )
    }
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
  const text = await readText(c)
  return check(schema, 'body', parseJson(text.trim() === '' ? '{}' : text))
}

function runTimeFailure(operation: string, error: unknown): GemFailure {
  const detail = error instanceof Error ? error.message : String(error)
  return {
    detail,
    traceback: error instanceof GemError ? error.traceback : [],
    code: error instanceof GemError ? error.code : 'INTERNAL',
    suggestions: error instanceof GemError ? error.suggestions : [],
    ...failed(`gem ${operation} failed`, detail),
  }
}
