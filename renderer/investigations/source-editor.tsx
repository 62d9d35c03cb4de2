import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdown } from '@codemirror/lang-markdown'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { drawSelection, EditorView, keymap } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { MAX_TEXT_CHARACTERS } from '#shared/investigations/cell.ts'
import { runByKeys } from '../app/keys.ts'
import { editorTheme } from '../editor/theme.ts'
import { text as say } from '../i18n/text.ts'
import { splEditing } from '../spl/editing.ts'
import { keptFor } from '../spl/lint.ts'

/** Debounce in milliseconds before the text is written to the cell. */
const SYNC_AFTER_MS = 150

type Written = 'query' | 'note' | 'command'

const plain = (label: string): Extension => [
  history(),
  drawSelection(),
  EditorView.lineWrapping,
  keymap.of([...historyKeymap, ...defaultKeymap]),
  editorTheme,
  EditorView.contentAttributes.of({ 'aria-label': label }),
]

function editing(kind: Written, connection: string | undefined): Extension {
  if (kind === 'query') return connection === undefined ? splEditing : [splEditing, keptFor.of(connection)]
  return kind === 'note'
    ? [plain(say('investigations.note')), markdown()]
    : plain(say('investigations.command'))
}

interface SourceEditorProps {
  readonly kind: Written
  readonly text: string
  /** Name of the model server that a query is for. */
  readonly connection: string | undefined
  /** Focuses the editor on mount. */
  readonly focused: boolean
  onChange(text: string): void
  /** Escape: returns the focus to the cell. */
  onLeave(): void
}

/** An editor for a cell's text. Changes from other windows are applied unless the user is typing here. */
export function SourceEditor({ kind, text, connection, focused, onChange, onLeave }: SourceEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef({ text, onChange, onLeave })
  useEffect(() => {
    latest.current = { text, onChange, onLeave }
  })
  useEffect(() => {
    if (!host.current) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = (): void => {
      clearTimeout(timer)
      timer = undefined
      const now = made.state.doc.toString()
      if (now !== latest.current.text) latest.current.onChange(now)
    }
    const commandKeys = EditorView.domEventHandlers({
      keydown(event) {
        const isCommand = (event.ctrlKey || event.metaKey) && /^(?:Enter|Escape)$/.test(event.key)
        if (!isCommand) return false
        // Run the current text.
        flush()
        return runByKeys(event, 'investigations')
      },
    })
    const leaveKeys = EditorView.domEventHandlers({
      keydown(event) {
        if (event.key !== 'Escape' || event.defaultPrevented) return false
        flush()
        latest.current.onLeave()
        return true
      },
      blur: flush,
    })
    const made = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.text,
        extensions: [
          Prec.highest(commandKeys),
          editing(kind, connection),
          Prec.low(leaveKeys),
          EditorState.changeFilter.of(({ newDoc }) => newDoc.length <= MAX_TEXT_CHARACTERS),
          EditorView.updateListener.of(({ docChanged }) => {
            if (!docChanged) return
            clearTimeout(timer)
            timer = setTimeout(flush, SYNC_AFTER_MS)
          }),
        ],
      }),
    })
    view.current = made
    return () => {
      if (timer !== undefined) flush()
      view.current = undefined
      made.destroy()
    }
  }, [kind, connection])
  useEffect(() => {
    const now = view.current
    if (!now || now.hasFocus || now.state.doc.toString() === text) return
    now.dispatch({ changes: { from: 0, to: now.state.doc.length, insert: text } })
  }, [text])
  useEffect(() => {
    if (focused) view.current?.focus()
  }, [focused])
  return <div ref={host} />
}
