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
import type { Role } from '#shared/sandbox/own-key.ts'
import type { Gatekeeper } from '../../node/access/gatekeeper.ts'
import type { GemService } from '../gem/service.ts'
import { refusedWith } from './answer.ts'
import { readText } from './body.ts'
import { check, InvalidInput, parseJson } from './input.ts'
import type { Platform } from './platform.ts'

/** One operation of the GEM API: its route, the schema that validates and documents it, and its implementation. */
export interface GemOperation<Schema extends z.ZodType = z.ZodType> {
  readonly path: string
  readonly methods: readonly ('get' | 'post')[]
  readonly role: Role
  readonly summary: string
  readonly request: Schema
  readonly result: z.ZodType
  readonly serve: (
    service: GemInView,
    request: z.output<Schema>,
    signal: AbortSignal,
  ) => object | Promise<object>
}

/** Infers the schema's type for `serve`, since the table holds operations of many types. */
const gemOperation = <Schema extends z.ZodType>(definition: GemOperation<Schema>): GemOperation =>
  definition as unknown as GemOperation

export const gemOperations: readonly GemOperation[] = [
  gemOperation({
    path: '/make',
    methods: ['post'],
    role: 'user',
    summary: 'Create an environment; its id is the sandbox_id of the answer',
    request: makeRequest,
    result: makeResult,
    serve: (service, { env_id }) => service.make(env_id),
  }),
  gemOperation({
    path: '/reset',
    methods: ['post'],
    role: 'user',
    summary: 'Begin an episode; the same seed gives the same beginning',
    request: resetRequest,
    result: resetResult,
    serve: (service, { sandbox_id, seed }, signal) => service.reset(sandbox_id, seed, signal),
  }),
  gemOperation({
    path: '/step',
    methods: ['post'],
    role: 'user',
    summary: 'Take one action',
    request: stepRequest,
    result: stepResult,
    serve: (service, { sandbox_id, action }, signal) => service.step(sandbox_id, action, signal),
  }),
  gemOperation({
    path: '/close',
    methods: ['post'],
    role: 'user',
    summary: 'Release an environment',
    request: closeRequest,
    result: closeResult,
    serve: (service, { sandbox_id }) => service.close(sandbox_id),
  }),
  gemOperation({
    path: '/list',
    methods: ['get', 'post'],
    role: 'viewer',
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
    role: 'viewer',
    summary: 'What is known of each environment, and of plugins that were left out',
    request: listRequest,
    result: catalogueResult,
    async serve(service) {
      await service.settled()
      return service.catalogue()
    },
  }),
]

/** The part of the service that operations use; a caller may not see all environments. */
type GemInView = Pick<GemService, 'make' | 'reset' | 'step' | 'close' | 'list' | 'catalogue' | 'settled'>

/** The service as a caller sees it: environments in sandboxes of others are answered by `nothing`, like unknown ones. */
export function gemOf({ sandboxes }: Platform, gem: GemService, nothing: GemService): GemInView {
  const at = (id: string): GemService => (sandboxes.find(id) ? gem : nothing)
  return {
    make: (envId) => gem.make(envId, (id) => ({ sandboxId: sandboxes.openLight(id).id })),
    reset: (id, seed, signal) => at(id).reset(id, seed, signal),
    step: (id, action, signal) => at(id).step(id, action, signal),
    close: (id) => at(id).close(id),
    list: (id) => (id && !sandboxes.find(id) ? nothing : gem).list(id),
    catalogue: () => gem.catalogue(),
    settled: () => gem.settled(),
  }
}

/**
 * The GEM API over HTTP, to be mounted under `/apis/v1/envs/gem`. Answers carry the bare result fields *and* the
 * platform's envelope; a field that fails validation gives HTTP 200 `Failed`, a runtime error HTTP 500 with
 * `detail` (docs/gem.md#rest). `/list` and `/catalogue` also accept GET.
 */
export function gemRoutes(service: GemInView, desk: Gatekeeper): Hono {
  const app = new Hono()
  for (const operation of gemOperations) {
    const { path, methods } = operation
    for (const method of methods)
      app.on(method.toUpperCase(), path, (c) => answer(c, operation, service, desk))
    app.all(path, (c) => c.json({ detail: 'Method Not Allowed' }, 405))
  }
  return app
}

async function answer(
  c: Context,
  { path, request: schema, role, serve }: GemOperation,
  service: GemInView,
  desk: Gatekeeper,
): Promise<Response> {
  const body: Promise<unknown> = request(c, schema)
  const object = named(await body.catch(() => undefined))
  const visit = desk.enter(`gem ${path}`, role, { object, endsSomething: path === '/close' })
  if (visit.refused) {
    await visit.ended('refused')
    return refusedWith(c, visit.refused)
  }
  try {
    const result = await serve(service, await body, c.req.raw.signal)
    await visit.ended('ok', named(result))
    return c.json({ ...result, ...success(result) })
  } catch (error) {
    await visit.ended('failed')
    if (error instanceof InvalidInput) return c.json(failed('invalid parameter', error.message))
    return c.json(runTimeFailure(path.slice(1), error), 500)
  }
}

/** What a request or an answer names: an environment that was made, or else one that can be. */
function named(value: unknown): string | undefined {
  const { sandbox_id: id, env_id: environment } = (value ?? {}) as Readonly<Record<string, unknown>>
  return [id, environment].find((one) => typeof one === 'string')
}

/**
 * A GET is read from its query; an empty body counts as no fields, since `/list` and `/catalogue` need none.
 */
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
