import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../app/i18n/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import type { TerminalState } from '../sessions/terminal.ts'
import { outputText } from './block-export.ts'
import styles from './blocks.module.css'

interface CompareDialogProps {
  readonly terminal: TerminalState
  readonly first: number
  close(): void
}

/** What two commands printed, side by side; at first with the run of the same command before it. */
export function CompareDialog({ terminal, first, close }: CompareDialogProps) {
  const t = useText()
  const others = terminal.blocks
    .filter(({ number, state }) => number !== first && state !== 'running')
    .toReversed()
  const one = terminal.blocks.find(({ number }) => number === first)
  const same = others.find(({ command, number }) => command === one?.command && number < first)
  const [second, setSecond] = useState(same?.number ?? others[0]?.number)
  const other = terminal.blocks.find(({ number }) => number === second)
  const host = useRef<HTMLDivElement>(null)
  const before = other ? outputText(other) : ''
  const after = one ? outputText(one) : ''
  useEffect(() => {
    if (!host.current || !other) return
    const extensions = [
      lineNumbers(),
      EditorState.readOnly.of(true),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': t('terminal.block.compare.title') }),
    ]
    const view = new MergeView({
      a: { doc: before, extensions },
      b: { doc: after, extensions },
      parent: host.current,
      collapseUnchanged: { margin: 3 },
      diffConfig: { scanLimit: 5000, timeout: 500 },
    })
    return () => view.destroy()
  }, [after, before, other, t])
  return (
    <Dialog open onOpenChange={close} title={t('terminal.block.compare.title')} width={1100}>
      {other ? (
        <>
          <Field label={t('terminal.block.compare.with')}>
            <Select value={second} onChange={(event) => setSecond(Number(event.target.value))}>
              {others.map(({ number, command, startedAt }) => (
                <option key={number} value={number}>
                  {`${number}. ${command.slice(0, 80)} (${new Date(startedAt).toLocaleTimeString()})`}
                </option>
              ))}
            </Select>
          </Field>
          {before === after ? <p>{t('terminal.block.compare.same')}</p> : null}
          <div ref={host} className={styles['merge']} />
        </>
      ) : (
        <p>{t('terminal.block.compare.none')}</p>
      )}
    </Dialog>
  )
}
