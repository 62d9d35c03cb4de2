import type { Capabilities } from '#shared/workbench/areas/host.ts'
import type { SecretBox } from './secrets/secrets.ts'

/** What a host (Electron or the web host) provides to the core. The core uses nothing else of its environment. */
export interface Host {
  readonly capabilities: Capabilities
  /** How this system encrypts secrets. */
  readonly secretBox: SecretBox
  /** Opens a URL that was already checked to be http(s) or mailto. */
  openExternal(url: string): Promise<void>
  /** Opens another window on a bench; absent if `capabilities.windows` is false. */
  openWindow?(bench: string | undefined): void
}

/** Paths of the two servers and the program that runs them: Node, or Electron's binary acting as Node. */
export interface Programs {
  readonly node: string
  readonly env: Readonly<Record<string, string>>
  /** Environment for third-party servers: without the variables that make Electron act as Node. */
  readonly foreignEnv: Readonly<Record<string, string>>
  readonly modelServer: string
  readonly sandboxServer: string
  /** The solvers, which run in their own process. */
  readonly players: string
}
