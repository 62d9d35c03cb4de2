import { type Cell, type Content, fenceMetaSchema, type GraphResult, type Result } from './cell.ts'
import { FORMAT, MARKER, readCells } from './read.ts'
import { figure, summariesOf } from './summary.ts'
import { csvText, tableLines } from './table.ts'

/** A fence longer than any run of backticks inside. */
function fenced(info: string, text: string): string[] {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return [fence + info, text, fence]
}

/** What JSON says, without the signs that would end the comment around it. */
const marker = (name: string, meta: unknown): string =>
  `${MARKER}${name} ${JSON.stringify(meta).replaceAll('>', '\\u003e').replaceAll('--', '-\\u002d')} -->`

/** The same for a fence's first line, which must hold no backtick (CommonMark, 4.5). */
function info(language: string, meta: object): string {
  const json = JSON.stringify(meta)
  return json === '{}' ? language : `${language} ${json.replaceAll('`', '\\u0060')}`
}

/** A text in a Mermaid label, whose own way to write a sign is `#code;`. */
const mermaidText = (text: string): string =>
  `"${text.replaceAll(/["#;<>&\n`]/g, (sign) => `#${sign === '\n' ? 32 : sign.charCodeAt(0)};`)}"`

/** A drawing that GitHub shows; what it is drawn from stands in its comments. */
function mermaid({ nodes, edges }: GraphResult): string {
  return [
    'flowchart LR',
    ...nodes.flatMap(({ key, type, label }, at) => [
      `  %% ${JSON.stringify([key, type, label])}`,
      `  n${at}[${mermaidText(label || key || '…')}]`,
    ]),
    ...edges.flatMap(({ from, to, label }) => [
      `  %% ${JSON.stringify([from, to, label])}`,
      label === '' ? `  n${from} --> n${to}` : `  n${from} -->|${mermaidText(label)}| n${to}`,
    ]),
  ].join('\n')
}

/** What a reader sees of a result. */
function shown(result: Result): string[] {
  if ('columns' in result && result.columns.length === 0) return []
  switch (result.kind) {
    case 'table':
    case 'logs':
      return tableLines(result.columns, result.rows)
    case 'series': {
      const figures = summariesOf(result).map(({ name, last, least, most, mean }) => [
        name,
        ...[last, least, mean, most].map(figure),
      ])
      return [
        ...tableLines(['series', 'last', 'min', 'mean', 'max'], figures),
        '',
        ...fenced('csv', csvText([result.columns, ...result.rows])),
      ]
    }
    case 'graph':
      return fenced('mermaid', mermaid(result))
    case 'output':
      return fenced('text', result.text)
    case 'failure':
      return [`> **${result.code}** ${result.message.replaceAll('\n', '\n> ')}`]
  }
}

/** Members of a result that are shown, and read again from there. */
const SHOWN = new Set(['columns', 'rows', 'nodes', 'edges', 'text'])

/** What is known of a result beside what is shown. */
function about(result: Result): object {
  const meta = Object.fromEntries(Object.entries(result).filter(([name]) => !SHOWN.has(name)))
  return 'columns' in result && result.columns.length === 0 ? { ...meta, empty: true } : meta
}

const withResult = (lines: string[], result: Result | undefined): string[] =>
  result ? [...lines, '', marker('result', about(result)), '', ...shown(result)] : lines

function cellLines(cell: Content, before: Content | undefined): string[] {
  const { kind, text, result } = cell
  switch (kind) {
    case 'note':
      if (!isPlain(text)) return fenced('markdown {"note":true}', text)
      return before?.kind === 'note' ? [`${MARKER}note -->`, '', text] : [text]
    case 'query':
      return withResult(fenced(info('spl', fenceMetaSchema.parse(cell)), text), result)
    case 'command':
      return withResult(fenced(info('sh', fenceMetaSchema.parse(cell)), text), result)
    case 'graph':
      return withResult([marker('graph', { text })], result)
  }
}

/** Whether a note stands for itself between the other cells: read alone, it is the same note again, and it leaves nothing open. */
function isPlain(text: string): boolean {
  if (/^<!-- orrery:/m.test(text) || text.lastIndexOf('<!--') > text.lastIndexOf('-->')) return false
  const { cells, isOpen } = readCells(text)
  return !isOpen && cells.length === 1 && cells[0]?.kind === 'note' && cells[0].text === text
}

/** An investigation as one Markdown file that any reader of Markdown shows. */
export function writeInvestigation(title: string, cells: readonly (Cell | Content)[]): string {
  const parts = cells.map((cell, at) => cellLines(cell, cells[at - 1]).join('\n'))
  return `${[`# ${title}`, `${MARKER}investigation ${FORMAT} -->`, ...parts].join('\n\n')}\n`
}
