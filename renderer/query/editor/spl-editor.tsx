import { codeFolding, foldGutter } from '@codemirror/language'
import { lintGutter } from '@codemirror/lint'
import { EditorState, Prec } from '@codemirror/state'
import { EditorView, highlightActiveLine, highlightActiveLineGutter, lineNumbers } from '@codemirror/view'
import { useLayoutEffect, useRef } from 'react'
import type { Tab } from '#shared/documents/query.ts'
import { runByKeys } from '../../app/keys.ts'
import { splEditing } from '../../spl/editing.ts'
import { activeTab, useTabs } from '../tabs/tabs-store.ts'
import { noteChange, setView, showTab } from './session.ts'
import styles from './editor.module.css'

/** Keys of the bench's commands win over the editor's own, whatever a person mapped them to. */
const commandKeys = Prec.highest(
  EditorView.domEventHandlers({
    keydown: (event) => runByKeys(event, 'query'),
  }),
)

/** A fresh editor over a tab's text. */
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
        if (update.docChanged || update.selectionSet) noteChange()
      }),
    ],
  })
}

/** The editor of the tab in front. One view serves all tabs; each keeps its own history and selection. */
export function SplEditor() {
  const host = useRef<HTMLDivElement>(null)
  const tab = useTabs(activeTab)
  useLayoutEffect(() => {
    if (!host.current) return
    const view = new EditorView({ parent: host.current })
    setView(view)
    showTab(activeTab(), editorState)
    return () => {
      setView(undefined)
      view.destroy()
    }
  }, [])
  // Before the next key can arrive: a key must not land in the tab that was just left.
  useLayoutEffect(() => showTab(tab, editorState), [tab])
  return <div ref={host} className={styles['editor']} />
}
