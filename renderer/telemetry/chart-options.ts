import type UPlot from 'uplot'
import { momentTicks, showTime } from '../i18n/moment.ts'
import { showNumber } from '../i18n/text.ts'
import type { Aligned } from './aligned.ts'

/** Visible range: start and end in seconds. */
export type Zoom = readonly [number, number] | undefined

export interface ChartStyle {
  readonly data: Aligned
  /** What is measured: the legend label of a line without labels. */
  readonly title: string
  readonly unit: string
  /** Legend label of the time under the pointer. */
  readonly timeLabel: string
  readonly logarithmic: boolean
  /** Value range, if shared by several charts. */
  readonly range?: readonly [number, number] | undefined
  onZoom(zoom: Zoom): void
}

/** Least height in px, with its axis. */
export const HEIGHT = 240
const MAX_HEIGHT = 420

/** Size in px: a wide chart is higher, so that its lines are not flattened. */
export const sizeOf = ({
  clientWidth: width,
}: Pick<Element, 'clientWidth'>): { width: number; height: number } => ({
  width,
  height: Math.min(MAX_HEIGHT, Math.max(HEIGHT, Math.round(width / 5))),
})
/** Width of the value axis in px: fits a compact number and its unit. */
const AXIS = 76

/** The kind colours, which four kinds of eyes tell apart, so ordered that neighbours differ most. */
const LINE_KINDS = [1, 3, 5, 4, 2, 8, 6, 7]

/** CSS colour of a line, far from that of the one before; the legend names each, so colour is never the only cue. */
export function colour(index: number): string {
  const kind = LINE_KINDS[index]
  return kind === undefined ? `hsl(${(225 + index * 137.5) % 360} 62% 52%)` : `var(--kind-${kind})`
}

export function readValue(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined) return '–'
  return `${showNumber(value, { maximumSignificantDigits: 6 })} ${unit}`.trim()
}

/** Resolves a CSS colour in the current theme to one that a canvas accepts. */
function inkOf(element: HTMLElement, css: string): string {
  const before = element.style.color
  element.style.color = css
  const ink = getComputedStyle(element).color
  element.style.color = before
  return ink
}

const showLast = (plot: UPlot): void => plot.setLegend({ idx: plot.data[0].length - 1 }, false)

/** Least px between two times with seconds, and between others. */
const [SECONDS_SPACE, SPACE] = [76, 50]

/** Least px between two ticks of the time axis, by the seconds of a px: times that need seconds are wider. */
export const tickSpace = (secondsPerPx: number): number => (secondsPerPx * SPACE < 60 ? SECONDS_SPACE : SPACE)

export function optionsOf(
  { data, title, unit, logarithmic, range, onZoom, timeLabel }: ChartStyle,
  element: HTMLElement,
): UPlot.Options {
  const line = inkOf(element, 'var(--line)')
  const { fontFamily } = getComputedStyle(element)
  const font = `12px ${fontFamily}`
  const axis = {
    stroke: inkOf(element, 'var(--text-quiet)'),
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1 },
    font,
    labelFont: font,
  }
  const compact = (value: number | null): string =>
    value === null ? '' : showNumber(value, { notation: 'compact', maximumSignificantDigits: 4 })
  return {
    ...sizeOf(element),
    cursor: { sync: { key: 'telemetry' }, drag: { x: true, y: false } },
    scales: {
      x: { time: true },
      y: { distr: logarithmic ? 3 : 1, ...(range ? { range: [range[0], range[1]] } : {}) },
    },
    axes: [
      {
        ...axis,
        space: (_, __, least, most, width) => tickSpace((most - least) / width),
        values: (_, ticks, __, ___, step) => momentTicks(ticks, step),
      },
      {
        ...axis,
        size: AXIS,
        label: unit || undefined,
        labelSize: unit ? 18 : 0,
        values: (_, ticks) => ticks.map(compact),
      },
    ],
    series: [
      { label: timeLabel, value: (_, at) => (at === null ? '–' : showTime(at * 1000)) },
      ...data.lines.map(({ label, hue = 0 }, index) => ({
        label: label || title,
        stroke: inkOf(element, colour(hue + index)),
        width: 1.5,
        value: (_: UPlot, value: number | null) => readValue(value, unit),
      })),
    ],
    hooks: {
      // Without a pointer the legend gives the last values, not dashes.
      ready: [showLast],
      setLegend: [(plot) => plot.legend.idx === null && showLast(plot)],
      setSelect: [
        (plot) => {
          const { left, width: span } = plot.select
          if (span > 0) onZoom([plot.posToVal(left, 'x'), plot.posToVal(left + span, 'x')])
        },
      ],
    },
  }
}
