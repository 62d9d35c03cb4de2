import { EditorView } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { useText } from '../../app/i18n/text.ts'
import { activeTab, useTabs } from '../tabs/tabs-store.ts'
import styles from './editor.module.css'
import { editorState } from './editor-state.ts'
import { flush, setView, showTab } from './session.ts'

/** The editor of the tab in front. One view serves all tabs; each keeps its own history and selection. */
export function SplEditor() {
  const t = useText()
  const host = useRef<HTMLDivElement>(null)
  const tab = useTabs(activeTab)
  useEffect(() => {
    if (!host.current) return
    const view = new EditorView({ parent: host.current })
    setView(view)
    showTab(activeTab(), (tab) => editorState(tab, t('query.editor')))
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      setView(undefined)
      view.destroy()
    }
  }, [t])
  useEffect(() => showTab(tab, (each) => editorState(each, t('query.editor'))), [tab, t])
  return <div ref={host} className={styles['editor']} />
}
