import 'uplot/dist/uPlot.min.css'
import { useEffect, useLayoutEffect, useRef } from 'react'
import UPlot from 'uplot'
import { showNumber } from '../i18n/text.ts'
import { Stack } from '../ui/stack.tsx'
import type { Aligned } from './aligned.ts'

/** Seconds at both ends of what is looked at. */
export type Zoom = readonly [number, number] | undefined

interface ChartProps {
  readonly data: Aligned
  readonly label: string
  readonly unit: string
  /** What the legend calls the moment under the pointer. */
  readonly timeLabel: string
  readonly logarithmic: boolean
  readonly zoom: Zoom
  onZoom(zoom: Zoom): void
}

const HEIGHT = 240
/** px of the value axis: room for a compact number and its unit. */
const AXIS = 76

/** Hues far apart from one line to the next; the legend names each, so that colour is never the only sign. */
const colour = (index: number): string => `hsl(${(225 + index * 137.5) % 360} 62% 52%)`

function read(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined) return '–'
  return `${showNumber(value, { maximumSignificantDigits: 6 })} ${unit}`.trim()
}

/** What a token stands for in this theme, as a canvas takes it. */
function inkOf(element: HTMLElement, token: string): string {
  const before = element.style.color
  element.style.color = `var(${token})`
  const ink = getComputedStyle(element).color
  element.style.color = before
  return ink
}

function optionsOf(
  { data, unit, logarithmic, onZoom, timeLabel }: ChartProps,
  element: HTMLElement,
): UPlot.Options {
  const line = inkOf(element, '--line')
  const { fontFamily } = getComputedStyle(element)
  const font = `12px ${fontFamily}`
  const axis = {
    stroke: inkOf(element, '--text-quiet'),
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1 },
    font,
    labelFont: font,
  }
  const compact = (value: number | null): string =>
    value === null ? '' : showNumber(value, { notation: 'compact', maximumSignificantDigits: 4 })
  return {
    width: element.clientWidth,
    height: HEIGHT,
    cursor: { sync: { key: 'telemetry' }, drag: { x: true, y: false } },
    scales: { x: { time: true }, y: { distr: logarithmic ? 3 : 1 } },
    axes: [
      { ...axis },
      {
        ...axis,
        size: AXIS,
        label: unit || undefined,
        labelSize: unit ? 18 : 0,
        values: (_, ticks) => ticks.map(compact),
      },
    ],
    series: [
      { label: timeLabel, value: (_, at) => (at === null ? '–' : new Date(at * 1000).toLocaleString()) },
      ...data.lines.map(({ label }, index) => ({
        label: label || unit || '–',
        stroke: colour(index),
        width: 1.5,
        value: (_: UPlot, value: number | null) => read(value, unit),
      })),
    ],
    hooks: {
      setSelect: [
        (plot) => {
          const { left, width: span } = plot.select
          if (span > 0) onZoom([plot.posToVal(left, 'x'), plot.posToVal(left + span, 'x')])
        },
      ],
    },
  }
}

/** One query's series over time. Dragging looks closer, a double click looks at all again; pressing a name hides its line. */
export function TimeChart(props: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot>(undefined)
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  const { data, unit, logarithmic, zoom, label } = props

  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const draw = (): void => {
      plot.current?.destroy()
      const options = optionsOf({ ...latest.current, onZoom: (next) => latest.current.onZoom(next) }, element)
      const columns = [data.times, ...data.lines.map(({ values }) => values)] as unknown as UPlot.AlignedData
      plot.current = new UPlot(options, columns, element)
      plot.current.root.style.font = 'inherit'
      // The chart's own way back would move this one alone.
      plot.current.over.addEventListener('dblclick', () => latest.current.onZoom(undefined))
      look(plot.current, latest.current)
    }
    draw()
    const theme = new MutationObserver(draw)
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'lang'] })
    const size = new ResizeObserver(() =>
      plot.current?.setSize({ width: element.clientWidth, height: HEIGHT }),
    )
    size.observe(element)
    return () => {
      theme.disconnect()
      size.disconnect()
      plot.current?.destroy()
      plot.current = undefined
    }
  }, [data, unit, logarithmic])

  useEffect(() => {
    if (plot.current) look(plot.current, latest.current)
  }, [zoom])

  return <Stack ref={box} role="img" aria-label={label} small style={{ minHeight: HEIGHT, minWidth: 0 }} />
}

function look(plot: UPlot, { data, zoom }: ChartProps): void {
  const [from, to] = zoom ?? [data.times[0] ?? 0, data.times.at(-1) ?? 1]
  if (to > from) plot.setScale('x', { min: from, max: to })
}
