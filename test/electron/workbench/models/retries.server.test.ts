import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { connectionTo, whatRuns } from '../../connection-to.ts'
import { repository } from '../../repository.ts'

const { ending, end } = whatRuns()
afterEach(end)

async function port(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  ending.push(() => (server.closeAllConnections(), server.close()))
  return (server.address() as AddressInfo).port
}

const answering = async (answer: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await port(createServer(answer))}/mcp`
function saying(status: number): () => Promise<string> {
  return () => answering((_request, response) => void response.writeHead(status).end())
}

/** A server with a self-signed certificate. */
async function untrusted(): Promise<string> {
  const fixture = (name: string) => readFileSync(join(repository(), 'test/fixtures/tls', name))
  const keys = { key: fixture('server.key'), cert: fixture('self-signed.pem') }
  return `https://127.0.0.1:${await port(createSecureServer(keys))}/mcp`
}

async function gone(): Promise<string> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}/mcp`
}

/** A server that answers every message with the result of `say`, or 404 if there is none. */
const speaking = (say: (message: { readonly id?: unknown; readonly method: string }) => object | undefined) =>
  answering((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const message =
        request.method === 'POST' ? (JSON.parse(body) as { id?: unknown; method: string }) : undefined
      const said = message && say(message)
      if (!said) return response.writeHead(404).end()
      if (message.id === undefined) return response.writeHead(202).end()
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...said }))
    })
  })

const refusing = (): Promise<string> =>
  speaking(() => ({ error: { code: -32_600, message: 'Not with you.' } }))

describe('a server that cannot be opened', () => {
  const never = (): Promise<string> => Promise.resolve('http://127.0.0.1:9/mcp')
  const plain = async (): Promise<string> => (await saying(200)()).replace('http', 'https')
  it.each([
    ['has no such path', saying(404), 'failed', /404/],
    ['lets nobody in', saying(403), 'failed', /HTTP 403$/],
    ['has a certificate that is not trusted', untrusted, 'failed', /self-signed certificate$/],
    ['speaks http alone', plain, 'failed', /: no TLS is spoken at this address; is it http:\?$/],
    ['has a port that is never asked', never, 'failed', /^Port 9 is reserved for another service/],
    ['refuses the handshake', refusing, 'failed', /Not with you\.$/],
    ['is not there', gone, 'backoff', /^Nothing answers at \S+:\d+\. Is it running\?$/],
    ['is busy', saying(429), 'backoff', /HTTP 429$/],
    ['is being started', saying(503), 'backoff', /HTTP 503$/],
  ] as const)('and %s is tried again only where that may help', async (_how, address, state, said) => {
    const { connection } = connectionTo({ url: await address() }, ending)
    await connection.start()
    expect(connection.info).toMatchObject({ state, restarts: 0 })
    expect(connection.info.failure?.message).toMatch(said)
  })

  it('is tried again where it has been there before, whatever it says', async () => {
    const serverInfo = { name: 'x', version: '1' }
    const hello = { result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo } }
    const unknown = { error: { code: -32_601, message: 'No.' } }
    let isThere = true
    const url = await speaking(({ method }) =>
      isThere ? (method === 'initialize' ? hello : unknown) : undefined,
    )
    const { connection } = connectionTo({ url }, ending)
    await connection.start()
    expect(connection.info.state).toBe('ready')
    isThere = false
    await connection.restart()
    expect(connection.info.state).toBe('backoff')
  })
})
