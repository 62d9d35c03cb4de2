import { textZoom } from '../../graph/scene/camera.ts'
import { Button } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Truncate } from '../../ui/truncate.tsx'
import { Ellipsis, Map, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useText, type MessageKey } from '../../i18n/text.ts'
import { shownSentence, viewCommands } from '../view/commands-on-view.ts'
import { focusCanvas } from '../view/focus-canvas.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { innerTotal } from '../view/near.ts'
import { viewOf } from '../view/surface.ts'
import { filterWords } from '../view/words.ts'
import { ChosenStrip } from './chosen-strip.tsx'
import { FAR_ZOOM } from '../../graph/canvas/stage.ts'
import { isOverview, type SceneTrunk } from '../../graph/scene/scene.ts'
import { useMinimap } from './minimap-store.ts'
import { useIsArriving } from './use-is-arriving.ts'
import styles from './chips.module.css'
import { Stack } from '../../ui/stack.tsx'

interface ChipProps {
  readonly label: string
  onRemove(): void
}

function Chip({ label, onRemove }: ChipProps) {
  const t = useText()
  const id = useSurfaceState((state) => state.id)
  return (
    <li className={styles['chip']}>
      <span>{label}</span>
      <button
        type="button"
        aria-label={t('explorer.chip.remove', { label })}
        onClick={() => {
          onRemove()
          // The button is gone then, and the focus with it.
          focusCanvas(id)
        }}
      >
        <X size={12} aria-hidden />
      </button>
    </li>
  )
}

/** Shows the map over the picture where no corner of that is free. */
function MapButton() {
  const t = useText()
  const { noRoom, asked } = useMinimap()
  return noRoom ? (
    <button
      type="button"
      className={`${styles['chip']} ${styles['map']}`}
      aria-pressed={asked}
      title={t('explorer.minimap.show')}
      onClick={() => useMinimap.setState({ asked: !asked })}
    >
      <Map size={12} aria-hidden />
      {t('explorer.minimap.word')}
    </button>
  ) : null
}

/** The line that says what is shown: one line, so that the canvas keeps its height; what is cut off of it is behind a button. */
function ShownLine({ parts }: { readonly parts: readonly string[] }) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const [isCut, setIsCut] = useState(false)
  const line = parts.join(' · ')
  useLayoutEffect(() => {
    const shown = place.current?.firstElementChild
    if (!shown) return
    const measure = (): void => setIsCut(shown.scrollWidth > shown.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(shown)
    return () => observer.disconnect()
  }, [line])
  return (
    <Stack ref={place} row gap={1}>
      <Truncate as="p" data-testid="shown">
        {line}
      </Truncate>
      {isCut ? (
        <Popover
          label={t('explorer.shown')}
          trigger={
            <button
              type="button"
              className={`${styles['chip']} ${styles['more']}`}
              aria-label={t('explorer.shown')}
            >
              <Ellipsis size={12} aria-hidden />
            </button>
          }
        >
          {parts.map((part) => (
            <p key={part}>{part}</p>
          ))}
        </Popover>
      ) : null}
    </Stack>
  )
}

const REASONS = {
  filter: 'explorer.absent.filter',
  hidden: 'explorer.absent.hidden',
  isolated: 'explorer.absent.isolated',
  time: 'explorer.absent.time',
  range: 'explorer.absent.range',
  collapsed: 'explorer.absent.collapsed',
  limit: 'explorer.absent.limit',
} as const satisfies Record<string, MessageKey>

/** Number of links that are drawn as numbers of their bundles only. */
const inNumbers = (trunks: readonly SceneTrunk[]): number =>
  trunks.reduce((sum, { weight, open }) => (open ? sum : sum + weight), 0)

/** Everything that hides something, each removable, and the total: "9 of 47 elements · 38 filtered out". */
export function Chips() {
  const t = useText()
  const surface = useSurface()
  const view = useSurfaceState(viewOf)
  const projection = useSurfaceState((state) => state.projection)
  const total = useSurfaceState(({ graph }) => graph.nodes.length)
  const far = useSurfaceState(
    ({ scene, camera }) =>
      isOverview(scene, textZoom(camera)) || (scene.collapsed.length > 0 && textZoom(camera) < FAR_ZOOM),
  )
  const groups = useSurfaceState(({ id }) => id)
  const isFar = useSurfaceState(({ scene, camera }) => isOverview(scene, textZoom(camera)))
  const leftOut = useSurfaceState(({ scene }) => scene.leftOutBy[isFar ? 'far' : 'near'])
  const between = useSurfaceState(({ scene }) => (isFar ? scene.leftOutFar : 0))
  const inside = useSurfaceState(({ scene }) => (isFar ? innerTotal(scene) : 0))
  const numbered = useSurfaceState(({ scene }) => (isFar ? 0 : inNumbers(scene.trunks)))
  const off = useSurfaceState((state) => state.leftOff) ?? { lines: 0, groups: 0, names: 0 }
  const sentence = useSurfaceState(shownSentence)
  const isArriving = useIsArriving()
  const commands = viewCommands(surface)
  const reasons = projection.absent.map(({ reason, nodes }) =>
    t(REASONS[reason], { count: nodes, all: nodes === total ? 'yes' : 'no' }),
  )
  if (projection.edgesAbsent > 0) reasons.push(t('explorer.absent.edges', { count: projection.edgesAbsent }))
  if (leftOut.weak > 0) reasons.push(t('explorer.absent.weak', { count: leftOut.weak }))
  if (leftOut.other > 0) reasons.push(t('explorer.absent.leftOut', { count: leftOut.other }))
  if (numbered > 0) reasons.push(t('explorer.absent.numbers', { count: numbered }))
  if (between > 0) reasons.push(t('explorer.absent.between', { count: between }))
  if (off.names > 0) reasons.push(t('explorer.absent.names', { count: off.names }))
  if (off.groups > 0) reasons.push(t('explorer.absent.counts', { count: off.groups }))
  if (off.lines > 0) reasons.push(t('explorer.absent.lines', { count: off.lines }))
  if (far) reasons.push(t('explorer.absent.zoom', { count: inside, groups }))
  const limited = projection.absent.some(({ reason }) => reason === 'limit')
  return (
    <Stack row gap={2} fixed pad={[0.5, 2]} line="bottom" tone="quiet" small className={styles['chips']}>
      {/* The strip over the canvas says what is being loaded. */}
      <ShownLine parts={[isArriving ? '\u00a0' : sentence, ...reasons]} />
      <ul aria-label={t('explorer.chips')}>
        {view.filters.map((filter) => (
          <Chip
            key={`${filter.by}:${filter.value}:${filter.exclude}`}
            label={filterWords(filter)}
            onRemove={() => commands.removeFilter(filter)}
          />
        ))}
        {view.hidden.size > 0 ? (
          <Chip
            label={t('explorer.chip.hidden', { count: view.hidden.size })}
            onRemove={commands.showHidden}
          />
        ) : null}
        {view.isolated ? (
          <Chip
            label={t('explorer.chip.isolated', { count: view.isolated.size })}
            onRemove={commands.endIsolation}
          />
        ) : null}
        {view.collapsed.size > 0 ? (
          <Chip
            label={t('explorer.chip.collapsed', { count: view.collapsed.size })}
            onRemove={commands.expandAll}
          />
        ) : null}
        {view.pins.size > 0 ? (
          <Chip label={t('explorer.chip.pins', { count: view.pins.size })} onRemove={commands.unpinAll} />
        ) : null}
      </ul>
      {limited ? (
        <Button tone="link" onClick={commands.raiseLimit}>
          {t('explorer.raise', { limit: view.nodeLimit * 2 })}
        </Button>
      ) : null}
      <ChosenStrip />
      <MapButton />
    </Stack>
  )
}
