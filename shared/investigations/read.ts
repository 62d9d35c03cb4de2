import { z } from 'zod'
import {
  type Content,
  contentSchema,
  fenceMetaSchema,
  MAX_CELLS,
  MAX_COLUMNS,
  MAX_OUTPUT_CHARACTERS,
  MAX_ROWS,
  MAX_VALUE,
  resultSchema,
  titleSchema,
  clean,
} from './cell.ts'
import { csvRows, tableValues } from './table.ts'

/** Version of the file format; higher versions are refused. */
export const FORMAT = 1
/** Maximum characters of a file. */
export const MAX_FILE_CHARACTERS = 40_000_000
/** Maximum characters of a metadata line, which is JSON. */
const MAX_META_CHARACTERS = 2_000_000

/** Start of a metadata line; other readers see a comment. */
export const MARKER = '<!-- orrery:'
const MARKED = /^<!-- orrery:([a-z]+)(?: (.*))? -->$/
const FENCE = /^( {0,3})(`{3,}|~{3,})(.*)$/

/** Languages whose fences become cells. */
const LANGUAGES: Readonly<Record<string, 'query' | 'command' | undefined>> = {
  spl: 'query',
  sh: 'command',
  bash: 'command',
  shell: 'command',
}

/** Why a file cannot be opened as an investigation. */
export class UnreadableFile extends Error {
  readonly why: 'size' | 'cells' | 'text' | 'version'
  constructor(why: UnreadableFile['why']) {
    super(`The file cannot be read: ${why}`)
    this.name = 'UnreadableFile'
    this.why = why
  }
}

interface Fence {
  /** Whether the fence is unindented and made of backticks. */
  readonly isOurs: boolean
  readonly language: string
  readonly meta: string
  readonly text: string
  /** Index of the line after it. */
  readonly next: number
  readonly isOpen: boolean
}

/** Parses the fence opened by a line (CommonMark, 4.5); the end of the file closes it, too. */
function fenceAt(lines: readonly string[], at: number): Fence | undefined {
  const [, indent, fence = '', info = ''] = FENCE.exec(lines[at] ?? '') ?? []
  if (fence === '' || (fence.startsWith('`') && info.includes('`'))) return undefined
  let end = at + 1
  for (; end < lines.length; end++) {
    const line = (lines[end] ?? '').trim()
    if (line.length >= fence.length && line === (fence[0] ?? '').repeat(line.length)) break
  }
  const [, language = '', meta = ''] = /^(\S*)\s*(.*)$/.exec(info.trim()) ?? []
  return {
    isOurs: indent === '' && fence.startsWith('`'),
    language,
    meta,
    text: lines.slice(at + 1, end).join('\n'),
    next: end + 1,
    isOpen: end === lines.length,
  }
}

function jsonOf(text: string): unknown {
  if (text.length > MAX_META_CHARACTERS) return undefined
  try {
    // JSON escapes can contain the same invisible characters as plain text.
    return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? clean(value) : value))
  } catch {
    return undefined
  }
}

/** Joins lines, dropping blank ones at either end. */
function trimmed(lines: readonly string[]): string {
  let [from, to] = [0, lines.length]
  while (from < to && lines[from]?.trim() === '') from++
  while (to > from && lines[to - 1]?.trim() === '') to--
  return lines.slice(from, to).join('\n')
}

const nodeLine = z.tuple([z.string(), z.string(), z.string()])
const edgeLine = z.tuple([z.number(), z.number(), z.string()])

/** Returns the graph data stored in a drawing's comments. */
function graphOf(text: string): object {
  const noted = text
    .split('\n')
    .flatMap((line) => (/^\s*%% /.test(line) ? [jsonOf(line.trim().slice(3))] : []))
  const nodes = noted.flatMap((one) => {
    const [key, type, label] = nodeLine.safeParse(one).data ?? []
    return key === undefined || type === undefined || label === undefined ? [] : [{ key, type, label }]
  })
  const edges = noted.flatMap((one) => {
    const edge = edgeLine.safeParse(one).data
    const isWhole = edge && nodes[edge[0]] !== undefined && nodes[edge[1]] !== undefined
    return isWhole ? [{ from: edge[0], to: edge[1], label: edge[2] }] : []
  })
  return { nodes, edges }
}

/** Pads rows to one value per column, within the limits. */
const even = (columns: readonly string[], rows: readonly (readonly string[])[]) => ({
  columns: columns.slice(0, MAX_COLUMNS),
  rows: rows
    .slice(0, MAX_ROWS)
    .map((row) => columns.slice(0, MAX_COLUMNS).map((_, at) => (row[at] ?? '').slice(0, MAX_VALUE))),
})

const kindSchema = z.looseObject({ kind: z.string(), empty: z.boolean().optional() })

/** Parses a text in a single pass over its lines. */
class Reader {
  readonly cells: Content[] = []
  /** Whether the last fence is unclosed. */
  isOpen = false
  readonly #lines: readonly string[]
  #at = 0
  #words: string[] = []

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  read(): this {
    while (this.#at < this.#lines.length) this.#step()
    this.#flush()
    return this
  }

  #step(): void {
    const line = this.#lines[this.#at] ?? ''
    const [, name, meta = ''] = MARKED.exec(line) ?? []
    if (name !== undefined && this.#mark(name, meta)) return
    const fence = fenceAt(this.#lines, this.#at)
    if (fence) return this.#fence(fence)
    this.#words.push(line)
    this.#at++
  }

  /** Handles a metadata line. An invalid one stays part of the note. */
  #mark(name: string, meta: string): boolean {
    if (name === 'note') {
      this.#flush()
      this.#at++
      return true
    }
    if (name === 'graph') {
      const content = contentSchema.pick({ text: true }).safeParse(jsonOf(meta)).data
      if (!content) return false
      this.#flush()
      this.#at++
      this.cells.push({ kind: 'graph', text: content.text })
      return true
    }
    return name === 'result' && this.#result(meta)
  }

  /** Reads the result of the preceding cell: its metadata from the line, its content from what follows. */
  #result(meta: string): boolean {
    const record = jsonOf(meta)
    const cell = this.cells.at(-1)
    const kind = kindSchema.safeParse(record).data
    if (!kind || !cell || cell.kind === 'note' || cell.result || trimmed(this.#words) !== '') return false
    const start = this.#at
    this.#at++
    const result = resultSchema.safeParse({ ...kind, ...this.#body(kind) }).data
    if (result) cell.result = result
    else this.#at = start
    return result !== undefined
  }

  #body({ kind, empty }: z.infer<typeof kindSchema>): object {
    if (kind === 'failure') {
      this.#take(/^>/)
      return {}
    }
    if (empty) return even([], [])
    if (kind === 'table' || kind === 'logs') {
      const [head = [], , ...rows] = this.#take(/^\|/).map(tableValues)
      return even(head, rows)
    }
    if (kind === 'series') this.#take(/^\|/)
    this.#take(/^$/)
    const fence = fenceAt(this.#lines, this.#at)
    if (!fence?.isOurs) return {}
    this.#at = fence.next
    if (kind === 'graph') return graphOf(fence.text)
    if (kind === 'output') return { text: fence.text.slice(0, MAX_OUTPUT_CHARACTERS) }
    const [head = [], ...rows] = csvRows(fence.text)
    return even(head, rows)
  }

  /** Consumes the next lines of a kind, skipping blank ones first. */
  #take(kind: RegExp): string[] {
    while (this.#lines[this.#at] === '') this.#at++
    const from = this.#at
    while (this.#at < this.#lines.length && kind.test(this.#lines[this.#at] ?? '')) this.#at++
    return this.#lines.slice(from, this.#at)
  }

  #fence({ isOurs, language, meta, text, next, isOpen }: Fence): void {
    this.isOpen = isOpen
    const kind = isOurs ? LANGUAGES[language] : undefined
    const isNote = isOurs && language === 'markdown' && meta === '{"note":true}'
    if (kind || isNote) {
      this.#flush()
      const more = fenceMetaSchema.safeParse(jsonOf(meta)).data
      this.cells.push(kind ? { kind, text, ...more } : { kind: 'note', text })
    } else this.#words.push(...this.#lines.slice(this.#at, next))
    this.#at = next
  }

  #flush(): void {
    const text = trimmed(this.#words)
    if (text !== '') this.cells.push({ kind: 'note', text })
    this.#words = []
  }
}

/** Returns the cells of a text, and whether a fence is left open. */
export const readCells = (text: string): Pick<Reader, 'cells' | 'isOpen'> =>
  new Reader(text.split('\n')).read()

/**
 * Parses a Markdown file, ours or any other: fences of SPL and shell become cells, everything else notes.
 * Executes nothing.
 * @throws UnreadableFile when it exceeds the size limit or has a newer format
 */
export function readInvestigation(file: string, name: string): { title: string; cells: Content[] } {
  if (file.length > MAX_FILE_CHARACTERS) throw new UnreadableFile('size')
  const text = clean(file)
  const version = Number(/^<!-- orrery:investigation (\d{1,9}) -->$/m.exec(text)?.[1] ?? FORMAT)
  if (version > FORMAT) throw new UnreadableFile('version')
  const lines = text.split('\n').filter((line) => !/^<!-- orrery:investigation \d{1,9} -->$/.test(line))
  const first = lines.findIndex((line) => line.trim() !== '')
  const heading = titleSchema.safeParse(/^# (.*)$/.exec(lines[first] ?? '')?.[1]?.trim()).data
  const given = titleSchema.safeParse(
    clean(name)
      .replace(/\.\w+$/, '')
      .trim()
      .slice(0, 200)
      .trim(),
  ).data
  const { cells } = new Reader(heading === undefined ? lines : lines.slice(first + 1)).read()
  if (cells.length > MAX_CELLS) throw new UnreadableFile('cells')
  if (!z.array(contentSchema).safeParse(cells).success) throw new UnreadableFile('text')
  return { title: heading ?? given ?? 'Investigation', cells }
}
