import { Gate } from '../../../../../electron/model-server/graphstore/bolt/gate.ts'
import {
  type NativeConnection,
  loadLadybug,
} from '../../../../../electron/model-server/graphstore/ladybug/index.ts'
import {
  type Conversation,
  type Extra,
  type Message,
  Refusal,
  type Row,
  type Version,
  listen,
} from './connection.ts'

/**
 * A Bolt server for tests on top of Ladybug: real sockets, transactions and credentials. It speaks Bolt 5.4, or Bolt 3 as
 * older openCypher servers do. It is not Neo4j: its engine has tables and another dialect, so statements for constraints and
 * indexes are only recorded, and values are limited to those the store sends.
 */
export interface BoltTestServer {
  readonly uri: string
  /** Every message received, in order: its name, the content of RUN and BEGIN, and the user who logged on. */
  readonly messages: Message[]
  /** Makes all following statements fail with this message. */
  failWith(message: string | undefined): void
  /** Blocks all following statements until it is called with false. */
  hold(held: boolean): void
  close(): Promise<void>
}

/** The labels and properties in use, for an engine that needs its tables created first. */
const SCHEMA = [
  'CREATE NODE TABLE IF NOT EXISTS ModelWorkspace(name STRING PRIMARY KEY, revision INT64)',
  'CREATE NODE TABLE IF NOT EXISTS ModelWriter(id STRING PRIMARY KEY, last INT64, at INT64)',
  'CREATE NODE TABLE IF NOT EXISTS ModelElement(uid STRING PRIMARY KEY, workspace STRING, data STRING)',
  'CREATE NODE TABLE IF NOT EXISTS ModelEntity(uid STRING PRIMARY KEY, workspace STRING, domain STRING, type STRING, id STRING, data STRING, text STRING, first INT64, finish INT64, state STRING)',
  'CREATE REL TABLE IF NOT EXISTS MODEL_RELATION(FROM ModelEntity TO ModelEntity, uid STRING, workspace STRING, type STRING, data STRING, text STRING, first INT64, finish INT64, state STRING)',
]

export interface BoltServerOptions {
  readonly path: string
  readonly version: Version
  readonly password: string
}

/** State shared by all connections. */
interface Shared {
  readonly options: BoltServerOptions
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
    writing: new Gate(),
    connect: async () => new native.Connection(database),
    failure: undefined,
    held: undefined,
    address: '',
  }
  const setup = await shared.connect()
  for (const statement of SCHEMA) await execute(setup, statement, {})
  await setup.close()
  const messages: Message[] = []
  const listening = await listen(
    options.version,
    () => new LadybugConversation(shared),
    (message) => messages.push(message),
  )
  shared.address = listening.address
  return {
    uri: `bolt://${shared.address}`,
    messages,
    failWith: (message) => {
      shared.failure = message
    },
    hold: (held) => {
      shared.held?.release()
      shared.held = held ? heldBack() : undefined
    },
    close: async () => {
      shared.held?.release()
      await listening.close()
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

async function execute(connection: NativeConnection, text: string, parameters: Row): Promise<Row[]> {
  const statement = await connection.prepare(text)
  if (!statement.isSuccess())
    throw new Refusal('Neo.ClientError.Statement.SyntaxError', statement.getErrorMessage())
  const result = await connection.execute(statement, parameters)
  const [only] = Array.isArray(result) ? result : [result]
  return (await only?.getAll()) ?? []
}

class LadybugConversation implements Conversation {
  readonly #shared: Shared
  #authorised = false
  #engine: NativeConnection | undefined
  #endTransaction: (() => void) | undefined

  constructor(shared: Shared) {
    this.#shared = shared
  }

  logOn(auth: Extra): void {
    if (auth['credentials'] !== this.#shared.options.password) {
      // Some servers echo credentials; the store must not include them in its messages.
      throw new Refusal(
        'Neo.ClientError.Security.Unauthorized',
        `The client is unauthorized (given ${String(auth['credentials'])}).`,
      )
    }
    this.#authorised = true
  }

  async begin(extra: Extra): Promise<void> {
    const writes = extra['mode'] !== 'r'
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

  async commit(): Promise<string | undefined> {
    await this.#end('COMMIT')
    return this.#shared.options.version === '3' ? undefined : 'bookmark:1'
  }

  rollback(): Promise<void> {
    return this.#end('ROLLBACK')
  }

  async #end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    if (this.#engine && this.#endTransaction) await execute(this.#engine, how, {})
    this.#endTransaction?.()
    this.#endTransaction = undefined
  }

  async run(text: string, parameters: Row, extra: Extra): Promise<{ rows: Row[] }> {
    if (!this.#authorised) throw new Refusal('Neo.ClientError.Security.Unauthorized', 'Not logged on.')
    await this.#shared.held?.promise
    if (this.#shared.failure)
      throw new Refusal('Neo.DatabaseError.General.UnknownError', this.#shared.failure)
    this.#engine ??= await this.#shared.connect()
    const schema = /^CREATE (?:CONSTRAINT|INDEX)/.test(text)
    const ownTurn = !this.#endTransaction && extra['mode'] !== 'r' && !schema
    if (ownTurn) await this.#takeTurn()
    try {
      return { rows: schema ? [] : await execute(this.#engine, text, parameters) }
    } finally {
      if (ownTurn) {
        this.#endTransaction?.()
        this.#endTransaction = undefined
      }
    }
  }

  route() {
    const addresses = [this.#shared.address]
    return { ttl: 300, db: 'neo4j', servers: ['ROUTE', 'READ', 'WRITE'].map((role) => ({ role, addresses })) }
  }
}
