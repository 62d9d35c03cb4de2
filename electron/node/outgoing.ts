import { existsSync, readFileSync } from 'node:fs'
import * as tls from 'node:tls'
import type { SecureContext } from 'node:tls'
import { HttpsProxyAgent } from 'https-proxy-agent'
import { getProxyForUrl } from 'proxy-from-env'
import {
  Agent,
  type Dispatcher,
  fetch as fetchWith,
  Pool,
  ProxyAgent,
  type RequestInit as InitWith,
} from 'undici'
import { isLoopback } from '#shared/net/loopback.ts'

/**
 * Everything that leaves this machine, or a server on it, goes through here: by the proxy that `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`
 * name, trusting whom Node trusts, the file in `NODE_EXTRA_CA_CERTS` and the system's store. Node has flags for each of this, but not in
 * every version that we run on, and Electron's fuses take the variables away. This machine itself is never asked for through a proxy.
 */

/** Where the Linux distributions keep the system's certificates in one file. */
const SYSTEM_FILES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
]

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

function certificatesIn(file: string | undefined): string[] {
  if (file === undefined || !existsSync(file)) return []
  return readFileSync(file, 'utf8').match(CERTIFICATE) ?? []
}

/** The certificates of the system's store, as far as this Node can read it. */
function systemCertificates(env: NodeJS.ProcessEnv): string[] {
  if ('getCACertificates' in tls) {
    return (tls.getCACertificates as (type: 'system') => string[])('system')
  }
  return certificatesIn(env['SSL_CERT_FILE'] ?? SYSTEM_FILES.find((file) => existsSync(file)))
}

/** Whom we trust, besides those in a file of the person's. */
function trust(env: NodeJS.ProcessEnv, file?: string): SecureContext {
  const extra = [...certificatesIn(env['NODE_EXTRA_CA_CERTS']), ...certificatesIn(file)]
  return tls.createSecureContext({
    ca: [...new Set([...tls.rootCertificates, ...systemCertificates(env), ...extra])],
  })
}

/** The proxy that leads to an address; empty: none. */
function proxyOf({ protocol, host, hostname }: URL): string {
  if (isLoopback(hostname.replaceAll(/[[\]]/g, ''))) return ''
  return getProxyForUrl(`${protocol.replace('ws', 'http')}//${host}`)
}

let trusted: SecureContext | undefined
/** Made when TLS is first spoken: it takes long to read so many certificates. */
const secure = () => ({ secureContext: (trusted ??= trust(process.env)) })

/** An answer may take long, and a stream say nothing for long: who asks has a limit of his own. */
const limits = { headersTimeout: 0, bodyTimeout: 0 }

function wayTo(target: URL, trusting = secure): Dispatcher {
  const tls = target.protocol === 'https:' ? trusting() : undefined
  const uri = proxyOf(target)
  if (uri === '') return new Pool(target.origin, { ...limits, ...(tls ? { connect: tls } : {}) })
  const proxyTls = uri.startsWith('https:') ? { proxyTls: secure() } : {}
  // What needs no tunnel gets none: many proxies open them to port 443 alone.
  return new ProxyAgent({
    uri,
    ...limits,
    ...proxyTls,
    ...(tls ? { requestTls: tls } : {}),
    proxyTunnel: false,
  })
}

let agent: Agent | undefined

/** For requests whose body or answer is streamed. */
export const dispatcher = (): Dispatcher =>
  (agent ??= new Agent({ factory: (origin) => wayTo(new URL(origin)) }))

export type Fetch = (target: string | URL, init?: RequestInit) => Promise<Response>

const fetchBy = (way: () => Dispatcher): Fetch =>
  ((target: string | URL, init?: InitWith) =>
    fetchWith(target, { ...init, dispatcher: way() })) as unknown as Fetch

/** `fetch` by the way that leads out, without limits of its own. */
export const fetch = fetchBy(dispatcher)

/** The same, trusting the certificates in a file too; `close` ends its connections. */
export function fetchTrusting(file: string): { readonly fetch: Fetch; close(): void } {
  let secured: SecureContext | undefined
  const trusting = () => ({ secureContext: (secured ??= trust(process.env, file)) })
  const own = new Agent({ factory: (origin) => wayTo(new URL(origin), trusting) })
  return { fetch: fetchBy(() => own), close: () => void own.destroy() }
}

/** What a WebSocket needs to take the same way. */
export function socketOptions(url: URL) {
  const tls = url.protocol === 'wss:' ? secure() : {}
  const proxy = proxyOf(url)
  if (proxy === '') return tls
  return { ...tls, agent: new HttpsProxyAgent(proxy, proxy.startsWith('https:') ? secure() : {}) }
}
