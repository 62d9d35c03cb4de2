import { Square, SquareArrowOutUpRight, X } from 'lucide-react'
import { useEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useText } from '../../i18n/text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { BlockOutcome } from '../blocks/block-outcome.tsx'
import { asideOf, bringBack } from '../sessions/aside.ts'
import { closeTerminal, openTerminal } from '../sessions/opening.ts'
import { interrupt } from '../sessions/runner.ts'
import { terminalOf, useTerminals } from '../sessions/terminal-store.ts'

/** The terminals that went aside with a running command. */
export const useAside = (place: string) => useTerminals(useShallow(() => asideOf(place)))

/** The commands that were sent to the background while they ran: how they do, and the way back to their terminals. */
export function AsideRows({ place }: { readonly place: string }) {
  const t = useText()
  const aside = useAside(place)
  const closed = aside.flatMap(({ id, status }) => (status === 'closed' ? [id] : [])).join(' ')
  useEffect(() => {
    // After the page was closed: their sessions are found again, and what runs there is rejoined.
    for (const id of closed.split(' ')) if (id !== '' && terminalOf(id)) void openTerminal(id)
  }, [closed])
  return aside.map(({ id, name, status, blocks }) => {
    const block = blocks.at(-1)
    return (
      <li key={id}>
        <button type="button" onClick={() => bringBack(id)} title={t('terminal.aside.back', { name })}>
          <code>{block?.command ?? name}</code>
          {block ? <BlockOutcome block={block} /> : null}
        </button>
        <IconButton
          label={t('terminal.aside.back', { name })}
          icon={SquareArrowOutUpRight}
          onClick={() => bringBack(id)}
        />
        {status === 'running' ? (
          <IconButton
            label={t('terminal.jobs.kill')}
            icon={Square}
            onClick={() => void interrupt(id).catch(() => undefined)}
          />
        ) : (
          <IconButton label={t('terminal.jobs.remove')} icon={X} onClick={() => void closeTerminal(id)} />
        )}
      </li>
    )
  })
}
