import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { placeOf } from '#shared/terminals/terminal.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { useShown } from '../sessions/shown.ts'
import { useTerminals } from '../sessions/view.ts'
import { secondsUntil, showClock, SOON, useNow } from './countdown.ts'
import { placeOfSandbox, toggleSelected, useSandboxes } from './sandbox-store.ts'
import { StateBadge } from './state-badge.tsx'
import styles from './sandbox-list.module.css'

/** One sandbox of the list: image, state, how long it lives. */
export function SandboxRow({ sandbox, top }: { readonly sandbox: SandboxInfo; readonly top: number }) {
  const t = useText()
  const place = placeOfSandbox(sandbox)
  const shown = useShown((state) => state.place === place)
  const selected = useSandboxes((state) => state.selected.has(place))
  const unseen = useTerminals((state) =>
    Object.values(state.terminals).reduce((sum, one) => sum + (placeOf(one) === place ? one.unseen : 0), 0),
  )
  const id = sandbox.sandboxId.slice(0, 12)
  return (
    <li
      className={styles['row']}
      style={{ transform: `translateY(${top}px)` }}
      data-shown={shown || undefined}
    >
      <input
        type="checkbox"
        aria-label={t('sandboxes.bulk.select', { id })}
        checked={selected}
        onChange={() => toggleSelected(place)}
      />
      <button
        type="button"
        className={styles['open']}
        aria-current={shown}
        onClick={() => useShown.setState({ place })}
      >
        <span className={styles['line']}>
          <span className={styles['image']}>{sandbox.image ?? sandbox.sandboxId}</span>
          {unseen > 0 ? (
            <span title={t('sandboxes.unseen.title', { count: unseen })}>
              <Badge tone="accent">{t('sandboxes.unseen', { count: unseen })}</Badge>
            </span>
          ) : null}
          <StateBadge sandbox={sandbox} />
        </span>
        <span className={styles['line']} data-quiet>
          <code>{id}</code>
          {sandbox.kind === 'environment' ? <span>{t('sandboxes.environment')}</span> : null}
          {sandbox.isolated === false ? (
            <span className={styles['warn']}>{t('sandboxes.notIsolated')}</span>
          ) : null}
          <Lifetime sandbox={sandbox} />
        </span>
      </button>
    </li>
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
