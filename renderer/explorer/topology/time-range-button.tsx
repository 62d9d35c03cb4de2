import { Clock } from 'lucide-react'
import { useState } from 'react'
import { showMinute, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Stack } from '../../ui/stack.tsx'
import { lastHours, rangeOf, toLocal, type TimeRange } from './time-range.ts'
import { useTopology } from './topology-store.ts'

/** Ranges offered with one press, in hours. */
const RANGES = [1, 24, 168]

const apply = (timeRange: TimeRange | undefined): void => useTopology.setState({ timeRange })

function describe(range: TimeRange | undefined, t: ReturnType<typeof useText>): string {
  const from = range?.from === undefined ? undefined : showMinute(range.from)
  const to = range?.to === undefined ? undefined : showMinute(range.to)
  if (from !== undefined && to !== undefined) return t('explorer.time.between', { from, to })
  if (from !== undefined) return t('explorer.time.since', { from })
  return to === undefined ? t('explorer.time.any') : t('explorer.time.until', { to })
}

/** The time range of what is asked for next, and the form that sets it. */
export function TimeRangeButton() {
  const t = useText()
  const range = useTopology((state) => state.timeRange)
  const [from, setFrom] = useState(toLocal(range?.from))
  const [to, setTo] = useState(toLocal(range?.to))
  const wanted = rangeOf(from, to)
  const write = (start: string, end: string): void => {
    setFrom(start)
    setTo(end)
    const next = rangeOf(start, end)
    // A range that ends before it begins is said to be wrong and not asked for.
    if (next !== 'order') apply(next)
  }
  const last = (hours: number): void => {
    const next = lastHours(hours)
    setFrom(toLocal(next.from))
    setTo(toLocal(next.to))
    apply(next)
  }
  return (
    <Popover
      label={t('explorer.time')}
      trigger={
        <Button aria-pressed={range !== undefined}>
          <Clock size={14} aria-hidden /> {describe(range, t)}
        </Button>
      }
    >
      <strong>{t('explorer.time')}</strong>
      <Stack row wrap gap={1.5}>
        {RANGES.map((hours) => (
          <Button key={hours} onClick={() => last(hours)}>
            {t('explorer.time.last', { hours })}
          </Button>
        ))}
        <Button onClick={() => write('', '')}>{t('explorer.time.any')}</Button>
      </Stack>
      <Field label={t('explorer.time.from')}>
        <Input type="datetime-local" value={from} onChange={(event) => write(event.target.value, to)} />
      </Field>
      <Field label={t('explorer.time.to')}>
        <Input type="datetime-local" value={to} onChange={(event) => write(from, event.target.value)} />
      </Field>
      {wanted === 'order' ? <p role="alert">{t('explorer.time.order')}</p> : null}
      <small>{t('explorer.time.hint')}</small>
    </Popover>
  )
}
