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

/** An episode's state at an event, as a badge. */
export function EndBadge({ envId, event }: { readonly envId: string; readonly event: EpisodeEvent }) {
  const t = useText()
  const end = endIn(envId, event)
  return <Badge tone={TONES[end]}>{t(`environments.end.${end}`)}</Badge>
}
