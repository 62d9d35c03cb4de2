import { shownRun, useRuns } from '../run/run-store.ts'
import { activeTab } from '../tabs/tabs-store.ts'
import { exportRows, FILE_TYPES, saveFile, type Format } from './export.ts'
import { unfold } from './plan/plan.ts'
import type { QueryResult } from './result.ts'
import { tableStateOf, useTableStates, visibleColumns } from './table/table-state.ts'

/** The result in front, if there is one. */
export function shownResult(): QueryResult | undefined {
  const state = shownRun(useRuns.getState(), activeTab().id)?.state
  return state?.kind === 'answered' && state.outcome.kind === 'rows'
    ? unfold(state.outcome.result)
    : undefined
}

/** The rows in front as text: the columns as the table shows them, every row. */
function shownText(format: Format): string | undefined {
  const result = shownResult()
  if (!result) return undefined
  const columns = visibleColumns(result.columns, tableStateOf(useTableStates.getState(), activeTab().id))
  return exportRows(format, columns, result.rows)
}

/** Saves the rows in front as a file named after the tab. */
export function saveRows(format: Format): void {
  const text = shownText(format)
  if (text === undefined) return
  const { extension, mime } = FILE_TYPES[format]
  const name = activeTab()
    .title.replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  saveFile(`${name || 'query'}.${extension}`, mime, text)
}

/** Puts the rows in front on the clipboard. */
export async function copyRows(format: Format): Promise<void> {
  const text = shownText(format)
  if (text !== undefined) await navigator.clipboard.writeText(text)
}
