import { escapeHtml } from '#shared/html/escape.ts'
import { plainText, styledLines, type Style } from '#shared/terminals/ansi.ts'
import { type Block, type Output, wholeOutput } from '#shared/terminals/block.ts'
import { showDuration } from '../sessions/show.ts'

/** A block with its output. */
export interface PrintedBlock extends Block {
  readonly output: Output
}

export type ExportFormat = 'text' | 'markdown' | 'html' | 'asciicast'

export const exportFormats: Readonly<
  Record<ExportFormat, { readonly extension: string; readonly type: string }>
> = {
  text: { extension: 'txt', type: 'text/plain' },
  markdown: { extension: 'md', type: 'text/markdown' },
  html: { extension: 'html', type: 'text/html' },
  asciicast: { extension: 'cast', type: 'application/x-asciicast' },
}

const gap = (characters: number): string => `\r\n[… ${characters} characters left out …]\r\n`

/** The output as copied by the user. */
export const outputText = (block: Pick<PrintedBlock, 'output'>): string =>
  plainText(wholeOutput(block.output, gap))

/** Exit code and duration as text: `exit 1 · 3.2 s`. */
function outcomeText({ exitCode, problem, milliseconds, state }: Block): string {
  const code = problem?.message ?? (exitCode === null ? state : `exit ${exitCode}`)
  return milliseconds === undefined ? code : `${code} · ${showDuration(milliseconds)}`
}

/** Exports blocks in a self-contained format. `size` is the terminal's, for replays. */
export function exportBlocks(
  blocks: readonly PrintedBlock[],
  format: ExportFormat,
  { title, columns, rows }: { title: string; columns: number; rows: number },
): string {
  if (format === 'text') return blocks.map(asText).join('\n\n') + '\n'
  if (format === 'markdown') return `# ${title}\n\n${blocks.map(asMarkdown).join('\n\n')}\n`
  if (format === 'html') return asHtml(title, blocks)
  return asCast(title, blocks, columns, rows)
}

const prompt = ({ cwd, command }: Block): string => `${cwd ?? ''}$ ${command.replaceAll('\n', '\n> ')}`

function asText(block: PrintedBlock): string {
  return [prompt(block), outputText(block), `[${outcomeText(block)}]`]
    .filter((part) => part !== '')
    .join('\n')
}

/** A code fence longer than any run of backticks in the text. */
function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  return '`'.repeat(longest + 1)
}

function asMarkdown(block: PrintedBlock): string {
  const output = outputText(block)
  const mark = fence(block.command + output)
  const parts = [
    `${mark}console`,
    prompt(block),
    ...(output ? [output] : []),
    mark,
    '',
    `_${outcomeText(block)}_`,
  ]
  return parts.join('\n')
}

/** xterm's default palette: 16 colours, a 6×6×6 cube, and greys. */
const SIXTEEN =
  '#2e3436 #cc0000 #4e9a06 #c4a000 #3465a4 #75507b #06989a #d3d7cf #555753 #ef2929 #8ae234 #fce94f #729fcf #ad7fa8 #34e2e2 #eeeeec'.split(
    ' ',
  )

export function paletteColour(colour: number | string): string {
  if (typeof colour === 'string') return colour
  if (colour < 16) return SIXTEEN[colour] ?? '#000000'
  const hex = (value: number): string => value.toString(16).padStart(2, '0')
  if (colour >= 232) return `#${hex(8 + (colour - 232) * 10).repeat(3)}`
  const level = (step: number): number => (step === 0 ? 0 : 55 + step * 40)
  const index = colour - 16
  return `#${[36, 6, 1].map((unit) => hex(level(Math.floor(index / unit) % 6))).join('')}`
}

function cssOf(style: Style): string {
  const front = style.inverse ? (style.background ?? '#1b2130') : style.foreground
  const back = style.inverse ? (style.foreground ?? '#e4e8f1') : style.background
  return [
    front === undefined ? '' : `color:${paletteColour(front)}`,
    back === undefined ? '' : `background:${paletteColour(back)}`,
    style.bold ? 'font-weight:bold' : '',
    style.dim ? 'opacity:.7' : '',
    style.italic ? 'font-style:italic' : '',
    style.underline || style.strike
      ? `text-decoration:${[style.underline && 'underline', style.strike && 'line-through'].filter(Boolean).join(' ')}`
      : '',
  ]
    .filter(Boolean)
    .join(';')
}

/** The output with its colours as HTML, for the clipboard and files. */
export function outputHtml(block: Pick<PrintedBlock, 'output'>): string {
  return styledLines(wholeOutput(block.output, gap))
    .map((runs) =>
      runs
        .map(({ text, style }) => {
          const css = cssOf(style)
          return css ? `<span style="${css}">${escapeHtml(text)}</span>` : escapeHtml(text)
        })
        .join(''),
    )
    .join('\n')
    .trimEnd()
}

function asHtml(title: string, blocks: readonly PrintedBlock[]): string {
  const sections = blocks.map(
    (block) =>
      `<section><h2><code>${escapeHtml(prompt(block))}</code></h2><pre>${outputHtml(block)}</pre><p>${escapeHtml(outcomeText(block))}</p></section>`,
  )
  const style =
    'body{background:#12151c;color:#e4e8f1;font:14px system-ui;margin:2em auto;max-width:100ch}pre,code{font-family:ui-monospace,monospace}pre{white-space:pre-wrap}h2{font-size:1em}p{color:#a7b0c3}'
  return `<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style>\n<h1>${escapeHtml(title)}</h1>\n${sections.join('\n')}\n</html>\n`
}

/** asciicast v2 (docs.asciinema.org): a header line, then one line per event with seconds since the start. */
function asCast(title: string, blocks: readonly PrintedBlock[], width: number, height: number): string {
  const first = blocks[0]?.startedAt ?? 0
  const header = {
    version: 2,
    width,
    height,
    timestamp: Math.floor(first / 1000),
    title,
    env: { TERM: 'xterm-256color' },
  }
  const lines = [JSON.stringify(header)]
  for (const block of blocks) {
    const start = (block.startedAt - first) / 1000
    const event = (seconds: number, data: string): void =>
      void lines.push(JSON.stringify([seconds, 'o', data]))
    event(start, `\x1b[1m${prompt(block).replaceAll('\n', '\r\n')}\x1b[0m\r\n`)
    let shown = 0
    const { head, tail, dropped, moments } = block.output
    const at = (from: number, to: number): string =>
      head.slice(from, to) +
      tail.slice(Math.max(0, from - head.length - dropped), Math.max(0, to - head.length - dropped))
    for (const [milliseconds, characters] of moments) {
      const data = at(shown, characters)
      if (data !== '') event(start + milliseconds / 1000, data)
      shown = characters
    }
    event(start + (block.milliseconds ?? 0) / 1000, '\r\n')
  }
  return `${lines.join('\n')}\n`
}
