import { labelled, showNumber, useText } from '../../../i18n/text.ts'
import { Stack } from '../../../ui/stack.tsx'
import type { ChartData } from './chart-data.ts'
import styles from './chart.module.css'

interface PieProps {
  readonly data: ChartData
  readonly width: number
  readonly height: number
}

/** SVG path of a slice between two shares of the circle. */
function slicePath(radius: number, from: number, to: number): string {
  if (to - from > 0.9999) return `M 0 ${-radius} A ${radius} ${radius} 0 1 1 -0.01 ${-radius} Z`
  const at = (share: number): string => {
    const angle = share * 2 * Math.PI
    return `${radius * Math.sin(angle)} ${-radius * Math.cos(angle)}`
  }
  return `M 0 0 L ${at(from)} A ${radius} ${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(to)} Z`
}

interface Slice {
  readonly label: string
  readonly y: number
  readonly from: number
  readonly to: number
  readonly index: number
  /** The sum of all but the largest slices. */
  readonly rest: boolean
}

/** Converts the points to consecutive shares of the circle. */
function slicesOf({ points }: ChartData, total: number): Slice[] {
  const slices: Slice[] = []
  let from = 0
  points.forEach(({ label: raw, name: label = raw, x, y }, index) => {
    const to = from + y / total
    slices.push({ label, y, from, to, index, rest: x < 0 })
    from = to
  })
  return slices
}

const pale = (token: string): string => `color-mix(in srgb, var(--${token}) 55%, var(--surface))`
/** Ten colours mixed from tokens; the legend names each slice, so colour is never the only cue. */
const SLICE_COLOURS = [
  ...['accent', 'good', 'warning', 'info', 'bad'].map((token) => `var(--${token})`),
  ...['accent', 'good', 'warning', 'info'].map(pale),
  'var(--line-strong)',
]

/** A pie chart with a legend. */
export function Pie({ data, width, height }: PieProps) {
  const t = useText()
  const total = data.points.reduce((sum, { y }) => sum + y, 0)
  const radius = Math.max(30, Math.min(width * 0.28, height / 2 - 16))
  const slices = slicesOf(data, total).map((slice) => ({
    ...slice,
    label: slice.label || t(slice.rest ? 'query.chart.others' : 'query.chart.nothing'),
  }))
  return (
    <Stack row justify="center" pad={3} className={styles['pie']}>
      <svg width={radius * 2 + 8} height={radius * 2 + 8} role="img" aria-label={t('query.chart.pie')}>
        <g transform={`translate(${radius + 4} ${radius + 4})`} className={styles['slices']}>
          {slices.map(({ label, y, from, to, index }) => (
            <path key={index} d={slicePath(radius, from, to)} style={{ fill: SLICE_COLOURS[index] }}>
              <title>{labelled(label, showNumber(y))}</title>
            </path>
          ))}
        </g>
      </svg>
      <ul>
        {slices.map(({ label, y, index }) => (
          <li key={index}>
            <i style={{ background: SLICE_COLOURS[index] }} aria-hidden />
            <span>{label}</span>
            <span>{showNumber(y)}</span>
            <span>{((y / total) * 100).toFixed(1)} %</span>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
