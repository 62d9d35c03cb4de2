import { Truncate } from '../../ui/truncate.tsx'
import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { useEffect, useState } from 'react'
import { showTime, useText } from '../../i18n/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { comparisonTheme } from '../../editor/theme.ts'
import { outputOf } from '../sessions/actions.ts'
import type { TerminalView } from '../sessions/view.ts'
import { outputText } from './block-export.ts'
import styles from './blocks.module.css'

interface CompareDialogProps {
  readonly terminal: TerminalView
  readonly first: number
  close(): void
}

/** What two commands printed, side by side; at first with the run of the same command before it, else with the one before. */
export function CompareDialog({ terminal, first, close }: CompareDialogProps) {
  const t = useText()
  const others = terminal.blocks
    .filter(({ number, state }) => number !== first && state !== 'running')
    .toReversed()
  const one = terminal.blocks.find(({ number }) => number === first)
  const earlier = others.filter(({ number }) => number < first)
  const nearest = earlier.find(({ command }) => command === one?.command) ?? earlier[0] ?? others.at(-1)
  const [chosen, setSecond] = useState<number>()
  const second = chosen ?? nearest?.number
  const other = terminal.blocks.find(({ number }) => number === second)
  // A dialog's content comes a moment after the dialog.
  const [host, setHost] = useState<HTMLDivElement | null>(null)
  const before = useOutput(terminal.id, second)
  const after = useOutput(terminal.id, first)
  useEffect(() => {
    if (!host || before === undefined || after === undefined) return
    const extensions = [
      comparisonTheme,
      lineNumbers(),
      EditorState.readOnly.of(true),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': t('sandboxes.block.compare.title') }),
    ]
    const view = new MergeView({
      a: { doc: before, extensions },
      b: { doc: after, extensions },
      parent: host,
      collapseUnchanged: { margin: 3 },
      diffConfig: { scanLimit: 5000, timeout: 500 },
    })
    return () => view.destroy()
  }, [after, before, host, t])
  return (
    <Dialog open onOpenChange={close} title={t('sandboxes.block.compare.title')} width={1100}>
      {other ? (
        <>
          <Field label={t('sandboxes.block.compare.with')}>
            <Select value={second} onChange={(event) => setSecond(Number(event.target.value))}>
              {others.map(({ number, command, startedAt }) => (
                <option key={number} value={number}>
                  {`${number}. ${command.slice(0, 80)} (${showTime(startedAt)})`}
                </option>
              ))}
            </Select>
          </Field>
          {before !== undefined && before === after ? <p>{t('sandboxes.block.compare.same')}</p> : null}
          <div className={styles['sides']}>
            <Truncate as="code">{`${other.number}. ${other.command.split('\n')[0]}`}</Truncate>
            <Truncate as="code">{`${first}. ${one?.command.split('\n')[0] ?? ''}`}</Truncate>
          </div>
          <div ref={setHost} className={styles['merge']} />
        </>
      ) : (
        <p>{t('sandboxes.block.compare.none')}</p>
      )}
    </Dialog>
  )
}

/** What a block printed; undefined until the core has told. */
function useOutput(id: string, number: number | undefined): string | undefined {
  const [read, setRead] = useState<{ readonly number: number; readonly text: string }>()
  useEffect(() => {
    if (number === undefined) return
    void outputOf(id, number).then(
      (output) => setRead({ number, text: outputText({ output }) }),
      () => undefined,
    )
  }, [id, number])
  return read && read.number === number ? read.text : undefined
}
