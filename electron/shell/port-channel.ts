import type { MessagePortMain } from 'electron'
import type { Channel } from '#shared/workbench/wire.ts'

/** The contract over one end of a message port in the main process. */
export function portChannel(port: MessagePortMain): Channel {
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => {
      port.on('message', (event) => listener(event.data))
      port.start()
    },
    onClose: (listener) => void port.once('close', listener),
    close: () => port.close(),
  }
}
