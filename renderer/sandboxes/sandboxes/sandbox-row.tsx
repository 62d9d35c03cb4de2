import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { placeOf } from '#shared/terminals/terminal.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Row } from '../../ui/row.tsx'
import { useShown } from '../sessions/shown.ts'
import { useTerminals } from '../sessions/view.ts'
import { secondsUntil, showClock, SOON, useNow } from './countdown.ts'
import { toggleSelected, useKnown, useSandboxes } from './sandbox-store.ts'
import { StateBadge } from './state-badge.tsx'
import { useTitle } from './title.ts'
import styles from './sandbox-list.module.css'

/** One sandbox of the list: image, state, how long it lives. */
export function SandboxRow({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const place = placeOf(sandbox)
  const { title, image, platform } = useTitle(sandbox)
  const { notes } = useKnown(place)
  const shown = useShown((state) => state.place === place)
  const selected = useSandboxes((state) => state.selected.has(place))
  const unseen = useTerminals((state) =>
    Object.values(state.terminals).reduce((sum, one) => sum + (placeOf(one) === place ? one.unseen : 0), 0),
  )
  const id = sandbox.sandboxId.slice(0, 12)
  return (
    <Row
      className={styles['row']}
      selected={shown}
      label={<strong>{title}</strong>}
      tooltip={notes}
      note={
        <span className={styles['line']}>
          {platform === undefined ? null : <span>{platform}</span>}
          {image === undefined ? null : <span>{image}</span>}
          <code>{id}</code>
          {sandbox.kind === 'environment' ? <span>{t('sandboxes.environment')}</span> : null}
          {sandbox.isolated === false ? (
            <span className={styles['warn']}>{t('sandboxes.notIsolated')}</span>
          ) : null}
          <Lifetime sandbox={sandbox} />
        </span>
      }
      detail={
        <span className={styles['line']}>
          {unseen > 0 ? (
            <span title={t('sandboxes.unseen.title', { count: unseen })}>
              <Badge tone="accent">{t('sandboxes.unseen', { count: unseen })}</Badge>
            </span>
          ) : null}
          <StateBadge sandbox={sandbox} />
        </span>
      }
      actions={
        <input
          type="checkbox"
          aria-label={t('sandboxes.bulk.select', { id })}
          checked={selected}
          onChange={() => toggleSelected(place)}
        />
      }
      onClick={() => useShown.setState({ place })}
    />
  )
}

function Lifetime({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const seconds = secondsUntil(sandbox.isAlive ? sandbox.autoStopTime : undefined, useNow())
  if (seconds === undefined) return null
  return (
    <span className={seconds < SOON ? styles['warn'] : undefined} data-end>
      {t('sandboxes.stops', { time: showClock(seconds) })}
    </span>
  )
}
