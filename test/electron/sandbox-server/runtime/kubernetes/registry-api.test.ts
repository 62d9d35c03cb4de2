import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RegistryApi } from '../../../../../electron/sandbox-server/runtime/kubernetes/registry-api.ts'
import type { RegistryCredentials } from '../../../../../electron/sandbox-server/runtime/kubernetes/registry-login.ts'

interface Reply {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: string
}

let server: Server
let host: string
/** What the registry answers. */
let reply: (request: IncomingMessage, path: string) => Reply
let asked: string[]

beforeEach(async () => {
  asked = []
  server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(`${request.method} ${path} ${request.headers.authorization ?? '-'}`)
    const { status, headers = {}, body = '' } = reply(request, path)
    request.resume().once('end', () => response.writeHead(status, headers).end(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const LOGIN = { username: 'u', password: 'a long secret' }
const send = (login: RegistryCredentials | undefined = LOGIN, at = 'manifests/1') => {
  const api = new RegistryApi({ registry: host, repository: 'a/b', tag: '1' }, { login })
  return api.send('PUT', at, { body: Buffer.from('{}'), type: 'text/plain' })
}
const challenge = (words: string): Reply => ({ status: 401, headers: { 'www-authenticate': words } })
const here = (realm = `http://${host}/token`): Reply => challenge(`Bearer realm="${realm}",service="s"`)

test('a token that has ended is asked for again, and a small body sent again', async () => {
  let given = 0
  reply = ({ headers }, path) => {
    if (path.startsWith('/token'))
      return { status: 200, body: JSON.stringify({ access_token: `t${++given}` }) }
    return headers.authorization === 'Bearer t2' ? { status: 201 } : here()
  }
  const api = new RegistryApi({ registry: host, repository: 'a/b', tag: '1' }, { login: LOGIN })
  const content = { body: Buffer.from('{}'), type: 'text/plain' }
  await expect(api.send('PUT', 'manifests/1', content)).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
  await api.send('PUT', 'manifests/1', content)
  expect(given).toBe(2)
})

test.each<[string, () => Reply, string, RegExp]>([
  ['401', () => challenge('Basic realm="r"'), 'LOGIN_FAILED', /it does not know this login$/],
  ['403', () => ({ status: 403 }), 'REGISTRY_DENIED', /this login may not push to a\/b$/],
  [
    'a lack of rights',
    () => challenge('Bearer realm="http://127.0.0.1/t",error="insufficient_scope"'),
    'REGISTRY_DENIED',
    /this login may not push to a\/b$/,
  ],
  ['429', () => ({ status: 429 }), 'REGISTRY_BUSY', /try again later$/],
  [
    '413',
    () => ({ status: 413, body: '{"errors":[{"code":"SIZE_INVALID","message":"quota exceeded"}]}' }),
    'REGISTRY_REFUSED',
    /refused it \(413: quota exceeded\)$/,
  ],
  [
    'another place',
    () => ({ status: 307, headers: { location: 'https://elsewhere.example/' } }),
    'REGISTRY_REFUSED',
    /\(307: /,
  ],
  ['no place to sign in', () => here('nowhere'), 'REGISTRY_REFUSED', /does not say where to sign in/],
  [
    'a sign-in without TLS',
    () => here('http://tokens.example/token'),
    'REGISTRY_UNTRUSTED',
    /a sign-in over a connection without TLS/,
  ],
  [
    'words that hold the password',
    () => ({ status: 400, body: 'u:a long secret is wrong' }),
    'REGISTRY_REFUSED',
    /\(400: u:… is wrong\)/,
  ],
])('an answer of %s has a code and a sentence', async (_, answer, code, words) => {
  reply = answer
  const failed = send()
  await expect(failed).rejects.toMatchObject({ code })
  await expect(failed).rejects.toThrow(words)
  await expect(failed).rejects.not.toThrow(/a long secret/)
})

test.each([['{}'], ['no JSON'], ['{"token":1}']])(
  'a sign-in that answers %s gives no token',
  async (body) => {
    reply = (_, path) => (path.startsWith('/token') ? { status: 200, body } : here())
    await expect(send()).rejects.toThrow(/its sign-in at .* gave no token/)
  },
)

test('a token as it is is shown, and none asked for', async () => {
  reply = ({ headers }) => (headers.authorization === 'Bearer own' ? { status: 201 } : here())
  await send({ token: 'own' })
  expect(asked.filter((line) => line.includes('/token'))).toEqual([])
})

test('nobody else is shown the login', async () => {
  const other = createServer((request, response) => {
    asked.push(`elsewhere ${request.headers.authorization ?? '-'}`)
    response.writeHead(201).end()
  }).listen(0, '127.0.0.1')
  await once(other, 'listening')
  reply = ({ headers }) => (headers.authorization ? { status: 201 } : challenge('Basic realm="r"'))
  const api = new RegistryApi({ registry: host, repository: 'a/b', tag: '1' }, { login: LOGIN })
  await api.send('POST', 'blobs/uploads/')
  await api.send('PUT', new URL(`http://127.0.0.1:${(other.address() as AddressInfo).port}/upload`))
  other.closeAllConnections()
  other.close()
  expect(asked.at(-1)).toBe('elsewhere -')
})

test('one that is not there cannot be reached', async () => {
  server.close()
  await expect(send()).rejects.toMatchObject({
    code: 'REGISTRY_UNREACHABLE',
    message: expect.stringMatching(/^the registry 127\.0\.0\.1:\d+ cannot be reached: /),
  })
})
