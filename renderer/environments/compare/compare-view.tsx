import { type KeyboardEvent, useMemo, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { asText, type EpisodeEvent, infoText, returnOf } from '#shared/environments/episode.ts'
import type { CompareTab } from '#shared/environments/tab.ts'
import { ChangedText } from '../parts/changed-text.tsx'
import { EndBadge } from '../parts/end-badge.tsx'
import { formatReward, shortId } from '../parts/format.ts'
import { useVirtualRows } from '../../ui/virtual-rows.ts'
import { Stack } from '../../ui/stack.tsx'
import { align, type DifferingPair, firstDifference } from './alignment.ts'
import styles from './compare-view.module.css'
import { PairLine } from './pair-line.tsx'
import { useLine, type WholeLine } from './use-line.ts'

const ROW = 26

/** Two branches or episodes turn by turn; the first difference is marked and shown in full. */
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
  const { scroller, rows: drawn, height, scrollTo } = useVirtualRows({ count: pairs.length, height: ROW })
  const lineId = (index: number): string => `gem-pair-${tabId}-${index}`
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
      <div
        ref={scroller}
        className={styles['rows']}
        role="listbox"
        aria-label={t('environments.compare.turns')}
        aria-activedescendant={lineId(turn)}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" style={{ height: height, position: 'relative' }}>
          {drawn.map(({ index, start }) => (
            <PairLine
              key={index}
              id={lineId(index)}
              pair={pairs[index]!}
              selected={index === turn}
              first={index === first?.turn}
              start={start}
              onChoose={() => choose(index)}
            />
          ))}
        </div>
      </div>
      <div className={styles['details']}>
        <Whole event={pair?.left} other={pair?.right} title={t('environments.compare.left')} />
        <Whole event={pair?.right} other={pair?.left} title={t('environments.compare.right')} />
      </div>
    </Stack>
  )
}

interface FindingProps {
  readonly first: DifferingPair | undefined
  /** How many turns were compared. */
  readonly count: number
  onGo(turn: number): void
}

/** What the comparison found, in a line: where both part, or that they do not. */
function Finding({ first, count, onGo }: FindingProps) {
  const t = useText()
  return (
    <Stack row gap={2} fixed pad={[1, 3]} line="bottom" className={styles['bar']}>
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

/** What a line is and how it went. */
function Head({ line: { episode, path } }: { readonly line: WholeLine }) {
  const t = useText()
  const last = path.at(-1)
  return (
    <Stack row gap={2} pad={[1.5, 2]} line="bottom" tone="quiet" className={styles['head']}>
      <strong>{shortId(episode.envId)}</strong>
      <span>
        {t('environments.compare.head', {
          seed: episode.seed === null ? t('environments.unseeded') : String(episode.seed),
          steps: path.length - 1,
          total: formatReward(returnOf(episode, last?.id)),
        })}
      </span>
      {last ? <EndBadge event={last} /> : null}
    </Stack>
  )
}

interface WholeProps {
  readonly event: EpisodeEvent | undefined
  readonly other: EpisodeEvent | undefined
  readonly title: string
}

/** One side of a turn in full; what differs from the other side is marked. */
function Whole({ event, other, title }: WholeProps) {
  const text = (one: EpisodeEvent): string =>
    `${asText(one.observation)}\n\nreward ${formatReward(one.reward)} · terminated ${one.terminated} · truncated ${one.truncated}\n\n${infoText(one, 'suffix')}`
  return (
    <Stack aria-label={title} as="section" row align="stretch" scroll className={styles['whole']}>
      {event ? <ChangedText text={text(event)} before={other && text(other)} /> : null}
    </Stack>
  )
}
