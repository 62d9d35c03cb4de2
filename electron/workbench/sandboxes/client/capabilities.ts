import { z } from 'zod'
import { type OperationName, operationPaths } from './platform-options.ts'
import { SandboxPlatformError } from './platform-error.ts'
import type { RestClient } from './rest-client.ts'

/**
 * What a platform supports beyond the base API; terminals choose their implementation by it, and missing features are
 * shown.
 */
export interface PlatformCapabilities {
  /** Orrery's server: raw output, live following, interrupt and resize. */
  readonly liveSessions: boolean
  /** Session terminals over WebSocket: input, echo, and the state of the foreground program. */
  readonly terminal: boolean
  readonly listing: boolean
  /** Lists include stopped sandboxes. */
  readonly listsStopped: boolean
  readonly statistics: boolean
  /** Running single programs, which files, interrupts and live output are built on. */
  readonly execute: boolean
  readonly upload: boolean
  readonly stop: boolean
  readonly restart: boolean
  readonly delete: boolean
  readonly commit: boolean
  readonly images: boolean
  readonly portForward: boolean
  /** Sandboxes can be paused. */
  readonly pause: boolean
  /** Lists the ports that programs listen on. */
  readonly ports: boolean
  /** Records resource usage. */
  readonly usageHistory: boolean
  /** Records who changed what, for admins. */
  readonly audit: boolean
  /** Downloads folders as archives. */
  readonly archives: boolean
  /** Lists folders and reads parts of files itself, which keys may that run nothing. */
  readonly files: boolean
  /** The source: the server's OpenAPI document, or assumptions that only calls can confirm. */
  readonly source: 'openapi' | 'assumed'
}

/** Assumed for a platform without a description, besides what is probed: the features of the admin role. */
const assumed: Omit<PlatformCapabilities, 'listing' | 'portForward'> = {
  liveSessions: false,
  terminal: false,
  listsStopped: false,
  statistics: true,
  execute: true,
  upload: true,
  stop: true,
  restart: true,
  delete: true,
  commit: true,
  images: false,
  pause: false,
  ports: false,
  usageHistory: false,
  audit: false,
  archives: false,
  files: false,
  source: 'assumed',
}

/** Reads the OpenAPI document, which both the real platform and Orrery's server publish. */
export async function probeCapabilities(
  client: RestClient,
  signal?: AbortSignal,
): Promise<PlatformCapabilities> {
  const documents = client
    .descriptions()
    .map((url) => client.document(url, { signal, timeout: 10_000 }).catch(() => undefined))
  const described = (await Promise.all(documents)).map(
    (document) => (document as { paths?: Record<string, unknown> } | undefined)?.paths,
  )
  if (described.includes(undefined)) {
    const [listing, portForward] = await Promise.all([
      answersList(client, signal),
      answersProxy(client, signal),
    ])
    return { ...assumed, listing, portForward }
  }
  const known = described.flatMap((paths) => Object.keys(paths ?? {}))
  const has = (operation: OperationName) => {
    const suffix = client.options.paths?.[operation] ?? operationPaths[operation]
    return known.some((path) => path.endsWith(suffix))
  }
  const liveSessions = has('follow') && has('interrupt')
  return {
    liveSessions,
    terminal: liveSessions && has('terminal'),
    // List and port forwarding belong to the proxy role, whose paths a gateway's description may omit.
    listing: has('list') || (await answersList(client, signal)),
    listsStopped: has('listAll'),
    statistics: has('statistics'),
    execute: has('execute'),
    upload: has('upload'),
    stop: has('stop'),
    restart: has('restart'),
    delete: has('delete'),
    commit: has('commit'),
    images: has('images'),
    portForward:
      liveSessions || known.some((path) => PROXY.test(path)) || (await answersProxy(client, signal)),
    pause: has('pause') && has('resume'),
    ports: has('ports'),
    usageHistory: has('usageHistory'),
    audit: has('audit'),
    archives: has('download'),
    files: has('listFolder') && has('readPart'),
    source: 'openapi',
  }
}

/**
 * The HTTP proxy of a sandbox. OpenAPI documents list no WebSocket routes, but a server with one of these has
 * both.
 */
const PROXY = /\/sandboxes\/\{[^}]*\}\/(?:proxy|portforward)\b/

async function answersList(client: RestClient, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await client.get('list', { page: 1, page_size: 1 }, z.unknown(), { signal, timeout: 10_000 })
    return true
  } catch (error) {
    return !(error instanceof SandboxPlatformError && error.code === 'NO_SUCH_OPERATION')
  }
}

/**
 * An unknown path gives a 404 with a detail and no envelope (docs/sandbox-platform.md#envelope); an unknown sandbox does
 * not.
 */
async function answersProxy(client: RestClient, signal: AbortSignal | undefined): Promise<boolean> {
  const url = client.url('list', 'none', 'proxy')
  return (await client.status(url, { signal, timeout: 10_000 }).catch(() => 200)) !== 404
}
