import { yaml } from '@codemirror/lang-yaml'
import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { useText } from '../../i18n/text.ts'
import { editorTheme } from '../../editor/theme.ts'
import styles from './authoring.module.css'

/** Differences are looked for no longer than this, in milliseconds; a coarser diff is still a right one. */
const PATIENCE = 400

/** What the server has beside what will be sent. */
export function DiffView({ before, after }: { readonly before: string; readonly after: string }) {
  const t = useText()
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!host.current) return undefined
    const extensions = (label: string) => [
      lineNumbers(),
      yaml(),
      editorTheme,
      EditorState.readOnly.of(true),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label }),
    ]
    const view = new MergeView({
      a: { doc: before, extensions: extensions(t('authoring.review.before')) },
      b: { doc: after, extensions: extensions(t('authoring.review.after')) },
      parent: host.current,
      collapseUnchanged: { margin: 3, minSize: 6 },
      diffConfig: { scanLimit: 2000, timeout: PATIENCE },
    })
    return () => view.destroy()
  }, [before, after, t])
  return <div ref={host} className={styles['diff']} />
}
