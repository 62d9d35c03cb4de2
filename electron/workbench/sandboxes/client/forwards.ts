import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import { socketOptions } from '../../../node/outgoing.ts'
import { SandboxPlatformError } from './platform-error.ts'
import type { RestClient } from './rest-client.ts'

/** A local TCP port that is forwarded into a sandbox. */
export interface Forward {
  readonly sandboxId: string
  readonly remotePort: number
  /** On 127.0.0.1. */
  readonly localPort: number
  readonly connections: number
  close(): void
}

const HIGH_WATER = 1024 ** 2

/** Port forwards over the platform's `portforward` WebSocket, one per TCP connection. */
export class Forwards {
  readonly #client: RestClient
  readonly #open = new Set<Forward>()

  constructor(client: RestClient) {
    this.#client = client
  }

  list(): readonly Forward[] {
    return [...this.#open]
  }

  /**
   * Listens on 127.0.0.1; `localPort` 0 chooses a free port. `onError` is called with the reason when a connection fails, and with
   * nothing once one succeeds.
   * @throws SandboxPlatformError FAILED when the local port is in use
   */
  async open(
    sandboxId: string,
    remotePort: number,
    localPort = 0,
    onError: (reason: string | undefined) => void = () => {},
  ): Promise<Forward> {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      this.#join(socket, sandboxId, remotePort, onError)
    })
    await listen(server, localPort)
    const forward: Forward = {
      sandboxId,
      remotePort,
      localPort: (server.address() as AddressInfo).port,
      get connections() {
        return sockets.size
      },
      close: () => {
        this.#open.delete(forward)
        server.close()
        for (const socket of sockets) socket.destroy()
      },
    }
    this.#open.add(forward)
    return forward
  }

  close(): void {
    for (const forward of this.#open) forward.close()
  }

  #join(
    socket: Socket,
    sandboxId: string,
    port: number,
    onError: (reason: string | undefined) => void,
  ): void {
    const url = this.#client.url('list', sandboxId, 'portforward')
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    url.searchParams.set('port', String(port))
    const ws = new WebSocket(url, {
      headers: this.#client.headers(),
      perMessageDeflate: false,
      ...socketOptions(url),
    })
    socket.pause()
    socket.on('error', () => ws.terminate())
    socket.once('close', () => ws.close())
    ws.once('open', () => socket.resume())
    ws.once('message', () => onError(undefined))
    ws.on('message', (data: Buffer) => {
      if (!socket.write(data)) {
        ws.pause()
        socket.once('drain', () => ws.resume())
      }
    })
    socket.on('data', (chunk) => {
      ws.send(chunk, { binary: true }, () => {
        if (socket.isPaused() && ws.bufferedAmount < HIGH_WATER) socket.resume()
      })
      if (ws.bufferedAmount > HIGH_WATER) socket.pause()
    })
    ws.once('close', (code, reason) => {
      if (code !== 1000 && code !== 1005 && reason.length > 0) onError(reason.toString())
      socket.end()
    })
    ws.on('error', (error) => {
      onError(error.message)
      socket.destroy()
    })
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'is in use' : `cannot be opened (${cause.code})`
      reject(new SandboxPlatformError('FAILED', 'forward', `local port ${port} ${why}`, { cause }))
    })
    server.listen(port, '127.0.0.1', resolve)
  })
}
