import { use, useMemo, useState } from 'react'
import type { SeriesAnswer } from '#shared/telemetry/answer.ts'
import { showTime, useText } from '../i18n/text.ts'
import { wordsOf } from '../i18n/words-of.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Segment } from '../ui/segment.tsx'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { Toolbar, ToolbarSpace } from '../ui/toolbar.tsx'
import { aligned, MAX_LINES } from './aligned.ts'
import { TimeChart, type Zoom } from './chart.tsx'
import { Notes } from './notes.tsx'
import { SeriesContext } from './series-context.ts'

interface QueryChartProps {
  readonly answer: SeriesAnswer
  readonly query: number
  readonly logarithmic: boolean
  readonly zoom: Zoom
  onZoom(zoom: Zoom): void
}

function QueryChart({ answer, query, logarithmic, zoom, onZoom }: QueryChartProps) {
  const t = useText()
  const data = useMemo(() => aligned(answer, query, logarithmic), [answer, query, logarithmic])
  const asked = answer.queries[query]
  const { name = '', unit = '' } = asked ?? {}
  const title = wordsOf(asked?.title) ?? name
  return (
    <Stack as="section" gap={1} aria-label={title}>
      <Stack row gap={2} align="baseline" wrap>
        <h2>{title}</h2>
        <Text tone="quiet" small>
          {[
            t('telemetry.series.count', { count: data.lines.length + data.left }),
            data.left > 0 ? t('telemetry.series.left', { count: MAX_LINES }) : '',
            data.undrawn > 0 ? t('telemetry.series.undrawn', { count: data.undrawn }) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Stack>
      {data.lines.length === 0 ? (
        <Text tone="quiet">{t('telemetry.series.none')}</Text>
      ) : (
        <TimeChart
          data={data}
          label={t('telemetry.series.label', { title, count: data.lines.length })}
          unit={unit}
          timeLabel={t('telemetry.series.time')}
          logarithmic={logarithmic}
          zoom={zoom}
          onZoom={onZoom}
        />
      )}
    </Stack>
  )
}

/** Every query of a plan as a chart of its own, all at the same time under the pointer. */
export function Charts() {
  const t = useText()
  const answer = use(SeriesContext)
  const [scale, setScale] = useState<'linear' | 'logarithmic'>('linear')
  const [zoom, setZoom] = useState<Zoom>()
  if (!answer) return null
  const [from, to] = zoom ?? [answer.from, answer.to]
  return (
    <Stack grow>
      <Toolbar label={t('telemetry.series')} dense>
        <Segment
          label={t('telemetry.series.scale')}
          options={[
            { value: 'linear', label: t('telemetry.series.linear') },
            { value: 'logarithmic', label: t('telemetry.series.logarithmic') },
          ]}
          value={scale}
          onChange={setScale}
        />
        <Button reason={zoom ? undefined : t('telemetry.series.zoomHint')} onClick={() => setZoom(undefined)}>
          {t('telemetry.series.all')}
        </Button>
        <ToolbarSpace />
        <Text tone="quiet" small>
          {t('telemetry.series.span', {
            from: showTime(from * 1000, true),
            to: showTime(to * 1000, true),
            step: answer.step,
          })}
        </Text>
      </Toolbar>
      <Notes notes={answer.notes} />
      {answer.series.length === 0 ? (
        <EmptyState title={t('telemetry.series.empty')} hint={t('telemetry.series.emptyHint')} />
      ) : (
        // Scrollable charts must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <Stack
          grow
          scroll
          gap={4}
          pad={[3, 4]}
          tabIndex={0}
          role="region"
          aria-label={t('telemetry.series.charts')}
        >
          {answer.queries.map(({ name }, query) => (
            <QueryChart
              key={`${query}-${name}`}
              answer={answer}
              query={query}
              logarithmic={scale === 'logarithmic'}
              zoom={zoom}
              onZoom={setZoom}
            />
          ))}
        </Stack>
      )}
    </Stack>
  )
}
