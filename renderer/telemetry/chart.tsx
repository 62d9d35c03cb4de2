import 'uplot/dist/uPlot.min.css'
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import type { Span } from '#shared/telemetry/requests.ts'
import { showTime } from '../i18n/moment.ts'
import { useText } from '../i18n/text.ts'
import { ContextMenu, type MenuEntry } from '../ui/menu.tsx'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { type ChartStyle, HEIGHT, optionsOf, readValue, sizeOf } from './chart-options.ts'
import { closer, nearest, wider } from './zoom.ts'
import type { Zoom } from './chart-options.ts'

interface ChartProps extends ChartStyle {
  readonly label: string
  readonly zoom: Zoom
  /** The whole time range, including parts without samples. */
  readonly span: Span
  readonly step: number
  /** Additional menu entries for a point in time. */
  entriesAt?(at: number): readonly MenuEntry[]
  /** Opens the topology at a point in time. */
  onTopology?: ((at: number) => void) | undefined
}

/** Samples per step with Shift. */
const LEAP = 10

/**
 * A line chart over time. Dragging and + zoom in, a double click and 0 reset the zoom; pressing a name
 * toggles its line.
 */
export function TimeChart(props: ChartProps) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot>(undefined)
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  const { data, title, unit, timeLabel, logarithmic, zoom, label, span, step, range } = props
  const { onZoom, entriesAt, onTopology } = props
  const [at, setAt] = useState<number>()
  const [menu, setMenu] = useState<{ readonly x: number; readonly y: number; readonly at: number }>()

  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const draw = (): void => {
      plot.current?.destroy()
      const options = optionsOf({ ...latest.current, onZoom: (next) => latest.current.onZoom(next) }, element)
      const columns = [data.times, ...data.lines.map(({ values }) => values)] as unknown as UPlot.AlignedData
      plot.current = new UPlot(options, columns, element)
      // uPlot's own sizes are larger than those of the page.
      for (const part of [plot.current.root, ...plot.current.root.querySelectorAll<HTMLElement>('.u-legend')])
        part.style.font = 'inherit'
      // uPlot's own reset would affect only this chart.
      plot.current.over.addEventListener('dblclick', () => latest.current.onZoom(undefined))
      applyView(plot.current, latest.current)
    }
    draw()
    const theme = new MutationObserver(draw)
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    const size = new ResizeObserver(() => plot.current?.setSize(sizeOf(element)))
    size.observe(element)
    return () => {
      theme.disconnect()
      size.disconnect()
      plot.current?.destroy()
      plot.current = undefined
    }
    // In another language the label of the times is another, and so are its numbers.
  }, [data, title, unit, logarithmic, range, timeLabel])

  useEffect(() => {
    if (plot.current) applyView(plot.current, latest.current)
  }, [zoom, span])

  const [left, right] = zoom ?? [span.from, span.to]
  /** The keyboard cursor; initially in the middle. */
  const stands = at !== undefined && at >= left && at <= right ? at : (left + right) / 2
  const goTo = (place: number): void => {
    const time = data.times[Math.max(0, Math.min(data.times.length - 1, place))]
    if (time === undefined || !plot.current) return
    if (time < left || time > right) onZoom([time - (right - left) / 2, time + (right - left) / 2])
    setAt(time)
    plot.current.setCursor({ left: plot.current.valToPos(time, 'x'), top: 10 })
  }
  const openMenu = (moment: number, x: number, y: number): void => setMenu({ at: moment, x, y })
  const keys: Readonly<Record<string, (shift: boolean) => void>> = {
    ArrowRight: (shift) => goTo(nearest(data.times, stands) + (shift ? LEAP : 1)),
    ArrowLeft: (shift) => goTo(nearest(data.times, stands) - (shift ? LEAP : 1)),
    Home: () => goTo(nearest(data.times, left)),
    End: () => goTo(nearest(data.times, right)),
    '+': () => onZoom(closer(stands, zoom, span, step)),
    '=': () => onZoom(closer(stands, zoom, span, step)),
    '-': () => onZoom(wider(stands, zoom, span)),
    '0': () => onZoom(undefined),
    Enter: () => openMenu(stands, plot.current?.valToPos(stands, 'x') ?? 0, HEIGHT / 2),
    ...(onTopology ? { t: () => onTopology(stands) } : {}),
  }
  const press = (event: KeyboardEvent): void => {
    const isMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    const act = keys[isMenu ? 'Enter' : event.key]
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
    event.preventDefault()
    act(event.shiftKey)
  }
  const openAtPointer = (event: MouseEvent): void => {
    const over = plot.current?.over.getBoundingClientRect()
    const around = box.current?.getBoundingClientRect()
    if (!plot.current || !over || !around) return
    event.preventDefault()
    const moment = plot.current.posToVal(event.clientX - over.left, 'x')
    openMenu(moment, event.clientX - around.left, event.clientY - around.top)
  }
  const place = at === undefined ? -1 : nearest(data.times, at)
  const values = data.lines
    .slice(0, 3)
    .map(({ label: name, values: own }) => `${name || title} ${readValue(own[place], unit)}`.trim())
  const moment = menu?.at ?? stands
  const entries: readonly MenuEntry[] = [
    { label: showTime(moment * 1000), heading: true },
    ...(onTopology
      ? [{ label: t('telemetry.topology'), keys: 'T', act: () => onTopology(moment), takesFocus: true }]
      : []),
    { label: t('telemetry.closer'), keys: '+', act: () => onZoom(closer(moment, zoom, span, step)) },
    { label: t('telemetry.series.all'), keys: '0', act: () => onZoom(undefined) },
    ...(entriesAt?.(moment) ?? []),
  ]
  return (
    <Stack style={{ position: 'relative', minWidth: 0 }}>
      <Stack
        ref={box}
        role="group"
        // Focusable, since it can be read by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t('telemetry.chart', { label })}
        small
        style={{ minHeight: HEIGHT, minWidth: 0 }}
        onKeyDown={press}
        onContextMenu={openAtPointer}
      />
      <Text tone="quiet" small role="status">
        {place < 0 ? '' : [showTime((data.times[place] ?? 0) * 1000), ...values].join(' · ')}
      </Text>
      <ContextMenu
        label={t('telemetry.menu')}
        at={menu}
        entries={menu ? entries : []}
        onClose={() => setMenu(undefined)}
      />
    </Stack>
  )
}

function applyView(plot: UPlot, { zoom, span }: ChartProps): void {
  const [from, to] = zoom ?? [span.from, span.to]
  if (to > from) plot.setScale('x', { min: from, max: to })
}
