import { formatScript, formatStatement } from '#shared/spl/editor/format.ts'
import { statementsOf } from '#shared/spl/editor/statements.ts'
import { currentView } from './session.ts'

/** Formats the statements that the selection touches, or the whole text; the cursor stays with its statement. */
export function formatText(): void {
  const view = currentView()
  if (!view) return
  const text = view.state.doc.toString()
  const { from, to, head } = view.state.selection.main
  if (from === to) {
    const formatted = formatScript(text)
    if (formatted !== text) {
      view.dispatch({
        changes: { from: 0, to: text.length, insert: formatted },
        selection: { anchor: Math.min(head, formatted.length) },
        userEvent: 'format',
      })
    }
    return
  }
  const changes = statementsOf(text)
    .filter((statement) => statement.from <= to && statement.to >= from)
    .map((statement) => ({ from: statement.from, to: statement.to, insert: formatStatement(statement.text) }))
  view.dispatch({ changes, userEvent: 'format' })
}
