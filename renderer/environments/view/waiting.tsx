import { useEffect, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Runtime } from '../session/runtime-store.ts'

/** Seconds since a moment, counted while shown. */
export function useSeconds(since: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((now - since) / 1000))
}

interface WaitingProps {
  readonly busy: NonNullable<Runtime['busy']>
  onCancel(): void
}

/** Making an environment may take minutes where an image is fetched first: how long it has been, and a way out. */
export function Waiting({ busy, onCancel }: WaitingProps) {
  const t = useText()
  const seconds = useSeconds(busy.since)
  return (
    <EmptyState
      title={t(`gem.busy.${busy.runExclusive}`, { seconds })}
      {...(busy.runExclusive === 'make' ? { hint: t('gem.busy.makeHint') } : {})}
      action={<Button onClick={onCancel}>{t('ui.cancel')}</Button>}
    />
  )
}
