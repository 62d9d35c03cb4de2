import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'
import { socketChannel } from '../../../electron/web/server.ts'
import { contractSuite } from '../../shared/workbench/contract.suite.ts'

contractSuite('a WebSocket', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const page = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const [[core]] = (await Promise.all([once(server, 'connection'), once(page, 'open')])) as [
    [WebSocket],
    unknown,
  ]
  return {
    page: socketChannel(page),
    core: socketChannel(core),
    dispose: async () => {
      page.terminate()
      core.terminate()
      server.close()
      await once(server, 'close')
    },
  }
})
