import type { WebSocket } from 'ws'
import type { Channel } from '#shared/workbench/wire.ts'

/** The contract over one WebSocket, one JSON text per message. */
export function socketChannel(socket: WebSocket): Channel {
  return {
    send(message) {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
    },
    onMessage(listener) {
      socket.on('message', (data, isBinary) => {
        if (isBinary) return
        try {
          listener(JSON.parse((data as Buffer).toString('utf8')))
        } catch {
          socket.close(1007, 'A message was not JSON.')
        }
      })
    },
    onClose(listener) {
      socket.once('close', listener)
    },
    close() {
      socket.close()
    },
  }
}
