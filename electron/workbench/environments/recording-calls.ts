import { type ModelEndpoint, playersOf } from '#shared/environments/agent.ts'
import { type BatchRow, rowKey } from '#shared/environments/batch.ts'
import type { Episode, PlayedBy } from '#shared/environments/episode.ts'
import type { Source } from '#shared/environments/recordings.ts'
import {
  type Exported,
  type Aspect,
  ASPECTS,
  type Format,
  leavesIn,
  lostAspects,
  RecordingWriter,
} from '#shared/environments/trajectories/formats.ts'
import type { AreaHandlers } from '#shared/workbench/contract.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { OWN_COLUMNS, ownRows, type OwnRow } from '#shared/environments/trajectories/rows.ts'
import type { Batches } from './batches.ts'
import type { Episodes } from './episodes.ts'
import type { Recordings } from './recordings.ts'

/** Episodes to export, streamed so that only one is in memory at a time. */
type ExportedEpisodes = () => AsyncIterable<Exported>

/** Characters per message. */
const PART_CHARACTERS = 512 * 1024

/** What this file format cannot represent of these episodes. */
async function lostOf(
  episodes: ExportedEpisodes,
  format: Format,
): Promise<{ episodes: number; lost: Aspect[] }> {
  const lost = new Set<Aspect>()
  let count = 0
  for await (const { episode, leaf } of episodes()) {
    count++
    for (const aspect of lostAspects(format, episode, leaf === undefined)) lost.add(aspect)
  }
  return { episodes: count, lost: ASPECTS.filter((aspect) => lost.has(aspect)) }
}

/** Yields the file in parts. @param writer program and version */
export async function* partsOf(
  episodes: ExportedEpisodes,
  format: Format,
  writer: string,
): AsyncGenerator<Buffer> {
  if (format === 'parquet') return yield await parquetOf(episodes)
  const text = new RecordingWriter(format, writer)
  if (text.isCounting) for await (const one of episodes()) text.count(one)
  let part = text.head()
  for await (const one of episodes()) {
    part += text.write(one)
    if (part.length < PART_CHARACTERS) continue
    yield Buffer.from(part)
    part = ''
  }
  yield Buffer.from(part + text.tail())
}

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
  agent: 'STRING',
  agent_kind: 'STRING',
  model: 'STRING',
  agent_seed: 'INT64',
  batch: 'STRING',
  latency_ms: 'DOUBLE',
  note: 'STRING',
  verdict: 'STRING',
  tags: 'STRING',
  failure: 'STRING',
  failure_code: 'STRING',
  failed_action: 'STRING',
} as const satisfies Record<(typeof OWN_COLUMNS)[number], string>

/** The same columns as a Parquet table; values other than text and numbers become JSON. */
async function parquetOf(episodes: ExportedEpisodes): Promise<Buffer> {
  const { parquetWriteBuffer } = await import('hyparquet-writer')
  const rows: OwnRow[] = []
  let number = 0
  for await (const one of episodes())
    for (const leaf of leavesIn(one)) rows.push(...ownRows(one.episode, leaf, number++))
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

/** An episode of a batch, with the data that is only in its row. */
function withRowData(episode: Episode, row: BatchRow, agent: PlayedBy | undefined): Episode {
  const model = episode.events.find((event) => event.model)?.model?.model ?? agent?.model
  const lost = episode.failure ?? { code: 'FAILED', message: row.problem ?? '' }
  return {
    ...episode,
    ...(agent ? { agent: { ...agent, model } } : {}),
    ...(row.end === 'failed' ? { failure: lost } : {}),
    extra: { ...episode.extra, batch_row: rowKey(row) },
  }
}

/** The page's calls to sets of recorded episodes, and to files of any source. @param writer program and version */
export function recordingCalls(
  recordings: Recordings,
  episodes: Episodes,
  batches: Batches,
  writer: string,
  endpoints: () => Promise<readonly ModelEndpoint[]>,
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
        const agents = playersOf(batch.plan, await endpoints())
        for (const row of batch.rows.toSorted(
          (a, b) => a.seed - b.seed || a.agent - b.agent || a.attempt - b.attempt,
        )) {
          const episode = await batches.episode(source.id, row)
          if (episode) yield { episode: withRowData(episode, row, agents[row.agent]) }
        }
        return
      }
      case 'recordings': {
        const set = await recordings.set(source.id)
        for (const { index } of set.rows) yield { episode: await set.reviewed(index) }
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
      const { rows, state, head } = await recordings.set(id)
      return { episodes: rows.length, state, isWhole: head.cut + head.unread.records === 0 }
    },
    async map({ id, mapping }) {
      await recordings.map(id, mapping)
      return null
    },
    async collect({ source, name }) {
      const collected = source.of === 'library' ? source.ids.length : undefined
      return { id: await recordings.collect(name, episodesOf(source), collected) }
    },
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
      const episode = await (await recordings.set(id)).reviewed(index)
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
