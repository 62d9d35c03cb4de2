import { rowKey } from '#shared/environments/batch.ts'
import type { Source } from '#shared/environments/recordings.ts'
import {
  type Exported,
  type Aspect,
  ASPECTS,
  type Format,
  linesOf,
  lostIn,
  RecordingWriter,
} from '#shared/environments/trajectories/formats.ts'
import type { AreaHandlers } from '#shared/workbench/contract.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { Batches } from './batches.ts'
import type { Episodes } from './episodes.ts'
import type { Recordings } from './recordings.ts'
import { pathTo } from '#shared/environments/episode.ts'
import { OWN_COLUMNS, ownRows, type OwnRow } from '#shared/environments/trajectories/rows.ts'

/** ExportedEpisodes to be written, one after the other, so that no more than one is in memory. */
type ExportedEpisodes = () => AsyncIterable<Exported>

/** Characters that are told at once. */
const PART = 512 * 1024

/** What a file of this form would not hold of these episodes. */
async function lostOf(
  episodes: ExportedEpisodes,
  format: Format,
): Promise<{ episodes: number; lost: Aspect[] }> {
  const lost = new Set<Aspect>()
  let count = 0
  for await (const { episode, leaf } of episodes()) {
    count++
    for (const aspect of lostIn(format, episode, leaf === undefined)) lost.add(aspect)
  }
  return { episodes: count, lost: ASPECTS.filter((aspect) => lost.has(aspect)) }
}

/** The parts of a file. @param writer program and version */
export async function* partsOf(
  episodes: ExportedEpisodes,
  format: Format,
  writer: string,
): AsyncGenerator<Buffer> {
  if (format === 'parquet') return yield await parquetOf(episodes)
  const envIds = new Set<string>()
  let count = 0
  for await (const { episode, leaf } of format === 'inspect' ? episodes() : none()) {
    envIds.add(episode.envId)
    count += leaf === undefined ? linesOf(episode).length : 1
  }
  const text = new RecordingWriter(format, writer)
  let part = text.head([...envIds], count)
  for await (const one of episodes()) {
    part += text.write(one)
    if (part.length < PART) continue
    yield Buffer.from(part)
    part = ''
  }
  yield Buffer.from(part + text.tail())
}

async function* none(): AsyncGenerator<Exported> {}

const TYPES = {
  episode: 'INT32',
  environment: 'STRING',
  seed: 'INT64',
  step: 'INT32',
  action: 'STRING',
  observation: 'STRING',
  reward: 'DOUBLE',
  terminated: 'BOOLEAN',
  truncated: 'BOOLEAN',
  info: 'STRING',
  player: 'STRING',
  latency_ms: 'DOUBLE',
  note: 'STRING',
  verdict: 'STRING',
  tags: 'STRING',
} as const satisfies Record<(typeof OWN_COLUMNS)[number], string>

/** The same columns as a table of values; what is neither text nor number is JSON. */
async function parquetOf(episodes: ExportedEpisodes): Promise<Buffer> {
  const { parquetWriteBuffer } = await import('hyparquet-writer')
  const rows: OwnRow[] = []
  let number = 0
  for await (const { episode, leaf } of episodes())
    for (const one of leaf === undefined ? linesOf(episode) : [leaf])
      if (pathTo(episode, one).length > 0) rows.push(...ownRows(episode, one, number++))
  const value = (name: (typeof OWN_COLUMNS)[number], row: OwnRow): unknown => {
    const one = row[name]
    if (one === null || one === undefined) return null
    if (TYPES[name] === 'INT64') return BigInt(one as number)
    return TYPES[name] === 'STRING' && typeof one !== 'string' ? JSON.stringify(one) : one
  }
  const columnData = OWN_COLUMNS.map((name) => ({
    name,
    type: TYPES[name],
    nullable: true,
    data: rows.map((row) => value(name, row)),
  }))
  return Buffer.from(parquetWriteBuffer({ columnData }))
}

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
