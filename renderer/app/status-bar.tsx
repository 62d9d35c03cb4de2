import { ToolbarSpace } from '../ui/toolbar.tsx'
import { CircleHelp, Contrast } from 'lucide-react'
import { ConnectionChip } from './connection-chip.tsx'
import { useText } from '../i18n/text.ts'
import { openHelp } from './help-store.ts'
import { shownKeys } from './keys.ts'
import { openBench } from './route.ts'
import { setSetting } from './settings-store.ts'
import styles from './status-bar.module.css'
import { useConnection, useWorkbench } from './workbench.ts'
import { Stack } from '../ui/stack.tsx'
import { StateDot } from '../ui/state-dot.tsx'
import { Tip } from '../ui/tip.tsx'

function toggleTheme(): void {
  const dark = document.documentElement.dataset['theme'] !== 'light'
  void setSetting('app.theme', dark ? 'light' : 'dark')
}

/** The state of every connection, always in sight. */
export function StatusBar() {
  const t = useText()
  const { link, connections } = useWorkbench()
  const model = useConnection('model')
  const platform = useConnection('platform')
  const used = [model, platform].flatMap((connection) => (connection ? [connection] : []))
  const others = connections.filter((connection) => !used.includes(connection))
  const failed = others.filter(({ state }) => state === 'failed').length
  return (
    <Stack
      as="footer"
      row
      align="stretch"
      gap={0.5}
      pad={[0, 1.5]}
      line="top"
      ground="ground"
      tone="quiet"
      small
      className={styles['bar']}
      aria-label={t('app.status')}
    >
      {/* What was heard of them last is not what they are now. */}
      <span className={styles['chips']} data-away={link !== 'open' || undefined}>
        {used.map((connection) => (
          <ConnectionChip key={connection.id} connection={connection} />
        ))}
      </span>
      {others.length > 0 ? (
        <button type="button" className={styles['button']} onClick={() => void openBench('console')}>
          {failed > 0 ? <StateDot state="failed" /> : null}
          {t(failed > 0 ? 'app.connection.othersFailed' : 'app.connection.others', {
            count: others.length,
            failed,
          })}
        </button>
      ) : null}
      <ToolbarSpace />
      <Tip text={t('app.help.open')} keys={shownKeys('app.help')}>
        <button
          type="button"
          className={styles['button']}
          onClick={() => openHelp()}
          aria-label={t('app.help.open')}
        >
          <CircleHelp size={13} aria-hidden />
        </button>
      </Tip>
      <Tip text={t('app.theme.toggle')} keys={shownKeys('app.theme.toggle')}>
        <button
          type="button"
          className={styles['button']}
          onClick={toggleTheme}
          aria-label={t('app.theme.toggle')}
        >
          <Contrast size={13} aria-hidden />
        </button>
      </Tip>
    </Stack>
  )
}
