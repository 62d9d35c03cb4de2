import { create } from 'zustand'

interface EditingState {
  /** Editors that are mounted, by terminal. */
  readonly editors: ReadonlyMap<string, (text: string | undefined) => void>
  /** Moves the focus into a terminal's line, and its text there when one is given. */
  focus(id: string, text?: string): void
}

/** Lets other parts of the bench write into a command line. */
export const useEditing = create<EditingState>((_set, get) => ({
  editors: new Map(),
  focus: (id, text) => get().editors.get(id)?.(text),
}))

export function registerEditor(id: string, take: (text: string | undefined) => void): () => void {
  useEditing.setState(({ editors }) => ({ editors: new Map(editors).set(id, take) }))
  return () =>
    useEditing.setState(({ editors }) => {
      const next = new Map(editors)
      if (next.get(id) === take) next.delete(id)
      return { editors: next }
    })
}
