import { type AddressInfo, type Server, type Socket, createServer } from 'node:net'
import { once } from 'node:events'
import { Structure, pack, unpack } from './packstream.ts'

/** The server side of Bolt over one socket: handshake, chunks, messages. An engine implements {@link Conversation}. */

const SUCCESS = 0x70
const RECORD = 0x71
const IGNORED = 0x7e
const FAILURE = 0x7f

const names = new Map([
  [0x01, 'HELLO'],
  [0x6a, 'LOGON'],
  [0x6b, 'LOGOFF'],
  [0x02, 'GOODBYE'],
  [0x0f, 'RESET'],
  [0x10, 'RUN'],
  [0x2f, 'DISCARD'],
  [0x3f, 'PULL'],
  [0x11, 'BEGIN'],
  [0x12, 'COMMIT'],
  [0x13, 'ROLLBACK'],
  [0x66, 'ROUTE'],
  [0x54, 'TELEMETRY'],
])

export type Version = '5.4' | '3'
export type Extra = Readonly<Record<string, unknown>>
export type Row = Record<string, unknown>

/** The engine side of one connection. Every method may throw {@link Refusal} or {@link Lost}. */
export interface Conversation {
  logOn(auth: Extra): void | Promise<void>
  begin(extra: Extra): Promise<void>
  run(
    text: string,
    parameters: Row,
    extra: Extra,
  ): Promise<{ readonly rows: Row[]; readonly bookmark?: string }>
  /** @returns the bookmark, if the version has bookmarks */
  commit(): Promise<string | undefined>
  /** Rolls back the open transaction, if any. */
  rollback(): Promise<void>
  route(): unknown
}

export interface Message {
  readonly name: string
  readonly text?: string
  readonly extra?: Extra
  readonly user?: unknown
}

/** A failure that is sent to the client. */
export class Refusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Closes the connection without an answer. */
export class Lost extends Error {}

/** Listens on the loopback interface; each connection gets its own conversation. */
export async function listen(
  version: Version,
  converse: () => Conversation,
  onMessage: (message: Message) => void = () => {},
): Promise<{ address: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    new Connection(socket, version, converse(), onMessage).start()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

class Connection {
  readonly #socket: Socket
  readonly #version: Version
  readonly #conversation: Conversation
  readonly #onMessage: (message: Message) => void
  #input = Buffer.alloc(0)
  #greeted = false
  #failed = false
  #rows: Row[] = []
  #bookmark: string | undefined
  #work: Promise<void> = Promise.resolve()

  constructor(
    socket: Socket,
    version: Version,
    conversation: Conversation,
    onMessage: (message: Message) => void,
  ) {
    this.#socket = socket
    this.#version = version
    this.#conversation = conversation
    this.#onMessage = onMessage
  }

  start(): void {
    this.#socket.on('data', (data) => {
      this.#input = Buffer.concat([this.#input, data])
      this.#read()
    })
    this.#socket.on('close', () => {
      this.#work = this.#work.then(() => this.#reset())
    })
  }

  /** Parses the handshake and every complete message received so far. */
  #read(): void {
    if (!this.#greeted) {
      if (this.#input.length < 20) return
      this.#input = this.#input.subarray(20)
      this.#greeted = true
      this.#socket.write(Buffer.from(this.#version === '3' ? [0, 0, 0, 3] : [0, 0, 4, 5]))
    }
    for (let message = this.#nextMessage(); message; message = this.#nextMessage()) {
      const structure = unpack(message) as Structure
      this.#work = this.#work.then(() => this.#handle(structure))
    }
  }

  /** Joins chunks up to the empty one that ends a message. */
  #nextMessage(): Buffer | undefined {
    const parts: Buffer[] = []
    for (let at = 0; at + 2 <= this.#input.length;) {
      const size = this.#input.readUInt16BE(at)
      at += 2
      if (size === 0) {
        this.#input = this.#input.subarray(at)
        if (parts.length > 0) return Buffer.concat(parts)
        return this.#nextMessage()
      }
      if (at + size > this.#input.length) return undefined
      parts.push(this.#input.subarray(at, at + size))
      at += size
    }
    return undefined
  }

  #send(tag: number, ...fields: unknown[]): void {
    const data = pack(new Structure(tag, fields))
    const parts: Buffer[] = []
    for (let at = 0; at < data.length; at += 0xffff) {
      const chunk = data.subarray(at, at + 0xffff)
      parts.push(Buffer.from([chunk.length >> 8, chunk.length & 0xff]), chunk)
    }
    this.#socket.write(Buffer.concat([...parts, Buffer.from([0, 0])]))
  }

  async #handle({ tag, fields }: Structure): Promise<void> {
    // Messages received before the connection was closed need no answer.
    if (this.#socket.destroyed) return
    const name = names.get(tag) ?? `0x${tag.toString(16)}`
    const [first, second, third] = fields
    this.#onMessage({
      name,
      ...(name === 'RUN' ? { text: String(first), extra: third as Extra } : {}),
      ...(name === 'BEGIN' ? { extra: first as Extra } : {}),
      ...(name === 'HELLO' || name === 'LOGON' ? { user: (first as Extra)['principal'] } : {}),
    })
    if (name === 'GOODBYE') return void this.#socket.end()
    if (name === 'RESET') {
      await this.#reset()
      this.#failed = false
      return this.#send(SUCCESS, {})
    }
    if (this.#failed) return this.#send(IGNORED)
    try {
      await this.#answer(name, first as Row, second as Row, third)
    } catch (error) {
      if (error instanceof Lost) return void this.#socket.destroy()
      this.#failed = true
      const code = error instanceof Refusal ? error.code : 'Neo.DatabaseError.General.UnknownError'
      this.#send(FAILURE, { code, message: error instanceof Error ? error.message : String(error) })
    }
  }

  async #answer(name: string, first: Row, second: Row, third: unknown): Promise<void> {
    switch (name) {
      case 'HELLO':
        if (this.#version === '3') await this.#conversation.logOn(first)
        return this.#send(SUCCESS, { server: 'Neo4j/5.4.0', connection_id: 'test', hints: {} })
      case 'LOGON':
        await this.#conversation.logOn(first)
        return this.#send(SUCCESS, {})
      case 'TELEMETRY':
      case 'LOGOFF':
        return this.#send(SUCCESS, {})
      case 'BEGIN':
        await this.#conversation.begin(first)
        return this.#send(SUCCESS, {})
      case 'COMMIT': {
        const bookmark = await this.#conversation.commit()
        return this.#send(SUCCESS, bookmark === undefined ? {} : { bookmark })
      }
      case 'ROLLBACK':
        await this.#conversation.rollback()
        return this.#send(SUCCESS, {})
      case 'RUN': {
        const outcome = await this.#conversation.run(first as unknown as string, second, third as Extra)
        this.#rows = outcome.rows
        this.#bookmark = outcome.bookmark
        return this.#send(SUCCESS, { fields: Object.keys(this.#rows[0] ?? {}), t_first: 0, qid: 0 })
      }
      case 'PULL':
        return this.#pull(first)
      case 'DISCARD':
        this.#rows = []
        return this.#send(SUCCESS, {})
      case 'ROUTE':
        return this.#send(SUCCESS, { rt: await this.#conversation.route() })
      default:
        throw new Refusal('Neo.ClientError.Request.Invalid', `unknown message ${name}`)
    }
  }

  async #reset(): Promise<void> {
    this.#rows = []
    await this.#conversation.rollback().catch(() => {})
  }

  #pull(extra: Row | undefined): void {
    const asked = Number(extra?.['n'] ?? -1)
    const page = this.#rows.splice(0, asked < 0 ? this.#rows.length : asked)
    for (const row of page) this.#send(RECORD, Object.values(row))
    const bookmark = this.#bookmark === undefined ? {} : { bookmark: this.#bookmark }
    this.#send(
      SUCCESS,
      this.#rows.length > 0 ? { has_more: true } : { t_last: 0, type: 'r', db: 'neo4j', ...bookmark },
    )
  }
}
