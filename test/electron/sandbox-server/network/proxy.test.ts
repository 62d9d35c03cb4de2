import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { ConnectionLog } from '../../../../electron/sandbox-server/network/connection-log.ts'
import { parseNetwork } from '#shared/sandbox/network-policy.ts'
import { createProxy } from '../../../../electron/sandbox-server/network/proxy.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    servers.push(server)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

/** The first line of a proxy's response to a CONNECT request. */
async function tunnel(target: string, network: string, resolve: (host: string) => Promise<string[]>) {
  const log = new ConnectionLog()
  const policy = parseNetwork(network) ?? expect.unreachable()
  const port = await listening(createProxy({ policy: () => policy, log, resolve }))
  const line = await new Promise<string>((answered) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`CONNECT ${target} HTTP/1.1\r\n\r\n`))
    socket.once('data', (data: Buffer) => {
      answered(data.toString().split('\r\n')[0] ?? '')
      socket.destroy()
    })
  })
  return { line, connections: log.list() }
}

describe('the proxy of a sandbox', () => {
  it.each([[['10.0.0.1']], [['1.1.1.1', '127.0.0.1']], [['fe80::1', '1.1.1.1']], [['::ffff:192.168.0.1']]])(
    'refuses a host whose name has one address that is not public: %j',
    async (addresses) => {
      const { line, connections } = await tunnel('rebind.test:80', 'own', () => Promise.resolve(addresses))
      expect(line).toBe('HTTP/1.1 403 Forbidden')
      expect(connections).toMatchObject([{ host: 'rebind.test', port: 80, verdict: 'refused', sent: 0 }])
    },
  )

  it('asks for a name once, and connects to no other address than it judged', async () => {
    const inner = createServer((_request, response) => response.end())
    let reached = 0
    inner.on('connection', () => (reached += 1))
    const port = await listening(inner)
    // A public address first, this machine on the second lookup: DNS rebinding. The first address never answers (RFC 5737).
    const answers = [['192.0.2.1'], ['127.0.0.1']]
    let asked = 0
    void tunnel(`rebind.test:${port}`, 'own', () => Promise.resolve(answers[asked++] ?? []))
    await expect.poll(() => asked).toBe(1)
    await setTimeout(300)
    expect([asked, reached]).toEqual([1, 0])
  })

  it('never leads to the loopback, also where a list names it', async () => {
    const { line } = await tunnel('127.0.0.1:80', 'allow:127.0.0.1,localhost', () =>
      Promise.resolve(['127.0.0.1']),
    )
    expect(line).toBe('HTTP/1.1 403 Forbidden')
  })
})
