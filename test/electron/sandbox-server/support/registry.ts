import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OciImage } from './oci-layout.ts'

export interface Registry {
  /** `host:port` */
  readonly address: string
  /** Token requests by user name, and whether the password was correct. */
  readonly logins: { user: string; granted: boolean }[]
  /** Command lines on this machine that contained the password during a request. */
  readonly leaks: string[]
  close(): void
}

const TOKEN = 'registry-token'

/**
 * A registry with one image that only `user` may pull, as public registries do it: a challenge, a token for a password, then the blobs.
 */
export async function startRegistry(image: OciImage, user: string, password: string): Promise<Registry> {
  const logins: Registry['logins'] = []
  const leaks: string[] = []
  let address = ''
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname } = new URL(request.url ?? '/', 'http://registry')
    const send = (status: number, headers: Record<string, string>, body: string | Buffer = ''): void =>
      void response.writeHead(status, headers).end(request.method === 'HEAD' ? '' : body)
    if (pathname === '/token') {
      const given = Buffer.from(
        request.headers.authorization?.replace(/^Basic /, '') ?? '',
        'base64',
      ).toString()
      const granted = given === `${user}:${password}`
      logins.push({ user: given.split(':')[0] ?? '', granted })
      leaks.push(...commandLines().filter((line) => line.includes(password)))
      const json = { 'content-type': 'application/json' }
      return granted
        ? send(200, json, JSON.stringify({ token: TOKEN, access_token: TOKEN }))
        : send(401, json, '{}')
    }
    if (request.headers.authorization !== `Bearer ${TOKEN}`) {
      const challenge = `Bearer realm="http://${address}/token",service="double",scope="repository:private/tiny:pull"`
      return send(401, { 'www-authenticate': challenge, 'docker-distribution-api-version': 'registry/2.0' })
    }
    if (pathname === '/v2/') return send(200, {})
    const wanted = /\/(?:manifests|blobs)\/([^/]+)$/.exec(pathname)?.[1] ?? ''
    const digest = wanted.startsWith('sha256:') ? wanted : image.manifest.digest
    const blob = image.blobs.get(digest)
    if (!blob || (!wanted.startsWith('sha256:') && wanted !== '1')) return send(404, {})
    const type = digest === image.manifest.digest ? image.manifest.mediaType : 'application/octet-stream'
    const headers = {
      'content-type': type,
      'docker-content-digest': digest,
      'content-length': String(blob.length),
    }
    return send(200, headers, blob)
  }
  const server = createServer(serve)
  // An engine in separate namespaces is given the route to this port before the registry listens there.
  const port = Number(process.env['ORRERY_TEST_REGISTRY_PORT'] ?? 0)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  // docker's and podman's clients accept a registry without TLS under this name.
  address = `localhost:${(server.address() as AddressInfo).port}`
  return {
    address,
    logins,
    leaks,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const commandLines = (): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      } catch {
        return ''
      }
    })
