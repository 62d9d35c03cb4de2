import { showNumber, useText } from '../../../i18n/text.ts'
import type { ChartData } from './chart-data.ts'
import styles from './chart.module.css'
import { Stack } from '../../../ui/stack.tsx'

interface PieProps {
  readonly data: ChartData
  readonly width: number
  readonly height: number
}

/** A slice's outline from one share of the circle to another. */
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
  /** What is left besides the largest slices, together. */
  readonly rest: boolean
}

/** The points as shares of the circle, one behind the other. */
function slicesOf({ points }: ChartData, total: number): Slice[] {
  const slices: Slice[] = []
  let from = 0
  points.forEach(({ label, x, y }, index) => {
    const to = from + y / total
    slices.push({ label, y, from, to, index, rest: x < 0 })
    from = to
  })
  return slices
}

/** Shares of a whole, each named in the list beside it. */
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
            <path key={label} d={slicePath(radius, from, to)} data-hue={index}>
              <title>{`${label}: ${showNumber(y)}`}</title>
            </path>
          ))}
        </g>
      </svg>
      <ul>
        {slices.map(({ label, y, index }) => (
          <li key={label}>
            <i data-hue={index} aria-hidden />
            <span>{label}</span>
            <span>{showNumber(y)}</span>
            <span>{((y / total) * 100).toFixed(1)} %</span>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
