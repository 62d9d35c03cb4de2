import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { WebSocket } from 'ws'
import type { Forward } from '#shared/workbench/areas/sandboxes.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import type { PlatformRest } from './platform-rest.ts'

interface Open {
  readonly info: Omit<Forward, 'connections' | 'error'>
  readonly server: Server
  readonly sockets: Set<Socket>
  error?: string
}

/** Bytes on their way to the platform above which a local connection is no longer read. */
const HIGH_WATER = 1024 ** 2

/** Local ports that lead to ports of sandboxes, one platform WebSocket per connection (spec/sandbox-platform.md §1.6). */
export class PortForwards {
  readonly #rest: PlatformRest
  readonly #changed: (forwards: Forward[]) => void
  readonly #open = new Map<string, Open>()

  constructor(rest: PlatformRest, changed: (forwards: Forward[]) => void) {
    this.#rest = rest
    this.#changed = changed
  }

  list(): Forward[] {
    return [...this.#open.values()].map(describe)
  }

  /** Listens on 127.0.0.1. @throws WorkbenchError `PORT_IN_USE` */
  async start(platform: string, sandboxId: string, port: number, localPort: number): Promise<Forward> {
    const same = this.list().find(
      (f) => f.platform === platform && f.sandboxId === sandboxId && f.port === port,
    )
    if (same) return same
    const server = createServer({ allowHalfOpen: true })
    server.listen(localPort, '127.0.0.1')
    await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
      throw new WorkbenchError({
        code: error.code === 'EADDRINUSE' ? 'PORT_IN_USE' : 'PORT_REFUSED',
        message: `Port ${localPort} of this machine cannot be used: ${error.message}.`,
        hint: 'Choose another local port, or leave it empty for a free one.',
      })
    })
    const id = randomUUID()
    const info = { id, platform, sandboxId, port, localPort: (server.address() as AddressInfo).port }
    const forward: Open = { info, server, sockets: new Set() }
    server.on('connection', (socket) => this.#connect(forward, socket))
    this.#open.set(id, forward)
    this.#tell()
    return describe(forward)
  }

  stop(id: string): void {
    const forward = this.#open.get(id)
    if (!forward) return
    this.#open.delete(id)
    forward.server.close()
    for (const socket of forward.sockets) socket.destroy()
    this.#tell()
  }

  #connect(forward: Open, socket: Socket): void {
    const { platform, sandboxId, port } = forward.info
    forward.sockets.add(socket)
    socket.pause()
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      forward.sockets.delete(socket)
      this.#tell()
    })
    this.#tell()
    this.#tunnel(platform, sandboxId, port, socket).catch((error: unknown) => {
      forward.error = error instanceof Error ? error.message : String(error)
      socket.destroy()
    })
  }

  async #tunnel(platform: string, sandboxId: string, port: number, socket: Socket): Promise<void> {
    const { url, headers } = await this.#rest.base(platform)
    const address = new URL(`${url}/sandboxes/${encodeURIComponent(sandboxId)}/portforward?port=${port}`)
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
    const tunnel = new WebSocket(address, { headers, perMessageDeflate: false })
    socket.on('close', () => tunnel.close())
    tunnel.on('message', (data) => {
      if (!socket.write(data as Buffer)) {
        tunnel.pause()
        socket.once('drain', () => tunnel.resume())
      }
    })
    await new Promise<void>((resolve, reject) => {
      tunnel.on('error', reject)
      tunnel.on('unexpected-response', (_request, response) => {
        response.resume()
        reject(new Error(`The platform refused the forward with HTTP ${response.statusCode}.`))
      })
      tunnel.on('close', (code, reason) => {
        socket.end()
        if (code === 1008 || code === 1011) reject(new Error(reason.toString() || `closed with ${code}`))
        else resolve()
      })
      tunnel.on('open', () => {
        socket.on('data', (chunk: Buffer) => {
          tunnel.send(chunk, () => {
            if (socket.isPaused() && tunnel.bufferedAmount < HIGH_WATER) socket.resume()
          })
          if (tunnel.bufferedAmount > HIGH_WATER) socket.pause()
        })
        socket.on('end', () => {
          if (tunnel.bufferedAmount === 0) tunnel.close()
          else setTimeout(() => tunnel.close(), 200)
        })
        socket.resume()
      })
    })
  }

  #tell(): void {
    this.#changed(this.list())
  }
}

const describe = ({ info, sockets, error }: Open): Forward => ({
  ...info,
  connections: sockets.size,
  ...(error === undefined ? {} : { error }),
})
