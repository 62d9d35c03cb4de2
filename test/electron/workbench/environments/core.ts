import { join } from 'node:path'
import { autoplayDocument, environmentTabs } from '#shared/documents/environments.ts'
import type { ModelEndpoint } from '#shared/environments/agent.ts'
import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import type { EnvironmentTab } from '#shared/environments/tab.ts'
import type { Play } from '#shared/environments/play.ts'
import type { WorkbenchEmit } from '#shared/workbench/contract.ts'
import { Documents } from '../../../../electron/workbench/documents/documents.ts'
import { Logs } from '../../../../electron/workbench/documents/logs.ts'
import { Batches } from '../../../../electron/workbench/environments/batches.ts'
import { Environments } from '../../../../electron/workbench/environments/environments.ts'
import { Episodes } from '../../../../electron/workbench/environments/episodes.ts'
import { Players } from '../../../../electron/workbench/environments/players.ts'
import type { FakePlatform } from './platform.ts'

interface CoreOptions {
  readonly emit?: WorkbenchEmit
  /** Wraps the core's logs. */
  readonly cut?: (logs: Logs) => Logs
  readonly entry?: CatalogueEntry
  readonly endpoint?: ModelEndpoint
}

/** Environments, episodes and batches on a folder, composed as in the core, with a fake platform. */
export async function openEnvironments(
  folder: string,
  client: FakePlatform,
  { emit = () => undefined, cut = (logs) => logs, entry, endpoint }: CoreOptions = {},
) {
  const documents = new Documents(join(folder, 'documents'), join(folder, 'journal'), (path) => {
    throw new Error(`${path} was set aside`)
  })
  await documents.recover()
  const logs = cut(new Logs(join(folder, 'logs')))
  const told: (Play | null)[] = []
  const episodes = new Episodes({
    logs,
    onChange: (summary) => emit('episodes.changed', summary),
    onRemove: (id) => emit('episodes.removed', { id }),
  })
  const players = new Players({
    solver: { solve: () => Promise.resolve('win') },
    entryOf: () => Promise.resolve(entry),
    endpoint: () => Promise.resolve(endpoint),
    key: () => Promise.resolve(undefined),
  })
  const batches = new Batches({
    logs,
    client,
    players,
    isEmbedded: () => true,
    tell: (change) => emit('batches.changed', change),
  })
  await batches.load()
  const tabs = await documents.handle(environmentTabs)
  const environments = new Environments({
    client,
    episodes,
    players,
    isEmbedded: () => true,
    tabs,
    autoplays: await documents.handle(autoplayDocument),
    tell: (tab, play) => {
      told.push(play)
      emit('environments.changed', { tab, play })
    },
  })
  return {
    documents,
    logs,
    episodes,
    players,
    batches,
    environments,
    told,
    tab: (id: string) => tabs.value.tabs.find((tab) => tab.id === id) as EnvironmentTab,
    tabs,
    async stop() {
      environments.dispose()
      await batches.dispose()
      await documents.dispose()
      await logs.dispose()
    },
  }
}

/** Timeout for what the core does in the background: a shared machine may stall for seconds. */
export const PATIENCE = { timeout: 15_000, interval: 5 }
