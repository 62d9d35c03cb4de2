import { use, useEffect, useMemo, useState } from 'react'
import type { SeriesAnswer } from '#shared/telemetry/answer.ts'
import { showTime, timeZone } from '../i18n/moment.ts'
import { useText } from '../i18n/text.ts'
import { localizedText } from '../i18n/localized-text.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { MenuEntry } from '../ui/menu.tsx'
import { Segment } from '../ui/segment.tsx'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { Toolbar, ToolbarSpace } from '../ui/toolbar.tsx'
import { aligned, apart, MAX_LINES } from './aligned.ts'
import type { Zoom } from './chart-options.ts'
import { TimeChart } from './chart.tsx'
import { FollowButton } from './follow-button.tsx'
import { Notes } from './notes.tsx'
import { type SeriesActions, SeriesActionsContext, SeriesContext } from './series-context.ts'

/** Maximum lines shown as one chart each. */
const MAX_APART = 12
/** Debounce in milliseconds before a finer step is fetched for a zoom. */
const DEBOUNCE_MS = 250

/**
 * Columns of charts: a few stand below each other at the same times unless the screen is very large; of more, two fit beside each
 * other, or three on a large screen, so that one sees most of them at once.
 */
const columnsFor = (charts: number): string =>
  `repeat(auto-fit, minmax(min(100%, ${charts > 2 ? 'max(36rem, 30%)' : '100rem'}), 1fr))`

/** All lines of a query in one chart, or one chart per line. */
type Arrangement = 'together' | 'apart'

interface QueryChartProps {
  readonly answer: SeriesAnswer
  readonly query: number
  readonly logarithmic: boolean
  readonly arrangement: Arrangement
  readonly zoom: Zoom
  onZoom(zoom: Zoom): void
}

function QueryChart({ answer, query, logarithmic, arrangement, zoom, onZoom }: QueryChartProps) {
  const t = useText()
  const { onTopology, onRange } = use(SeriesActionsContext)
  const data = useMemo(() => aligned(answer, query, logarithmic), [answer, query, logarithmic])
  const { parts, range } = useMemo(
    () => (arrangement === 'apart' ? apart(data) : { parts: [data], range: undefined }),
    [data, arrangement],
  )
  const planQuery = answer.queries[query]
  const { name = '', unit = '' } = planQuery ?? {}
  const title = localizedText(planQuery?.title) ?? name
  const [from, to] = zoom ?? [answer.from, answer.to]
  const entries = (): MenuEntry[] =>
    onRange ? [{ label: t('telemetry.useRange'), act: () => onRange({ from, to }) }] : []
  return (
    <Stack as="section" gap={1} aria-label={title}>
      <Stack row gap={2} align="baseline" wrap>
        <h2>{title}</h2>
        <Text tone="quiet" small>
          {[
            t('telemetry.series.count', { count: data.lines.length + data.left }),
            data.left > 0 ? t('telemetry.series.left', { count: MAX_LINES }) : '',
            data.undrawn > 0 ? t('telemetry.series.undrawn', { count: data.undrawn }) : '',
            parts.length > MAX_APART ? t('telemetry.series.apartLeft', { count: MAX_APART }) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Stack>
      {data.lines.length === 0 ? (
        <Text tone="quiet">{t('telemetry.series.none')}</Text>
      ) : (
        <Stack row={arrangement === 'apart'} wrap={arrangement === 'apart'} gap={3} align="stretch">
          {parts.slice(0, MAX_APART).map((part, place) => (
            <div
              key={place}
              style={arrangement === 'apart' ? { flex: '1 1 340px', minWidth: 0 } : { minWidth: 0 }}
            >
              <TimeChart
                data={part}
                title={title}
                label={t('telemetry.series.label', { title, count: part.lines.length })}
                unit={unit}
                timeLabel={t('telemetry.series.time')}
                logarithmic={logarithmic}
                range={logarithmic ? undefined : range}
                zoom={zoom}
                span={answer}
                step={answer.step}
                onZoom={onZoom}
                onTopology={onTopology}
                entriesAt={entries}
              />
            </div>
          ))}
        </Stack>
      )}
    </Stack>
  )
}

/** Fetches the zoomed range with the finest step; undefined until it arrives, or if it is no finer. */
function useFiner(
  answer: SeriesAnswer | undefined,
  zoom: Zoom,
  { refine }: SeriesActions,
): SeriesAnswer | undefined {
  const [finer, setFiner] = useState<{
    readonly of: SeriesAnswer
    readonly zoom: Zoom
    readonly answer: SeriesAnswer
  }>()
  useEffect(() => {
    if (!answer || !zoom || !refine) return undefined
    const abort = new AbortController()
    const timer = setTimeout(() => {
      refine({ from: zoom[0], to: zoom[1] }, abort.signal).then(
        (came) => came && !abort.signal.aborted && setFiner({ of: answer, zoom, answer: came }),
        // Keep the coarser data; the failed request is listed among the requests.
        () => undefined,
      )
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [answer, zoom, refine])
  return zoom && finer?.of === answer && finer?.zoom === zoom ? finer.answer : undefined
}

/** One chart per query of a plan, with a synchronised cursor. */
export function Charts() {
  const t = useText()
  const answer = use(SeriesContext)
  const actions = use(SeriesActionsContext)
  const [scale, setScale] = useState<'linear' | 'logarithmic'>('linear')
  const [arrangement, setArrangement] = useState<Arrangement>('together')
  const [zoom, setZoom] = useState<Zoom>()
  const finer = useFiner(answer, zoom, actions)
  // Includes the ends of the whole range, so that zooming out reaches them.
  const shown = useMemo(
    () => answer && finer && { ...finer, queries: answer.queries, from: answer.from, to: answer.to },
    [answer, finer],
  )
  if (!answer) return null
  const [from, to] = zoom ?? [answer.from, answer.to]
  const several = answer.queries.some(
    (_, query) => answer.series.filter((one) => one.query === query).length > 1,
  )
  const { follow } = actions
  return (
    <Stack grow>
      <Toolbar label={t('telemetry.series')} dense wrap>
        <Segment
          label={t('telemetry.series.scale')}
          options={[
            { value: 'linear', label: t('telemetry.series.linear') },
            { value: 'logarithmic', label: t('telemetry.series.logarithmic') },
          ]}
          value={scale}
          onChange={setScale}
        />
        {several ? (
          <Segment
            label={t('telemetry.series.arrangement')}
            options={(['together', 'apart'] as const).map((value) => ({
              value,
              label: t(`telemetry.series.${value}`),
            }))}
            value={arrangement}
            onChange={setArrangement}
          />
        ) : null}
        <Button reason={zoom ? undefined : t('telemetry.series.zoomHint')} onClick={() => setZoom(undefined)}>
          {t('telemetry.series.all')}
        </Button>
        {follow ? <FollowButton follow={follow} /> : null}
        <ToolbarSpace />
        <Text tone="quiet" small role="status" title={timeZone()}>
          {t('telemetry.series.span', {
            from: showTime(from * 1000),
            to: showTime(to * 1000),
            step: (shown ?? answer).step,
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
          style={{
            display: 'grid',
            gridTemplateColumns: columnsFor(answer.queries.length),
            alignContent: 'start',
          }}
          tabIndex={0}
          role="region"
          aria-label={t('telemetry.series.charts')}
        >
          {answer.queries.map(({ name }, query) => (
            <QueryChart
              key={`${query}-${name}`}
              answer={shown ?? answer}
              query={query}
              logarithmic={scale === 'logarithmic'}
              arrangement={arrangement}
              zoom={zoom}
              onZoom={setZoom}
            />
          ))}
        </Stack>
      )}
    </Stack>
  )
}
