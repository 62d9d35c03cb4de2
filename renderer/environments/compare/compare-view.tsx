import { presentableDiff } from '@codemirror/merge'
import { Fragment, type KeyboardEvent, type ReactNode, useMemo, useState, type CSSProperties } from 'react'
import {
  asText,
  type EpisodeEvent,
  infoText,
  returnOf,
  type Episode,
  pathTo,
} from '#shared/environments/episode.ts'
import type { CompareTab, Line } from '#shared/environments/tab.ts'
import { differingFields, type Divergence } from '#shared/gem/trajectory.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useVirtualRows } from '../../ui/virtual-rows.ts'
import { Stack } from '../../ui/stack.tsx'
import { ChangedText } from '../parts/changed-text.tsx'
import { EndBadge } from '../parts/end-badge.tsx'
import { environmentName } from '../parts/environment-name.ts'
import { formatReward, oneLine } from '../parts/format.ts'
import { useEpisode } from '../episode/episodes.ts'
import { inShort } from '../parts/action-text.ts'
import styles from './compare-view.module.css'

/** What differs in a turn: the action, a field of the answer, or that one side has ended. */
type Difference = Divergence | 'action'

/** One turn of two lines side by side. */
interface Pair {
  readonly turn: number
  readonly left: EpisodeEvent | undefined
  readonly right: EpisodeEvent | undefined
  readonly difference: Difference | null
}

type DifferingPair = Pair & { readonly difference: Difference }

/** Pairs two lines turn by turn. */
export function align(left: readonly EpisodeEvent[], right: readonly EpisodeEvent[]): Pair[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, turn) => {
    const [one, other] = [left[turn], right[turn]]
    return { turn, left: one, right: other, difference: differenceOf(one, other) }
  })
}

function differenceOf(one: EpisodeEvent | undefined, other: EpisodeEvent | undefined): Difference | null {
  if (!one || !other) return 'missing'
  if (one.action !== other.action) return 'action'
  return differingFields(one, other)[0] ?? null
}

/** The first differing turn, if any. */
export function firstDifference(pairs: readonly Pair[]): DifferingPair | undefined {
  return pairs.find((pair): pair is DifferingPair => pair.difference !== null)
}

interface PairLineProps {
  readonly id: string
  readonly pair: Pair
  readonly selected: boolean
  /** Whether it is the first differing turn. */
  readonly first: boolean
  readonly place: CSSProperties
  onChoose(): void
}

/** One turn of both lines, side by side. */
function PairLine({ id, pair, selected, first, place, onChoose }: PairLineProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={selected}
      className={styles['pair']}
      data-different={pair.difference !== null}
      data-first={first}
      style={place}
      onClick={onChoose}
    >
      <span className={styles['turn']}>{pair.turn}</span>
      <Side event={pair.left} />
      <Side event={pair.right} />
    </div>
  )
}

function Side({ event }: { readonly event: EpisodeEvent | undefined }) {
  const t = useText()
  if (!event)
    return (
      <Stack as="span" row align="stretch" gap={2} pad={[0, 2]} className={styles['side']}>
        –
      </Stack>
    )
  return (
    <Stack as="span" row align="stretch" gap={2} pad={[0, 2]} className={styles['side']}>
      <code>{event.action === null ? t('environments.resetRow') : oneLine(inShort(event.action), 60)}</code>
      <span>{oneLine(asText(event.observation), 90)}</span>
      <span className={styles['reward']}>{event.action === null ? '' : formatReward(event.reward)}</span>
    </Stack>
  )
}

/** A line of events with its episode. */
interface WholeLine {
  readonly episode: Episode
  readonly path: readonly EpisodeEvent[]
}

/** The events of a line; undefined if its episode was removed. */
function useLine({ episode: id, event }: Line): WholeLine | undefined {
  const episode = useEpisode(id)
  return useMemo(
    () => (episode && episode.events.length > event ? { episode, path: pathTo(episode, event) } : undefined),
    [episode, event],
  )
}

const ROW = 26

/** Compares two branches or episodes turn by turn; the first difference is marked and shown in full. */
export function CompareView({ tab }: { readonly tab: CompareTab }) {
  const t = useText()
  const left = useLine(tab.left)
  const right = useLine(tab.right)
  if (!left || !right) return <EmptyState title={t('environments.compare.gone')} />
  return <Comparison tabId={tab.id} left={left} right={right} />
}

interface ComparisonProps {
  readonly tabId: string
  readonly left: WholeLine
  readonly right: WholeLine
}

function Comparison({ tabId, left, right }: ComparisonProps) {
  const t = useText()
  const pairs = useMemo(() => align(left.path, right.path), [left, right])
  const first = firstDifference(pairs)
  const [chosen, choose] = useState<number>()
  const turn = chosen ?? first?.turn ?? 0
  const pair = pairs[turn]
  const { scroller, rows: drawn, frame, scrollTo } = useVirtualRows({ count: pairs.length, height: ROW })
  const lineId = (index: number): string => `environments-pair-${tabId}-${index}`
  const go = (to: number): void => {
    const next = Math.max(0, Math.min(pairs.length - 1, to))
    choose(next)
    scrollTo(next)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') go(turn + 1)
    else if (event.key === 'ArrowUp') go(turn - 1)
    else return
    event.preventDefault()
  }
  return (
    <Stack grow ground="surface">
      <Finding first={first} count={pairs.length} onGo={go} />
      <div className={styles['heads']}>
        <Head line={left} />
        <Head line={right} />
      </div>
      <Stack
        grow
        scroll
        ref={scroller}
        className={styles['rows']}
        role="listbox"
        aria-label={t('environments.compare.turns')}
        aria-activedescendant={lineId(turn)}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" style={frame}>
          {drawn.map(({ index, place }) => (
            <PairLine
              key={index}
              id={lineId(index)}
              pair={pairs[index]!}
              selected={index === turn}
              first={index === first?.turn}
              place={place}
              onChoose={() => choose(index)}
            />
          ))}
        </div>
      </Stack>
      <div className={styles['details']}>
        <Whole event={pair?.left} other={pair?.right} title={t('environments.compare.left')} />
        <Whole event={pair?.right} other={pair?.left} title={t('environments.compare.right')} />
      </div>
    </Stack>
  )
}

interface FindingProps {
  readonly first: DifferingPair | undefined
  /** Number of turns compared. */
  readonly count: number
  onGo(turn: number): void
}

/** One-line result: where the lines diverge, or that they do not. */
function Finding({ first, count, onGo }: FindingProps) {
  const t = useText()
  return (
    <Stack row gap={2} fixed pad={[1, 3]} line="bottom" style={{ minHeight: 'var(--bar)' }}>
      {first === undefined ? (
        <Badge tone="good">{t('environments.compare.same', { count })}</Badge>
      ) : (
        <>
          <Badge tone="warning">
            {t('environments.compare.first', {
              turn: first.turn,
              what: t(`environments.difference.${first.difference}`),
            })}
          </Badge>
          <Button onClick={() => onGo(first.turn)}>{t('environments.compare.goFirst')}</Button>
        </>
      )}
    </Stack>
  )
}

/** A line's episode and outcome. */
function Head({ line: { episode, path } }: { readonly line: WholeLine }) {
  const t = useText()
  const last = path.at(-1)
  const name = path.findLast((event) => event.name !== undefined)?.name
  return (
    <Stack row gap={2} pad={[1.5, 2]} line="bottom" tone="quiet" className={styles['head']}>
      <strong>{name || environmentName(t, episode.envId)}</strong>
      <span>
        {t('environments.compare.head', {
          seed: episode.seed === null ? t('environments.unseeded') : String(episode.seed),
          steps: path.length - 1,
          total: formatReward(returnOf(episode, last?.id)),
        })}
      </span>
      {last ? <EndBadge envId={episode.envId} event={last} /> : null}
    </Stack>
  )
}

interface WholeProps {
  readonly event: EpisodeEvent | undefined
  readonly other: EpisodeEvent | undefined
  readonly title: string
}

/** One side of a turn in full, with differences marked: words in texts, cells on boards. */
function Whole({ event, other, title }: WholeProps) {
  const board = infoText(event, 'suffix')
  return (
    // Scrollable text must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <Stack
      aria-label={title}
      as="section"
      gap={2}
      pad={[2, 3]}
      scroll
      className={styles['whole']}
      tabIndex={0}
    >
      {event ? (
        <>
          <pre>{markedWords(asText(event.observation), other && asText(other.observation))}</pre>
          <p>
            {FIGURES.map((figure) => (
              <Fragment key={figure}>
                {`${figure} `}
                {!other || other[figure] === event[figure] ? (
                  figureText(event[figure])
                ) : (
                  <mark>{figureText(event[figure])}</mark>
                )}
                {figure === 'truncated' ? null : ' · '}
              </Fragment>
            ))}
          </p>
          {board ? <ChangedText text={board} before={other && infoText(other, 'suffix')} /> : null}
        </>
      ) : null}
    </Stack>
  )
}

const FIGURES = ['reward', 'terminated', 'truncated'] as const

const figureText = (value: number | boolean): string =>
  typeof value === 'number' ? formatReward(value) : String(value)

/** Marks the words of a text that another one lacks. */
export function markedWords(text: string, other: string | undefined): ReactNode[] {
  if (other === undefined || other === text) return [text]
  let at = 0
  const parts: ReactNode[] = []
  for (const { fromB, toB } of presentableDiff(other, text)) {
    parts.push(text.slice(at, fromB))
    if (toB > fromB) parts.push(<mark key={fromB}>{text.slice(fromB, toB)}</mark>)
    at = toB
  }
  return [...parts, text.slice(at)]
}
