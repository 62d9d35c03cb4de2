import { pathTo } from '#shared/environments/episode.ts'
import {
  type Aspect,
  ASPECTS,
  type Exported,
  type Format,
  linesOf,
  lostIn,
  RecordingWriter,
} from '#shared/environments/trajectories/formats.ts'
import { OWN_COLUMNS, ownRows, type OwnRow } from '#shared/environments/trajectories/rows.ts'

/** Episodes to be written, one after the other, so that no more than one is in memory. */
export type Episodes = () => AsyncIterable<Exported>

/** Characters that are told at once. */
const PART = 512 * 1024

/** What a file of this form would not hold of these episodes. */
export async function lostOf(
  episodes: Episodes,
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
export async function* partsOf(episodes: Episodes, format: Format, writer: string): AsyncGenerator<Buffer> {
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
async function parquetOf(episodes: Episodes): Promise<Buffer> {
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
