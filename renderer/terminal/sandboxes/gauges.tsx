import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { useText } from '../../app/i18n/text.ts'
import { secondsUntil, showClock, useNow } from './countdown.ts'
import { placeOfSandbox, useSandboxes } from './sandbox-store.ts'
import { showSize } from './show-size.ts'
import styles from './sandbox-header.module.css'

/** Percent from which a gauge is worth a look. */
const HIGH = 75
const FULL = 90

/** Use of cpu, memory, disk and network, and the time until the sandbox is stopped. */
export function Gauges({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const statistics = useSandboxes((state) => state.statistics[placeOfSandbox(sandbox)])
  const seconds = secondsUntil(sandbox.isAlive ? sandbox.autoStopTime : undefined, useNow())
  if (!sandbox.isAlive) return null
  return (
    <div className={styles['gauges']}>
      {(['cpu', 'memory', 'disk'] as const).map((name) => {
        const percent = statistics?.[name]
        if (percent === undefined) return null
        const label = t(`terminal.gauge.${name}`)
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
      {statistics?.net === undefined ? null : (
        <div className={styles['gauge']}>
          {t('terminal.gauge.net')} <span>{showSize(statistics.net)}</span>
        </div>
      )}
      {seconds === undefined ? null : (
        <div className={styles['gauge']}>
          <span>{t('terminal.stops', { time: showClock(seconds) })}</span>
        </div>
      )}
    </div>
  )
}
