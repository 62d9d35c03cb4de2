import type { Executed } from '#shared/sandbox/records.ts'
import type { CallOptions, RestClient } from './rest-client.ts'

export interface ExecuteOptions extends CallOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Timeout in seconds. */
  readonly seconds?: number
  /** The call has no side effects, so it is retried when it fails. */
  readonly harmless?: boolean
}

/** What files and sessions need of a platform: its calls, and running single commands in a sandbox. */
export interface SandboxCommands {
  readonly client: RestClient
  execute(id: string, command: readonly string[], options?: ExecuteOptions): Promise<Executed>
}
