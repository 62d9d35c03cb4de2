import { type Cell, type Content, fenceMetaSchema, type GraphResult, type Result } from './cell.ts'
import { FORMAT, MARKER, readCells } from './read.ts'
import { figure, summariesOf } from './summary.ts'
import { csvText, tableLines } from './table.ts'

/** Wraps a text in a fence longer than any run of backticks inside. */
function fenced(info: string, text: string): string[] {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return [fence + info, text, fence]
}

/** Encodes JSON for an HTML comment, escaping what would end the comment. */
const marker = (name: string, meta: unknown): string =>
  `${MARKER}${name} ${JSON.stringify(meta).replaceAll('>', '\\u003e').replaceAll('--', '-\\u002d')} -->`

/** Encodes JSON for a fence's first line, which must not contain a backtick (CommonMark, 4.5). */
function info(language: string, meta: object): string {
  const json = JSON.stringify(meta)
  return json === '{}' ? language : `${language} ${json.replaceAll('`', '\\u0060')}`
}

/** Escapes a text for a Mermaid label, in Mermaid's `#code;` notation. */
const mermaidText = (text: string): string =>
  `"${text.replaceAll(/["#;<>&\n`]/g, (sign) => `#${sign === '\n' ? 32 : sign.charCodeAt(0)};`)}"`

/** Draws a graph in Mermaid, which GitHub renders; its data is stored in comments. */
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

/** Formats the visible part of a result. */
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

/** Result members that are visible, and read back from the visible part. */
const SHOWN = new Set(['columns', 'rows', 'nodes', 'edges', 'text'])

/** Returns the members of a result that are stored as metadata. */
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

/** Whether a note needs no marker: parsed alone it gives the same note, and leaves no fence open. */
function isPlain(text: string): boolean {
  if (/^<!-- orrery:/m.test(text) || text.lastIndexOf('<!--') > text.lastIndexOf('-->')) return false
  const { cells, isOpen } = readCells(text)
  return !isOpen && cells.length === 1 && cells[0]?.kind === 'note' && cells[0].text === text
}

/** Formats an investigation as a Markdown file that any Markdown viewer can display. */
export function writeInvestigation(title: string, cells: readonly (Cell | Content)[]): string {
  const parts = cells.map((cell, at) => cellLines(cell, cells[at - 1]).join('\n'))
  return `${[`# ${title}`, `${MARKER}investigation ${FORMAT} -->`, ...parts].join('\n\n')}\n`
}
