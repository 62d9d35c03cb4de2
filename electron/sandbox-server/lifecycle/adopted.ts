import type { Isolate, IsolatePlan, Runtime } from '../runtime/runtime.ts'
import type { SandboxRecord } from './record.ts'

/** What is said of a sandbox that goes on. */
export const GONE_ON = 'The server was restarted; its programs and sessions ended, its files are here.'

interface Options {
  readonly runtime: Runtime
  readonly log: (line: string) => void
}

/** The isolate of a sandbox that ran when the server before this one ended, where it runs still. */
export async function adopted(
  { id, state }: SandboxRecord,
  plan: IsolatePlan | undefined,
  { runtime, log }: Options,
): Promise<Isolate | undefined> {
  if (!runtime.adopt || !plan || state !== 'running') return undefined
  return runtime.adopt(plan).catch((error: Error) => {
    log(`problem: sandbox ${id} cannot be gone on with: ${error.message}`)
    return undefined
  })
}
