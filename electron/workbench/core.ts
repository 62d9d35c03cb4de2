import { join } from 'node:path'
import { chosenDocument } from '#shared/documents/connections.ts'
import { contract, type WorkbenchServer } from '#shared/workbench/contract.ts'
import { ContractServer } from '#shared/workbench/server.ts'
import {
  gemSettings,
  modelSettings,
  privacySettings,
  sandboxSettings,
  settingValue,
  type Setting,
} from '#shared/workbench/settings/index.ts'
import type { Channel } from '#shared/workbench/wire.ts'
import { EMBEDDED_INCIDENT, EMBEDDED_MODEL, EMBEDDED_PLATFORM } from '#shared/workbench/embedded.ts'
import { withinTrace } from '../node/operation/call-scope.ts'
import type { Placeholders } from '../node/placeholders.ts'
import { bundlesIn, sweepBundles } from './connections/bundle.ts'
import { connectionCalls } from './connections/connection-calls.ts'
import { ConnectionFile } from './connections/connection-file.ts'
import { Consents } from './connections/consents.ts'
import { addEmbedded, sampleModel } from './connections/embedded.ts'
import { grantsIn } from './connections/grants.ts'
import { Roots, rootsAnswer } from './connections/roots.ts'
import { OwnConnections, type Listeners } from './connections/own-connections.ts'
import { ConnectionRegistry } from './connections/registry.ts'
import { Apps } from './console/apps.ts'
import { consoleCalls } from './console/console-calls.ts'
import { Questions } from './console/questions.ts'
import { documentCalls } from './documents/document-calls.ts'
import { Documents } from './documents/documents.ts'
import type { OnDamaged } from './documents/journal-folder.ts'
import { Logs } from './documents/logs.ts'
import { EnvironmentServices } from './environments/environment-services.ts'
import type { Host, Programs } from './host.ts'
import { hostCalls, NoticeBoard } from './host-calls.ts'
import { investigationCalls } from './investigations/investigation-calls.ts'
import { modelCalls } from './models/model-calls.ts'
import { telemetryCalls } from './telemetry/runner.ts'
import { traceCalls } from './models/trace-calls.ts'
import { Downloads } from './sandboxes/downloads.ts'
import { Loans } from './sandboxes/loans/loans.ts'
import { Platforms } from './sandboxes/platforms.ts'
import { sandboxCalls } from './sandboxes/sandbox-calls.ts'
import { Uploads } from './sandboxes/uploads.ts'
import { TerminalServices } from './sandboxes/terminals/terminal-services.ts'
import { secretCalls } from './secrets/secret-calls.ts'
import { Secrets } from './secrets/secrets.ts'
import { dataCalls, type DataFolder } from './store/backup.ts'
import { copyCalls, ModelCopies } from './store/model-copies.ts'
import { prepareFolder } from './store/folder-format.ts'
import { DataFolderLock } from './store/folder-lock.ts'
import { recentCalls, Recents } from './store/recents.ts'
import { settingsProcedures, SettingsStore } from './store/settings.ts'
import { checkForUpdate } from './update-check.ts'

/** A connected page. */
export interface Page {
  /** Asks this page to run one of its commands. */
  sendCommand(id: string, argument?: string): void
}

interface WorkbenchOptions {
  readonly host: Host
  readonly programs: Programs
  readonly dataFolder: string
}

/**
 * The workbench without a user interface: connections, queries, sandboxes, environments and all stored data. A host
 * attaches pages to it; the core knows neither windows nor sockets.
 */
export class Workbench {
  readonly #options: WorkbenchOptions
  readonly #documents: Documents
  readonly #logs: Logs
  readonly #settings: SettingsStore
  /** Recently opened items; a host with an application menu lists them there. */
  readonly recents: Recents
  /** Files offered for download; a host that serves a browser hands them out. */
  readonly downloads = new Downloads()
  /** Files that pages upload; a host that receives HTTP requests passes their bodies on. */
  readonly uploads = new Uploads()
  readonly #lock: DataFolderLock
  readonly #secrets: Secrets
  readonly #consents: Consents
  readonly #roots: Roots
  readonly #questions: Questions
  readonly #apps = new Apps()
  readonly #registry: ConnectionRegistry
  readonly #own: OwnConnections
  readonly #copies: ModelCopies
  readonly #notices: NoticeBoard
  readonly #platforms: Platforms
  readonly #loans: Loans
  readonly #terminalServices: TerminalServices
  readonly #environments: EnvironmentServices
  readonly #server: WorkbenchServer

  private constructor(options: WorkbenchOptions) {
    const { host, programs, dataFolder } = options
    this.#options = options
    // Before anything else: no file may be read while another workbench can write it.
    this.#lock = DataFolderLock.take(dataFolder, host.capabilities.host)
    this.#notices = new NoticeBoard(this.#emit)
    const folder = join(dataFolder, 'documents')
    const onDamaged: OnDamaged = (path, { lines, preserved }) =>
      this.#notices.post({ level: 'warning', code: 'logDamaged', params: { path, lines, kept: preserved } })
    this.#documents = new Documents(folder, join(dataFolder, 'journal'), this.tellSetAside, onDamaged)
    this.#logs = new Logs(join(dataFolder, 'logs'), onDamaged)
    this.#settings = new SettingsStore(this.#documents)
    this.recents = new Recents(this.#documents)
    this.recents.onChange((items) => this.#emit('recents.changed', [...items]))
    const plainAllowed = () => settingValue(privacySettings.plainSecrets, this.#settings.all)
    this.#secrets = new Secrets(
      join(dataFolder, 'secrets.json'),
      host.secretBox,
      plainAllowed,
      this.tellSetAside,
    )
    this.#consents = new Consents(this.#documents)
    this.#roots = new Roots(this.#documents)
    this.#questions = new Questions((questions) => this.#emit('console.asked', questions))
    this.#registry = new ConnectionRegistry((name, payload) => {
      this.#emit(name, payload)
      if (name === 'connections.changed') this.#environments.connectionsChanged(this.#registry.list())
    })
    this.#copies = new ModelCopies(dataFolder, (work) => this.#registry.whileStopped(EMBEDDED_MODEL, work))
    this.#own = new OwnConnections({
      file: new ConnectionFile(join(dataFolder, 'connections.json')),
      registry: this.#registry,
      consents: this.#consents,
      grants: grantsIn(this.#secrets),
      placeholders: this.#placeholders(),
      mask: this.#secrets.mask,
      baseEnv: programs.foreignEnv,
      version: host.capabilities.version,
      listeners: this.#listeners,
    })
    this.#platforms = new Platforms((id) => this.#registry.platform(id))
    this.#loans = new Loans({
      platforms: this.#platforms,
      documents: this.#documents,
      emit: this.#emit,
      secret: (name) => this.#secrets.get(name),
    })
    this.#terminalServices = new TerminalServices({
      platforms: this.#platforms,
      documents: this.#documents,
      logs: this.#logs,
      folder: join(dataFolder, 'terminals'),
      emit: this.#emit,
    })
    this.#environments = new EnvironmentServices({
      address: (id, signal) => this.#registry.platform(id).address(signal),
      secrets: this.#secrets,
      isEmbedded: (id) => id === EMBEDDED_PLATFORM,
      documents: this.#documents,
      logs: this.#logs,
      programs,
      emit: this.#emit,
      recordings: join(dataFolder, 'recordings'),
      writer: `Orrery ${host.capabilities.version}`,
    })
    this.#server = new ContractServer(contract, this.#handlers(), withinTrace)
  }

  /**
   * Loads the stored data and starts the servers, without waiting for them to be ready.
   * @throws FolderInUse when another workbench has locked the data folder, FolderNewer when a later version has
   * used it
   */
  static async open(options: WorkbenchOptions): Promise<Workbench> {
    const workbench = new Workbench(options)
    await prepareFolder(options.dataFolder).catch((error: unknown) => {
      workbench.kill()
      throw error
    })
    await workbench.#documents.recover()
    await Promise.all([
      workbench.#settings.load(),
      workbench.#secrets.load(),
      workbench.#consents.load(),
      workbench.#roots.load(),
      workbench.recents.load(),
      workbench.#loans.load(),
      workbench.#terminalServices.load(),
      workbench.#environments.load(),
      workbench.#copies.load(),
    ])
    addEmbedded(workbench.#registry, {
      ...options,
      aroundWrite: workbench.#copies.around,
      listeners: workbench.#listeners,
      placeholders: workbench.#placeholders(),
      mask: workbench.#secrets.mask,
      allowWrites: () => settingValue(modelSettings.allowWrites, workbench.#settings.all),
      settings: () => ({ ...workbench.#settings.all, ...options.host.capabilities.givenSettings }),
      onProblem: (problem) =>
        workbench.#notices.post({ level: 'warning', code: 'serverProblem', params: { problem } }),
    })
    // Read once, not kept open: pages own it. If it cannot be read, the page that opens it reports the error.
    const chosen = await workbench.#documents.read(chosenDocument, chosenDocument).catch(() => undefined)
    if (chosen?.model === EMBEDDED_INCIDENT) void workbench.#registry.start(EMBEDDED_INCIDENT)
    const atRestart: Setting[] = [...Object.values(gemSettings), ...Object.values(sandboxSettings)]
    for (const setting of atRestart) {
      workbench.#settings.follow(setting, () => {
        const platform = workbench.#registry.platform(EMBEDDED_PLATFORM)
        if (platform.info.state !== 'stopped') void platform.restart()
      })
    }
    workbench.#settings.follow(modelSettings.allowWrites, () => {
      const model = workbench.#registry.model(EMBEDDED_MODEL)
      if (model.info.state !== 'stopped') void model.restart()
    })
    await sweepBundles(bundlesIn(options.dataFolder), workbench.#own.file.path).catch(() => undefined)
    const { error, refused } = await workbench.#own.load()
    if (error) {
      workbench.#notices.post({
        level: 'error',
        code: 'connectionsFileBroken',
        params: {
          path: workbench.#own.file.path,
          line: error.line,
          column: error.column,
          reason: error.message,
        },
        because: error.said,
      })
    }
    workbench.#environments.resume()
    const feed = settingValue(privacySettings.updateFeed, workbench.#settings.all)
    void checkForUpdate(feed, options.host.capabilities.version).then((notice) => {
      if (notice) workbench.#notices.post(notice)
    })
    for (const { name, reason, said } of refused) {
      workbench.#notices.post({
        level: 'warning',
        code: 'connectionRefused',
        params: { name, reason, path: workbench.#own.file.path },
        because: said,
      })
    }
    return workbench
  }

  /**
   * Serves one page. The returned handle lets the host run commands in it, for a menu item or a deep link.
   */
  attach(channel: Channel): Page {
    this.#server.attach(channel)
    this.#terminalServices.terminals.windowOpened()
    channel.onClose(() => this.#terminalServices.terminals.windowClosed())
    return {
      sendCommand: (id, argument) =>
        this.#server.emitTo(channel, 'host.command', {
          id,
          argument,
        }),
    }
  }

  /** Number of commands running in terminals; they end with the workbench. */
  get running(): number {
    return this.#terminalServices.terminals.running
  }

  /** Publishes the URL and key by which a second start with the same data folder asks for access. */
  announce(door: { url: string; key: string }): void {
    this.#lock.announce(door)
  }

  /** Calls the listener with the effective value of a setting, now and on every change. */
  follow<V extends string | number | boolean>(
    setting: Setting<string, V>,
    listener: (value: V) => void,
  ): void {
    listener(settingValue(setting, this.#settings.all))
    this.#settings.follow(setting, listener)
  }

  /** Ends every process that was started and flushes every acknowledged write. */
  async dispose(): Promise<void> {
    this.#loans.dispose()
    await Promise.all([this.#terminalServices.dispose(), this.#environments.dispose(), this.#apps.dispose()])
    await this.#registry.dispose()
    await this.#documents.dispose()
    await this.#logs.dispose()
    this.#lock.release()
  }

  /** The same, synchronously, for a host that is being killed. */
  kill(): void {
    this.#registry.kill()
    this.#lock.release()
  }

  /** Notifies the user of a file that could not be read and was renamed. */
  readonly tellSetAside = (path: string, movedTo: string): void =>
    this.#notices.post({ level: 'warning', code: 'documentSetAside', params: { path, kept: movedTo } })

  readonly #emit: WorkbenchServer['emit'] = (name, payload) => this.#server.emit(name, payload)

  readonly #emitTo: WorkbenchServer['emitTo'] = (page, name, payload) =>
    this.#server.emitTo(page, name, payload)

  readonly #listeners = (id: string): Listeners => ({
    onTrace: (entries) => this.#emit('trace.added', { connection: id, entries }),
    onNotification: ({ method, params }) =>
      this.#emit('console.notified', {
        connection: id,
        method,
        params: (params ?? {}) as Record<string, unknown>,
      }),
    onWritten: () => this.#emit('models.written', { connection: id }),
    onQuestion: (question, signal) => this.#questions.ask(id, question, signal),
    roots: () => rootsAnswer(this.#roots.of(id)),
  })

  readonly #placeholders = (): Placeholders => ({
    env: process.env,
    secret: (name) => this.#secrets.get(name),
  })

  /** What a backup needs from the stores: to close their files and to read them again. */
  #keeper(): DataFolder {
    return {
      folder: this.#options.dataFolder,
      settle: async () => {
        await this.#terminalServices.settle()
        await this.#documents.flush()
        await this.#logs.dispose()
      },
      reload: async () => {
        await this.#documents.reload()
        await Promise.all([
          this.#settings.load(),
          this.#consents.load(),
          this.#roots.load(),
          this.recents.load(),
          this.#loans.load(),
          this.#terminalServices.reload(),
          this.#environments.load(),
        ])
        await this.#own.load()
        this.#emit('settings.changed', { ...this.#settings.all })
        this.#emit('documents.replaced', null)
      },
      whileModelStopped: (work) => this.#copies.replaceModel(work),
      diagnose: () => ({
        capabilities: this.#options.host.capabilities,
        connections: this.#registry
          .list()
          .map((info) => ({ ...info, log: this.#registry.find(info.id).log.all() })),
        notices: this.#notices.all,
        settings: this.#settings.all,
        mask: (text) => this.#secrets.mask.text(text),
      }),
    }
  }

  #handlers() {
    const { host } = this.#options
    const model = (id: string) => this.#registry.model(id)
    return {
      host: hostCalls(host, this.#notices),
      connections: connectionCalls(
        this.#registry,
        this.#own,
        this.#roots,
        (url) => host.openExternal(url),
        sampleModel(this.#options.programs),
        bundlesIn(this.#options.dataFolder),
      ),
      secrets: secretCalls(this.#secrets),
      models: { ...modelCalls(model), ...copyCalls(this.#copies, this.#emit) },
      console: consoleCalls(model, this.#questions, this.#apps),
      trace: traceCalls(model),
      telemetry: telemetryCalls((id) => this.#registry.telemetry(id)),
      sandboxes: sandboxCalls({
        platforms: this.#platforms,
        downloads: this.downloads,
        uploads: this.uploads,
        loans: this.#loans,
        emit: this.#emit,
        noteSandboxes: (sandboxes) => {
          this.#terminalServices.terminals.noteSandboxes(sandboxes)
          this.#loans.noteSandboxes(sandboxes)
        },
      }),
      terminals: this.#terminalServices.calls,
      ...this.#environments.calls,
      documents: documentCalls(this.#documents, this.#logs, this.#emitTo),
      investigations: investigationCalls(this.#documents, this.#emit),
      settings: settingsProcedures(this.#settings, this.#emit),
      data: dataCalls(this.#keeper()),
      recents: recentCalls(this.recents),
    }
  }
}
