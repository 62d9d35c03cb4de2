import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, it } from 'vitest'
import { SandboxPlatform } from '../../../../electron/workbench/sandboxes/client/index.ts'

/** The result of an attempt to reach the port. */
function reach(host: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, host)
    socket.once('connect', () => {
      socket.destroy()
      resolve('connected')
    })
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'failed'))
  })
}

const elsewhere = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address

it('a forward listens on this machine’s loopback address alone, and only while it is open', async () => {
  const platform = new SandboxPlatform({ baseUrl: 'http://127.0.0.1:9' })
  const { localPort, close } = await platform.forwards.open('box', 80)
  expect(await reach('127.0.0.1', localPort)).toBe('connected')
  if (elsewhere !== undefined) expect(await reach(elsewhere, localPort)).toBe('ECONNREFUSED')
  close()
  expect(await reach('127.0.0.1', localPort)).toBe('ECONNREFUSED')
  platform.close()
})
