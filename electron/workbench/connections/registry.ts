import type { Connection, LogLine } from '#shared/workbench/areas/connections.ts'
import type { AreaHandlers, WorkbenchEmit } from '#shared/workbench/contract.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { ModelConnection } from '../models/model-connection.ts'
import { EmbeddedPlatform } from './embedded-platform.ts'

/** What every kind of connection can do. */
type AnyConnection = ModelConnection | EmbeddedPlatform

/** All connections of this workbench, by id. */
export class ConnectionRegistry {
  private readonly byId = new Map<string, AnyConnection>()
  private readonly emit: WorkbenchEmit
  private changePending = false

  constructor(emit: WorkbenchEmit) {
    this.emit = emit
  }

  add(connection: AnyConnection): void {
    this.byId.set(connection.id, connection)
    this.changed()
  }

  list(): Connection[] {
    return [...this.byId.values()].map((connection) => connection.info)
  }

  /** Tells the pages, once per turn however many changes there were. */
  readonly changed = (): void => {
    if (this.changePending) return
    this.changePending = true
    queueMicrotask(() => {
      this.changePending = false
      this.emit('connections.changed', this.list())
    })
  }

  readonly logged = (id: string, lines: LogLine[]): void => this.emit('connections.logged', { id, lines })

  /** @throws WorkbenchError `UNKNOWN_CONNECTION`, naming those that exist. */
  find(id: string): AnyConnection {
    const connection = this.byId.get(id)
    if (connection) return connection
    throw new WorkbenchError({
      code: 'UNKNOWN_CONNECTION',
      message: `There is no connection named ${id}.`,
      hint: `Known connections: ${[...this.byId.keys()].join(', ')}.`,
    })
  }

  /** @throws WorkbenchError when it does not exist or is no model server. */
  model(id: string): ModelConnection {
    const connection = this.find(id)
    if (connection instanceof ModelConnection) return connection
    throw new WorkbenchError({
      code: 'WRONG_KIND',
      message: `${id} is a sandbox platform, not a model server.`,
    })
  }

  /** @throws WorkbenchError when it does not exist or is no platform. */
  platform(id: string): EmbeddedPlatform {
    const connection = this.find(id)
    if (connection instanceof EmbeddedPlatform) return connection
    throw new WorkbenchError({
      code: 'WRONG_KIND',
      message: `${id} is a model server, not a sandbox platform.`,
    })
  }

  procedures(): AreaHandlers<'connections'> {
    const act = async (id: string, verb: 'start' | 'stop' | 'restart'): Promise<null> => {
      await this.find(id)[verb]()
      return null
    }
    return {
      list: () => this.list(),
      start: ({ id }) => act(id, 'start'),
      stop: ({ id }) => act(id, 'stop'),
      restart: ({ id }) => act(id, 'restart'),
      log: ({ id }) => this.find(id).log.all(),
    }
  }

  kill(): void {
    for (const connection of this.byId.values()) connection.kill()
  }

  async dispose(): Promise<void> {
    await Promise.allSettled([...this.byId.values()].map((connection) => connection.dispose()))
  }
}
