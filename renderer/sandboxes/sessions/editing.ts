import { create } from 'zustand'
import { showSection } from './shown.ts'

/**
 * An edit of the line: new text, an insertion at the cursor, or toggling the focus between line and program.
 */
type LineEdit = { readonly text: string } | { readonly insert: string } | 'there-and-back' | undefined

interface EditingState {
  /** Mounted line editors, by terminal. */
  readonly editors: ReadonlyMap<string, (edit: LineEdit) => void>
  /** Focuses a terminal's line, optionally with text; shows the terminals first if they are hidden. */
  focus(id: string, edit?: LineEdit): void
}

/** Lets other parts of the bench edit a command line. */
export const useEditing = create<EditingState>((_set, get) => ({
  editors: new Map(),
  focus: (id, edit) => {
    const editor = get().editors.get(id)
    if (editor) return editor(edit)
    showSection('terminals')
    requestAnimationFrame(() => get().editors.get(id)?.(edit === 'there-and-back' ? undefined : edit))
  },
}))

export function registerEditor(id: string, take: (edit: LineEdit) => void): () => void {
  useEditing.setState(({ editors }) => ({ editors: new Map(editors).set(id, take) }))
  return () =>
    useEditing.setState(({ editors }) => {
      const next = new Map(editors)
      if (next.get(id) === take) next.delete(id)
      return { editors: next }
    })
}
