import type { ModelEndpoint } from '#shared/environments/agent.ts'
import type { AreaHandlers } from '#shared/workbench/contract.ts'
import type { Batches } from './batches.ts'
import { tryModel } from './endpoint.ts'
import type { Environments } from './environments.ts'
import type { Episodes } from './episodes.ts'
import type { Catalogue } from './gem-client.ts'

interface KeysOfEndpoints {
  give(endpoint: string, key: string): void
  of(endpoint: ModelEndpoint, given?: string): Promise<string | undefined>
}

/** The page's calls to environments and their agents. */
export function environmentCalls(
  environments: () => Environments,
  catalogue: (platform: string, signal: AbortSignal) => Promise<Catalogue>,
  keys: KeysOfEndpoints,
): AreaHandlers<'environments'> {
  const driver = (tab: string) => environments().driver(tab)
  return {
    async catalogue({ platform }, { signal }) {
      const { kind, entries, problems } = await catalogue(platform, signal)
      return { kind, entries: [...entries], problems: [...problems] }
    },
    list: () => environments().plays,
    open: async (input) => ({ tab: await environments().open(input) }),
    show: async ({ episode, platform }) => ({ tab: await environments().show(episode, platform) }),
    reset: async ({ tab }) => ({ done: await driver(tab).reset() }),
    async act({ tab, action, draft, ...place }) {
      const send = () => driver(tab).act(place, action)
      const event = draft === undefined ? await send() : await environments().sendDraft(tab, draft, send)
      return { event: event ?? null }
    },
    restore: async ({ tab, event }) => ({ done: await driver(tab).restore(event) }),
    replay: async ({ tab, event }) => ({ done: await driver(tab).replay(event) }),
    replayRest: async ({ tab }) => ({ done: await driver(tab).replayRest() }),
    cancel({ tab }) {
      driver(tab).cancel()
      return null
    },
    dismiss({ tab, what }) {
      driver(tab).dismiss(what)
      return null
    },
    end: async ({ tab }) => ({ done: await driver(tab).end() }),
    close: async ({ tab }) => ({ done: await environments().close(tab) }),
    propose: async ({ tab, ...place }) => ({ done: await driver(tab).agent.propose(place) }),
    accept: async ({ tab }) => ({ done: await driver(tab).agent.accept() }),
    async play({ tab, anyway, ...place }) {
      await driver(tab).agent.run(place, anyway)
      return null
    },
    async tryEndpoint({ endpoint, key }, { signal }) {
      return tryModel(endpoint, await keys.of(endpoint, key), signal)
    },
    giveKey({ endpoint, key }) {
      keys.give(endpoint, key)
      return null
    },
    pause({ tab }) {
      driver(tab).agent.pause()
      return null
    },
  }
}

/** The page's calls to the episode library. */
export function episodeCalls(episodes: Episodes): AreaHandlers<'episodes'> {
  return {
    list: () => episodes.list(),
    find: ({ search }) => episodes.find(search),
    async follow({ id }, { signal, report }) {
      await episodes.follow(id, signal, (records) => report([...records]))
      return null
    },
    async remark({ id, remark }) {
      await episodes.remark(id, remark)
      return null
    },
    async remove({ ids }) {
      for (const id of ids) await episodes.remove(id)
      return null
    },
  }
}

/** The page's calls to batches. */
export function batchCalls(batches: Batches, episodes: Episodes): AreaHandlers<'batches'> {
  return {
    list: () => batches.all,
    start: async ({ plan }) => ({ id: await batches.start(plan) }),
    async run({ id, failed }) {
      await batches.run(id, failed)
      return null
    },
    async stop({ id }) {
      await batches.stop(id)
      return null
    },
    async remove({ id }) {
      await batches.remove(id)
      return null
    },
    async open({ id, ...place }) {
      const episode = await batches.episode(id, place)
      if (episode) await episodes.keep(episode)
      return { episode: episode?.id ?? null }
    },
  }
}
