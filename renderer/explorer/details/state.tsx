import { Palette } from 'lucide-react'
import { showTime } from '../../i18n/moment.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useNow } from '../../ui/use-now.ts'
import { toneOfState } from '../graph/entity-state.ts'
import { lifetimeOf } from '../graph/lifetime.ts'
import { changeView } from '../view/surface-actions.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { viewOf } from '../view/surface.ts'

/** Milliseconds after which it is looked at whether something is gone by now. */
const BEAT_MS = 30_000

/** That something is gone, and since when: a server goes on listing what it has not been told of for longer than it keeps. */
export function Gone({ part }: { readonly part: Parameters<typeof lifetimeOf>[0] }) {
  const t = useText()
  const now = useNow(BEAT_MS)
  const end = (lifetimeOf(part)?.[1] ?? Infinity) * 1000
  return end < now ? (
    <Badge tone="warning">{t('explorer.details.gone', { time: showTime(end) })}</Badge>
  ) : null
}

/** How an entity is, and whether all are coloured by it on the canvas. */
export function State({ state }: { readonly state: string }) {
  const t = useText()
  const surface = useSurface()
  const isColoured = useSurfaceState((known) => viewOf(known).rules.some(({ states }) => states))
  return (
    <>
      <Badge tone={toneOfState(state) ?? 'neutral'}>{state}</Badge>
      <IconButton
        icon={Palette}
        label={t('explorer.styles.byState')}
        aria-pressed={isColoured}
        onClick={() =>
          changeView(surface, t('explorer.step.style'), (view) => ({
            ...view,
            rules: isColoured
              ? view.rules.filter(({ states }) => !states)
              : [...view.rules, { by: 'field', value: '', states: true }],
          }))
        }
      />
    </>
  )
}
