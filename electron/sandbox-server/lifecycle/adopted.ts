import type { Isolate, IsolatePlan, Runtime } from '../runtime/runtime.ts'
import { isLive } from '#shared/sandbox/states.ts'
import type { SandboxRecord } from './record.ts'

/** The notice of a sandbox that survived a restart of the server. */
export const GONE_ON =
  'The server was restarted; the sandbox went on meanwhile. What its requests had started was ended.'

interface Options {
  readonly runtime: Runtime
  readonly log: (line: string) => void
}

/** Returns the isolate of a sandbox that another or an earlier server started, if it still runs. */
export async function adopted(
  { id, state }: SandboxRecord,
  plan: IsolatePlan | undefined,
  { runtime, log }: Options,
): Promise<Isolate | undefined> {
  if (!runtime.adopt || !plan || !isLive(state)) return undefined
  return runtime.adopt(plan).catch((error: Error) => {
    log(`problem: sandbox ${id} cannot be gone on with: ${error.message}`)
    return undefined
  })
}
