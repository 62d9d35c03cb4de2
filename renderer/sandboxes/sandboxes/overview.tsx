import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { useText } from '../../i18n/text.ts'
import { showCapacity } from './show-size.ts'
import { phaseKey } from './phase.ts'
import { stateKey } from './state-badge.tsx'
import styles from './overview.module.css'

const moment = (iso: string | undefined): string => (iso ? new Date(iso).toLocaleString() : '')

/** Everything that is known of a sandbox. */
export function Overview({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const facts: (readonly [string, string | undefined])[] = [
    [t('terminal.overview.id'), sandbox.sandboxId],
    [t('terminal.overview.image'), sandbox.image],
    [t('terminal.overview.cpus'), sandbox.cpus?.toString()],
    [t('terminal.overview.memory'), showCapacity(sandbox.memory)],
    [t('terminal.overview.disk'), showCapacity(sandbox.disk)],
    [
      t('terminal.overview.runtime'),
      sandbox.isolated === false ? t('terminal.notIsolated') : sandbox.runtime,
    ],
    [t('terminal.overview.created'), moment(sandbox.createTime)],
    [t('terminal.overview.started'), moment(sandbox.startTime)],
    [t('terminal.overview.stopped'), moment(sandbox.stopTime)],
    [t('terminal.overview.autoStop'), moment(sandbox.autoStopTime)],
    [t('terminal.overview.autoDelete'), moment(sandbox.autoDeleteTime)],
  ]
  const phases = Object.entries(sandbox.phases)
  return (
    <div className={styles['overview']}>
      <section>
        <h3>{t('terminal.overview.facts')}</h3>
        <dl>
          {facts
            .filter(([, value]) => value)
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
      </section>
      <section>
        <h3>{t('terminal.overview.phases')}</h3>
        <ul>
          {phases.map(([name, { status, message, completedAt }]) => (
            <li key={name}>
              <strong>{t(phaseKey(name), { name })}</strong> {status}
              {message ? <span>{message}</span> : null}
              <time>{moment(completedAt)}</time>
            </li>
          ))}
        </ul>
        {phases.length === 0 ? <p>{t('terminal.overview.none')}</p> : null}
      </section>
      <section>
        <h3>{t('terminal.overview.history')}</h3>
        <ol>
          {sandbox.history.map(({ from, to, event, at }) => (
            <li key={`${at} ${event} ${to}`}>
              <strong>
                {t(stateKey(from))} → {t(stateKey(to))}
              </strong>
              <span>{event}</span>
              <time>{moment(at)}</time>
            </li>
          ))}
        </ol>
        {sandbox.history.length === 0 ? <p>{t('terminal.overview.none')}</p> : null}
      </section>
    </div>
  )
}
