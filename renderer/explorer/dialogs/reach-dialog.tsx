import { useEffect, useMemo, useState } from 'react'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { FailureNotice } from '../../app/failure-text.tsx'
import { showList, showNumber, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Segment } from '../../ui/segment.tsx'
import { shownName } from '../../ui/shown-name.ts'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { type GraphNode, kindCounts } from '../graph/graph.ts'
import {
  easySteps,
  type Ground,
  type Reach,
  REACHES,
  type ReachDirection,
  reachIn,
  typesFollowed,
  wholeGround,
} from '../graph/reach.ts'
import { closeDialog } from '../panels/dialog-store.ts'
import { askReach } from '../topology/ask-reach.ts'
import { showReach } from '../view/show-reach.ts'
import { useSurface } from '../view/surface-context.ts'
import { viewOf, type Surface } from '../view/surface.ts'
import { kindsInWords } from '../view/words.ts'
import styles from './dialogs.module.css'

/** Kinds named in a row; the others are counted. So few nodes are named themselves. */
const MAX_KINDS = 3
const MAX_NAMES = 4
/** With more types one press leaves out all: to follow a single one, not every other has to be cleared. */
const MANY_TYPES = 3

/** The links that can be followed: the model is here as a whole, of the topology the server is asked. */
function useGround(surface: Surface, key: string, direction: ReachDirection) {
  const [answer, setAnswer] = useState<{ direction: ReachDirection; ground?: Ground; failure?: Failure }>()
  const [found, setFound] = useState(0)
  useEffect(() => {
    const own = new AbortController()
    const { id, graph } = surface.getState()
    const asked =
      id === 'model' ? Promise.resolve(wholeGround(graph)) : askReach(key, direction, own.signal, setFound)
    asked.then(
      (ground) => own.signal.aborted || setAnswer({ direction, ground }),
      (error: unknown) => own.signal.aborted || setAnswer({ direction, failure: toFailure(error) }),
    )
    return () => own.abort()
  }, [surface, key, direction])
  return answer?.direction === direction
    ? { ...answer, found }
    : { ground: undefined, failure: undefined, found }
}

/** Says what depends on a node, or what it depends on, step by step with counts, and shows as much as the user chooses. */
export function ReachDialog({
  of: key,
  direction: first,
}: {
  readonly of: string
  readonly direction: ReachDirection
}) {
  const t = useText()
  const surface = useSurface()
  const [direction, setDirection] = useState(first)
  const [wanted, setWanted] = useState<number>()
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const { ground, failure, found } = useGround(surface, key, direction)
  const types = useMemo(() => (ground ? typesFollowed(ground, key, direction) : []), [ground, key, direction])
  const reach = useMemo(
    () => ground && reachIn(ground, key, direction, leftOut),
    [ground, key, direction, leftOut],
  )
  const { graph } = surface.getState()
  const name = graph.nodes[graph.indexOf.get(key) ?? -1]?.label ?? key
  const steps = reach ? Math.min(wanted ?? easySteps(reach.steps), reach.steps.length) : 0
  const count = reach?.steps.slice(0, steps).flat().length ?? 0
  const timed = viewOf(surface.getState()).range === undefined ? 'no' : 'yes'
  const none =
    types.length > 0
      ? t(`explorer.reach.noneOfThese.${direction}`, { name })
      : t(`explorer.reach.none.${direction}`, { name, timed })
  const show = (): void => {
    closeDialog()
    if (reach) void showReach(surface, key, direction, reach, steps)
  }
  return (
    <Dialog
      open
      onOpenChange={closeDialog}
      title={t('explorer.reach.title', { name })}
      description={t('explorer.reach.hint')}
    >
      <Stack gap={3}>
        <Segment
          label={t('explorer.reach.direction')}
          options={REACHES.map((value) => ({ value, label: t(`explorer.reach.${value}`) }))}
          value={direction}
          onChange={setDirection}
        />
        <FailureNotice failure={failure} />
        {types.length > 0 ? <Types types={types} leftOut={leftOut} onLeaveOut={setLeftOut} /> : null}
        {failure || (reach && count > 0) ? null : (
          <Text as="p" tone="quiet" role="status">
            {reach ? none : t('explorer.reach.counting', { count: found })}
          </Text>
        )}
        {reach && count > 0 ? <Steps reach={reach} chosen={steps} onChoose={setWanted} /> : null}
        {reach?.isCut ? <Text as="p">{t('explorer.reach.cut')}</Text> : null}
      </Stack>
      <DialogActions>
        <Button onClick={closeDialog}>{t('ui.cancel')}</Button>
        <Button tone="primary" reason={count > 0 ? undefined : reach ? none : t('ui.loading')} onClick={show}>
          {t('explorer.reach.show', { count })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface TypesProps {
  readonly types: readonly (readonly [type: string, count: number])[]
  readonly leftOut: ReadonlySet<string>
  onLeaveOut(types: ReadonlySet<string>): void
}

/** Which types of links mean a dependency is not told by a model: the user says it. */
function Types({ types, leftOut, onLeaveOut }: TypesProps) {
  const t = useText()
  const toggle = (type: string): void => {
    const next = new Set(leftOut)
    if (!next.delete(type)) next.add(type)
    onLeaveOut(next)
  }
  return (
    <Stack gap={1} role="group" aria-label={t('explorer.reach.types')}>
      <Text strong small>
        {t('explorer.reach.types')}
      </Text>
      <Stack row wrap scroll gap={3} style={{ maxHeight: '7rem', whiteSpace: 'normal' }}>
        {types.length > MANY_TYPES ? (
          <Stack as="label" row gap={1}>
            <input
              type="checkbox"
              checked={leftOut.size === 0}
              onChange={() => onLeaveOut(new Set(leftOut.size === 0 ? types.map(([type]) => type) : []))}
            />
            {t('explorer.reach.allTypes')}
          </Stack>
        ) : null}
        {types.map(([type, count]) => (
          <Stack as="label" row gap={1} key={type}>
            <input type="checkbox" checked={!leftOut.has(type)} onChange={() => toggle(type)} />
            {shownName(type)}
            <Text tone="quiet">{showNumber(count)}</Text>
          </Stack>
        ))}
      </Stack>
    </Stack>
  )
}

interface StepsProps {
  readonly reach: Reach
  readonly chosen: number
  onChoose(steps: number): void
}

/** What some nodes are: their names if they are few, or else their kinds. */
function wordsOf(keys: readonly string[], nodes: ReadonlyMap<string, GraphNode>): string {
  if (keys.length <= MAX_NAMES) return showList(keys.map((key) => shownName(nodes.get(key)?.label ?? key)))
  const counts = kindCounts(keys.map((key) => nodes.get(key)?.kind ?? ''))
  return kindsInWords(counts.slice(0, MAX_KINDS), counts.slice(MAX_KINDS).length)
}

/** Brings the row that is chosen at first into the list's view. */
const intoView = (row: HTMLElement | null): void => row?.closest('li')?.scrollIntoView({ block: 'nearest' })

/** How much there is within one step, two, and so on. */
function Steps({ reach, chosen, onChoose }: StepsProps) {
  const t = useText()
  const surface = useSurface()
  const { graph } = surface.getState()
  // Counted once, not with each choice: the graph and the reach may be large.
  const counted = useMemo(() => {
    const nodes = new Map([...graph.nodes, ...reach.nodes].map((node) => [node.key, node]))
    return reach.steps.map((_, place) => {
      const keys = reach.steps.slice(0, place + 1).flat()
      return { count: keys.length, words: wordsOf(keys, nodes) }
    })
  }, [graph, reach])
  return (
    <Stack as="ul" scroll className={styles['list']} role="radiogroup" aria-label={t('explorer.reach.steps')}>
      {counted.map(({ count, words }, place) => (
        <li key={place} role="presentation">
          <Stack as="label" row gap={2} style={{ whiteSpace: 'normal', padding: '4px 0' }}>
            <input
              ref={chosen === place + 1 ? intoView : undefined}
              type="radio"
              name="steps"
              checked={chosen === place + 1}
              onChange={() => onChoose(place + 1)}
            />
            <Stack>
              {t('explorer.reach.step', {
                steps: place + 1,
                count,
                all: place === reach.steps.length - 1 && place > 0 && !reach.isCut ? 'yes' : 'no',
              })}
              <Text small tone="quiet">
                {words}
              </Text>
            </Stack>
          </Stack>
        </li>
      ))}
    </Stack>
  )
}
