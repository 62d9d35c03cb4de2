import { type AddressInfo, type Server, type Socket, createServer } from 'node:net'
import { once } from 'node:events'
import {
  type NativeConnection,
  loadLadybug,
} from '../../../../../electron/model-server/graphstore/ladybug/index.ts'
import { Gate } from '../../../../../electron/model-server/graphstore/bolt/index.ts'
import { Structure, pack, unpack } from './packstream.ts'

/**
 * A Bolt server for tests on top of Ladybug: real sockets, transactions and credentials. It speaks Bolt 5.4, or Bolt 3 as
 * older openCypher servers do. It is not Neo4j: its engine has tables and another dialect, so statements for constraints and
 * indexes are only recorded, and values are limited to those the store sends.
 */
export interface BoltTestServer {
  readonly uri: string
  /** Every message received, in order: its name, the content of RUN and BEGIN, and the user who logged on. */
  readonly messages: {
    readonly name: string
    readonly text?: string
    readonly extra?: Record<string, unknown>
    readonly user?: unknown
  }[]
  /** Makes all following statements fail with this message. */
  failWith(message: string | undefined): void
  /** Blocks all following statements until it is called with false. */
  hold(held: boolean): void
  close(): Promise<void>
}

/** The labels and properties in use, for an engine that needs its tables created first. */
const SCHEMA = [
  'CREATE NODE TABLE IF NOT EXISTS ModelWorkspace(name STRING PRIMARY KEY, revision INT64)',
  'CREATE NODE TABLE IF NOT EXISTS ModelElement(uid STRING PRIMARY KEY, workspace STRING, data STRING)',
  'CREATE NODE TABLE IF NOT EXISTS ModelEntity(uid STRING PRIMARY KEY, workspace STRING, domain STRING, type STRING, id STRING, data STRING, text STRING, first INT64, finish INT64, state STRING)',
  'CREATE REL TABLE IF NOT EXISTS MODEL_RELATION(FROM ModelEntity TO ModelEntity, uid STRING, workspace STRING, type STRING, data STRING, text STRING, first INT64, finish INT64, state STRING)',
]

export interface BoltServerOptions {
  readonly path: string
  readonly version: '5.4' | '3'
  readonly password: string
}

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

class Refusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** State shared by all connections. */
interface Shared {
  readonly options: BoltServerOptions
  readonly messages: BoltTestServer['messages'][number][]
  /** Ladybug allows one write transaction at a time. */
  readonly writing: Gate
  connect(): Promise<NativeConnection>
  failure: string | undefined
  held: { promise: Promise<void>; release: () => void } | undefined
  address: string
}

export async function startBoltServer(options: BoltServerOptions): Promise<BoltTestServer> {
  const native = loadLadybug()
  const database = new native.Database(options.path, 64 * 1024 * 1024, true, false, 4 * 1024 ** 3)
  await database.init()
  const shared: Shared = {
    options,
    messages: [],
    writing: new Gate(),
    connect: async () => new native.Connection(database),
    failure: undefined,
    held: undefined,
    address: '',
  }
  const setup = await shared.connect()
  for (const statement of SCHEMA) await execute(setup, statement, {})
  await setup.close()
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    new Connection(socket, shared).start()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  shared.address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    uri: `bolt://${shared.address}`,
    messages: shared.messages,
    failWith: (message) => {
      shared.failure = message
    },
    hold: (held) => {
      shared.held?.release()
      shared.held = held ? heldBack() : undefined
    },
    close: async () => {
      shared.held?.release()
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function heldBack() {
  let release: () => void = () => {}
  const promise = new Promise<void>((resolve) => {
    release = resolve
  })
  return { promise, release }
}

async function execute(connection: NativeConnection, text: string, parameters: Record<string, unknown>) {
  const statement = await connection.prepare(text)
  if (!statement.isSuccess())
    throw new Refusal('Neo.ClientError.Statement.SyntaxError', statement.getErrorMessage())
  const result = await connection.execute(statement, parameters)
  const [only] = Array.isArray(result) ? result : [result]
  return (await only?.getAll()) ?? []
}

class Connection {
  readonly #socket: Socket
  readonly #shared: Shared
  #input = Buffer.alloc(0)
  #greeted = false
  #failed = false
  #authorised = false
  #engine: NativeConnection | undefined
  #rows: Record<string, unknown>[] = []
  #endTransaction: (() => void) | undefined
  #work: Promise<void> = Promise.resolve()

  constructor(socket: Socket, shared: Shared) {
    this.#socket = socket
    this.#shared = shared
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
      this.#socket.write(Buffer.from(this.#shared.options.version === '3' ? [0, 0, 0, 3] : [0, 0, 4, 5]))
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
    const name = names.get(tag) ?? `0x${tag.toString(16)}`
    const [first, second, third] = fields
    this.#shared.messages.push({
      name,
      ...(name === 'RUN' ? { text: String(first), extra: third as Record<string, unknown> } : {}),
      ...(name === 'BEGIN' ? { extra: first as Record<string, unknown> } : {}),
      ...(name === 'HELLO' || name === 'LOGON'
        ? { user: (first as Record<string, unknown>)['principal'] }
        : {}),
    })
    if (name === 'GOODBYE') return void this.#socket.end()
    if (name === 'RESET') {
      await this.#reset()
      this.#failed = false
      return this.#send(SUCCESS, {})
    }
    if (this.#failed) return this.#send(IGNORED)
    try {
      await this.#answer(name, first as Record<string, unknown>, second as Record<string, unknown>, third)
    } catch (error) {
      this.#failed = true
      const code = error instanceof Refusal ? error.code : 'Neo.DatabaseError.General.UnknownError'
      this.#send(FAILURE, { code, message: error instanceof Error ? error.message : String(error) })
    }
  }

  async #answer(
    name: string,
    first: Record<string, unknown>,
    second: Record<string, unknown>,
    third: unknown,
  ): Promise<void> {
    switch (name) {
      case 'HELLO':
        if (this.#shared.options.version === '3') this.#logOn(first)
        return this.#send(SUCCESS, { server: 'Neo4j/5.4.0', connection_id: 'test', hints: {} })
      case 'LOGON':
        this.#logOn(first)
        return this.#send(SUCCESS, {})
      case 'TELEMETRY':
      case 'LOGOFF':
        return this.#send(SUCCESS, {})
      case 'BEGIN':
        await this.#begin(first['mode'] !== 'r')
        return this.#send(SUCCESS, {})
      case 'COMMIT':
      case 'ROLLBACK':
        await this.#end(name)
        return this.#send(SUCCESS, this.#shared.options.version === '3' ? {} : { bookmark: 'bookmark:1' })
      case 'RUN':
        return this.#run(first as unknown as string, second, third as Record<string, unknown>)
      case 'PULL':
        return this.#pull(first)
      case 'DISCARD':
        this.#rows = []
        return this.#send(SUCCESS, {})
      case 'ROUTE':
        return this.#send(SUCCESS, { rt: this.#routes() })
      default:
        throw new Refusal('Neo.ClientError.Request.Invalid', `unknown message ${name}`)
    }
  }

  #logOn(auth: Record<string, unknown>): void {
    if (auth['credentials'] !== this.#shared.options.password) {
      // Some servers echo credentials; the store must not include them in its messages.
      throw new Refusal(
        'Neo.ClientError.Security.Unauthorized',
        `The client is unauthorized (given ${String(auth['credentials'])}).`,
      )
    }
    this.#authorised = true
  }

  async #begin(writes: boolean): Promise<void> {
    this.#engine ??= await this.#shared.connect()
    if (writes) await this.#takeTurn()
    await execute(this.#engine, writes ? 'BEGIN TRANSACTION' : 'BEGIN TRANSACTION READ ONLY', {})
    this.#endTransaction ??= () => {}
  }

  /** Waits until no other connection writes; released at the end of the transaction. */
  async #takeTurn(): Promise<void> {
    await new Promise<void>((begun) => {
      void this.#shared.writing.pass(
        () =>
          new Promise<void>((ended) => {
            this.#endTransaction = ended
            begun()
          }),
      )
    })
  }

  async #end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    if (this.#engine && this.#endTransaction) await execute(this.#engine, how, {})
    this.#endTransaction?.()
    this.#endTransaction = undefined
  }

  async #reset(): Promise<void> {
    this.#rows = []
    await this.#end('ROLLBACK').catch(() => {})
  }

  async #run(
    text: string,
    parameters: Record<string, unknown>,
    extra: Record<string, unknown>,
  ): Promise<void> {
    if (!this.#authorised) throw new Refusal('Neo.ClientError.Security.Unauthorized', 'Not logged on.')
    await this.#shared.held?.promise
    if (this.#shared.failure)
      throw new Refusal('Neo.DatabaseError.General.UnknownError', this.#shared.failure)
    this.#engine ??= await this.#shared.connect()
    const schema = /^CREATE (?:CONSTRAINT|INDEX)/.test(text)
    const ownTurn = !this.#endTransaction && extra['mode'] !== 'r' && !schema
    if (ownTurn) await this.#takeTurn()
    try {
      this.#rows = schema ? [] : await execute(this.#engine, text, parameters)
    } finally {
      if (ownTurn) {
        this.#endTransaction?.()
        this.#endTransaction = undefined
      }
    }
    this.#send(SUCCESS, { fields: Object.keys(this.#rows[0] ?? {}), t_first: 0, qid: 0 })
  }

  #pull(extra: Record<string, unknown> | undefined): void {
    const asked = Number(extra?.['n'] ?? -1)
    const page = this.#rows.splice(0, asked < 0 ? this.#rows.length : asked)
    for (const row of page) this.#send(RECORD, Object.values(row))
    this.#send(SUCCESS, this.#rows.length > 0 ? { has_more: true } : { t_last: 0, type: 'r', db: 'neo4j' })
  }

  #routes() {
    const addresses = [this.#shared.address]
    return { ttl: 300, db: 'neo4j', servers: ['ROUTE', 'READ', 'WRITE'].map((role) => ({ role, addresses })) }
  }
}
