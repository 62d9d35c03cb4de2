import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import type { SeriesActions } from './series-context.ts'

/** Toggles live mode, which fetches new data every few seconds. */
export function FollowButton({ follow }: { readonly follow: NonNullable<SeriesActions['follow']> }) {
  const t = useText()
  return (
    <Button aria-pressed={follow.on} tip={t('telemetry.followTip')} onClick={follow.toggle}>
      {t('telemetry.follow')}
    </Button>
  )
}
