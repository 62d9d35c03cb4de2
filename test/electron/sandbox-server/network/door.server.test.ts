import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { openProxyListener } from '../../../../electron/sandbox-server/network/egress.ts'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** Command prefix that fails for these programs, as on a machine without them. */
const without = (name: string) => ['/bin/sh', '-c', `case $1 in */${name}) exit 127; esac; exec "$@"`, 'sh']

it.each([
  ['by the fastest program', []],
  ['by Node where there is no Perl', without('perl')],
])('%s a port is opened and handed over', async (_how, enter) => {
  const port = await freePort()
  const door = await openProxyListener(enter, port)
  door.on('connection', (socket) => socket.end('welcome'))
  const [greeting] = (await once(connect(port, '127.0.0.1'), 'data')) as [Buffer]
  expect(greeting.toString()).toBe('welcome')
  expect(door.address()).toMatchObject({ address: '127.0.0.1', port })
  door.close()
})

it('a port that is taken cannot be opened', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  await expect(openProxyListener([], (other.address() as AddressInfo).port)).rejects.toThrow(
    'could not be opened',
  )
  other.close()
})
