import { EditorView } from '@codemirror/view'
import { useLayoutEffect, useRef } from 'react'
import { activeTab, useTabs } from '../tabs/tabs-store.ts'
import styles from './editor.module.css'
import { editorState } from './editor-state.ts'
import { flush, setView, showTab } from './session.ts'

/** The editor of the tab in front. One view serves all tabs; each keeps its own history and selection. */
export function SplEditor() {
  const host = useRef<HTMLDivElement>(null)
  const tab = useTabs(activeTab)
  useLayoutEffect(() => {
    if (!host.current) return
    const view = new EditorView({ parent: host.current })
    setView(view)
    showTab(activeTab(), editorState)
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      setView(undefined)
      view.destroy()
    }
  }, [])
  // Before the next key can arrive: a key must not land in the tab that was just left.
  useLayoutEffect(() => showTab(tab, editorState), [tab])
  return <div ref={host} className={styles['editor']} />
}
