import { create } from 'zustand'
import { showSection } from './shown.ts'

/** A whole new line, a text at the cursor, or from the line to the program that runs and back. */
type LineEdit = { readonly text: string } | { readonly insert: string } | 'there-and-back' | undefined

interface EditingState {
  /** Editors that are mounted, by terminal. */
  readonly editors: ReadonlyMap<string, (edit: LineEdit) => void>
  /** Moves the focus into a terminal's line, and a text there when one is given; shows the terminals first where it is not in sight. */
  focus(id: string, edit?: LineEdit): void
}

/** Lets other parts of the bench write into a command line. */
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
