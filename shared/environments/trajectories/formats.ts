import { failuresAfter, leafOf, leavesOf, type Episode, type EpisodeEvent } from '../episode.ts'
import { atifRecord } from './atif.ts'
import { chatRecord } from './chat.ts'
import { csvHead, csvLine } from './csv.ts'
import { INSPECT_TAIL, InspectLog } from './inspect.ts'
import { ownLines } from './own.ts'
import { ownRows } from './rows.ts'

/** Parts of an episode that not every format can represent. */
export const ASPECTS = [
  'branches',
  'failures',
  'requests',
  'model',
  'reasoning',
  'reply',
  'usage',
  'retries',
  'info',
  'remarks',
  'notes',
  'reviews',
  'values',
  'latency',
  'times',
  'actors',
] as const
export type Aspect = (typeof ASPECTS)[number]

export const FORMATS = ['orrery', 'messages', 'rows', 'atif', 'inspect', 'csv', 'parquet'] as const
export type Format = (typeof FORMATS)[number]

interface FormatFacts {
  readonly extension: string
  readonly mime: string
  /** The aspects that it can represent. */
  readonly holds: readonly Aspect[]
}

const JSONL = { extension: 'jsonl', mime: 'application/x-ndjson' }
const TABLE: readonly Aspect[] = ['info', 'remarks', 'latency']
const CHAT: readonly Aspect[] = ['reasoning', 'reply']
/** Capabilities of the formats; a test compares them with what survives a round trip. */
export const FORMAT_FACTS: Readonly<Record<Format, FormatFacts>> = {
  orrery: { ...JSONL, holds: ASPECTS.filter((aspect) => aspect !== 'requests') },
  messages: { ...JSONL, holds: CHAT },
  rows: { ...JSONL, holds: [...TABLE, 'values'] },
  atif: { ...JSONL, holds: [...CHAT, ...TABLE, 'usage', 'notes', 'values', 'times'] },
  inspect: { extension: 'json', mime: 'application/json', holds: [...CHAT, 'info'] },
  csv: { extension: 'csv', mime: 'text/csv', holds: TABLE },
  parquet: { extension: 'parquet', mime: 'application/vnd.apache.parquet', holds: TABLE },
}

const anyOf =
  (has: (event: EpisodeEvent) => boolean): ((episode: Episode) => boolean) =>
  ({ events }) =>
    events.some(has)

const HAS: Readonly<Record<Aspect, (episode: Episode) => boolean>> = {
  branches: (episode) => leavesOf(episode).length > 1,
  // Every format keeps a failure at the end; not all keep one in the middle.
  failures: (episode) => {
    const failed = new Set(leavesOf(episode).map(({ id }) => failuresAfter(episode, id).at(-1)?.id))
    return episode.events.some(({ id, failure }) => failure && !failed.has(id))
  },
  requests: anyOf(({ exchange }) => exchange !== undefined),
  model: anyOf(({ model }) => (model?.messages ?? []).length > 0),
  reasoning: anyOf(({ model }) => model?.reasoning !== undefined),
  reply: anyOf(({ model, action }) => model !== undefined && model.reply !== action),
  usage: anyOf(({ model }) => (model?.promptTokens ?? model?.completionTokens ?? model?.cost) !== undefined),
  retries: anyOf(({ model }) => model?.retries !== undefined),
  info: anyOf(({ info }) => Object.keys(info).some((name) => name !== 'suffix' && name !== 'prefix')),
  remarks: anyOf(
    ({ note, verdict, tags }) => Boolean(note) || verdict !== undefined || (tags ?? []).length > 0,
  ),
  reviews: ({ reviews }) => (reviews ?? []).length > 0,
  notes: ({ note, verdict, tags }) => Boolean(note) || verdict !== undefined || (tags ?? []).length > 0,
  values: anyOf(({ observation, failure }) => typeof observation !== 'string' && !failure),
  latency: anyOf(({ latency }) => latency !== undefined),
  // If times were not recorded, all equal the start.
  times: ({ events, started }) => events.some(({ at }) => at !== started),
  actors: ({ events }) =>
    new Set(events.flatMap(({ action, by, player }) => (action === null ? [] : [`${by} ${player}`]))).size >
    1,
}

/** Returns what an export to this format would lose; shown before writing. */
export function lostAspects(format: Format, episode: Episode, isTree: boolean): Aspect[] {
  const { holds } = FORMAT_FACTS[format]
  return ASPECTS.filter(
    (aspect) => HAS[aspect](episode) && !(holds.includes(aspect) && (aspect !== 'branches' || isTree)),
  )
}

/** A branch of an episode, or its whole tree. */
export interface Exported {
  readonly episode: Episode
  /** The last event; absent: all branches. */
  readonly leaf?: number | undefined
}

/** Writes episodes in one of the text formats, in chunks. A format without branches gets one record per branch. */
export class RecordingWriter {
  readonly #format: Exclude<Format, 'parquet'>
  readonly #writer: string
  readonly #log = new InspectLog()
  #count = 0

  /** @param writer program name and version, for the headers */
  constructor(format: Exclude<Format, 'parquet'>, writer: string) {
    this.#format = format
    this.#writer = writer
  }

  /** Whether the head summarises all episodes, which must then be counted first. */
  get isCounting(): boolean {
    return this.#format === 'inspect'
  }

  count(one: Exported): void {
    for (const leaf of leavesIn(one)) this.#log.count(one.episode, leaf)
  }

  /** Returns the start of the file. */
  head(): string {
    if (this.#format === 'csv') return csvHead
    return this.#format === 'inspect' ? this.#log.head(this.#writer) : ''
  }

  write({ episode, leaf }: Exported): string {
    if (this.#format === 'orrery') return [...ownLines(episode, leaf, this.#writer)].map(jsonLine).join('')
    return leavesIn({ episode, leaf })
      .map((one) => this.#line(episode, one))
      .join('')
  }

  tail(): string {
    return this.#format === 'inspect' ? INSPECT_TAIL : ''
  }

  #line(episode: Episode, leaf: number): string {
    const number = this.#count++
    switch (this.#format) {
      case 'messages':
        return jsonLine(chatRecord(episode, leaf))
      case 'atif':
        return jsonLine(atifRecord(episode, leaf, this.#writer))
      case 'inspect':
        return `${number === 0 ? '' : ',\n'}${JSON.stringify(this.#log.sample(episode, leaf))}`
      case 'csv':
        return [...ownRows(episode, leaf, number)].map(csvLine).join('')
      default:
        return [...ownRows(episode, leaf, number)].map(jsonLine).join('')
    }
  }
}

/** Returns the leaves to write in a format without branches. */
export const leavesIn = ({ episode, leaf }: Exported): number[] =>
  leaf === undefined ? linesOf(episode) : [leaf]

/** Returns an episode's leaves, the main branch first. */
function linesOf(episode: Episode): number[] {
  const last = leafOf(episode)
  return [last, ...leavesOf(episode).flatMap(({ id }) => (id === last ? [] : [id]))]
}

const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`
