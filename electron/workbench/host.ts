import type { Capabilities } from '#shared/workbench/areas/host.ts'
import type { SecretBox } from './secrets/secrets.ts'

/** What a host (Electron, or the web host) lends to the core. The core asks for nothing else of the machine it runs in. */
export interface Host {
  readonly capabilities: Capabilities
  /** How this system keeps a secret. */
  readonly secretBox: SecretBox
  /** Opens an address that was already checked to be http(s) or mailto. */
  openExternal(url: string): Promise<void>
  /** Opens another window on a bench; absent where `capabilities.windows` is false. */
  openWindow?(bench: string | undefined): void
}

/** Where the two servers are and what runs them: Node itself, or Electron's own binary as Node. */
export interface Programs {
  readonly node: string
  readonly env: Readonly<Record<string, string>>
  /** What other people's servers get of our environment: none of what makes Electron a Node. */
  readonly foreignEnv: Readonly<Record<string, string>>
  readonly modelServer: string
  readonly sandboxServer: string
  /** The solvers, which play in a process of their own. */
  readonly players: string
}
