import { codeFolding, foldGutter } from '@codemirror/language'
import { lintGutter } from '@codemirror/lint'
import { EditorState, Prec } from '@codemirror/state'
import { EditorView, highlightActiveLine, highlightActiveLineGutter, lineNumbers } from '@codemirror/view'
import { useLayoutEffect, useRef } from 'react'
import type { Tab } from '#shared/documents/query.ts'
import { helpAtCursor } from '../../app/help-store.ts'
import { runByKeys } from '../../app/keys.ts'
import { languageWordIn } from '../../spl/documentation.ts'
import { splEditing } from '../../spl/editing.ts'
import { activeTab, useTabs } from '../tabs/tabs-store.ts'
import { handleEditorChange, setView, showTab } from './session.ts'
import styles from './editor.module.css'

/** Shortcuts of the bench's commands take precedence over the editor's, however they are mapped. */
const commandKeys = Prec.highest(
  EditorView.domEventHandlers({
    keydown: (event) => runByKeys(event, 'query'),
  }),
)

/** Creates the editor state of a tab. */
function editorState(tab: Tab): EditorState {
  return EditorState.create({
    doc: tab.text,
    selection: { anchor: Math.min(tab.cursor, tab.text.length) },
    extensions: [
      commandKeys,
      lineNumbers(),
      foldGutter(),
      codeFolding(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      lintGutter(),
      splEditing,
      EditorView.updateListener.of((update) => {
        if (update.docChanged || update.selectionSet) handleEditorChange()
      }),
    ],
  })
}

/** The editor of the active tab. One view serves all tabs; each keeps its own history and selection. */
export function SplEditor() {
  const host = useRef<HTMLDivElement>(null)
  const tab = useTabs(activeTab)
  useLayoutEffect(() => {
    if (!host.current) return
    const view = new EditorView({ parent: host.current })
    setView(view)
    showTab(activeTab(), editorState)
    const stopHelp = helpAtCursor(() => (view.hasFocus ? languageWordIn(view.state) : undefined))
    return () => {
      stopHelp()
      setView(undefined)
      view.destroy()
    }
  }, [])
  // A layout effect, so that the next key cannot land in the previous tab.
  useLayoutEffect(() => showTab(tab, editorState), [tab])
  return <div ref={host} className={styles['editor']} />
}
