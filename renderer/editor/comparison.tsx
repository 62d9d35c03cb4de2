import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { useEffect, useState } from 'react'
import { Truncate } from '../ui/truncate.tsx'
import styles from './comparison.module.css'
import { comparisonTheme } from './theme.ts'

interface ComparisonProps {
  /** Undefined while loading. */
  readonly before: string | undefined
  readonly after: string | undefined
  readonly label: string
  /** Titles of the two texts. */
  readonly titles: readonly [string, string]
}

/** A side by side diff of two texts, with unchanged parts folded. */
export function Comparison({ before, after, label, titles }: ComparisonProps) {
  // State instead of a ref: a dialog mounts its content later.
  const [host, setHost] = useState<HTMLDivElement | null>(null)
  useEffect(() => {
    if (!host || before === undefined || after === undefined) return
    const extensions = [
      comparisonTheme,
      lineNumbers(),
      EditorState.readOnly.of(true),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label }),
    ]
    const view = new MergeView({
      a: { doc: before, extensions },
      b: { doc: after, extensions },
      parent: host,
      collapseUnchanged: { margin: 3 },
      diffConfig: { scanLimit: 5000, timeout: 500 },
    })
    return () => view.destroy()
  }, [after, before, host, label])
  return (
    <>
      <div className={styles['sides']}>
        <Truncate as="code">{titles[0]}</Truncate>
        <Truncate as="code">{titles[1]}</Truncate>
      </div>
      <div ref={setHost} className={styles['merge']} />
    </>
  )
}
