import { type Context, Hono } from 'hono'
import { type Envelope, failed } from '#shared/sandbox/envelope.ts'
import { answer } from './answer.ts'
import { readText } from './body.ts'
import { check, parseJson } from './input.ts'
import type { Call, Operation } from './operation.ts'

export const BASE_PATH = '/apis/envs/sandbox/v1'

/** Mounts operations below {@link BASE_PATH}. Another verb on a known path is 405, an unknown path 404, as upstream. */
export function sandboxApp(operations: readonly Operation[], log: (line: string) => void): Hono {
  const app = new Hono()
  for (const operation of operations) {
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1')
    app.on(operation.method.toUpperCase(), path, async (context) =>
      sent(context, await answer(operation, () => readCall(context, operation), log)),
    )
  }
  for (const path of new Set(operations.map((operation) => operation.path))) {
    app.all(path.replace(/\{(\w+)\}/g, ':$1'), (context) =>
      context.json({ detail: 'Method Not Allowed' }, 405),
    )
  }
  return app
}

/** A text that does not fit into one JSON answer, because of all its escapes, is told instead of sent. */
function sent(context: Context, envelope: Envelope): Response {
  try {
    return context.json(envelope)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return context.json(
      failed(null, 'the answer does not fit into one JSON text; write it to a file instead'),
    )
  }
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
