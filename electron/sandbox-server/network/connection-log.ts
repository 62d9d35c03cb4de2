/** One attempt of a sandbox to reach an address. */
export interface Connection {
  /** Milliseconds since 1970. */
  readonly time: number
  readonly host: string
  readonly port: number
  readonly verdict: 'allowed' | 'refused' | 'failed'
  /** Why not, in a sentence. */
  readonly reason?: string
  /** Bytes that the sandbox sent and received. */
  sent: number
  received: number
}

/** Attempts that are kept. */
const MAX_CONNECTIONS = 1_000

/** Where a sandbox connected to since it was started, newest last. */
export class ConnectionLog {
  readonly #connections: Connection[] = []
  #bytes = 0

  add(connection: Connection): Connection {
    this.#connections.push(connection)
    if (this.#connections.length > MAX_CONNECTIONS) this.#connections.shift()
    return connection
  }

  count(connection: Connection, sent: number, received: number): void {
    connection.sent += sent
    connection.received += received
    this.#bytes += sent + received
  }

  /** Sent and received by all that ever were. */
  get bytes(): number {
    return this.#bytes
  }

  list(): readonly Readonly<Connection>[] {
    return this.#connections
  }
}
