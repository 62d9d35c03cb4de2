import { saveFile } from '../../app/save-file.ts'
import type { QueryResult } from '../../spl/result.ts'
import { shownRun, useRuns } from '../run/run-store.ts'
import { activeTab } from '../tabs/tabs-store.ts'
import { exportRows, FILE_TYPES } from './export.ts'
import type { Format } from './views.ts'
import { shownRows, usePlanRuns } from './plan/plan-runs.ts'
import { arrangedRows } from './table/use-arranged.ts'
import { tableOf, tableStateOf, useTableStates, visibleColumns } from './table/table-state.ts'
import { copyText } from '../../app/copy-text.ts'

/** The shown result, if any. */
function shownResult(): QueryResult | undefined {
  const run = shownRun(useRuns.getState(), activeTab().id)
  return run?.state.kind === 'answered' && run.state.outcome.kind === 'rows'
    ? shownRows(run.id, run.state.outcome.result, usePlanRuns.getState())
    : undefined
}

/** Rows included in an export, and the total. */
export function exportedRows(): { readonly shown: number; readonly total: number } {
  const result = shownResult()
  return { shown: result ? arrangedRows(result).length : 0, total: result?.rows.length ?? 0 }
}

/** Formats the shown rows and columns as in the table. */
function shownText(format: Format): string | undefined {
  const result = shownResult()
  if (!result) return undefined
  const run = shownRun(useRuns.getState(), activeTab().id)
  const table = tableOf(activeTab().id, run?.request.text ?? '')
  const columns = visibleColumns(result.columns, tableStateOf(useTableStates.getState(), table))
  return exportRows(format, columns, arrangedRows(result))
}

/** Saves the shown rows as a file named after the tab. */
export function saveRows(format: Format): void {
  const text = shownText(format)
  if (text === undefined) return
  const { extension, mime } = FILE_TYPES[format]
  const name = activeTab()
    .title.replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  saveFile(`${name || 'query'}.${extension}`, text, `${mime};charset=utf-8`)
}

/** Copies the shown rows to the clipboard. */
export async function copyRows(format: Format): Promise<void> {
  const text = shownText(format)
  if (text !== undefined) await copyText(text)
}
