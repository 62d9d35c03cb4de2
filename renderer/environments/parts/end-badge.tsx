import { endIn, type EpisodeEvent } from '#shared/environments/episode.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'

const TONES = {
  running: 'neutral',
  solved: 'good',
  over: 'warning',
  answered: 'warning',
  'format-error': 'bad',
  'turn-limit': 'warning',
  ended: 'neutral',
} as const

/** An episode's state at an event, as a badge; its tip has the environment's own words for the end. */
export function EndBadge({ envId, event }: { readonly envId: string; readonly event: EpisodeEvent }) {
  const t = useText()
  const end = endIn(envId, event)
  const said = (['terminated', 'truncated'] as const).filter((flag) => event[flag])
  return (
    <Badge tone={TONES[end]} title={said.map((flag) => t(`environments.${flag}`)).join(', ')}>
      {t(`environments.end.${end}`)}
    </Badge>
  )
}
