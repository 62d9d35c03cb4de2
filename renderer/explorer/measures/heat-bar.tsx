import { useMemo } from 'react'
import { useText } from '../../i18n/text.ts'
import { runCommand } from '../../app/run-command.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { Between } from '../../ui/moment.tsx'
import { scaleColours } from '../panels/rule-line.tsx'
import { useSurfaceState } from '../view/surface-context.ts'
import { shownValue } from '../view/heat.ts'
import { viewOf } from '../view/surface.ts'
import { endHeat, showKnownTimes, useLastHeat } from './ask-heat.ts'

/**
 * The heat map's legend: metric, time range, scale with units, and the number of entities without a value.
 */
export function HeatBar() {
  const t = useText()
  const heat = useSurfaceState((state) => viewOf(state).heat)
  const graph = useSurfaceState((state) => state.graph)
  const known = useLastHeat((state) => state.known)
  const measured = useMemo(() => graph.nodes.filter(({ key }) => heat?.values.has(key)).length, [graph, heat])
  if (!heat) return null
  const { title, least, most, from, to } = heat
  return (
    <Stack
      as="section"
      row
      gap={2}
      wrap
      fixed
      pad={[1, 2]}
      line="bottom"
      ground="selected"
      aria-label={t('explorer.heat')}
    >
      <strong>{title}</strong>
      <Text tone="quiet" small>
        <Between from={from * 1000} to={to * 1000} />
      </Text>
      {measured === 0 ? null : (
        <Stack row gap={1.5} as="span">
          {shownValue(heat, least)}
          <i
            aria-hidden
            style={{
              width: '4.5rem',
              height: 10,
              borderRadius: 5,
              border: '1px solid var(--line)',
              background: scaleColours,
            }}
          />
          {shownValue(heat, most)}
        </Stack>
      )}
      <Text small role="status">
        {measured === 0 && known ? (
          <>
            {t('explorer.heat.notThen')} <Between from={known.from * 1000} to={known.to * 1000} />
          </>
        ) : (
          t('explorer.heat.counts', { measured, grey: graph.nodes.length - measured })
        )}
      </Text>
      {measured === 0 && known ? (
        <Button tone="primary" onClick={showKnownTimes}>
          {t('explorer.heat.showKnown')}
        </Button>
      ) : null}
      <Button onClick={() => void runCommand('explorer.heat')}>{t('explorer.heat.other')}</Button>
      <Button onClick={endHeat}>{t('explorer.heat.end')}</Button>
    </Stack>
  )
}
