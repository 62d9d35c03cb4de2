import { z } from 'zod'
import {
  type Content,
  contentSchema,
  fenceMetaSchema,
  MAX_CELLS,
  MAX_COLUMNS,
  MAX_OUTPUT,
  MAX_ROWS,
  MAX_VALUE,
  resultSchema,
  titleSchema,
  clean,
} from './cell.ts'
import { csvRows, tableValues } from './table.ts'

/** The format of the file; a greater one is refused. */
export const FORMAT = 1
/** Characters of a file. */
export const MAX_FILE = 40_000_000
/** Characters of a line of our own, which is JSON. */
const MAX_META = 2_000_000

/** Begins a line of our own in the file; other readers take it for a comment. */
export const MARKER = '<!-- orrery:'
const MARKED = /^<!-- orrery:([a-z]+)(?: (.*))? -->$/
const FENCE = /^( {0,3})(`{3,}|~{3,})(.*)$/

/** Fences that are cells, by their language. */
const LANGUAGES: Readonly<Record<string, 'query' | 'command' | undefined>> = {
  spl: 'query',
  sh: 'command',
  bash: 'command',
  shell: 'command',
}

/** Why a file is not an investigation that can be opened. */
export class UnreadableFile extends Error {
  readonly why: 'size' | 'cells' | 'text' | 'version'
  constructor(why: UnreadableFile['why']) {
    super(`The file cannot be read: ${why}`)
    this.name = 'UnreadableFile'
    this.why = why
  }
}

interface Fence {
  /** Whether it stands at the margin and is made of backticks. */
  readonly isOurs: boolean
  readonly language: string
  readonly meta: string
  readonly text: string
  /** The line behind it. */
  readonly next: number
  readonly isOpen: boolean
}

/** The fence that a line opens (CommonMark, 4.5); the end of the file closes it, too. */
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
  if (text.length > MAX_META) return undefined
  try {
    // What JSON hides behind its escapes is no plainer than what stands there.
    return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? clean(value) : value))
  } catch {
    return undefined
  }
}

/** Drops blank lines at either end. */
function trimmed(lines: readonly string[]): string {
  let [from, to] = [0, lines.length]
  while (from < to && lines[from]?.trim() === '') from++
  while (to > from && lines[to - 1]?.trim() === '') to--
  return lines.slice(from, to).join('\n')
}

const nodeLine = z.tuple([z.string(), z.string(), z.string()])
const edgeLine = z.tuple([z.number(), z.number(), z.string()])

/** What a drawing was made from, as it stands in its comments. */
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

/** Rows with a value for every column, as many as are kept. */
const even = (columns: readonly string[], rows: readonly (readonly string[])[]) => ({
  columns: columns.slice(0, MAX_COLUMNS),
  rows: rows
    .slice(0, MAX_ROWS)
    .map((row) => columns.slice(0, MAX_COLUMNS).map((_, at) => (row[at] ?? '').slice(0, MAX_VALUE))),
})

const kindSchema = z.looseObject({ kind: z.string(), empty: z.boolean().optional() })

/** Reads a text from its first line to its last; every line is looked at once. */
class Reader {
  readonly cells: Content[] = []
  /** Whether the last fence was never closed. */
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

  /** A line of our own. One that says nothing stays among the words. */
  #mark(name: string, meta: string): boolean {
    if (name === 'note') {
      this.#flush()
      this.#at++
      return true
    }
    if (name === 'graph') {
      const told = contentSchema.pick({ text: true }).safeParse(jsonOf(meta)).data
      if (!told) return false
      this.#flush()
      this.#at++
      this.cells.push({ kind: 'graph', text: told.text })
      return true
    }
    return name === 'result' && this.#result(meta)
  }

  /** What came of the cell before it: how it came in the line, what it is behind it. */
  #result(meta: string): boolean {
    const told = jsonOf(meta)
    const cell = this.cells.at(-1)
    const kind = kindSchema.safeParse(told).data
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
    if (kind === 'output') return { text: fence.text.slice(0, MAX_OUTPUT) }
    const [head = [], ...rows] = csvRows(fence.text)
    return even(head, rows)
  }

  /** The lines of a kind that come next, behind blank ones. */
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

/** The cells of a text, and whether it leaves a fence open. */
export const readCells = (text: string): Pick<Reader, 'cells' | 'isOpen'> =>
  new Reader(text.split('\n')).read()

/**
 * Reads a Markdown file: ours, or anybody's, whose fences of SPL and of shells become cells and all else notes. Nothing of it runs.
 * @throws UnreadableFile where it is larger than an investigation can be, or of a later format
 */
export function readInvestigation(file: string, name: string): { title: string; cells: Content[] } {
  if (file.length > MAX_FILE) throw new UnreadableFile('size')
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
