import { join } from 'node:path'
import { contract, type WorkbenchServer } from '#shared/workbench/contract.ts'
import { ContractServer } from '#shared/workbench/server.ts'
import type { Channel } from '#shared/workbench/wire.ts'
import { EmbeddedPlatform } from './connections/embedded-platform.ts'
import { ConnectionRegistry } from './connections/registry.ts'
import { gemCalls } from './gem/gem-calls.ts'
import type { Host, Programs } from './host.ts'
import { hostCalls, NoticeBoard } from './host-calls.ts'
import { modelCalls } from './models/model-calls.ts'
import { ModelConnection } from './models/model-connection.ts'
import { sandboxCalls } from './sandboxes/sandbox-calls.ts'
import { DocumentStore } from './store/documents.ts'
import { LogStore } from './store/logs.ts'
import { storeProcedures } from './store/procedures.ts'
import { settingsProcedures, SettingsStore } from './store/settings.ts'

export interface WorkbenchOptions {
  readonly host: Host
  readonly programs: Programs
  readonly dataFolder: string
  /** Arguments added to the embedded sandbox server's own, for example `--runtime process`. */
  readonly sandboxArgs?: readonly string[]
}

/** The ids of the two servers that Orrery brings along. */
export const EMBEDDED_MODEL = 'embedded-model'
export const EMBEDDED_PLATFORM = 'embedded-platform'

/**
 * The workbench without a face: connections, queries, sandboxes, environments and everything that is kept. A host attaches
 * pages to it; it knows neither windows nor sockets.
 */
export class Workbench {
  private readonly registry: ConnectionRegistry
  private readonly server: WorkbenchServer
  private readonly documents: DocumentStore
  private readonly logs: LogStore

  private constructor(options: WorkbenchOptions) {
    const { host, dataFolder } = options
    const emit: WorkbenchServer['emit'] = (name, payload) => this.server.emit(name, payload)
    const notices = new NoticeBoard(emit)
    this.documents = new DocumentStore(join(dataFolder, 'documents'), (path, kept) =>
      notices.post({
        level: 'warning',
        message: `${path} was not valid JSON and has been set aside.`,
        hint: `Its text is kept as ${kept}; Orrery went on with defaults.`,
      }),
    )
    this.logs = new LogStore(join(dataFolder, 'logs'))
    this.registry = new ConnectionRegistry(emit)
    this.settings = new SettingsStore(this.documents)
    const address = platformAddress(this.registry)
    this.server = new ContractServer(contract, {
      host: hostCalls(host, notices),
      connections: this.registry.procedures(),
      models: modelCalls((id) => this.registry.model(id)),
      sandboxes: sandboxCalls(address, emit),
      gem: gemCalls(address),
      store: storeProcedures(this.documents, this.logs, emit),
      settings: settingsProcedures(this.settings, emit),
    })
    this.addEmbedded(options)
  }

  readonly settings: SettingsStore

  /** Loads the settings and starts the embedded servers; it does not wait for them to be ready. */
  static async open(options: WorkbenchOptions): Promise<Workbench> {
    const workbench = new Workbench(options)
    await workbench.settings.load()
    for (const { id } of workbench.registry.list()) void workbench.registry.find(id).start()
    return workbench
  }

  /** Serves one page. */
  attach(channel: Channel): void {
    this.server.attach(channel)
  }

  /** Asks the pages to run a command, for a menu item or a deep link. */
  sendCommand(id: string, argument?: string): void {
    this.server.emit('host.command', { id, ...(argument === undefined ? {} : { argument }) })
  }

  /** Ends every process that was started and finishes every write that was acknowledged. */
  async dispose(): Promise<void> {
    await this.registry.dispose()
    await this.documents.settled()
    await this.logs.dispose()
  }

  /** The same without waiting, for a host that is being killed. */
  kill(): void {
    this.registry.kill()
  }

  private addEmbedded({ programs, dataFolder, host, sandboxArgs = [] }: WorkbenchOptions): void {
    this.registry.add(
      new ModelConnection({
        id: EMBEDDED_MODEL,
        name: 'Sample model',
        transport: 'embedded',
        command: programs.node,
        args: [programs.modelServer, '--quickstart', '--graphstore', 'memory'],
        env: programs.env,
        workspace: 'demo',
        version: host.capabilities.version,
        onChange: this.registry.changed,
        onLog: (lines) => this.registry.logged(EMBEDDED_MODEL, lines),
      }),
    )
    this.registry.add(
      new EmbeddedPlatform({
        id: EMBEDDED_PLATFORM,
        name: 'Local sandboxes',
        programs,
        data: join(dataFolder, 'sandboxes'),
        extraArgs: sandboxArgs,
        onChange: this.registry.changed,
        onLog: (lines) => this.registry.logged(EMBEDDED_PLATFORM, lines),
      }),
    )
  }
}

function platformAddress(registry: ConnectionRegistry) {
  return async (
    id: string,
    signal?: AbortSignal,
  ): Promise<{ url: string; headers: Readonly<Record<string, string>> }> => {
    const { url, token } = await registry.platform(id).ready(signal)
    return { url, headers: { authorization: `Bearer ${token}` } }
  }
}
