import type { TraceEntry } from '#shared/workbench/areas/trace.ts'
import { workbench } from '../../app/workbench.ts'
import type { Run } from '../run/run.ts'

/** One message as it went over the wire, indented for reading. */
export interface WireMessage {
  readonly text: string
  /** Bytes of the message as it was sent. */
  readonly bytes: number
  /** Unix milliseconds. */
  readonly at: number
  readonly rpcId: string | number | undefined
}

export interface Exchange {
  readonly request: WireMessage
  readonly response: WireMessage | undefined
  /** From request to answer, as the core saw it. */
  readonly milliseconds: number | undefined
}

/** How many of the newest messages are searched for the run's request. */
const LOOK_BACK = 2000
/** Clocks of page and core may differ a little, and a request waits for a server that is starting. Milliseconds. */
const EARLY = 50

/** Whether a message is the tool call that a run made. */
function isCallOf(run: Run, message: unknown): boolean {
  const params = (message as { params?: { arguments?: { query?: unknown } } } | null)?.params
  return params?.arguments?.query === run.request.text
}

async function read(connection: string, entry: TraceEntry): Promise<{ message: unknown; wire: WireMessage }> {
  const { message } = await workbench.call('trace.read', { connection, sequence: entry.sequence })
  const text = JSON.stringify(message, null, 2)
  return { message, wire: { text, bytes: entry.bytes, at: entry.at, rpcId: entry.rpcId } }
}

/** The messages that a run caused; `undefined` when none is found (yet, or no longer). */
export async function readExchange(run: Run): Promise<Exchange | undefined> {
  const { connection } = run.request
  const { entries } = await workbench.call('trace.list', { connection, limit: LOOK_BACK })
  const after = run.startedAt - EARLY
  const calls = entries.filter(
    ({ kind, method, at }) => kind === 'request' && method === 'tools/call' && at >= after,
  )
  for (const entry of calls) {
    const request = await read(connection, entry)
    if (!isCallOf(run, request.message)) continue
    const answer = entries.find(({ sequence }) => sequence === entry.pair)
    const response = answer ? await read(connection, answer) : undefined
    return { request: request.wire, response: response?.wire, milliseconds: answer?.milliseconds }
  }
  return undefined
}
