import { useEffect, useRef, useState } from 'react'
import { terminalSettings } from '#shared/workbench/settings/terminal.ts'
import { useSetting } from '../../app/settings-store.ts'
import { useText } from '../../i18n/text.ts'
import { outputText } from '../blocks/block-export.ts'
import { outcomeWords } from '../blocks/block-outcome.tsx'
import { outputOf } from '../sessions/actions.ts'
import type { TerminalView } from '../sessions/view.ts'
import { thisWindow } from '../sessions/window.ts'
import { spokenPart } from './spoken-part.ts'

/**
 * The last command of this window with its outcome and output, for screen readers: announced when it ends, and
 * readable line by line. xterm.js hides its screen from them, unless the user has said that there is one: then it
 * announces what is printed, and this only the outcome.
 */
export function SpokenOutput({ terminal }: { readonly terminal: TerminalView }) {
  const t = useText()
  const { id, blocks, name } = terminal
  const isSaid = useSetting(terminalSettings.screenReader)
  const last = blocks.findLast(({ window, state }) => window === thisWindow && state !== 'running')
  const [said, setSaid] = useState<{ readonly number: number; readonly text: string }>()
  const [since] = useState(() => Date.now())
  const asked = useRef<number>(undefined)
  useEffect(() => {
    if (!last || asked.current === last.number) return
    asked.current = last.number
    if (isSaid) return setSaid({ number: last.number, text: outcomeWords(t, last) })
    outputOf(id, last.number).then(
      (output) => {
        const { text, before } = spokenPart(outputText({ output }))
        const more = before > 0 ? [t('sandboxes.spoken.before', { lines: before })] : []
        // One text: of several elements a screen reader may announce the first alone.
        setSaid({ number: last.number, text: [outcomeWords(t, last), ...more, text].join('\n') })
      },
      () => setSaid(undefined),
    )
  }, [id, last, isSaid, t])
  return (
    <div
      role="log"
      // What ended before the terminal was shown is only there to be read.
      aria-live={last && last.startedAt < since ? 'off' : 'polite'}
      aria-label={t('sandboxes.spoken', { name })}
      className="visually-hidden"
    >
      {said && last?.number === said.number ? <pre key={said.number}>{said.text}</pre> : null}
    </div>
  )
}
