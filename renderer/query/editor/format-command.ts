import { formatEdits, type Edit } from '#shared/spl/service/format.ts'
import { inSlices, type Steps } from '../../app/slices.ts'
import { currentView } from './session.ts'

/**
 * Formats the statements that the selection touches, or all of them; what stands between them stays, and the cursor stays with
 * its statement. Thousands of statements are read in slices; a text that was changed meanwhile is left alone.
 */
export async function formatText(): Promise<void> {
  const view = currentView()
  if (!view) return
  const { doc, selection } = view.state
  const { from, to, empty } = selection.main
  const text = doc.toString()
  const changes = await inSlices(changesIn(empty ? formatEdits(text) : formatEdits(text, from, to)))
  if (changes.length > 0 && view.state.doc === doc) view.dispatch({ changes, userEvent: 'format' })
}

function* changesIn(edits: Iterable<Edit | undefined>): Steps<Edit[]> {
  const changes: Edit[] = []
  for (const edit of edits) {
    if (edit) changes.push(edit)
    yield
  }
  return changes
}
