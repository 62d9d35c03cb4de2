/** A connection attempt of a sandbox. */
export interface Connection {
  /** Milliseconds since 1970. */
  readonly time: number
  readonly host: string
  readonly port: number
  readonly verdict: 'allowed' | 'refused' | 'failed'
  /** Why it was refused, in one sentence. */
  readonly reason?: string
  /** Bytes that the sandbox sent and received. */
  sent: number
  received: number
}

/** Maximum number of attempts retained. */
const MAX_CONNECTIONS = 1_000

/** Connection attempts of a sandbox since its start, newest last. */
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

  /** Bytes sent and received by all connections so far. */
  get bytes(): number {
    return this.#bytes
  }

  list(): readonly Readonly<Connection>[] {
    return this.#connections
  }
}
