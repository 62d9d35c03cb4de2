import type { Connection } from '#shared/workbench/areas/connections.ts'
import type { ConnectionLog } from '../supervision/log.ts'
import type { PlatformPaths } from './definition.ts'

/** URL and credentials of a platform, and where its deployment differs from the default paths. */
export interface PlatformAddress {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly paths?: PlatformPaths | undefined
  /** URL of the proxy role, if it differs from `url`. */
  readonly proxyUrl?: string | undefined
}

/** A sandbox platform: the embedded one, or a remote one. */
export interface Platform {
  readonly id: string
  readonly info: Connection
  readonly log: ConnectionLog
  start(): Promise<void>
  stop(): Promise<void>
  restart(): Promise<void>
  /** @throws WorkbenchError `NOT_CONNECTED` */
  address(signal?: AbortSignal): Promise<PlatformAddress>
  /** Checks at once whether it still accepts the key. */
  recheck?(): Promise<void>
  /** The token of an embedded server, for the user's own programs. */
  token?(): Promise<string>
  kill(): void
  dispose(): Promise<void>
}
