import { useCallback, useMemo, useState, useEffect, useRef } from 'react'
import { Text } from '../../../ui/text.tsx'
import { showMinute } from '../../../i18n/moment.ts'
import { labelled, showNumber, useText } from '../../../i18n/text.ts'
import { useSliced } from '../../../app/use-sliced.ts'
import { Field, Select } from '../../../ui/field.tsx'
import { columnName } from '../../../spl/column-names.ts'
import type { QueryResult } from '../../../spl/result.ts'
import { Stack } from '../../../ui/stack.tsx'
import { ticks } from '../../../ui/ticks.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import {
  AGGREGATES,
  CHARTS,
  chartSteps,
  suggestSpec,
  type Aggregate,
  type ChartKind,
  type ChartData,
  type ChartSpec,
  type Point,
} from './chart-data.ts'
import { useNamedPoints } from './chart-names.ts'
import type { Run } from '../../run/run.ts'
import { Pie } from './pie.tsx'
import styles from './chart.module.css'

/** Margins for the axes in px. */
const LEFT = 78
const RIGHT = 18
const TOP = 14
const BOTTOM = 74
/** Minimum px between two x labels. */
const LABEL_GAP = 64
/** Characters of an x label, which is slanted and must not exceed the left edge. */
const MAX_LABEL_CHARACTERS = 14

interface Size {
  readonly width: number
  readonly height: number
}

function useSize(): [React.RefObject<HTMLDivElement | null>, Size] {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useEffect(() => {
    const box = ref.current
    if (!box) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return [ref, size]
}

/** Abbreviates a label in the middle: names that begin alike mostly differ at their end. */
export function short(label: string): string {
  if (label.length <= MAX_LABEL_CHARACTERS) return label
  const head = Math.floor((MAX_LABEL_CHARACTERS - 1) / 3)
  return `${label.slice(0, head)}…${label.slice(head + 1 - MAX_LABEL_CHARACTERS)}`
}

const compact = (value: number): string =>
  showNumber(value, { notation: 'compact', maximumFractionDigits: 2 })

function axisLabel(value: number, scale: ChartData['scale']): string {
  return scale === 'time' ? showMinute(value) : compact(value)
}

/** An upper bound of a label's width in CSS pixels. */
const roomOf = (label: string): number => 8 + 8 * label.length + 5 * (label.match(WIDE)?.length ?? 0)

const WIDE = /[\u2e80-\uffff]/g

const levelAt = (x: number, axis: number) => ({ x, y: axis + 18, textAnchor: 'middle' }) as const

/** Labels with less room than they need stand slanted, each ending at its bar. */
const slantedAt = (x: number, axis: number) =>
  ({ transform: `translate(${x + 4} ${axis + 14}) rotate(-28)`, textAnchor: 'end' }) as const

interface PlotProps {
  readonly spec: ChartSpec
  readonly data: ChartData
  readonly size: Size
}

/** X coordinate of a point: bars and categories at equal steps, numbers and timestamps by value. */
function acrossOf(
  { kind }: ChartSpec,
  { points, scale }: ChartData,
  width: number,
): (point: Point, index: number) => number {
  const stepped = kind === 'bar' || scale === 'category'
  if (stepped) return (_, index) => LEFT + ((index + 0.5) / points.length) * width
  const values = points.map(({ x }) => x)
  const least = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const span = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY) - least || 1
  return ({ x }) => LEFT + ((x - least) / span) * width
}

function Marks({
  spec,
  data,
  across,
  up,
  zero,
}: Omit<PlotProps, 'size'> & {
  across(point: Point, index: number): number
  up(value: number): number
  readonly zero: number
}) {
  const { points } = data
  const title = ({ label, name = label, y }: Point): string => labelled(name, showNumber(y))
  if (spec.kind === 'bar') {
    const first = points[0]
    const second = points[1]
    const step = first && second ? across(second, 1) - across(first, 0) : 80
    const width = Math.max(1, Math.min(64, step * 0.72))
    return points.map((point, index) => {
      const y = up(point.y)
      return (
        <rect
          key={point.label}
          x={across(point, index) - width / 2}
          y={Math.min(y, zero)}
          width={width}
          height={Math.max(1, Math.abs(zero - y))}
          rx={2}
        >
          <title>{title(point)}</title>
        </rect>
      )
    })
  }
  const dots = points.map((point, index) => (
    <circle key={`${index}-${point.label}`} cx={across(point, index)} cy={up(point.y)} r={3}>
      <title>{title(point)}</title>
    </circle>
  ))
  if (spec.kind === 'scatter') return dots
  const line = points.map((point, index) => `${across(point, index)},${up(point.y)}`).join(' ')
  return (
    <>
      <polyline points={line} />
      {points.length <= 200 ? dots : null}
    </>
  )
}

function Plot({ spec, data, size }: PlotProps) {
  const t = useText()
  const width = Math.max(40, size.width - LEFT - RIGHT)
  const height = Math.max(40, size.height - TOP - BOTTOM)
  const values = data.points.map(({ y }) => y)
  const least = values.reduce(
    (a, b) => Math.min(a, b),
    spec.kind === 'scatter' ? Number.POSITIVE_INFINITY : 0,
  )
  const most = values.reduce((a, b) => Math.max(a, b), spec.kind === 'scatter' ? Number.NEGATIVE_INFINITY : 0)
  const steps = ticks(least, most)
  // Between counts there is nothing to read.
  const isWhole = values.every(Number.isInteger)
  const step = Math.max((steps[1] ?? 1) - (steps[0] ?? 0), isWhole ? 1 : 0)
  // The axis ends at a round number, so that the highest point can be read.
  const top = spec.kind === 'scatter' || most <= 0 ? most : Math.max(most, Math.ceil(most / step) * step)
  const span = top - least || 1
  const up = (value: number): number => TOP + height - ((value - least) / span) * height
  const zero = up(Math.max(least, Math.min(most, 0)))
  const across = acrossOf(spec, data, width)
  const every = Math.max(1, Math.ceil((data.points.length * LABEL_GAP) / width))
  const room = width / data.points.length
  const level = data.points.every((point) => roomOf(short(point.name ?? point.label)) <= room)
  const yTitle =
    spec.y === ''
      ? t('query.chart.rows')
      : spec.kind === 'scatter'
        ? spec.y
        : `${t(`query.chart.${spec.aggregate}`)} · ${spec.y}`
  const continuous = spec.kind !== 'bar' && data.scale !== 'category'
  const xs = data.points.map(({ x }) => x)
  const from = xs.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const to = xs.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  return (
    <svg
      width={size.width}
      height={size.height}
      role="img"
      aria-label={t('query.chart.label', { x: spec.x, y: yTitle })}
    >
      <g className={styles['grid']}>
        {ticks(least, top, Math.min(5, Math.max(2, Math.floor(height / 28))))
          .filter((tick) => !isWhole || Number.isInteger(tick))
          .map((tick) => (
            <g key={tick}>
              <line x1={LEFT} x2={LEFT + width} y1={up(tick)} y2={up(tick)} />
              <text x={LEFT - 8} y={up(tick) + 4} textAnchor="end">
                {compact(tick)}
              </text>
            </g>
          ))}
      </g>
      <g className={styles['axis']}>
        <line x1={LEFT} x2={LEFT + width} y1={zero} y2={zero} />
        {continuous
          ? ticks(from, to, Math.max(2, Math.floor(width / 110))).map((tick) => (
              <text
                key={tick}
                x={LEFT + ((tick - from) / (to - from || 1)) * width}
                y={TOP + height + 18}
                textAnchor="middle"
              >
                {axisLabel(tick, data.scale)}
              </text>
            ))
          : data.points.map((point, index) =>
              index % every === 0 ? (
                <text
                  key={point.label}
                  {...(level ? levelAt : slantedAt)(across(point, index), TOP + height)}
                >
                  {short(point.name ?? point.label)}
                </text>
              ) : null,
            )}
        <text x={LEFT + width / 2} y={size.height - 6} textAnchor="middle" className={styles['title']}>
          {spec.x}
        </text>
        <text
          transform={`translate(18 ${TOP + height / 2}) rotate(-90)`}
          textAnchor="middle"
          className={styles['title']}
        >
          {yTitle}
        </text>
      </g>
      <g className={styles['marks']}>
        <Marks spec={spec} data={data} across={across} up={up} zero={zero} />
      </g>
    </svg>
  )
}

/** Draws a chart in the available space. */
function Drawing({ spec, data }: { readonly spec: ChartSpec; readonly data: ChartData }) {
  const t = useText()
  const [ref, size] = useSize()
  return (
    <div ref={ref} className={styles['drawing']}>
      {data.points.length === 0 ? (
        <EmptyState
          title={t('query.chart.empty')}
          hint={t('query.chart.emptyHint', { x: spec.x, y: spec.y })}
        />
      ) : size.width === 0 ? null : spec.kind === 'pie' ? (
        <Pie data={data} width={size.width} height={size.height} />
      ) : (
        <Plot spec={spec} data={data} size={size} />
      )}
    </div>
  )
}

interface ChartViewProps {
  readonly result: QueryResult
  /** Where to look up the names of entities. */
  readonly source: Run['request']
}

/** Charts of a result: bars, lines, points or slices over selectable columns. */
export function ChartView({ result, source }: ChartViewProps) {
  const t = useText()
  const suggested = useMemo(() => suggestSpec(result.columns, result.rows), [result])
  const [chosen, setChosen] = useState<Partial<typeof suggested>>({})
  const valid = Object.fromEntries(
    Object.entries(chosen).filter(
      ([key, value]) => (key !== 'x' && key !== 'y') || value === '' || result.columns.includes(value),
    ),
  ) as typeof chosen
  const spec = { ...suggested, ...valid }
  const { kind, x, y, aggregate } = spec
  const { value: drawn, busy } = useSliced(
    useCallback(() => chartSteps(result.rows, { kind, x, y, aggregate }), [result, kind, x, y, aggregate]),
  )
  const data = useNamedPoints(drawn, result, x, source)
  const called = (column: string): string => columnName(column, t, result.columns)
  const columnOptions = result.columns.map((column) => (
    <option key={column} value={column}>
      {called(column)}
    </option>
  ))
  return (
    <Stack grow>
      <Stack row align="end" gap={2} wrap pad={[1.5, 2]} line="bottom" className={styles['form']}>
        <Field label={t('query.chart.kind')}>
          <Select
            value={kind}
            onChange={(event) => setChosen({ ...chosen, kind: event.target.value as ChartKind })}
          >
            {CHARTS.map((name) => (
              <option key={name} value={name}>
                {t(`query.chart.${name}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('query.chart.x')}>
          <Select value={x} onChange={(event) => setChosen({ ...chosen, x: event.target.value })}>
            {columnOptions}
          </Select>
        </Field>
        <Field label={t('query.chart.y')}>
          <Select value={y} onChange={(event) => setChosen({ ...chosen, y: event.target.value })}>
            <option value="">{t('query.chart.rows')}</option>
            {columnOptions}
          </Select>
        </Field>
        {kind === 'scatter' || y === '' ? null : (
          <Field label={t('query.chart.aggregate')}>
            <Select
              value={aggregate}
              onChange={(event) => setChosen({ ...chosen, aggregate: event.target.value as Aggregate })}
            >
              {AGGREGATES.map((name) => (
                <option key={name} value={name}>
                  {t(`query.chart.${name}`)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Text as="p" tone="quiet" small style={{ paddingBottom: 5 }} role="status">
          {busy ? t('query.chart.counting') : ''}
          {data && !busy && data.points.length < data.total
            ? t('query.chart.shown', { shown: data.points.length, total: data.total })
            : ''}
          {data && !busy && data.skipped > 0 ? ` ${t('query.chart.skipped', { count: data.skipped })}` : ''}
        </Text>
      </Stack>
      {data ? <Drawing spec={{ ...spec, x: called(x), y: called(y) }} data={data} /> : null}
    </Stack>
  )
}
