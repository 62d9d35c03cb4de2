import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { KubernetesClient } from '../../../../../electron/sandbox-server/runtime/kubernetes/client.ts'
import { ExecStream } from '../../../../../electron/sandbox-server/runtime/kubernetes/exec-stream.ts'
import { PodTerminals } from '../../../../../electron/sandbox-server/runtime/kubernetes/pod-terminals.ts'

const [STDOUT, STATUS] = [1, 3]
const PIECE_BYTES = 16 * 1024
const closing: (() => void)[] = []

afterEach(() => closing.splice(0).forEach((close) => close()))

const message = (channel: number, content: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from([channel]), Buffer.from(content)])

/** Terminals of a Pod whose connections are served by `serve`. */
async function terminals(serve: (socket: WebSocket) => void, joinMs?: number): Promise<PodTerminals> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets = new WebSocketServer({ server, handleProtocols: () => 'v4.channel.k8s.io' })
  sockets.on('connection', serve)
  closing.push(() => {
    for (const socket of sockets.clients) socket.terminate()
    server.close()
  })
  const client = new KubernetesClient({
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    namespace: 'default',
    ca: undefined,
    isChecked: true,
    serverName: undefined,
    credentials: () => Promise.resolve({}),
  })
  const hands = {
    start: ({ argv }: { readonly argv: readonly string[] }) =>
      new ExecStream(client, {
        path: '/pods/p',
        container: 'sandbox',
        command: [...argv],
        stdin: true,
        tty: false,
        framed: false,
      }),
    tell: () => undefined,
    pod: { metadata: { name: 'p' } },
  }
  return new PodTerminals(hands as unknown as ConstructorParameters<typeof PodTerminals>[0], joinMs)
}

it.each([0, 100, PIECE_BYTES, 1_000_000])(
  'a terminal that prints %i bytes while it is joined is joined, and loses none of them',
  async (bytes) => {
    const pod = await terminals((socket) => {
      socket.send(message(STDOUT, '.'))
      for (let sent = 0; sent < bytes; sent += PIECE_BYTES)
        socket.send(message(STDOUT, Buffer.alloc(Math.min(PIECE_BYTES, bytes - sent), 'x')))
    })
    const terminal = await pod.joinTerminal('one')
    let text = ''
    terminal?.onData((data) => (text += data.toString()))
    await expect.poll(() => text.length, { timeout: 5000 }).toBe(bytes)
    expect(text.replace(/x+/, '')).toBe('')
  },
)

it('a terminal that is gone is not joined', async () => {
  const status = { status: 'Failure', details: { causes: [{ reason: 'ExitCode', message: '1' }] } }
  const pod = await terminals((socket) => socket.send(message(STATUS, JSON.stringify(status))))
  expect(await pod.joinTerminal('one')).toBeUndefined()
})

it('a terminal that is not handed over in time is given up, and its connection is closed', async () => {
  let isClosed = false
  const pod = await terminals((socket) => socket.once('close', () => (isClosed = true)), 50)
  await expect(pod.joinTerminal('one')).rejects.toThrow(/^TERMINAL_NOT_JOINED: /)
  await expect.poll(() => isClosed, { timeout: 5000 }).toBe(true)
})
