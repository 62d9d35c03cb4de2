import { failuresAfter, leafOf, leavesOf, type Episode, type EpisodeEvent } from '../episode.ts'
import { atifRecord } from './atif.ts'
import { chatRecord } from './chat.ts'
import { csvHead, csvLine } from './csv.ts'
import { INSPECT_TAIL, InspectLog } from './inspect.ts'
import { ownLines } from './own.ts'
import { ownRows } from './rows.ts'

/** Part of a record that not every form can hold. */
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
  /** What it can hold of what not every form can. */
  readonly holds: readonly Aspect[]
}

const JSONL = { extension: 'jsonl', mime: 'application/x-ndjson' }
const TABLE: readonly Aspect[] = ['info', 'remarks', 'latency']
const CHAT: readonly Aspect[] = ['reasoning', 'reply']
/** A test compares what is said here with what comes back from a file. */
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
  // What a line ended with is in every form; an attempt in the middle is not.
  failures: (episode) => {
    const told = new Set(leavesOf(episode).map(({ id }) => failuresAfter(episode, id).at(-1)?.id))
    return episode.events.some(({ id, failure }) => failure && !told.has(id))
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
  // Where the times were not recorded, all are that of the beginning.
  times: ({ events, started }) => events.some(({ at }) => at !== started),
  actors: ({ events }) =>
    new Set(events.flatMap(({ action, by, player }) => (action === null ? [] : [`${by} ${player}`]))).size >
    1,
}

/** What an episode has that a file of this form would not: said before it is written. */
export function lostIn(format: Format, episode: Episode, isTree: boolean): Aspect[] {
  const { holds } = FORMAT_FACTS[format]
  return ASPECTS.filter(
    (aspect) => HAS[aspect](episode) && !(holds.includes(aspect) && (aspect !== 'branches' || isTree)),
  )
}

/** A line of an episode, or the whole tree of it. */
export interface Exported {
  readonly episode: Episode
  /** The event that it ends with; absent: every branch. */
  readonly leaf?: number | undefined
}

/** Writes episodes in one of the forms that are texts, part by part. A form without branches has a line for each of them. */
export class RecordingWriter {
  readonly #format: Exclude<Format, 'parquet'>
  readonly #writer: string
  readonly #log = new InspectLog()
  #count = 0

  /** @param writer program and version, for the headers */
  constructor(format: Exclude<Format, 'parquet'>, writer: string) {
    this.#format = format
    this.#writer = writer
  }

  /** Whether the head sums up all that follows: then everything is counted before. */
  get isCounting(): boolean {
    return this.#format === 'inspect'
  }

  count(one: Exported): void {
    for (const leaf of leavesIn(one)) this.#log.count(one.episode, leaf)
  }

  /** What the file begins with. */
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

/** The ends of the lines that a form without branches has. */
export const leavesIn = ({ episode, leaf }: Exported): number[] =>
  leaf === undefined ? linesOf(episode) : [leaf]

/** The ends of an episode's lines, the one that was walked last first. */
function linesOf(episode: Episode): number[] {
  const last = leafOf(episode)
  return [last, ...leavesOf(episode).flatMap(({ id }) => (id === last ? [] : [id]))]
}

const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`
