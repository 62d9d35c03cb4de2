import { z } from 'zod'
import { type OperationName, operationPaths } from './platform-options.ts'
import { SandboxPlatformError } from './platform-error.ts'
import type { RestClient } from './rest-client.ts'

/** What a platform can do beyond the seed's endpoints; the terminal chooses its ways by it and shows what is missing. */
export interface PlatformCapabilities {
  /** Our own server: raw output, live following, interrupt and resize without detours through files. */
  readonly liveSessions: boolean
  /** The terminal of a session over WebSocket: keys, echo, and how the program in it stands. */
  readonly terminal: boolean
  readonly listing: boolean
  /** Stopped sandboxes are listed too. */
  readonly listsStopped: boolean
  readonly statistics: boolean
  /** Single programs: files, interrupts and live output are made of them. */
  readonly execute: boolean
  readonly upload: boolean
  readonly stop: boolean
  readonly restart: boolean
  readonly delete: boolean
  readonly commit: boolean
  readonly images: boolean
  readonly portForward: boolean
  /** Its processes can be held. */
  readonly pause: boolean
  /** It lists the ports that programs listen on. */
  readonly ports: boolean
  /** It keeps what a sandbox used. */
  readonly usageHistory: boolean
  /** It notes who changed what, for admins to read. */
  readonly audit: boolean
  /** Folders come as archives. */
  readonly archives: boolean
  /** Where this is known from: the server's own description, or nothing, so that calls must be tried. */
  readonly source: 'openapi' | 'assumed'
}

/** What a platform without a description is taken to have, beside what it is asked for: what the admin role offers. */
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
  source: 'assumed',
}

/** Reads the server's OpenAPI document, which both the real platform and our server publish. */
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
    // The list and the forward belong to a role of their own, whose paths a gateway's description may leave out.
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
    source: 'openapi',
  }
}

/** The HTTP proxy of a sandbox: a description lists no WebSocket routes, but who has the one has the other. */
const PROXY = /\/sandboxes\/\{[^}]*\}\/(?:proxy|portforward)\b/

async function answersList(client: RestClient, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await client.get('list', { page: 1, page_size: 1 }, z.unknown(), { signal, timeout: 10_000 })
    return true
  } catch (error) {
    return !(error instanceof SandboxPlatformError && error.code === 'NO_SUCH_OPERATION')
  }
}

/** An unknown path is a 404 with a detail and no envelope (docs/sandbox-platform.md#envelope); an unknown sandbox is not. */
async function answersProxy(client: RestClient, signal: AbortSignal | undefined): Promise<boolean> {
  const url = client.url('list', 'none', 'proxy')
  return (await client.status(url, { signal, timeout: 10_000 }).catch(() => 200)) !== 404
}
