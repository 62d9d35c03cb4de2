import { z } from 'zod'
import { type Failure, toFailure } from '../../workbench/failure.ts'
import { workbenchError } from '../../workbench/sentences/workbench-error.ts'
import { type Fields, isFields } from '../../json/fields.ts'
import { isAtif, readAtif } from './atif.ts'
import { type ChatColumns, ChatShape, isChat } from './chat.ts'
import { type CsvRow, CsvText } from './csv.ts'
import { inspectTask, isInspectLog, readSample } from './inspect.ts'
import { linesOfItems, listOf, parseJson } from './json.ts'
import { isOwn, OwnShape } from './own.ts'
import type { ReadEpisode } from './read-episode.ts'
import { checkedRows, guessRows, ROW_FIELDS, type RowColumns, RowShape } from './rows.ts'
import { type FileEnd, Unread } from './unread.ts'

const column = z.string().optional()
/** Column mapping chosen by the user where the names are ambiguous. */
export const mappingSchema = z.discriminatedUnion('shape', [
  z.object({ shape: z.literal('rows'), columns: z.partialRecord(z.enum(ROW_FIELDS), z.string()) }),
  z.object({
    shape: z.literal('chat'),
    columns: z.object({ messages: z.string(), environment: column, seed: column, reward: column }),
  }),
])
export type Mapping = z.infer<typeof mappingSchema>

/** Question to the user about a file: its columns, the assumed mapping, and the ambiguous fields. */
export const questionSchema = z.object({
  columns: z.array(z.string()),
  guess: mappingSchema,
  unclear: z.array(z.string()),
  /** The first record, one text per column. */
  example: z.record(z.string(), z.string()),
})
export type Question = z.infer<typeof questionSchema>

/** Thrown when a file cannot be read before the user has chosen or corrected its column mapping. */
export class MappingNeeded extends Error {
  readonly question: Question
  /** Why the assumed mapping failed. */
  readonly failure: Failure | undefined

  constructor(question: Question, cause?: unknown) {
    const failure = cause === undefined ? undefined : toFailure(cause)
    super(failure?.message ?? 'The columns of this file are not clear.')
    this.name = 'MappingNeeded'
    this.question = question
    this.failure = failure
  }
}

/** Consumes records and returns completed episodes. */
interface Shape {
  take(record: Fields, line: number): ReadEpisode[]
  end(): ReadEpisode[]
  /** An unreadable record; absent: the input was not a record at all. */
  lost?(record?: Fields): void
  readonly cut?: number
  /** Whether an unreadable record makes the whole file unreadable. */
  readonly isStrict?: boolean
}

/** Reads records of any supported format, detected from the first record. */
export class Records {
  readonly #name: string
  readonly #mapping: Mapping | undefined
  #shape: Shape | undefined
  readonly #unread = new Unread()
  #hasRead = false
  /** The mapping question, if columns were mapped by name or by the user. */
  #question: Question | undefined

  constructor(name: string, mapping?: Mapping) {
    this.#name = name
    this.#mapping = mapping
  }

  get statistics(): FileEnd {
    return { cut: this.#shape?.cut ?? 0, unread: this.#unread.summary }
  }

  /** Skips unreadable records once the format is known. @throws MappingNeeded, WorkbenchError `RECORDING_UNREADABLE` */
  take(record: unknown, line: number): ReadEpisode[] {
    const isObject = isFields(record)
    if (!this.#shape && isObject) this.#shape = this.#shapeOf(record)
    try {
      if (!isObject) throw workbenchError('RECORDING_UNREADABLE.record', { line })
      return this.#noted(this.#shape?.take(record, line) ?? [])
    } catch (error) {
      if (!this.#shape) throw error
      return this.pass(error, isObject ? record : undefined)
    }
  }

  /** @param error why the text between two records is not one. @throws what our own format does not tolerate */
  pass(error: unknown, record?: Fields): never[] {
    if (this.#shape?.isStrict) throw error
    this.#shape?.lost?.(record)
    return this.#unread.pass(error)
  }

  /** Handles a truncated last record: the writer may have been killed. */
  cutOff(error: unknown): never[] {
    if (!this.#shape?.isStrict) return this.pass(error)
    this.#shape.lost?.()
    return []
  }

  end(): ReadEpisode[] {
    const last = this.#noted(this.#shape?.end() ?? [])
    const { error } = this.#unread
    if (!this.#hasRead && error !== undefined)
      throw this.#question ? new MappingNeeded(this.#question, error) : error
    if (!this.#shape) throw workbenchError('RECORDING_UNREADABLE.empty')
    return last
  }

  #noted(found: ReadEpisode[]): ReadEpisode[] {
    this.#hasRead ||= found.length > 0
    return found
  }

  #shapeOf(record: Fields): Shape {
    const name = this.#name
    if (isOwn(record)) return new OwnShape(name)
    if (isAtif(record)) return single((one, line) => [readAtif(one, name, line)])
    if (isInspectLog(record)) return single((one, line) => this.#samplesOf(one, line))
    const { unclear, ...question } = this.#ask(record)
    const guess = this.#mapping ?? question.guess
    this.#question = { ...question, unclear, guess }
    if (!this.#mapping && unclear.length > 0) throw new MappingNeeded(this.#question)
    return this.#mapped(guess)
  }

  #mapped(mapping: Mapping): Shape {
    const name = this.#name
    if (mapping.shape === 'chat') return new ChatShape(name, mapping.columns)
    return new RowShape(name, checkedRows(mapping.columns))
  }

  /** Maps the columns by name and collects the ambiguous fields. */
  #ask(record: Fields): Question {
    const columns = Object.keys(record)
    const ask = (guess: Mapping, unclear: string[]): Question => {
      const example = columns.map((name) => [name, JSON.stringify(record[name])?.slice(0, 200) ?? ''])
      return { columns, guess, unclear, example: Object.fromEntries(example) as Question['example'] }
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
      return ask(guess, chats.length > 1 ? ['messages'] : [])
    }
    const guess: Mapping = { shape: 'rows', columns: rows satisfies RowColumns }
    return ask(guess, unclear)
  }

  #samplesOf(log: Fields, line: number): ReadEpisode[] {
    const task = inspectTask(log)
    return listOf(log['samples'] ?? [], 'samples', line).flatMap((sample, i) => {
      const path = `samples.${i}`
      try {
        if (!isFields(sample)) throw workbenchError('RECORDING_UNREADABLE.fields', { field: path, line })
        return [readSample(sample, task, this.#name, line, path)]
      } catch (error) {
        return this.pass(error)
      }
    })
  }
}

/** Parses a chat stored as text in a table. */
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

/** Incremental reader for JSON Lines, a single JSON document, or CSV. */
export class RecordingText {
  readonly #records: Records
  readonly #isTable: boolean
  #rest = ''
  #line = 0
  #csv: CsvText | undefined
  /** The chunks so far, if the text may be a single JSON document. */
  #document: string[] | undefined

  constructor(name: string, mapping?: Mapping) {
    this.#records = new Records(name, mapping)
    this.#isTable = /\.(?:csv|tsv)$/i.test(name)
    if (this.#isTable) this.#csv = new CsvText()
  }

  get statistics(): FileEnd {
    return this.#records.statistics
  }

  /** @throws MappingNeeded, WorkbenchError `RECORDING_UNREADABLE` */
  push(text: string): ReadEpisode[] {
    if (this.#csv) return this.#rows(this.#csv.push(text))
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
    if (this.#csv) return [...this.#rows(this.#csv.end()), ...this.#records.end()]
    const last = this.#document ? undefined : this.#take(this.#rest, true)
    const whole = last ?? this.#whole((this.#document ?? [this.#rest]).join(''))
    return [...whole, ...this.#records.end()]
  }

  #rows(rows: readonly CsvRow[]): ReadEpisode[] {
    return rows.flatMap(({ record, line, problem }) =>
      problem ? this.#records.pass(problem) : this.#records.take(record, line),
    )
  }

  #whole(text: string): ReadEpisode[] {
    const value = parseJson(text, 1)
    if (!Array.isArray(value)) return this.#records.take(value, 1)
    const lines = linesOfItems(text)
    return value.flatMap((record, i) => this.#records.take(record, lines[i] ?? 1))
  }

  /**
   * Returns the episodes completed by a line; undefined when the first line is not valid JSON, so that the
   * text may be one document.
   */
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
      return isLast ? this.#records.cutOff(error) : this.#records.pass(error)
    }
    this.#begun = true
    const records: readonly unknown[] = Array.isArray(value) ? value : [value]
    return records.flatMap((record) => this.#records.take(record, this.#line))
  }
  #begun = false
}

/** Sorts episodes by their start in the file. */
export const inOrder = <One extends { readonly place?: number | undefined }>(all: readonly One[]): One[] =>
  all.toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0))

/** Parses the episodes of a complete text. */
export function readRecording(text: string, name: string, mapping?: Mapping): ReadEpisode[] {
  const reader = new RecordingText(name, mapping)
  return inOrder([...reader.push(text), ...reader.end()])
}
