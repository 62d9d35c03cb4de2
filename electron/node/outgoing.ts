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
import { isLoopbackUrl } from '#shared/net/loopback.ts'

/**
 * All outgoing connections go through here. Uses the proxy in `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, and
 * trusts Node's authorities, the file in `NODE_EXTRA_CA_CERTS` and the system's store. Node has flags for
 * each of these, but not in every version we support, and Electron's fuses remove the variables. Loopback
 * never goes through a proxy.
 */

/** Certificate bundles of the Linux distributions. */
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

/** Returns the certificates of the system's store, as far as this Node version can read it. */
function systemCertificates(env: NodeJS.ProcessEnv): string[] {
  if ('getCACertificates' in tls) {
    return (tls.getCACertificates as (type: 'system') => string[])('system')
  }
  return certificatesIn(env['SSL_CERT_FILE'] ?? SYSTEM_FILES.find((file) => existsSync(file)))
}

/** Returns the trusted certificates, including those in a file of the user's choice. */
function trust(env: NodeJS.ProcessEnv, file?: string): SecureContext {
  const extra = [...certificatesIn(env['NODE_EXTRA_CA_CERTS']), ...certificatesIn(file)]
  return tls.createSecureContext({
    ca: [...new Set([...tls.rootCertificates, ...systemCertificates(env), ...extra])],
  })
}

/** Returns the proxy for an address; empty: no proxy. */
function proxyOf(url: URL): string {
  if (isLoopbackUrl(url)) return ''
  return getProxyForUrl(`${url.protocol.replace('ws', 'http')}//${url.host}`)
}

let trusted: SecureContext | undefined
/** Created on first use of TLS, because parsing so many certificates is slow. */
const secure = () => ({ secureContext: (trusted ??= trust(process.env)) })

/** No timeouts: an answer may take long and a stream may be silent for long. Callers set their own limits. */
const limits = { headersTimeout: 0, bodyTimeout: 0 }

function wayTo(target: URL, trusting = secure): Dispatcher {
  const tls = target.protocol === 'https:' ? trusting() : undefined
  const uri = proxyOf(target)
  if (uri === '') return new Pool(target.origin, { ...limits, ...(tls ? { connect: tls } : {}) })
  const proxyTls = uri.startsWith('https:') ? { proxyTls: secure() } : {}
  // Use a tunnel only for TLS: many proxies allow CONNECT to port 443 only.
  return new ProxyAgent({
    uri,
    ...limits,
    ...proxyTls,
    ...(tls ? { requestTls: tls } : {}),
    proxyTunnel: false,
  })
}

let agent: Agent | undefined

/** Returns a dispatcher for requests whose body or answer is streamed. */
export const dispatcher = (): Dispatcher =>
  (agent ??= new Agent({ factory: (origin) => wayTo(new URL(origin)) }))

export type Fetch = (target: string | URL, init?: RequestInit) => Promise<Response>

const fetchBy = (way: () => Dispatcher): Fetch =>
  ((target: string | URL, init?: InitWith) =>
    fetchWith(target, { ...init, dispatcher: way() })) as unknown as Fetch

/** `fetch` through the configured proxy, without its own timeouts. */
export const fetch = fetchBy(dispatcher)

/** Like {@link fetch}, but also trusts the certificates in a file; `close` closes its connections. */
export function fetchTrusting(file: string): { readonly fetch: Fetch; close(): void } {
  let secured: SecureContext | undefined
  const trusting = () => ({ secureContext: (secured ??= trust(process.env, file)) })
  const own = new Agent({ factory: (origin) => wayTo(new URL(origin), trusting) })
  return { fetch: fetchBy(() => own), close: () => void own.destroy() }
}

/** Returns the options that send a WebSocket through the same proxy. */
export function socketOptions(url: URL) {
  const tls = url.protocol === 'wss:' ? secure() : {}
  const proxy = proxyOf(url)
  if (proxy === '') return tls
  return { ...tls, agent: new HttpsProxyAgent(proxy, proxy.startsWith('https:') ? secure() : {}) }
}
