import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { placeOf } from '#shared/terminals/terminal.ts'
import { useText } from '../../i18n/text.ts'
import { showCapacity } from './show-size.ts'
import { networkText } from './network-field.tsx'
import { phaseKey } from './phase.ts'
import { useKnown } from './sandbox-store.ts'
import { stateKey } from './state-badge.tsx'
import { imageTitle } from './title.ts'
import { Traffic } from './traffic.tsx'
import styles from './overview.module.css'

const moment = (iso: string | undefined): string => (iso ? new Date(iso).toLocaleString() : '')

/** Everything that is known of a sandbox. */
export function Overview({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const { name, notes } = useKnown(placeOf(sandbox))
  const facts: (readonly [string, string | undefined])[] = [
    [t('sandboxes.overview.id'), sandbox.sandboxId],
    [t('sandboxes.name'), name],
    [t('sandboxes.notes'), notes],
    [t('sandboxes.overview.image'), imageTitle(t, sandbox)],
    [t('sandboxes.overview.cpus'), sandbox.cpus?.toString()],
    [t('sandboxes.overview.memory'), showCapacity(sandbox.memory)],
    [t('sandboxes.overview.disk'), showCapacity(sandbox.disk)],
    [
      t('sandboxes.overview.runtime'),
      sandbox.isolated === false ? t('sandboxes.notIsolated') : sandbox.runtime,
    ],
    [t('sandboxes.network'), networkText(t, sandbox)],
    [t('sandboxes.overview.created'), moment(sandbox.createTime)],
    [t('sandboxes.overview.started'), moment(sandbox.startTime)],
    [t('sandboxes.overview.stopped'), moment(sandbox.stopTime)],
    [t('sandboxes.overview.autoStop'), moment(sandbox.autoStopTime)],
    [t('sandboxes.overview.autoDelete'), moment(sandbox.autoDeleteTime)],
  ]
  const phases = Object.entries(sandbox.phases)
  return (
    <div className={styles['overview']}>
      <section>
        <h3>{t('sandboxes.overview.facts')}</h3>
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
      <Traffic sandbox={sandbox} />
      <section>
        <h3>{t('sandboxes.overview.phases')}</h3>
        <ul>
          {phases.map(([name, { status, message, completedAt }]) => (
            <li key={name}>
              <strong>{t(phaseKey(name), { name })}</strong> {status}
              {message ? <span>{message}</span> : null}
              <time>{moment(completedAt)}</time>
            </li>
          ))}
        </ul>
        {phases.length === 0 ? <p>{t('sandboxes.overview.none')}</p> : null}
      </section>
      <section>
        <h3>{t('sandboxes.overview.history')}</h3>
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
        {sandbox.history.length === 0 ? <p>{t('sandboxes.overview.none')}</p> : null}
      </section>
    </div>
  )
}
