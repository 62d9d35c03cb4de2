import { type Context, Hono } from 'hono'
import { type Envelope, failed } from '#shared/sandbox/envelope.ts'
import type { Gatekeeper } from '../../node/access/gatekeeper.ts'
import { answer, refusedWith } from './answer.ts'
import { readText } from './body.ts'
import { check, parseJson } from './input.ts'
import { hasLongText, isBeyondJson, jsonStream } from './long-text.ts'
import { type Call, isChange, type Operation, roleOf } from './operation.ts'

export const BASE_PATH = '/apis/envs/sandbox/v1'

/**
 * Mounts operations below {@link BASE_PATH}. Another method on a known path gives 405, an unknown path 404, as
 * upstream.
 */
export function sandboxApp(
  operations: readonly Operation[],
  desk: Gatekeeper,
  log: (line: string) => void,
): Hono {
  const app = new Hono()
  for (const operation of operations) {
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1')
    app.on(operation.method.toUpperCase(), path, (context) => served(context, operation, desk, log))
  }
  for (const path of new Set(operations.map((operation) => operation.path))) {
    app.all(path.replace(/\{(\w+)\}/g, ':$1'), (context) =>
      context.json({ detail: 'Method Not Allowed' }, 405),
    )
  }
  return app
}

/** Operations still allowed during shutdown: they help commands to finish, or end something. */
const ENDS = new Set([
  '/stop',
  '/delete',
  '/close_session',
  '/interrupt_session',
  '/write_session',
  '/resize_session',
])

/** Common entry point of all operations: checks the role before, and records changes in the audit log before answering. */
async function served(
  context: Context,
  operation: Operation,
  desk: Gatekeeper,
  log: (line: string) => void,
): Promise<Response> {
  // What it names belongs into the audit, also of one that is refused.
  const read = readCall(context, operation)
  const call = await read.catch(() => undefined)
  const visit = desk.enter(operation.path, roleOf(operation), {
    object: call && objectOf(call),
    isChange: isChange(operation),
    endsSomething: ENDS.has(operation.path),
  })
  if (visit.refused) {
    await visit.ended('refused')
    return refusedWith(context, visit.refused)
  }
  const done = call && operation.isDone?.(call) ? 'unchanged' : 'ok'
  const envelope = await answer(operation, () => read, log)
  await visit.ended(envelope.status === 'Success' ? done : 'failed', madeBy(envelope))
  if (visit.request !== undefined) context.header('x-request-id', visit.request)
  return sent(context, envelope)
}

/** What a call names: a sandbox, or else an image. */
function objectOf({ body, query, params }: Call): string | undefined {
  const { sandbox_id: id, reference, image } = { ...(query as object), ...(body as object) } as Named
  return [id, params['id'], reference, image].find((one) => typeof one === 'string')
}

function madeBy({ result }: Envelope): string | undefined {
  const { sandbox_id: made } = (typeof result === 'object' ? (result ?? {}) : {}) as Named
  return typeof made === 'string' ? made : undefined
}

type Named = { readonly sandbox_id?: string; readonly reference?: string; readonly image?: string }

/** A text whose escapes make it too large for one JSON answer is reported instead of sent. */
async function sent(context: Context, envelope: Envelope): Promise<Response> {
  if (!hasLongText(envelope)) return context.json(envelope)
  if (await isBeyondJson(envelope)) {
    return context.json(
      failed(null, 'the answer does not fit into one JSON text; write it to a file instead'),
    )
  }
  return context.body(jsonStream(envelope), 200, { 'content-type': 'application/json' })
}

async function readCall(context: Context, operation: Operation): Promise<Call> {
  return {
    body: operation.body ? check(operation.body, 'body', parseJson(await readText(context))) : undefined,
    query: operation.query ? check(operation.query, 'query', context.req.query()) : undefined,
    params: context.req.param(),
    headers: context.req.raw.headers,
    signal: context.req.raw.signal,
  }
}
