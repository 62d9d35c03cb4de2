import { rowKey } from '#shared/environments/batch.ts'
import type { Source } from '#shared/environments/recordings.ts'
import type { Exported } from '#shared/environments/trajectories/formats.ts'
import type { AreaHandlers } from '#shared/workbench/contract.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { Batches } from './batches.ts'
import type { Episodes } from './episodes.ts'
import { lostOf, partsOf } from './recording-write.ts'
import type { Recordings } from './recordings.ts'

/** The page's calls to sets of recorded episodes, and to files of any source. @param writer program and version */
export function recordingCalls(
  recordings: Recordings,
  episodes: Episodes,
  batches: Batches,
  writer: string,
): AreaHandlers<'recordings'> {
  async function* episodesOf(source: Source): AsyncGenerator<Exported> {
    switch (source.of) {
      case 'episode':
        return yield { episode: await episodes.get(source.id), leaf: source.leaf }
      case 'library':
        for (const id of source.ids) yield { episode: await episodes.get(id) }
        return
      case 'batch': {
        const batch = batches.all.find(({ id }) => id === source.id)
        if (!batch) throw workbenchError('UNKNOWN_BATCH')
        for (const row of batch.rows.toSorted((a, b) => a.seed - b.seed || a.agent - b.agent)) {
          const episode = await batches.episode(source.id, row)
          if (episode) yield { episode: { ...episode, extra: { ...episode.extra, batch_row: rowKey(row) } } }
        }
        return
      }
      case 'recordings': {
        const set = await recordings.set(source.id)
        for (const { index } of set.rows) yield { episode: await set.episode(index) }
      }
    }
  }
  return {
    list: () => recordings.list(),
    begin: async ({ name, bytes }) => ({ id: await recordings.begin(name, bytes) }),
    async part({ id, base64 }) {
      await recordings.part(id, Buffer.from(base64, 'base64'))
      return null
    },
    async finish({ id }) {
      await recordings.finish(id)
      const { rows, state } = await recordings.set(id)
      return { episodes: rows.length, state }
    },
    async map({ id, mapping }) {
      await recordings.map(id, mapping)
      return null
    },
    collect: async ({ source, name }) => ({ id: await recordings.collect(name, episodesOf(source)) }),
    async remove({ id }) {
      await recordings.remove(id)
      return null
    },
    async follow({ id }, { signal, report }) {
      const unfollow = (await recordings.set(id)).follow(report)
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve()
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      unfollow()
      return null
    },
    episode: async ({ id, index }) => (await recordings.set(id)).episode(index),
    async open({ id, index }) {
      const episode = await (await recordings.set(id)).episode(index)
      await episodes.keep(episode)
      return { episode: episode.id }
    },
    async remark({ id, index, remark }) {
      await recordings.remark(id, index, remark)
      return null
    },
    verdicts: async ({ id, reviewer }) => ({ text: await recordings.verdicts(id, reviewer) }),
    merge: ({ id, text }) => recordings.merge(id, text),
    async replay({ id, platform, envId, parallel }) {
      await recordings.replay(id, platform, envId, parallel)
      return null
    },
    async stop({ id }) {
      await recordings.stop(id)
      return null
    },
    lost: ({ source, format }) => lostOf(() => episodesOf(source), format),
    async write({ source, format }, { report, signal }) {
      for await (const part of partsOf(() => episodesOf(source), format, writer)) {
        signal.throwIfAborted()
        report({ base64: part.toString('base64') })
      }
      return null
    },
  }
}
