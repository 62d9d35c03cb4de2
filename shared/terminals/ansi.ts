/** Style of a text run. Colours are palette indexes 0–255, or `#rrggbb`. */
export interface Style {
  readonly foreground?: number | string
  readonly background?: number | string
  readonly bold?: boolean
  readonly dim?: boolean
  readonly italic?: boolean
  readonly underline?: boolean
  readonly inverse?: boolean
  readonly strike?: boolean
}

interface Run {
  readonly text: string
  readonly style: Style
}

/** Control sequences of ECMA-48: CSI, OSC (ended by BEL or ST), other strings, and two-character escapes. */
const SEQUENCE =
  /\x1b\[([0-?]*)[ -/]*([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\|$)|\x1b[PX^_][^\x1b]*(?:\x1b\\|$)|\x1b[ -/]*[0-~]/g

interface Cell {
  character: string
  style: Style
}

/**
 * Renders an output as a terminal of unlimited width would: lines of styled runs. Executes carriage returns,
 * backspaces, tabs, "erase line" and moves within the line, so a progress bar shows its last state; moves
 * between lines are left to xterm. Why xterm does not do it all: docs/measurements.md#terminals.
 */
export function styledLines(output: string): Run[][] {
  const lines: Cell[][] = [[]]
  let column = 0
  let style: Style = {}
  const line = (): Cell[] => lines[lines.length - 1] as Cell[]
  const put = (character: string): void => {
    const cells = line()
    while (cells.length < column) cells.push({ character: ' ', style: {} })
    cells[column++] = { character, style }
  }
  const write = (text: string): void => {
    for (const character of text) {
      if (character === '\n') {
        lines.push([])
        column = 0
      } else if (character === '\r') column = 0
      else if (character === '\b') column = Math.max(0, column - 1)
      else if (character === '\t')
        do put(' ')
        while (column % 8 !== 0)
      else if (character >= ' ' && character !== '\x7f') put(character)
    }
  }
  let end = 0
  for (const match of output.matchAll(SEQUENCE)) {
    write(output.slice(end, match.index))
    end = match.index + match[0].length
    const [, parameters = '', final] = match
    const count = Number(parameters) || 1
    if (final === 'm') style = restyled(style, parameters)
    else if (final === 'K') eraseLine(line(), column, parameters)
    else if (final === 'G') column = count - 1
    else if (final === 'C') column += count
    else if (final === 'D') column = Math.max(0, column - count)
  }
  write(output.slice(end))
  return lines.map(asRuns)
}

function eraseLine(cells: Cell[], column: number, parameters: string): void {
  if (parameters === '' || parameters === '0') cells.length = Math.min(cells.length, column)
  else if (parameters === '2') cells.length = 0
  else for (let at = 0; at <= column && at < cells.length; at++) cells[at] = { character: ' ', style: {} }
}

function asRuns(cells: readonly Cell[]): Run[] {
  const runs: { text: string; style: Style }[] = []
  for (const { character, style } of cells) {
    const last = runs.at(-1)
    if (last?.style === style) last.text += character
    else runs.push({ text: character, style })
  }
  return runs
}

/** Returns the plain text that a terminal would show, for copying. */
export function plainText(output: string): string {
  return styledLines(output)
    .map((runs) =>
      runs
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
    )
    .join('\n')
    .replace(/\n+$/, '')
}

const SWITCHES: Readonly<Record<number, keyof Style>> = {
  1: 'bold',
  2: 'dim',
  3: 'italic',
  4: 'underline',
  7: 'inverse',
  9: 'strike',
}
const ENDS: Readonly<Record<number, readonly (keyof Style)[]>> = {
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['underline'],
  27: ['inverse'],
  29: ['strike'],
  39: ['foreground'],
  49: ['background'],
}

/** Applies an SGR (select graphic rendition) sequence to a style. */
export function restyled(before: Style, parameters: string): Style {
  const codes = parameters.split(/[;:]/).map((code) => Number(code) || 0)
  let style: Record<string, unknown> = { ...before }
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0
    const named = SWITCHES[code]
    if (code === 0) style = {}
    else if (named) style[named] = true
    else if (ENDS[code])
      style = Object.fromEntries(
        Object.entries(style).filter(([name]) => !ENDS[code]?.includes(name as keyof Style)),
      )
    else if (code === 38 || code === 48) {
      const [colour, used] = extended(codes.slice(at + 1))
      at += used
      if (colour !== undefined) style[code === 38 ? 'foreground' : 'background'] = colour
    } else if (code >= 30 && code <= 37) style['foreground'] = code - 30
    else if (code >= 40 && code <= 47) style['background'] = code - 40
    else if (code >= 90 && code <= 97) style['foreground'] = code - 82
    else if (code >= 100 && code <= 107) style['background'] = code - 92
  }
  return style
}

/**
 * Parses an extended colour: `5;N` is a palette index, `2;R;G;B` a colour. Returns it and the count of
 * numbers consumed.
 */
function extended([kind, ...numbers]: readonly number[]): [number | string | undefined, number] {
  if (kind === 5) return [numbers[0], 2]
  if (kind !== 2) return [undefined, 1]
  const hex = numbers.slice(0, 3).map((part) => Math.min(255, part).toString(16).padStart(2, '0'))
  return [`#${hex.join('')}`, 4]
}
