import { cellText, type Row } from './result.ts'

export const FORMATS = ['csv', 'tsv', 'json', 'ndjson', 'markdown'] as const
export type Format = (typeof FORMATS)[number]

export const FILE_TYPES: Readonly<Record<Format, { readonly extension: string; readonly mime: string }>> = {
  csv: { extension: 'csv', mime: 'text/csv' },
  tsv: { extension: 'tsv', mime: 'text/tab-separated-values' },
  json: { extension: 'json', mime: 'application/json' },
  ndjson: { extension: 'ndjson', mime: 'application/x-ndjson' },
  markdown: { extension: 'md', mime: 'text/markdown' },
}

/** RFC 4180: quoted where a comma, quote or line break is inside, quotes doubled. */
function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** IANA text/tab-separated-values forbids tabs and line breaks in a field; they become visible escapes. */
function tsvField(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\r', '\\r').replaceAll('\n', '\\n')
}

function markdownField(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll(/\r?\n/g, '<br>')
}

function pick(row: Row, columns: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))
}

/** Rows as text in one of the formats; only the given columns, in their order. CSV lines end with CRLF as RFC 4180 says. */
export function exportRows(format: Format, columns: readonly string[], rows: readonly Row[]): string {
  const table = (field: (text: string) => string, separator: string): string[] => [
    columns.map(field).join(separator),
    ...rows.map((row) => columns.map((column) => field(cellText(row[column]))).join(separator)),
  ]
  switch (format) {
    case 'csv':
      return `${table(csvField, ',').join('\r\n')}\r\n`
    case 'tsv':
      return `${table(tsvField, '\t').join('\n')}\n`
    case 'json':
      return `${JSON.stringify(
        rows.map((row) => pick(row, columns)),
        null,
        2,
      )}\n`
    case 'ndjson':
      return rows.map((row) => `${JSON.stringify(pick(row, columns))}\n`).join('')
    case 'markdown': {
      const [head = '', ...body] = table(markdownField, ' | ')
      const line = columns.map(() => '---').join(' | ')
      return `| ${head} |\n| ${line} |\n${body.map((text) => `| ${text} |\n`).join('')}`
    }
  }
}

/** Hands a text to the browser, or to Electron's save dialog, as a file. */
export function saveFile(name: string, mime: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${mime};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

/** Asks for files and reads their texts. */
export function openFiles(accept: string): Promise<{ readonly name: string; readonly text: string }[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = accept
  input.multiple = true
  return new Promise((resolve) => {
    input.addEventListener('cancel', () => resolve([]))
    input.addEventListener('change', () => {
      const files = [...(input.files ?? [])]
      void Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() }))).then(
        resolve,
      )
    })
    input.click()
  })
}
