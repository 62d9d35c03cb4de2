import { type OperationName, operationPaths } from './platform-options.ts'
import type { RestClient } from './rest-client.ts'

/** What a platform can do beyond the seed's endpoints; the terminal chooses its ways by it and shows what is missing. */
export interface PlatformCapabilities {
  /** Our own server: raw output, live following, interrupt and resize without detours through files. */
  readonly liveSessions: boolean
  readonly listing: boolean
  /** Stopped sandboxes are listed too. */
  readonly listsStopped: boolean
  readonly statistics: boolean
  readonly restart: boolean
  readonly delete: boolean
  readonly commit: boolean
  readonly images: boolean
  readonly portForward: boolean
  /** Where this is known from: the server's own description, or nothing, so that calls must be tried. */
  readonly source: 'openapi' | 'assumed'
}

/** What a platform without a description is taken to have: the admin and the proxy role behind one gateway. */
const assumed: PlatformCapabilities = {
  liveSessions: false,
  listing: true,
  listsStopped: false,
  statistics: true,
  restart: true,
  delete: true,
  commit: true,
  images: false,
  portForward: true,
  source: 'assumed',
}

/** Reads the server's OpenAPI document, which both the real platform and our server publish. */
export async function probeCapabilities(
  client: RestClient,
  signal?: AbortSignal,
): Promise<PlatformCapabilities> {
  const document = await client.document('openapi.json', { signal, timeout: 10_000 }).catch(() => undefined)
  const paths = (document as { paths?: Record<string, unknown> } | undefined)?.paths
  if (!paths) return assumed
  const known = Object.keys(paths)
  const has = (operation: OperationName) => {
    const suffix = client.options.paths?.[operation] ?? operationPaths[operation]
    return known.some((path) => path.endsWith(suffix))
  }
  return {
    liveSessions: has('follow') && has('interrupt'),
    listing: has('list'),
    listsStopped: has('listAll'),
    statistics: has('statistics'),
    restart: has('restart'),
    delete: has('delete'),
    commit: has('commit'),
    images: has('images'),
    // A description lists no WebSocket routes; every platform with a proxy role has the forward.
    portForward: true,
    source: 'openapi',
  }
}
