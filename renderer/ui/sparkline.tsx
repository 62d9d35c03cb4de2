import styles from './sparkline.module.css'

interface SparklineProps {
  /** Text alternative and tooltip. */
  readonly label: string
  /** From left to right; undefined is a gap. */
  readonly values: readonly (number | undefined)[]
  /** The value at the top; the maximum by default. */
  readonly top?: number | undefined
  /** Points to mark. */
  readonly events?: readonly boolean[] | undefined
}

/** viewBox width; the SVG is stretched to its container. */
const WIDTH = 120
const HEIGHT = 24

/** Returns the SVG points of each stretch without a gap. */
export function stretches(values: readonly (number | undefined)[], top: number): string[] {
  const step = WIDTH / Math.max(1, values.length - 1)
  // Negative values extend the range downwards.
  const least = values.reduce<number>((a, b) => Math.min(a, b ?? 0), 0)
  const lines: string[][] = [[]]
  for (const [index, value] of values.entries()) {
    if (value === undefined) lines.push([])
    else {
      const y = HEIGHT - 1 - ((Math.min(value, top) - least) / (top - least || 1)) * (HEIGHT - 2)
      lines.at(-1)?.push(`${(index * step).toFixed(1)},${y.toFixed(1)}`)
    }
  }
  return lines.filter((line) => line.length > 1).map((line) => line.join(' '))
}

/** A small line chart of values over time. */
export function Sparkline({ label, values, top, events }: SparklineProps) {
  const most = top ?? Math.max(1, ...values.map((value) => value ?? 0))
  const step = WIDTH / Math.max(1, values.length - 1)
  return (
    <svg
      className={styles['sparkline']}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {stretches(values, most).map((points) => (
        <polyline key={points} points={points} />
      ))}
      {events?.map((happened, index) =>
        happened ? <line key={index} x1={index * step} x2={index * step} y1={0} y2={HEIGHT} /> : null,
      )}
    </svg>
  )
}
