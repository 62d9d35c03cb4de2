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

async function read(
  connection: string,
  sequence: number,
): Promise<{ message: unknown; entry: TraceEntry; wire: WireMessage }> {
  const { message, entry } = await workbench.call('trace.read', { connection, sequence })
  const text = JSON.stringify(message, null, 2)
  return { message, entry, wire: { text, bytes: entry.bytes, at: entry.at, rpcId: entry.rpcId } }
}

/** The request of a run that has no answer yet: the newest call that asks the same. */
async function findRequest(run: Run): Promise<number | undefined> {
  const { connection } = run.request
  const { entries } = await workbench.call('trace.list', { connection, limit: LOOK_BACK })
  const after = run.startedAt - EARLY
  const calls = entries.filter(
    ({ kind, method, at }) => kind === 'request' && method === 'tools/call' && at >= after,
  )
  for (const { sequence } of calls.toReversed()) {
    if (isCallOf(run, (await read(connection, sequence)).message)) return sequence
  }
  return undefined
}

/** The messages that a run caused; `undefined` when none was sent (yet). */
export async function readExchange(run: Run): Promise<Exchange | undefined> {
  const { connection } = run.request
  const sequence = 'sequence' in run.state ? run.state.sequence : await findRequest(run)
  if (sequence === undefined) return undefined
  const request = await read(connection, sequence)
  const { pair } = request.entry
  const response = pair === undefined ? undefined : await read(connection, pair)
  return { request: request.wire, response: response?.wire, milliseconds: response?.entry.milliseconds }
}
