import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { useSeconds } from '../parts/use-seconds.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Play } from '#shared/environments/play.ts'

interface WaitingProps {
  readonly busy: NonNullable<Play['busy']>
  onCancel(): void
}

/** Making an environment may take minutes where an image is fetched first: how long it has been, and a way out. */
export function Waiting({ busy, onCancel }: WaitingProps) {
  const t = useText()
  const seconds = useSeconds(busy.since)
  return (
    <EmptyState
      title={t(`environments.busy.${busy.work}`, { seconds })}
      {...(busy.work === 'make' ? { hint: t('environments.busy.makeHint') } : {})}
      action={<Button onClick={onCancel}>{t('ui.cancel')}</Button>}
    />
  )
}
