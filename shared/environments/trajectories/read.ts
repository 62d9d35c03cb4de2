import { z } from 'zod'
import { workbenchError } from '../../workbench/sentences/workbench-error.ts'
import { isAtif, readAtif } from './atif.ts'
import { type ChatColumns, ChatShape, isChat } from './chat.ts'
import { CsvText } from './csv.ts'
import { inspectTask, isInspectLog, readSample } from './inspect.ts'
import { type Fields, isFields } from '../../json/fields.ts'
import { listOf, parseJson } from './json.ts'
import { isOwn, OwnShape } from './own.ts'
import type { ReadEpisode } from './read-episode.ts'
import { checkedRows, guessRows, ROW_FIELDS, type RowColumns, RowShape } from './rows.ts'

const column = z.string().optional()
/** Which column of a file holds what, as a person says where its names leave it open. */
export const mappingSchema = z.discriminatedUnion('shape', [
  z.object({ shape: z.literal('rows'), columns: z.partialRecord(z.enum(ROW_FIELDS), z.string()) }),
  z.object({
    shape: z.literal('chat'),
    columns: z.object({ messages: z.string(), environment: column, seed: column, reward: column }),
  }),
])
export type Mapping = z.infer<typeof mappingSchema>

/** What a person is asked about a file: its columns, how they were understood, and which of the meanings are open. */
export const questionSchema = z.object({
  columns: z.array(z.string()),
  guess: mappingSchema,
  unclear: z.array(z.string()),
  /** The first record, a text for each column. */
  example: z.record(z.string(), z.string()),
})
export type Question = z.infer<typeof questionSchema>

/** Thrown where a file can only be read once a person has said which column is what. */
export class MappingNeeded extends Error {
  readonly question: Question

  constructor(question: Question) {
    super('The columns of this file are not clear.')
    this.name = 'MappingNeeded'
    this.question = question
  }
}

/** What takes records one after the other and answers the episodes that are whole. */
interface Shape {
  take(record: Fields, line: number): ReadEpisode[]
  end(): ReadEpisode[]
  readonly cut?: number
}

/** Records of any form that Orrery knows; which one it is, the first of them tells. */
export class Records {
  readonly #name: string
  readonly #mapping: Mapping | undefined
  #shape: Shape | undefined

  constructor(name: string, mapping?: Mapping) {
    this.#name = name
    this.#mapping = mapping
  }

  /** Episodes whose end is missing. */
  get cut(): number {
    return this.#shape?.cut ?? 0
  }

  /** @throws MappingNeeded, WorkbenchError `RECORDING_UNREADABLE` */
  take(record: unknown, line: number): ReadEpisode[] {
    if (!isFields(record)) throw workbenchError('RECORDING_UNREADABLE.record', { line })
    this.#shape ??= this.#shapeOf(record)
    return this.#shape.take(record, line)
  }

  end(): ReadEpisode[] {
    if (!this.#shape) throw workbenchError('RECORDING_UNREADABLE.empty')
    return this.#shape.end()
  }

  #shapeOf(record: Fields): Shape {
    const name = this.#name
    if (isOwn(record)) return new OwnShape(name)
    if (isAtif(record)) return single((one, line) => [readAtif(one, name, line)])
    if (isInspectLog(record)) return single((one, line) => samplesOf(one, name, line))
    const mapping = this.#mapping ?? this.#guess(record)
    if (mapping.shape === 'chat') return new ChatShape(name, mapping.columns)
    return new RowShape(name, checkedRows(mapping.columns))
  }

  /** How the names of the columns are understood. @throws MappingNeeded where they can be understood in several ways */
  #guess(record: Fields): Mapping {
    const columns = Object.keys(record)
    const ask = (guess: Mapping, unclear: string[]): never => {
      const example = columns.map((name) => [name, JSON.stringify(record[name])?.slice(0, 200) ?? ''])
      throw new MappingNeeded({
        columns,
        guess,
        unclear,
        example: Object.fromEntries(example) as Question['example'],
      })
    }
    const chats = columns.filter((name) => isChat(chatIn(record[name])))
    const [messages] = chats
    const { columns: rows, unclear } = guessRows(columns)
    if (messages !== undefined) {
      const { environment, seed, reward } = rows
      const guess: Mapping = {
        shape: 'chat',
        columns: { messages, environment, seed, reward } satisfies ChatColumns,
      }
      return chats.length > 1 ? ask(guess, ['messages']) : guess
    }
    const guess: Mapping = { shape: 'rows', columns: rows satisfies RowColumns }
    return unclear.length > 0 ? ask(guess, unclear) : guess
  }
}

/** A chat that a table holds as a text. */
function chatIn(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('[')) return value
  try {
    return parseJson(value, 1)
  } catch {
    return value
  }
}

const single = (read: (record: Fields, line: number) => ReadEpisode[]): Shape => ({
  take: read,
  end: () => [],
})

function samplesOf(log: Fields, name: string, line: number): ReadEpisode[] {
  const task = inspectTask(log)
  return listOf(log['samples'] ?? [], 'samples', line).map((sample, i) => {
    if (!isFields(sample))
      throw workbenchError('RECORDING_UNREADABLE.fields', { field: `samples.${i}`, line })
    return readSample(sample, task, name, line)
  })
}

/** Texts of any length as they arrive: JSON Lines, one JSON document, or comma-separated values. */
export class RecordingText {
  readonly #records: Records
  readonly #isTable: boolean
  #rest = ''
  #line = 0
  #csv: CsvText | undefined
  /** The whole text, where it is one JSON document. */
  #document: string[] | undefined

  constructor(name: string, mapping?: Mapping) {
    this.#records = new Records(name, mapping)
    this.#isTable = /\.(?:csv|tsv)$/i.test(name)
    if (this.#isTable) this.#csv = new CsvText()
  }

  get cut(): number {
    return this.#records.cut
  }

  /** @throws MappingNeeded, WorkbenchError `RECORDING_UNREADABLE` */
  push(text: string): ReadEpisode[] {
    if (this.#csv) return this.#csv.push(text).flatMap(({ record, line }) => this.#records.take(record, line))
    if (this.#document) {
      this.#document.push(text)
      return []
    }
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    const found: ReadEpisode[] = []
    for (const [i, line] of lines.entries()) {
      const read = this.#take(line, false)
      if (!read) {
        this.#document = [[line, ...lines.slice(i + 1), this.#rest].join('\n')]
        this.#rest = ''
        return found
      }
      found.push(...read)
    }
    return found
  }

  end(): ReadEpisode[] {
    if (this.#csv) {
      const last = this.#csv.end().flatMap(({ record, line }) => this.#records.take(record, line))
      return [...last, ...this.#records.end()]
    }
    const last = this.#document ? undefined : this.#take(this.#rest, true)
    const text = this.#document ?? (last ? undefined : [this.#rest])
    const whole = text ? this.#all(parseJson(text.join(''), 1), 1) : (last as ReadEpisode[])
    return [...whole, ...this.#records.end()]
  }

  /** The episodes that end with a line; undefined where the first one is no JSON by itself, so that the text may be a document. */
  #take(line: string, isLast: boolean): ReadEpisode[] | undefined {
    this.#line++
    const text = line.trim().replace(/^\uFEFF/, '')
    if (text === '') return []
    const isFirst = !this.#begun
    if (isFirst && !/^[[{"]/.test(text)) throw workbenchError('RECORDING_UNREADABLE.unknown')
    let value: unknown
    try {
      value = parseJson(text, this.#line)
    } catch (error) {
      if (isFirst && /^[[{]/.test(text)) return undefined
      // Whoever wrote it may have been killed; what stands before is good.
      if (isLast) return []
      throw error
    }
    this.#begun = true
    return this.#all(value, this.#line)
  }
  #begun = false

  #all(value: unknown, line: number): ReadEpisode[] {
    const records: readonly unknown[] = Array.isArray(value) ? value : [value]
    return records.flatMap((record) => this.#records.take(record, line))
  }
}

/** The episodes of a text that is there whole. */
export function readRecording(text: string, name: string, mapping?: Mapping): ReadEpisode[] {
  const reader = new RecordingText(name, mapping)
  return [...reader.push(text), ...reader.end()]
}
