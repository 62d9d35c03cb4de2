import type { Connection } from '#shared/workbench/areas/connections.ts'
import type { ConnectionLog } from '../supervision/log.ts'
import type { PlatformPaths } from './definition.ts'

/** Where a platform is, what opens it, and where its deployment differs from the usual paths. */
export interface PlatformAddress {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly paths?: PlatformPaths | undefined
  /** Where the proxy role is, when not at `url`. */
  readonly proxyUrl?: string | undefined
}

/** A sandbox platform that the workbench can talk to: the embedded one, or one elsewhere. */
export interface Platform {
  readonly id: string
  readonly info: Connection
  readonly log: ConnectionLog
  start(): Promise<void>
  stop(): Promise<void>
  restart(): Promise<void>
  /** @throws WorkbenchError `NOT_CONNECTED` */
  address(signal?: AbortSignal): Promise<PlatformAddress>
  /** What opens a server of ours, for programs of the person's own. */
  token?(): Promise<string>
  kill(): void
  dispose(): Promise<void>
}
