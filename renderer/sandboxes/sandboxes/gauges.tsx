import { Stack } from '../../ui/stack.tsx'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { placeOf } from '#shared/terminals/terminal.ts'
import { useText } from '../../i18n/text.ts'
import { secondsUntil, showClock, useNow } from './countdown.ts'
import { useSandboxes } from './sandbox-store.ts'
import { showSize } from './show-size.ts'
import styles from './sandbox-header.module.css'

/** Percent from which a gauge is worth a look. */
const HIGH = 75
const FULL = 90

/** Use of cpu, memory, disk and network, and the time until the sandbox is stopped. */
export function Gauges({
  sandbox,
  missing,
}: {
  readonly sandbox: SandboxInfo
  /** Why the platform offers no statistics at all. */
  readonly missing: string | undefined
}) {
  const t = useText()
  const statistics = useSandboxes((state) => state.statistics[placeOf(sandbox)])
  const seconds = secondsUntil(sandbox.isAlive ? sandbox.autoStopTime : undefined, useNow())
  if (!sandbox.isAlive) return null
  const reason = missing ?? (statistics ? t('sandboxes.gauge.missing') : undefined)
  return (
    <Stack row align="stretch" wrap tone="quiet" small className={styles['gauges']}>
      {(['cpu', 'memory', 'disk'] as const).map((name) => {
        const percent = statistics?.[name]
        const label = t(`sandboxes.gauge.${name}`)
        if (percent === undefined) return <Unmeasured key={name} label={label} reason={reason} />
        return (
          <div key={name} className={styles['gauge']}>
            {label}
            <meter
              min={0}
              max={100}
              high={HIGH}
              optimum={0}
              low={HIGH}
              value={percent}
              aria-label={label}
              data-full={percent > FULL}
            />
            <span>{percent.toFixed(0)}%</span>
          </div>
        )
      })}
      {statistics?.net === undefined ? (
        <Unmeasured label={t('sandboxes.gauge.net')} reason={reason} />
      ) : (
        <div className={styles['gauge']}>
          {t('sandboxes.gauge.net')} <span>{showSize(statistics.net)}</span>
        </div>
      )}
      {seconds === undefined ? null : (
        <div className={styles['gauge']} data-clock>
          <span>{t('sandboxes.stops', { time: showClock(seconds) })}</span>
        </div>
      )}
    </Stack>
  )
}

/** A gauge that has no value: greyed, with the reason once it is known. */
function Unmeasured({ label, reason }: { readonly label: string; readonly reason: string | undefined }) {
  return (
    <div className={styles['gauge']} data-missing title={reason}>
      {label} <span aria-hidden>–</span>
      {reason ? <span className="visually-hidden">{reason}</span> : null}
    </div>
  )
}
