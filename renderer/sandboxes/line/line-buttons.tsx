import { CornerDownLeft, Layers, Radio, SendToBack, Square } from 'lucide-react'
import { useText } from '../../i18n/text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { noInterrupt, useUnsupportedFeature } from '../sandboxes/unsupported-feature.ts'
import { sendAside } from '../sessions/aside.ts'
import type { TerminalState } from '../sessions/terminal.ts'
import { SnippetMenu } from '../snippets/snippet-menu.tsx'
import { usePeers } from './receivers.ts'
import type { LineAccess } from './use-line.ts'
import styles from './line-editor.module.css'

interface LineButtonsProps {
  readonly terminal: TerminalState
  readonly line: LineAccess
  readonly broadcast: boolean
  onBroadcast(broadcast: boolean): void
  onSend(background: boolean): void
  onStop(): void
}

/** What can be done with the line, and with what runs, by hand. */
export function LineButtons({ terminal, line, broadcast, onBroadcast, onSend, onStop }: LineButtonsProps) {
  const t = useText()
  const { id, platform, status } = terminal
  const unsupported = useUnsupportedFeature()
  const peers = usePeers(id)
  return (
    <div className={styles['buttons']}>
      {status === 'running' ? (
        <>
          <IconButton label={t('terminal.aside')} icon={SendToBack} onClick={() => sendAside(id)} />
          <IconButton
            label={t('terminal.input.interrupt')}
            icon={Square}
            tone="danger"
            reason={noInterrupt(unsupported, platform)}
            onClick={onStop}
          />
        </>
      ) : null}
      <SnippetMenu id={id} read={line.read} write={line.write} />
      {peers > 1 ? (
        <IconButton
          label={t('terminal.broadcast.hint', { count: peers })}
          icon={Radio}
          aria-pressed={broadcast}
          onClick={() => onBroadcast(!broadcast)}
        />
      ) : null}
      <IconButton label={t('terminal.input.background')} icon={Layers} onClick={() => onSend(true)} />
      <IconButton
        label={t('terminal.input.run')}
        keys="Enter"
        icon={CornerDownLeft}
        onClick={() => onSend(false)}
      />
    </div>
  )
}
