import type { SeriesAnswer } from '#shared/telemetry/answer.ts'
import { momentTicks, showTime, timeZone } from '../i18n/moment.ts'
import { showNumber, text as say } from '../i18n/text.ts'
import { localizedText } from '../i18n/localized-text.ts'
import { ticks } from '../ui/ticks.ts'
import { type Aligned, aligned } from './aligned.ts'
import { colour } from './chart-options.ts'

/** viewBox size, and the room for the axes. */
const [WIDTH, HEIGHT] = [760, 240] as const
const [LEFT, RIGHT, TOP, BOTTOM] = [64, 24, 10, 34] as const
/** Maximum lines a text legend can tell apart. */
const MAX_STILL = 12
/** Tick intervals of the time axis in seconds, enough for ranges of years. */
const TIME_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200]
const DAY = 86_400

/** Round times within a range, in the local time zone. */
function moments(from: number, to: number): { readonly at: readonly number[]; readonly step: number } {
  const rough = (to - from) / 9
  const step = TIME_STEPS.find((one) => one >= rough) ?? Math.max(1, Math.ceil(rough / DAY)) * DAY
  const offset = new Date(from * 1000).getTimezoneOffset() * 60
  const first = Math.ceil((from - offset) / step) * step + offset
  const count = Math.max(0, Math.floor((to - first) / step) + 1)
  return { at: Array.from({ length: count }, (_, place) => first + place * step), step }
}

const compact = (value: number): string =>
  showNumber(value, { notation: 'compact', maximumSignificantDigits: 4 })

/** The segments of a line between its gaps; a single sample becomes a short stroke. */
function stretches(
  times: readonly number[],
  values: Aligned['lines'][number]['values'],
  place: (time: number, value: number) => string,
): string[] {
  const found: string[][] = [[]]
  for (const [index, value] of values.entries()) {
    if (value === null) found.push([])
    else found.at(-1)?.push(place(times[index] ?? 0, value))
  }
  return found.filter(({ length }) => length > 0).map((points) => `M${points.join('L')}h.01`)
}

function Axes({
  range: [least, most],
  span: { from, to },
  x,
  y,
}: {
  readonly range: readonly [number, number]
  readonly span: Pick<SeriesAnswer, 'from' | 'to'>
  x(time: number): number
  y(value: number): number
}) {
  const { at, step } = moments(from, to)
  const words = momentTicks(at, step)
  return (
    // In rem and em: it grows with the text size of the page that it is exported to.
    <g fill="currentColor" fontSize="0.6875rem" fontFamily="system-ui, sans-serif">
      {ticks(least, most).map((value) => (
        <g key={value}>
          <path d={`M${LEFT} ${y(value)}H${WIDTH - RIGHT}`} stroke="currentColor" strokeOpacity={0.15} />
          <text x={LEFT - 8} y={y(value)} dy="0.35em" textAnchor="end">
            {compact(value)}
          </text>
        </g>
      ))}
      {at.map((time, place) => (
        <g key={time}>
          <path d={`M${x(time)} ${TOP}V${HEIGHT - BOTTOM}`} stroke="currentColor" strokeOpacity={0.15} />
          {words[place]?.split('\n').map((line, row) => (
            <text key={row} x={x(time)} y={HEIGHT - BOTTOM} dy={`${1.3 + row * 1.2}em`} textAnchor="middle">
              {line}
            </text>
          ))}
        </g>
      ))}
    </g>
  )
}

function StillChart({ answer, query }: { readonly answer: SeriesAnswer; readonly query: number }) {
  const { times, lines, left } = aligned(answer, query, false)
  const drawn = lines.slice(0, MAX_STILL)
  const values = drawn.flatMap((line) => line.values).filter((value) => value !== null)
  if (values.length === 0) return null
  const { from, to } = answer
  // The axis includes zero, so that heights are comparable.
  const least = values.reduce((a, b) => Math.min(a, b), 0)
  const most = values.reduce((a, b) => Math.max(a, b), least === 0 ? Number.MIN_VALUE : 0)
  const x = (time: number): number =>
    Number((LEFT + ((time - from) / (to - from || 1)) * (WIDTH - LEFT - RIGHT)).toFixed(1))
  const y = (value: number): number =>
    Number(
      (
        HEIGHT -
        BOTTOM -
        ((value / 2 - least / 2) / (most / 2 - least / 2 || 1)) * (HEIGHT - TOP - BOTTOM)
      ).toFixed(1),
    )
  const { name = '', title, unit = '' } = answer.queries[query] ?? {}
  const called = [localizedText(title) ?? name, unit && `(${unit})`].filter(Boolean).join(' ')
  const rest = lines.length - drawn.length + left
  return (
    <figure>
      <figcaption>{called}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={called} overflow="visible">
        <Axes range={[least, most]} span={answer} x={x} y={y} />
        {drawn.map((line, place) => (
          <path
            key={place}
            d={stretches(times, line.values, (time, value) => `${x(time)} ${y(value)}`).join('')}
            fill="none"
            stroke={colour(place)}
            strokeWidth={1.5}
            strokeLinejoin="round"
            strokeLinecap="round"
          >
            <title>{line.label || called}</title>
          </path>
        ))}
      </svg>
      {drawn.length > 1 ? (
        <ul>
          {drawn.map(({ label }, place) => (
            <li key={place}>
              <svg width={18} height={8} aria-hidden>
                <path d="M1 4H17" stroke={colour(place)} strokeWidth={2.5} />
              </svg>{' '}
              {label}
            </li>
          ))}
        </ul>
      ) : null}
      <small>
        {[
          say('telemetry.still.span', {
            from: showTime(from * 1000),
            to: showTime(to * 1000),
            zone: timeZone(),
          }),
          rest > 0 ? say('telemetry.still.rest', { count: rest }) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </figure>
  )
}

/** All queries of an answer as static SVG, for pages exported from the app. */
export function StillCharts({ answer }: { readonly answer: SeriesAnswer }) {
  return answer.queries.map(({ name }, query) => (
    <StillChart key={`${query}-${name}`} answer={answer} query={query} />
  ))
}
