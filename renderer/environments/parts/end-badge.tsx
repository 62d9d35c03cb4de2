import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { endOf, type EpisodeEvent } from '#shared/environments/episode.ts'

const TONES = {
  running: 'neutral',
  solved: 'good',
  over: 'warning',
  answered: 'accent',
  'format-error': 'bad',
  'turn-limit': 'warning',
} as const

/** How an episode stands at an event, by name. */
export function EndBadge({ event }: { readonly event: EpisodeEvent }) {
  const t = useText()
  const end = endOf(event)
  return <Badge tone={TONES[end]}>{t(`environments.end.${end}`)}</Badge>
}
