import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpServer } from '../../../electron/model-server/mcp/transports/http.ts'
import { serveTest, testServer } from './server.ts'

/** The status and text of a ping under any Host and Origin. */
function asked(http: HttpServer, headers: Readonly<Record<string, string>>): Promise<string> {
  const { port, pathname: path } = new URL(http.url)
  return new Promise((resolve, reject) => {
    request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
      },
      async (answer) => {
        let text = ''
        for await (const part of answer) text += String(part)
        resolve(`${answer.statusCode} ${text}`)
      },
    )
      .on('error', reject)
      .end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }))
  })
}

describe.each([
  {
    called: 'on the loopback',
    loopback: true,
    allowedHosts: [],
    served: ['localhost'],
    refused: ['box.example'],
  },
  {
    called: 'on the loopback with names',
    loopback: true,
    allowedHosts: ['box.example'],
    served: ['localhost', 'box.example'],
    refused: ['other.example'],
  },
  {
    called: 'on all interfaces with names',
    loopback: false,
    allowedHosts: ['box.example'],
    served: ['localhost:80', 'box.example:9000'],
    refused: ['other.example'],
  },
])('a model server $called', ({ loopback, allowedHosts, served, refused }) => {
  let http: HttpServer
  beforeAll(async () => {
    const { service } = await testServer()
    http = await serveTest(service, { loopback, allowedHosts })
  })
  afterAll(() => http.close())

  it.each(served)('answers to %s', async (host) => {
    expect(await asked(http, { host })).toMatch(/^200 /)
    expect(await asked(http, { host, origin: 'https://evil.example' })).toMatch(/^403 .*Origin/)
  })

  it.each(refused)('refuses %s and names the option', async (host) => {
    expect(await asked(http, { host })).toMatch(/^403 .*--allowed-hosts/)
  })
})
