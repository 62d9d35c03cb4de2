import { readFileSync } from 'node:fs'
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { checkPlatform } from '../../../electron/workbench/connections/platform-probe.ts'
import { fetch, socketOptions } from '../../../electron/node/outgoing.ts'
import { callModel } from '../../../electron/workbench/environments/endpoint.ts'
import { HttpTransport } from '../../../electron/workbench/models/http-transport.ts'
import { SignIn } from '../../../electron/workbench/models/sign-in.ts'
import { SandboxPlatform } from '../../../electron/workbench/sandboxes/client/index.ts'
import { checkForUpdate } from '../../../electron/workbench/update-check.ts'

/**
 * A corporate network: only its proxy resolves its names, and its certificates are signed by its own authority. The files were made with
 * openssl and are valid for a hundred years.
 */
const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/tls/${name}`, import.meta.url))

/** One response that suits every client in this file. */
const ANSWER = {
  status: 'Success',
  message: '',
  error: null,
  result: { stdout: 'hi', stderr: '', exit_code: 0, success: true, message: '', file_name: 'f' },
  version: '9.9.9',
  url: 'https://orrery.test/new',
  choices: [{ message: { content: 'up' } }],
}

/** Requests to the proxy, and those that reached the server. */
const asked: string[] = []
const served: string[] = []
const servers: Server[] = []

async function listen(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

let secure = 0
beforeAll(async () => {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    served.push(`${request.method} ${request.url}`)
    request.resume().once('end', () => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(ANSWER))
    })
  }
  const tls = { key: readFileSync(fixture('server.key')), cert: readFileSync(fixture('server.pem')) }
  const company = createTlsServer(tls, answer)
  new WebSocketServer({ server: company as unknown as Server }).on('connection', (socket) =>
    socket.send('here'),
  )
  secure = await listen(company as unknown as Server)
  const plain = await listen(createServer(answer))
  const isLetIn = (request: IncomingMessage): boolean =>
    request.headers['proxy-authorization'] === `Basic ${Buffer.from('me:pass').toString('base64')}`
  const proxy = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}${isLetIn(request) ? '' : ' as nobody'}`)
    const { method, headers } = request
    const onward = httpRequest({ port: plain, host: '127.0.0.1', path: request.url, method, headers })
    onward.on('response', (answered) => answered.pipe(response)).end()
  })
  proxy.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}${isLetIn(request) ? '' : ' as nobody'}`)
    const onward = connect(secure, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    for (const one of [socket, onward]) one.on('error', () => undefined)
  })
  const port = await listen(proxy)
  // Node reads the lower-case variables first; those of this machine must not interfere.
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY'])
    for (const one of [name, name.toLowerCase()]) vi.stubEnv(one, `http://me:pass@127.0.0.1:${port}`)
  for (const one of ['NO_PROXY', 'no_proxy']) vi.stubEnv(one, '.direct.orrery.test,localhost:1')
  vi.stubEnv('NODE_EXTRA_CA_CERTS', fixture('ca.pem'))
})
afterAll(() => {
  vi.unstubAllEnvs()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})
beforeEach(() => {
  asked.length = 0
  served.length = 0
})

const platform = () => new SandboxPlatform({ baseUrl: 'https://rock.orrery.test' })
const never = new AbortController().signal

describe('what leaves this machine goes through the proxy and trusts the company', () => {
  it.each([
    ['fetch', 'fetch', async () => (await fetch('https://fetch.orrery.test/')).json()],
    ['a look at a platform', 'look', () => checkPlatform({ url: 'https://look.orrery.test' }, PLACEHOLDERS)],
    ['a call to a platform', 'rock', () => platform().execute('a', ['true'])],
    [
      'an upload',
      'rock',
      () => platform().client.postStream('upload', 'x/y', Readable.from(['abc']), 3, z.unknown()),
    ],
    ['a model for agents', 'ai', () => callModel(ENDPOINT, [], { key: undefined, signal: never })],
    ['the update feed', 'feed', () => checkForUpdate('https://feed.orrery.test/', '0.0.1')],
    ['an MCP server', 'mcp', () => pinged('https://mcp.orrery.test/mcp', 'http')],
    ['signing in', 'auth', () => signIn('https://auth.orrery.test/mcp').catch(() => undefined)],
    ['a WebSocket', 'ports', () => greeted('wss://ports.orrery.test/')],
  ])('%s', async (_what, name, act) => {
    await act()
    expect(served.length + (name === 'ports' ? 1 : 0)).toBeGreaterThan(0)
    expect([...new Set(asked)]).toEqual([`CONNECT ${name}.orrery.test:443`])
  })

  it('without a tunnel where there is no TLS', async () => {
    await (await fetch('http://plain.orrery.test/x')).json()
    expect(asked).toEqual(['GET http://plain.orrery.test/x'])
  })
})

describe('what is on this machine, or named in NO_PROXY, goes straight there', () => {
  it('with fetch', async () => {
    await (await fetch(`https://127.0.0.1:${secure}/x`)).json()
    expect([asked, served]).toEqual([[], ['GET /x']])
  })

  it('with a WebSocket', async () => {
    expect(await greeted(`wss://127.0.0.1:${secure}/`)).toBe('here')
    expect(asked).toEqual([])
  })

  it('by name', async () => {
    // The name cannot be resolved, and the proxy is not used.
    await expect(fetch('https://a.direct.orrery.test/')).rejects.toThrow('fetch failed')
    await expect(greeted('wss://a.direct.orrery.test/')).rejects.toThrow(/ENOTFOUND|EAI_AGAIN/)
    expect(asked).toEqual([])
  })
})

const PLACEHOLDERS = { env: {}, secret: () => Promise.resolve(undefined) }
const ENDPOINT = { url: 'https://ai.orrery.test/v1', model: 'm' }

async function pinged(url: string, kind: 'http' | 'sse'): Promise<void> {
  const observer = { onTrace: () => undefined, onStderr: () => undefined }
  const transport = await HttpTransport.open({ kind, url, headers: {}, observer } as never)
  await transport.start()
  await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' }).catch(() => undefined)
  transport.kill()
}

function signIn(url: string): Promise<void> {
  const nothing = () => Promise.resolve(undefined)
  const store = { read: nothing, write: nothing, remove: nothing }
  return new SignIn(url, store as never).signIn({}, () => undefined, AbortSignal.timeout(5_000))
}

async function greeted(address: string): Promise<string> {
  const url = new URL(address)
  const socket = new WebSocket(url, socketOptions(url))
  const text = await new Promise<string>((resolve, reject) => {
    socket.once('message', (data: Buffer) => resolve(data.toString()))
    socket.once('error', reject)
  })
  socket.terminate()
  return text
}
