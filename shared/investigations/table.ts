/** Escapes a value for a Markdown table cell, so that nothing becomes markup and surrounding blanks survive. */
const tableValue = (text: string): string =>
  text
    .replaceAll(/[\\|`*_~<>[\]&$#!]/g, '\\$&')
    .replaceAll('\n', '<br>')
    .replaceAll(/^[ \t]+|[ \t]+$/g, (blanks) => blanks.replaceAll(' ', '&#32;').replaceAll('\t', '&#9;'))

const plainValue = (cell: string): string =>
  cell
    .replaceAll(/^[ \t]+|[ \t]+$/g, '')
    .replaceAll(
      /\\([\\|`*_~<>[\]&$#!])|<br>|&#(9|32);/g,
      (_, sign?: string, code?: string) => sign ?? (code ? String.fromCharCode(Number(code)) : '\n'),
    )

const line = (values: readonly string[]): string => `| ${values.map(tableValue).join(' | ')} |`

/** Formats rows as lines of a Markdown table. */
export const tableLines = (columns: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  line(columns),
  `| ${columns.map(() => '---').join(' | ')} |`,
  ...rows.map(line),
]

/** Parses the values of a table line. */
export function tableValues(text: string): string[] {
  const values: string[] = []
  let from = text.startsWith('|') ? 1 : 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '|') {
      values.push(plainValue(text.slice(from, at)))
      from = at + 1
    }
  }
  if (text.slice(from).trim() !== '') values.push(plainValue(text.slice(from)))
  return values
}

const csvValue = (text: string, isAlone: boolean): string =>
  /[",\n]/.test(text) || (isAlone && text === '') ? `"${text.replaceAll('"', '""')}"` : text

/** Formats rows as CSV (RFC 4180) with LF line ends. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((value) => csvValue(value, row.length === 1)).join(',')).join('\n')

/** Parses the rows of a CSV text. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  // One value and its terminator: a comma, a line end, or the end.
  const value = /(?:"((?:[^"]|"")*)"|([^",\n][^,\n]*|))(,|\n|$)|[^]/gy
  for (let found = value.exec(text); found; found = value.exec(text)) {
    const [whole, quoted, plain, end] = found
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? whole)
    if (end === ',') continue
    rows.push(row)
    row = []
    if (value.lastIndex >= text.length && end !== '\n') break
  }
  return rows
}
