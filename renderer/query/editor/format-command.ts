import { formatEdits, type Edit } from '#shared/spl/editor/format.ts'
import { breath, SLICE } from './breath.ts'
import { currentView } from './session.ts'

/**
 * Formats the statements that the selection touches, or all of them; what stands between them stays, and the cursor with its
 * statement. Thousands of statements are read in slices; a text that was changed meanwhile is left alone.
 */
export async function formatText(): Promise<void> {
  const view = currentView()
  if (!view) return
  const { doc, selection } = view.state
  const { from, to, empty } = selection.main
  const text = doc.toString()
  const changes: Edit[] = []
  let since = performance.now()
  for (const edit of empty ? formatEdits(text) : formatEdits(text, from, to)) {
    if (edit) changes.push(edit)
    if (performance.now() - since < SLICE) continue
    await breath()
    since = performance.now()
    if (view.state.doc !== doc) return
  }
  if (changes.length > 0) view.dispatch({ changes, userEvent: 'format' })
}
