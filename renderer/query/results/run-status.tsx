import { useEffect, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { openPanel } from '../tabs/side-store.ts'
import { rowCount, type Run } from '../run/run.ts'
import { formatBytes, formatDuration } from './format.ts'
import styles from './results.module.css'
import { Stack } from '../../ui/stack.tsx'

const BEAT = 100

/** Milliseconds since the run began, counting while it runs. */
function useElapsed(run: Run): number {
  const [now, setNow] = useState(() => Date.now())
  const running = run.state.kind === 'running'
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), BEAT)
    return () => clearInterval(timer)
  }, [running, run.id])
  return run.milliseconds ?? Math.max(0, now - run.startedAt)
}

/** The line under a result: state, time, rows, size, and the way to the raw messages. */
export function RunStatus({ run }: { readonly run: Run }) {
  const t = useText()
  const elapsed = useElapsed(run)
  const { state } = run
  const rows = rowCount(run)
  const refused = state.kind === 'answered' && state.outcome.kind === 'refused'
  const parts = [
    t(`query.state.${refused ? 'refused' : state.kind}`),
    formatDuration(elapsed),
    rows === undefined ? undefined : t('query.table.rows', { count: rows }),
    state.kind === 'answered' ? formatBytes(state.bytes) : undefined,
    new Date(run.startedAt).toLocaleTimeString(),
  ]
  return (
    <Stack
      as="footer"
      row
      gap={2}
      fixed
      pad={[0, 2]}
      line="top"
      ground="ground"
      tone="quiet"
      small
      className={styles['status']}
      data-state={refused ? 'failed' : state.kind}
    >
      <span>{parts.filter(Boolean).join(' · ')}</span>
      <span className={styles['space']} />
      <button type="button" onClick={() => openPanel('inspector')}>
        {t('query.inspector.open')}
      </button>
    </Stack>
  )
}
