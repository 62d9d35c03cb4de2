import type { Executed } from '#shared/sandbox/records.ts'
import type { CallOptions, RestClient } from './rest-client.ts'

export interface ExecuteOptions extends CallOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Seconds the command may take. */
  readonly seconds?: number
  /** It only reads: a call that got lost is repeated. */
  readonly harmless?: boolean
}

/** What files and sessions need of a platform: its calls, and single commands in a sandbox. */
export interface SandboxCommands {
  readonly client: RestClient
  execute(id: string, command: readonly string[], options?: ExecuteOptions): Promise<Executed>
}
