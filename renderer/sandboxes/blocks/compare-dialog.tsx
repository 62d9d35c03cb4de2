import { useEffect, useState } from 'react'
import { showTime } from '../../i18n/moment.ts'
import { useText } from '../../i18n/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { Comparison } from '../../editor/comparison.tsx'
import { outputOf } from '../sessions/actions.ts'
import type { TerminalView } from '../sessions/view.ts'
import { outputText } from './block-export.ts'

interface CompareDialogProps {
  readonly terminal: TerminalView
  readonly first: number
  close(): void
}

/**
 * Compares the output of two commands side by side; preselects the previous run of the same command,
 * otherwise the previous command.
 */
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
  const before = useOutput(terminal.id, second)
  const after = useOutput(terminal.id, first)
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
          <Comparison
            before={before}
            after={after}
            label={t('sandboxes.block.compare.title')}
            titles={[
              `${other.number}. ${other.command.split('\n')[0]}`,
              `${first}. ${one?.command.split('\n')[0] ?? ''}`,
            ]}
          />
        </>
      ) : (
        <p>{t('sandboxes.block.compare.none')}</p>
      )}
    </Dialog>
  )
}

/** Loads a block's output; undefined until the core answers. */
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
