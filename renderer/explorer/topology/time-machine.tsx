import { ChevronLeft, ChevronRight, Pause, Play, X } from 'lucide-react'
import { useCallback, useEffect, useId, useState } from 'react'
import { useSliced } from '../../app/use-sliced.ts'
import { showTimeInYear } from '../../i18n/moment.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Text } from '../../ui/text.tsx'
import { Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx'
import { endComparison } from '../compare/compare.ts'
import { momentSteps } from '../graph/lifetime.ts'
import { surfaces } from '../store/explorer-store.ts'
import { useSurfaceState } from '../view/surface-context.ts'
import { viewOf } from '../view/surface.ts'
import { closeTimeMachine, compareFrom, compareMoments, goToMoment } from './machine.ts'
import { isEver, topologyRangeWords } from './time-range.ts'
import { useTopology } from './topology-store.ts'

/** Milliseconds per step during playback. */
const STEP_MS = 700

/** Moments with a tick on the slider; more would be a solid line. */
const MAX_TICKS = 100

const surface = surfaces.runtime

// Its moments may be years apart: a day without its year would be taken for one of the year said last.
const shown = (moment: number): string => showTimeInYear(moment * 1000)

/** A slider over the times at which something on the canvas appeared or disappeared. */
export function TimeMachine() {
  const t = useText()
  const graph = useSurfaceState((state) => state.graph)
  const moment = useSurfaceState((state) => viewOf(state).moment)
  const range = useSurfaceState((state) => viewOf(state).range)
  const before = useTopology(({ machine }) => machine?.range)
  const partial = useTopology(({ machine }) => machine?.partial ?? 0)
  const from = useTopology(({ machine }) => machine?.from)
  const ticks = useId()
  const [isPlaying, setPlaying] = useState(false)
  const { value: moments = [] } = useSliced(useCallback(() => momentSteps(graph, Date.now() / 1000), [graph]))
  const compared = useSurfaceState((state) => state.comparison?.moments)
  // A comparison shows all moments, but stays at the one that was chosen for it.
  const at = moment ?? compared?.find((one) => one !== from) ?? compared?.[1]
  const last = moments.length - 1
  const place = at === undefined ? last : moments.findLastIndex((known) => known <= at)
  const show = useCallback(
    (next: number | undefined): void => {
      const go = (): void => goToMoment(next === undefined ? undefined : moments[next])
      // Moving to a point in time ends a comparison.
      if (surface.getState().comparison) void endComparison(surface).then(go)
      else go()
    },
    [moments],
  )
  useEffect(() => {
    if (!isPlaying) return undefined
    const timer = setTimeout(() => {
      if (place >= last) setPlaying(false)
      else show(place + 1)
    }, STEP_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, place, last, show])
  const play = (): void => {
    if (!isPlaying && place >= last) show(0)
    setPlaying(!isPlaying)
  }
  const few =
    graph.nodes.length === 0
      ? t('explorer.topology.empty')
      : moments.length < 2
        ? t('explorer.machine.few')
        : undefined
  const part = partial > 0 ? ` ${t('explorer.machine.partial', { count: partial })}` : null
  const close = (
    <IconButton label={t('explorer.machine.close')} icon={X} onClick={() => void closeTimeMachine()} />
  )
  if (few !== undefined)
    return (
      <Toolbar label={t('explorer.machine')}>
        <output>
          {moment === undefined ? few : `${shown(moment)} · ${few}`}
          {part}
        </output>
        <ToolbarSpace />
        {close}
      </Toolbar>
    )
  return (
    <Toolbar wrap label={t('explorer.machine')}>
      <IconButton
        label={t(isPlaying ? 'explorer.machine.pause' : 'explorer.machine.play')}
        icon={isPlaying ? Pause : Play}
        onClick={play}
      />
      <IconButton
        label={t('explorer.machine.earlier')}
        icon={ChevronLeft}
        reason={place <= 0 ? t('explorer.machine.first') : undefined}
        onClick={() => show(at === undefined ? last : place - 1)}
      />
      <IconButton
        label={t('explorer.machine.later')}
        icon={ChevronRight}
        reason={place >= last ? t('explorer.machine.last') : undefined}
        onClick={() => show(place + 1)}
      />
      <input
        type="range"
        aria-label={t('explorer.machine.moment')}
        aria-valuetext={at === undefined ? t('explorer.machine.all') : shown(at)}
        min={0}
        max={last}
        value={place}
        list={ticks}
        style={{ flex: 1, minWidth: 120, accentColor: 'var(--accent)' }}
        onChange={(event) => show(Number(event.target.value))}
      />
      <datalist id={ticks}>
        {moments.slice(0, MAX_TICKS).map((known, at) => (
          <option key={known} value={at} aria-label={shown(known)} />
        ))}
      </datalist>
      {/* As wide as the longest time, so that the slider keeps its length while it moves. */}
      <output style={{ minWidth: '11em' }}>{at === undefined ? t('explorer.machine.all') : shown(at)}</output>
      <Button aria-pressed={at === undefined} onClick={() => show(undefined)}>
        {t('explorer.machine.all')}
      </Button>
      <Button
        reason={at === undefined ? t('explorer.machine.choose') : undefined}
        onClick={() => compareFrom(at)}
      >
        {t('explorer.machine.from')}
      </Button>
      <Button
        reason={
          from === undefined
            ? t('explorer.machine.needFrom')
            : at === undefined || at === from
              ? t('explorer.machine.chooseOther')
              : undefined
        }
        onClick={() => {
          if (from === undefined || at === undefined) return
          void compareMoments(Math.min(from, at), Math.max(from, at))
        }}
      >
        {t('explorer.machine.compare')}
      </Button>
      {close}
      <Text as="p" small tone="quiet" style={{ flexBasis: '100%' }}>
        {t('explorer.machine.span', {
          count: moments.length,
          from: shown(moments[0] ?? 0),
          to: shown(moments[last] ?? 0),
        })}
        {/* Not on the button, which would take its width from the slider. */}
        {from === undefined ? null : ` ${t('explorer.machine.compareWith', { time: shown(from) })}`}
        {isEver(range) && !isEver(before)
          ? ` ${t('explorer.machine.ever', { range: topologyRangeWords(before, t) })}`
          : null}
        {part}
      </Text>
    </Toolbar>
  )
}
