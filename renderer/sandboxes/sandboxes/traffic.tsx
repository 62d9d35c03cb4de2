import { useCallback, useEffect, useState } from 'react'
import type { SandboxInfo, Traffic as TrafficRecord } from '#shared/workbench/areas/sandboxes.ts'
import { placeOf } from '#shared/terminals/terminal.ts'
import { useText } from '../../i18n/text.ts'
import { workbench } from '../../app/workbench.ts'
import { Badge } from '../../ui/badge.tsx'
import { showSize } from './show-size.ts'
import { networkText } from './network-field.tsx'

/** Milliseconds between two looks while it is looked at. */
const LOOK_EVERY_MS = 3000
/** Rows that are shown; the platform keeps more. */
const MAX_ROWS = 200

/** Where a sandbox with a network of its own connected to, the newest first. */
export function Traffic({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const [traffic, setTraffic] = useState<TrafficRecord>()
  const { platform, sandboxId, network, isAlive } = sandbox
  const watched = isAlive && /^(?:own|allow)/.test(network ?? '')
  const place = placeOf(sandbox)
  const look = useCallback(() => {
    if (document.hidden) return
    workbench.call('sandboxes.traffic', { platform, sandboxId }).then(setTraffic, () => undefined)
  }, [platform, sandboxId])
  useEffect(() => {
    if (!watched) return undefined
    look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [look, place, watched])
  if (network === undefined) return null
  const rows = traffic?.connections.toReversed().slice(0, MAX_ROWS) ?? []
  return (
    <section>
      <h3>{t('sandboxes.traffic')}</h3>
      <p>{networkText(t, sandbox)}</p>
      {rows.length === 0 ? (
        watched ? (
          <p>{t('sandboxes.traffic.none')}</p>
        ) : null
      ) : (
        <ul aria-label={t('sandboxes.traffic')}>
          {rows.map((one, index) => (
            <li key={`${one.time} ${rows.length - index}`}>
              <code>
                {one.host}:{one.port}
              </code>
              <Badge tone={one.verdict === 'allowed' ? 'good' : 'bad'}>
                {t(
                  `sandboxes.traffic.${one.verdict === 'allowed' ? 'allowed' : one.verdict === 'refused' ? 'refused' : 'failed'}`,
                )}
              </Badge>
              {one.verdict === 'allowed' ? (
                <small>
                  ↑ {showSize(one.sent)} ↓ {showSize(one.received)}
                </small>
              ) : null}
              <time>{new Date(one.time).toLocaleTimeString()}</time>
              {one.reason ? <span>{one.reason}</span> : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
