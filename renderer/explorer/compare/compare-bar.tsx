import { useMemo, useRef } from 'react'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { Truncate } from '../../ui/truncate.tsx'
import { viewCommands } from '../view/commands-on-view.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { viewOf } from '../view/surface.ts'
import { endComparison } from './compare.ts'
import { differingParts, tally } from './diff.ts'

/** The comparison's title, its counts, and a button to end it. */
export function CompareBar() {
  const t = useText()
  const surface = useSurface()
  const comparison = useSurfaceState((state) => state.comparison)
  const graph = useSurfaceState((state) => state.graph)
  /** The nodes to which this bar has restricted the view. */
  const only = useRef<ReadonlySet<string>>(undefined)
  const counts = useMemo(() => (comparison ? tally(comparison.differences) : undefined), [comparison])
  const parts = useMemo(() => differingParts(graph, comparison?.differences), [graph, comparison])
  if (!comparison || !counts) return null
  const onlyDifferences = (): void => {
    const { graph } = surface.getState()
    const keys = new Set<string>()
    for (const key of comparison.differences.keys()) {
      if (graph.indexOf.has(key)) keys.add(key)
      const edge = graph.edges.find((known) => known.key === key)
      if (edge) keys.add(edge.source).add(edge.target)
    }
    viewCommands(surface).hideOthers([...keys])
    only.current = viewOf(surface.getState()).isolated
  }
  const end = (): void => {
    // What was restricted to the differences would be empty without them.
    const { isolated } = viewOf(surface.getState())
    if (isolated && isolated === only.current) viewCommands(surface).endIsolation()
    void endComparison(surface)
  }
  return (
    <Stack row gap={2} wrap fixed pad={[1, 2]} line="bottom" ground="selected" role="status">
      <Truncate>{comparison.sentence()}</Truncate>
      <Text tone="quiet" small>
        {t('explorer.compare.parts', parts)}
      </Text>
      <Badge tone="good">{t('explorer.compare.addedCount', { count: counts.added })}</Badge>
      <Badge tone="bad">{t('explorer.compare.removedCount', { count: counts.removed })}</Badge>
      <Badge tone="warning">{t('explorer.compare.changedCount', { count: counts.changed })}</Badge>
      <Button
        reason={comparison.differences.size === 0 ? t('explorer.compare.same') : undefined}
        onClick={onlyDifferences}
      >
        {t('explorer.compare.only')}
      </Button>
      <Button onClick={end}>{t('explorer.compare.end')}</Button>
    </Stack>
  )
}
