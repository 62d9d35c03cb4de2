import { leafOf, leavesOf, type Episode, type EpisodeEvent } from '../episode.ts'
import { atifRecord } from './atif.ts'
import { chatRecord } from './chat.ts'
import { csvHead, csvLine } from './csv.ts'
import { INSPECT_TAIL, inspectHead, inspectSample } from './inspect.ts'
import { ownLines } from './own.ts'
import { ownRows } from './rows.ts'

/** Part of a record that not every form can hold. */
export const ASPECTS = ['branches', 'failures', 'requests', 'model', 'info', 'remarks', 'values'] as const
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
export const FORMAT_FACTS: Readonly<Record<Format, FormatFacts>> = {
  orrery: { ...JSONL, holds: ['branches', 'failures', 'model', 'info', 'remarks', 'values'] },
  messages: { ...JSONL, holds: [] },
  rows: { ...JSONL, holds: ['info', 'remarks', 'values'] },
  atif: { ...JSONL, holds: ['info', 'remarks', 'values'] },
  inspect: { extension: 'json', mime: 'application/json', holds: ['info'] },
  csv: { extension: 'csv', mime: 'text/csv', holds: ['info', 'remarks'] },
  parquet: {
    extension: 'parquet',
    mime: 'application/vnd.apache.parquet',
    holds: ['info', 'remarks'],
  },
}

const HAS: Readonly<Record<Exclude<Aspect, 'branches'>, (event: EpisodeEvent) => boolean>> = {
  failures: ({ failure }) => failure !== undefined,
  requests: ({ exchange }) => exchange !== undefined,
  model: ({ model }) => model !== undefined,
  info: ({ info }) => Object.keys(info).some((name) => name !== 'suffix' && name !== 'prefix'),
  remarks: ({ note, verdict, tags }) => Boolean(note) || verdict !== undefined || (tags ?? []).length > 0,
  values: ({ observation }) => typeof observation !== 'string',
}

/** What an episode has that a file of this form would not: said before it is written. */
export function lostIn(format: Format, episode: Episode, isTree: boolean): Aspect[] {
  const { holds } = FORMAT_FACTS[format]
  const { events } = episode
  const has = (aspect: Aspect): boolean =>
    aspect === 'branches' ? leavesOf(episode).length > 1 : events.some(HAS[aspect])
  return ASPECTS.filter(
    (aspect) => has(aspect) && !(holds.includes(aspect) && (aspect !== 'branches' || isTree)),
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
  #count = 0

  /** @param writer program and version, for the headers */
  constructor(format: Exclude<Format, 'parquet'>, writer: string) {
    this.#format = format
    this.#writer = writer
  }

  /** What the file begins with. */
  head(envIds: readonly string[], count: number): string {
    if (this.#format === 'csv') return csvHead
    return this.#format === 'inspect' ? inspectHead(this.#writer, envIds, count) : ''
  }

  write({ episode, leaf }: Exported): string {
    if (this.#format === 'orrery') return [...ownLines(episode, leaf, this.#writer)].map(jsonLine).join('')
    const leaves = leaf === undefined ? linesOf(episode) : [leaf]
    return leaves.map((one) => this.#line(episode, one)).join('')
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
        return `${number === 0 ? '' : ',\n'}${JSON.stringify(inspectSample(episode, leaf, number + 1))}`
      case 'csv':
        return [...ownRows(episode, leaf, number)].map(csvLine).join('')
      default:
        return [...ownRows(episode, leaf, number)].map(jsonLine).join('')
    }
  }
}

/** The ends of an episode's lines, the one that was walked last first. */
export function linesOf(episode: Episode): number[] {
  const last = leafOf(episode)
  return [last, ...leavesOf(episode).flatMap(({ id }) => (id === last ? [] : [id]))]
}

const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`
