import { cellText, type Row } from '../../spl/result.ts'
import type { Format } from './views.ts'

export const FILE_TYPES: Readonly<Record<Format, { readonly extension: string; readonly mime: string }>> = {
  csv: { extension: 'csv', mime: 'text/csv' },
  tsv: { extension: 'tsv', mime: 'text/tab-separated-values' },
  json: { extension: 'json', mime: 'application/json' },
  ndjson: { extension: 'ndjson', mime: 'application/x-ndjson' },
  markdown: { extension: 'md', mime: 'text/markdown' },
}

/** Prefixes a spreadsheet treats as a formula, including full-width characters. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/**
 * Makes a text safe for spreadsheets: values are untrusted, and one that begins like a formula would be
 * evaluated. A leading apostrophe prevents that; numbers are unchanged. JSON and NDJSON export values
 * unchanged.
 */
function harmless(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}

/** RFC 4180: quotes fields with a comma, quote or line break, doubling quotes. */
function csvField(text: string): string {
  const safe = harmless(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** IANA text/tab-separated-values forbids tabs and line breaks in a field; they become visible escapes. */
function tsvField(text: string): string {
  return harmless(text)
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n')
}

/** Escapes a cell of a GitHub Markdown table, so that nothing becomes markup, a link or an entity. */
function markdownField(text: string): string {
  return text
    .replaceAll(/[\\|`*~<]/g, '\\$&')
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll('](', ']\\(')
    .replaceAll(/&(?=#?\w+;)/g, '&amp;')
    .replaceAll(/\r\n|\r|\n/g, '<br>')
}

function pick(row: Row, columns: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))
}

/**
 * Formats rows in one of the formats, with the given columns in order. CSV lines end with CRLF (RFC 4180).
 */
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
