import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Channel } from '#shared/workbench/wire.ts'
import { contractSuite } from './contract.suite.ts'

/** Electron's ports follow the same standard as Node's; the two adapters differ only in how a listener is added. */
function portChannel(port: MessagePort): Channel {
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on('message', listener),
    onClose: (listener) => void port.once('close', listener),
    close: () => port.close(),
  }
}

contractSuite('a message port', () => {
  const { port1, port2 } = new MessageChannel()
  return Promise.resolve({
    page: portChannel(port1),
    core: portChannel(port2),
    dispose: () => {
      port1.close()
      return Promise.resolve()
    },
  })
})
