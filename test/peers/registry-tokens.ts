import { createPrivateKey, randomUUID, sign, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

export const READER = { username: 'reader', password: 'a horse of another colour' } as const
export const SERVICE = 'registry of the tests'
export const ISSUER = 'tests'
const REFRESH = 'what a helper keeps'

export const tlsFile = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/tls/${name}`, import.meta.url))

/** Gives {@link READER} tokens, with which alone `open/…` may be pushed to; a wrong login none. */
export interface TokenServer {
  readonly realm: string
  readonly refreshToken: string
  /** What was asked for, and how. */
  readonly asked: string[]
  token(scope: string): string
  close(): void
}

/** The tokens that registries check (RFC 7519, signed by the key of `test/fixtures/tls`, in the form of the distribution project). */
export async function startTokenServer(): Promise<TokenServer> {
  const asked: string[] = []
  const key = createPrivateKey(readFileSync(tlsFile('server.key')))
  const certificate = new X509Certificate(readFileSync(tlsFile('server.pem'))).raw.toString('base64')
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = (scope: string): string => {
    const [type = '', name = '', actions = ''] = scope.split(':')
    const granted = name.startsWith('open/') ? actions.split(',') : ['pull']
    const now = Math.floor(Date.now() / 1000)
    const content = [
      part({ typ: 'JWT', alg: 'ES256', x5c: [certificate] }),
      part({
        iss: ISSUER,
        sub: READER.username,
        aud: SERVICE,
        iat: now,
        nbf: now,
        exp: now + 300,
        jti: randomUUID(),
        access: [{ type, name, actions: granted }],
      }),
    ].join('.')
    const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
    return `${content}.${signature.toString('base64url')}`
  }
  const basic = `Basic ${Buffer.from(`${READER.username}:${READER.password}`).toString('base64')}`
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const url = new URL(request.url ?? '', 'http://tokens')
    const given = request.method === 'POST' ? new URLSearchParams(body) : url.searchParams
    const scope = given.get('scope') ?? ''
    asked.push(`${request.method} ${given.get('service')} ${scope}`)
    const isKnown =
      request.headers.authorization === basic ||
      (given.get('grant_type') === 'refresh_token' && given.get('refresh_token') === REFRESH)
    const answer = isKnown
      ? { [request.method === 'POST' ? 'access_token' : 'token']: token(scope) }
      : { details: 'incorrect username or password' }
    response
      .writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    realm: `http://127.0.0.1:${port}/token`,
    refreshToken: REFRESH,
    asked,
    token,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
