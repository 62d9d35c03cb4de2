import { join } from 'node:path'
import type { Batch } from '#shared/environments/batch.ts'
import { withRow } from '#shared/environments/batch.ts'
import type { Episode } from '#shared/environments/episode.ts'
import { episodeOf, type EpisodeRecord } from '#shared/environments/episode-log.ts'
import type { Block } from '#shared/terminals/block.ts'
import {
  contract,
  type Contract,
  type WorkbenchEmit,
  type WorkbenchEmitTo,
} from '#shared/workbench/contract.ts'
import { ContractServer } from '#shared/workbench/server.ts'
import type { Channel } from '#shared/workbench/wire.ts'
import { documentCalls } from '../../../electron/workbench/documents/document-calls.ts'
import type { Logs } from '../../../electron/workbench/documents/logs.ts'
import {
  batchCalls,
  environmentCalls,
  episodeCalls,
} from '../../../electron/workbench/environments/environment-calls.ts'
import { OutputFiles } from '../../../electron/workbench/sandboxes/terminals/output-files.ts'
import { terminalCalls } from '../../../electron/workbench/sandboxes/terminals/terminal-calls.ts'
import {
  layoutDocument,
  terminalLogs,
} from '../../../electron/workbench/sandboxes/terminals/terminal-services.ts'
import { Terminals } from '../../../electron/workbench/sandboxes/terminals/terminals.ts'
import { Window } from './documents/windows.ts'
import { openEnvironments } from './environments/core.ts'
import type { FakePlatform } from './environments/platform.ts'
import type { StandInPlatform } from './sandboxes/terminals/stand-in.ts'

type Areas = Pick<Contract, 'documents' | 'terminals' | 'environments' | 'episodes' | 'batches'>

/** Logs that accept and answer nothing once the process is dead. */
function cuttable(logs: Logs, dead: () => boolean): Logs {
  const never = new Promise<never>(() => undefined)
  return new Proxy(logs, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      const writes = name === 'append' || name === 'replace' || name === 'remove'
      return (...given: unknown[]): unknown => (writes && dead() ? never : value.apply(target, given))
    },
  })
}

export interface WholeCore {
  attach(channel: Channel): void
  /** Kills it without warning: only what it has written remains. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Documents, terminals, episodes and batches of a folder, served to windows; the platforms outlive it. */
export async function openWhole(
  folder: string,
  platform: FakePlatform,
  shells: StandInPlatform,
): Promise<WholeCore> {
  let isDead = false
  const emit: WorkbenchEmit = (name, payload) => {
    if (!isDead) server.emit(name as never, payload as never)
  }
  const core = await openEnvironments(folder, platform, { emit, cut: (logs) => cuttable(logs, () => isDead) })
  const terminals = new Terminals({
    sessions: shells.sessions,
    logs: terminalLogs(core.logs),
    outputs: new OutputFiles(join(folder, 'terminals')),
    tell: (change) => emit('terminals.changed', change),
    remember: () => undefined,
    isStopped: async () => false,
    readLayout: async () => (await core.documents.handle(layoutDocument)).value,
    writeLayout: async (layout) => (await core.documents.handle(layoutDocument)).change(() => layout),
  })
  await terminals.load()
  const { documents, environments, episodes, batches, terminals: shown } = contract
  const served: Areas = { documents, environments, episodes, batches, terminals: shown }
  const nobody = {} as never
  const server: ContractServer<Areas> = new ContractServer(served, {
    documents: documentCalls(core.documents, core.logs, ((...given: Parameters<WorkbenchEmitTo>) =>
      server.emitTo(...(given as Parameters<typeof server.emitTo>))) as WorkbenchEmitTo),
    environments: environmentCalls(
      () => core.environments,
      () => Promise.reject(new Error('no catalogue')),
      { give: () => undefined, of: () => Promise.resolve(undefined) },
    ),
    episodes: episodeCalls(core.episodes),
    batches: batchCalls(core.batches, core.episodes),
    terminals: terminalCalls({
      terminals,
      jobs: { all: [], look: () => undefined } as never,
      sessions: nobody,
      platforms: nobody,
    }),
  })
  core.batches.resume()
  return {
    attach(channel) {
      server.attach(channel)
      terminals.windowOpened()
      channel.onClose(() => terminals.windowClosed())
    },
    async kill() {
      isDead = true
      terminals.all.forEach((one) => one.dispose())
      core.environments.dispose()
      void core.batches.dispose()
      await core.documents.dispose()
    },
    async stop() {
      await terminals.dispose()
      await core.stop()
    },
  }
}

/** A window that shows everything: documents like every window, the rest from events. */
export class WholeWindow extends Window {
  batches: Record<string, Batch> = {}
  blocks: Record<string, Block[]> = {}
  queue: Record<string, readonly string[]> = {}
  #records: EpisodeRecord[] = []
  #following: AbortController | undefined
  readonly #episode: string

  constructor(episode: string) {
    super()
    this.#episode = episode
    this.client.on('batches.changed', (change) => {
      if (change.kind === 'batch') this.batches[change.head.id] = { ...change.head, rows: [] }
      if (change.kind === 'rows') {
        const batch = this.batches[change.id]
        if (batch) this.batches[change.id] = { ...batch, rows: change.rows.reduce(withRow, batch.rows) }
      }
    })
    this.client.on('terminals.changed', (change) => {
      if (change.kind === 'block') {
        const others = (this.blocks[change.id] ?? []).filter(({ number }) => number !== change.block.number)
        this.blocks[change.id] = [...others, change.block].toSorted((a, b) => a.number - b.number)
      } else if (change.kind === 'dropped')
        this.blocks[change.id] = (this.blocks[change.id] ?? []).filter(
          ({ number }) => !change.numbers.includes(number),
        )
      else if (change.kind === 'terminal')
        this.queue[change.terminal.id] = change.terminal.queue.map(({ id }) => id)
    })
  }

  get episode(): Episode | undefined {
    return episodeOf(this.#records)
  }

  override connect(channel: Channel): void {
    super.connect(channel)
    this.#following?.abort()
    const following = new AbortController()
    this.#following = following
    this.#records = []
    const onProgress = (records: EpisodeRecord[]): void => {
      if (!following.signal.aborted) this.#records.push(...records)
    }
    const { signal } = following
    this.client.call('episodes.follow', { id: this.#episode }, { signal, onProgress }).catch(() => undefined)
    this.client
      .call('batches.list', {})
      .then((list) => {
        for (const batch of list)
          this.batches[batch.id] = {
            ...batch,
            rows: (this.batches[batch.id]?.rows ?? []).reduce(withRow, batch.rows),
          }
      })
      .catch(() => undefined)
    this.client
      .call('terminals.list', {})
      .then(({ terminals }) => {
        for (const { id, blocks, queue } of terminals) {
          this.blocks[id] = [...blocks]
          this.queue[id] = queue.map((line) => line.id)
        }
      })
      .catch(() => undefined)
  }
}
