import { Square, SquareArrowOutUpRight, X } from 'lucide-react'
import { useShallow } from 'zustand/react/shallow'
import { useText } from '../../i18n/text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { BlockOutcome } from '../blocks/block-outcome.tsx'
import { closeTerminal, interrupt, reattachTerminal } from '../sessions/actions.ts'
import { detachedOf, useTerminals } from '../sessions/view.ts'

/** The terminals that went to the background with a running command. */
export const useDetached = (place: string) => useTerminals(useShallow(() => detachedOf(place)))

/** The commands that were sent to the background while they ran: how they do, and the way back to their terminals. */
export function DetachedRows({ place }: { readonly place: string }) {
  const t = useText()
  return useDetached(place).map(({ id, name, status, blocks }) => {
    const block = blocks.at(-1)
    return (
      <li key={id}>
        <button
          type="button"
          onClick={() => reattachTerminal(id)}
          title={t('sandboxes.aside.back', { name })}
        >
          <code>{block?.command ?? name}</code>
          {block ? <BlockOutcome block={block} /> : null}
        </button>
        <IconButton
          label={t('sandboxes.aside.back', { name })}
          icon={SquareArrowOutUpRight}
          onClick={() => reattachTerminal(id)}
        />
        {status === 'running' ? (
          <IconButton
            label={t('sandboxes.jobs.kill')}
            icon={Square}
            onClick={() => void interrupt(id).catch(() => undefined)}
          />
        ) : (
          <IconButton label={t('sandboxes.jobs.remove')} icon={X} onClick={() => closeTerminal(id)} />
        )}
      </li>
    )
  })
}
