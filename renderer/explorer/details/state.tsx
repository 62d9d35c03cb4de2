import { Palette } from 'lucide-react'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { toneOfState } from '../graph/entity-state.ts'
import { changeView } from '../view/surface-actions.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { viewOf } from '../view/surface.ts'

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
