/** The target of a proxied request: docs/sandbox-platform.md#ports. */
export interface PortTarget {
  readonly sandboxId: string
  readonly port: number
  /** Path and query for the inner service. */
  readonly path: string
  /** The public path that maps to the inner root. */
  readonly prefix: string
  /** `host`: the host name determines the port. */
  readonly kind: 'proxy' | 'vnc' | 'portforward' | 'host'
  /** Credentials of this server, which must not be forwarded. */
  readonly secrets: readonly string[]
}

export class TargetError extends Error {
  override readonly name = 'TargetError'
}

const SERVICE_PORT = 8080
const VNC_PORT = 8006
const HEADER = 'x-rock-target-port'
const QUERY = 'rock_target_port'

export const MIN_FORWARD_PORT = 1024
export const MAX_FORWARD_PORT = 65_535

/** Undefined if the URL is not a port proxy's. @throws TargetError when a port is given twice or is invalid */
export function portTarget(
  base: string,
  url: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  secrets: readonly string[] = [],
): PortTarget | undefined {
  const parsed = new URL(url, 'http://sandbox')
  if (!parsed.pathname.startsWith(`${base}/sandboxes/`)) return undefined
  const rest = parsed.pathname.slice(`${base}/sandboxes/`.length)
  const match = /^([^/]+)\/(proxy|vnc|portforward)(\/.*)?$/.exec(rest)
  if (!match) return undefined
  const sandboxId = decodeURIComponent(match[1] ?? '')
  const kind = match[2] as PortTarget['kind']
  const prefix = `${base}/sandboxes/${match[1]}/${kind}`
  const inner = match[3] ?? '/'
  if (kind === 'portforward') {
    return {
      sandboxId,
      kind,
      secrets,
      prefix,
      path: inner,
      port: Number(parsed.searchParams.get('port') ?? Number.NaN),
    }
  }
  if (kind === 'vnc') return { sandboxId, kind, secrets, prefix, path: inner + parsed.search, port: VNC_PORT }
  const sources = portSources(inner, headers, parsed)
  if (sources.length > 1) {
    const names = sources.map(([name]) => name).join(', ')
    throw new TargetError(`Cannot specify target port via multiple sources: ${names}`)
  }
  const [source] = sources
  if (source && !/^\d{1,5}$/.test(source[1])) throw new TargetError(`Invalid target port: ${source[1]}`)
  const inPath = source?.[0] === 'path'
  parsed.searchParams.delete(QUERY)
  const search = parsed.searchParams.size > 0 ? `?${parsed.searchParams.toString()}` : ''
  return {
    sandboxId,
    kind,
    secrets,
    port: source ? Number(source[1]) : SERVICE_PORT,
    prefix: inPath ? `${prefix}/port/${source?.[1]}` : prefix,
    path: (inPath ? inner.replace(/^\/port\/[^/]*/, '') || '/' : inner) + search,
  }
}

function portSources(
  inner: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  url: URL,
): [string, string][] {
  const sources: [string, string][] = []
  const inPath = /^\/port\/([^/]+)/.exec(inner)?.[1]
  if (inPath !== undefined) sources.push(['path', inPath])
  const header = headers[HEADER]
  if (typeof header === 'string') sources.push(['header X-ROCK-Target-Port', header])
  const query = url.searchParams.get(QUERY)
  if (query !== null) sources.push([`query parameter ${QUERY}`, query])
  return sources
}
