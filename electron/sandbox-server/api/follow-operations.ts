import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { atLeast, flag, notBlank, text } from '#shared/sandbox/fields.ts'
import { completeLength, decodeBytes } from '../../node/terminal-text.ts'
import { PlainFailure } from '../lifecycle/platform-error.ts'
import type { Run } from '../session/run.ts'
import { type Operation, operation } from './operation.ts'
import type { Platform } from './platform.ts'

const followQuery = z.object({
  sandbox_id: notBlank,
  session: text.default('default'),
  from: atLeast(0).default(0),
  run: atLeast(0).optional(),
  wait: flag.default(true),
})

/** Maximum bytes per answer; the next request fetches the rest. */
const CHUNK_BYTES = 1024 ** 2
/** Long polling timeout: how long a request waits for output before it returns none. */
const WAIT_MS = 20_000
/** Output often comes in bursts, so a short delay saves requests. */
const SETTLE_MS = 4

/** Extensions that a live terminal needs beyond the base API: the output of a command so far, and the list of sessions. */
export function followOperations({ sandboxes }: Platform): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/follow_session',
      summary:
        'Raw output of the running command from a byte offset on; waits for some when there is none yet',
      failure: 'follow session failed',
      extension: true,
      query: followQuery,
      serve: ({ query, signal }) =>
        sandboxes.use(query.sandbox_id, async (isolate, sessions) => {
          const { current } = await sessions.find(isolate, query.session)
          const run = query.run === undefined || current?.number === query.run ? current : undefined
          return run
            ? news(run, query.from, query.wait, signal)
            : { running: false, output: '', next: query.from }
        }),
    }),
    operation({
      method: 'get',
      path: '/terminal',
      role: 'user',
      summary:
        'WebSocket, subprotocol orrery.terminal.v1: the terminal of a session as a stream that can be resumed with from=OFFSET, its input, its size, and how its program stands',
      failure: 'open terminal failed',
      extension: true,
      query: z.object({
        sandbox_id: notBlank,
        session: text.default('default'),
        from: atLeast(0).optional(),
      }),
      serve: () => {
        throw new PlainFailure('this operation is a WebSocket: ask for an upgrade')
      },
    }),
    operation({
      method: 'get',
      path: '/sessions',
      summary: 'Names of a sandbox’s sessions',
      failure: 'list sessions failed',
      extension: true,
      query: z.object({ sandbox_id: notBlank }),
      serve: async ({ query: { sandbox_id: id } }) => ({
        sessions: (await sandboxes.sessionsOf(id)?.describe(sandboxes.isolateOf(id))) ?? [],
      }),
    }),
  ]
}

async function news(run: Run, from: number, wait: boolean, signal: AbortSignal) {
  run.acknowledged = Math.max(run.acknowledged, from)
  if (wait && run.output.total <= from && !run.isFinished) {
    await change(run, signal)
    await setTimeout(SETTLE_MS)
  }
  const { start, bytes: available } = run.output.slice(from, CHUNK_BYTES)
  // Avoids splitting a character, unless this is the end.
  const last = run.isFinished && start + available.length >= run.output.total
  const bytes = last ? available : available.subarray(0, completeLength(available))
  return {
    running: !(last && run.isFinished),
    run: run.number,
    output: decodeBytes(bytes),
    next: start + bytes.length,
  }
}

function change(run: Run, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stop()
      timer.abort()
      resolve()
    }
    const timer = new AbortController()
    const stop = run.watch(done)
    setTimeout(WAIT_MS, undefined, { signal: timer.signal }).then(done, () => undefined)
    signal.addEventListener('abort', done, { once: true })
  })
}
