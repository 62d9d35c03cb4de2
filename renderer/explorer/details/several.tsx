import { useMemo } from 'react'
import { useText } from '../../i18n/text.ts'
import { Text } from '../../ui/text.tsx'
import { linkTypes } from '../view/link-types.ts'
import type { SurfaceState } from '../view/surface.ts'

/** How many relation types of selected links are listed. */
const MAX_TYPES = 12

/** How much is selected, and the relation types of selected links. */
export function Several({ graph, selection }: Pick<SurfaceState, 'graph' | 'selection'>) {
  const t = useText()
  const types = useMemo(() => {
    const chosen = new Set(selection)
    const edges = graph.edges.flatMap(({ key }, edge) => (chosen.has(key) ? [edge] : []))
    return linkTypes(graph, edges, MAX_TYPES)
  }, [graph, selection])
  return (
    <Text as="p" tone="quiet" small pad={[2, 3]}>
      {t('explorer.details.several', { count: selection.length })}
      {types === '' ? null : (
        <>
          <br />
          {types}
        </>
      )}
    </Text>
  )
}
