import { Boxes, Clock, Flame, History, Network, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { runCommand } from '../../app/run-command.ts'
import { timeZone, toLocalInput } from '../../i18n/moment.ts'
import { WordLink } from '../../app/word-link.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useNarrow } from '../../ui/narrow.ts'
import { MomentInput } from '../../ui/moment-input.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Stack } from '../../ui/stack.tsx'
import type { TimeRange } from '../graph/lifetime.ts'
import { surfaces, useExplorer } from '../store/explorer-store.ts'
import { viewOf } from '../view/surface.ts'
import { TopologySets } from './set-picker.tsx'
import { EVER, isEver, lastHours, rangeOf, topologyRangeWords } from './time-range.ts'
import { type SavedTopology, savedEntities, savedTopology, restoreTopology } from './restore-topology.ts'
import { openTimeMachine } from './machine.ts'
import { clearTopology, loadWholeTopology } from './topology-calls.ts'
import { setTimeRange, useTopology } from './topology-store.ts'

/** Preset ranges in hours. */
const RANGES = [1, 24, 168]

/** The time range of what is shown and asked for, and the form that sets it. */
function TimeRangeButton() {
  const t = useText()
  const range = useStore(surfaces.runtime, (state) => viewOf(state).range)
  /** A range that ends before it begins is marked invalid and not applied. */
  const [invalid, setInvalid] = useState<readonly [from: string, to: string]>()
  const [from, to] =
    invalid ?? (isEver(range) ? ['', ''] : [toLocalInput(range?.from), toLocalInput(range?.to)])
  const apply = (next: TimeRange | undefined): void => {
    setInvalid(undefined)
    setTimeRange(next)
  }
  const write = (start: string, end: string): void => {
    const next = rangeOf(start, end)
    if (next === 'order') setInvalid([start, end])
    else apply(next)
  }
  return (
    <Popover
      label={t('explorer.time')}
      trigger={
        <Button aria-pressed={range !== undefined}>
          <Clock size={14} aria-hidden /> {topologyRangeWords(range, t)}
        </Button>
      }
    >
      <strong>{t('explorer.time')}</strong>
      <Stack row wrap gap={1.5}>
        {RANGES.map((hours) => (
          <Button key={hours} onClick={() => apply(lastHours(hours))}>
            {t('explorer.time.last', { hours })}
          </Button>
        ))}
        <Button onClick={() => apply(undefined)}>{t('explorer.time.now')}</Button>
        <Button onClick={() => apply(EVER)}>{t('explorer.time.ever')}</Button>
      </Stack>
      <Field label={t('explorer.time.from')}>
        <MomentInput value={from} onMoment={(local) => write(local, to)} />
      </Field>
      <Field label={t('explorer.time.to')}>
        <MomentInput value={to} onMoment={(local) => write(from, local)} />
      </Field>
      {invalid ? <p role="alert">{t('explorer.time.order')}</p> : null}
      <small>
        {t('explorer.time.hint')} {t('ui.range.zone', { zone: timeZone() })}
      </small>
    </Popover>
  )
}

/** Controls of the runtime canvas: entity set, everything, time range. */
export function TopologyBar() {
  const t = useText()
  const limit = useTopology((state) => state.limit)
  const narrow = useNarrow()
  return (
    <>
      <TopologySets />
      <Select
        aria-label={t('explorer.topology.limit')}
        value={limit}
        onChange={(event) => useTopology.setState({ limit: Number(event.target.value) })}
      >
        {[100, 500, 2000, 10_000, 100_000].map((value) => (
          <option key={value} value={value}>
            {t('explorer.topology.atMost', { count: value })}
          </option>
        ))}
      </Select>
      <Button onClick={() => void loadWholeTopology()}>
        <Network size={14} aria-hidden /> {t('explorer.topology.all')}
      </Button>
      <TimeRangeButton />
      {/* Without room they would stand alone in a second row: the menu has them, too. */}
      {narrow ? null : (
        <>
          <IconButton
            label={t('explorer.heat')}
            icon={Flame}
            onClick={() => void runCommand('explorer.heat')}
          />
          <IconButton label={t('explorer.machine')} icon={History} onClick={() => void openTimeMachine()} />
          <IconButton label={t('explorer.topology.clear')} icon={Trash2} onClick={clearTopology} />
        </>
      )}
    </>
  )
}

/** The empty state of the runtime canvas. */
export function TopologyStart() {
  const t = useText()
  const loaded = useExplorer((state) => state.loaded)
  const isRunning = useTopology((state) => state.running !== undefined)
  const unopened = useTopology((state) => state.unopened)
  const [saved, setSaved] = useState<SavedTopology>()
  useEffect(() => {
    if (!loaded) return
    let current = true
    savedTopology().then(
      (stored) => current && setSaved(stored),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [loaded])
  // Whether it is empty is known only then; the strip over the canvas says what is running.
  if (isRunning) return null
  return (
    <EmptyState
      icon={Boxes}
      title={t('explorer.topology.empty')}
      hint={
        <>
          {t(unopened ? `explorer.topology.unopened.${unopened}` : 'explorer.topology.emptyHint')}{' '}
          <WordLink term="start.help.term.explorer.topology" />
        </>
      }
      action={
        <Button tone="primary" onClick={() => void loadWholeTopology()}>
          {t('explorer.topology.all')}
        </Button>
      }
      example={
        saved ? (
          <Button onClick={() => void restoreTopology(saved)}>
            {t('explorer.topology.restore', { count: savedEntities(saved).length })}
          </Button>
        ) : undefined
      }
    />
  )
}
