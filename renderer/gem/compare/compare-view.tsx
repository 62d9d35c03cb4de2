import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { useText } from '../../app/i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { asText, type Episode, type EpisodeEvent, infoText, pathTo, returnOf } from '../episode/episode.ts'
import { useEpisodes } from '../episode/episodes-store.ts'
import type { CompareTab, Line } from '../session/tab.ts'
import { ChangedText } from '../view/changed-text.tsx'
import { EndBadge } from '../view/end-badge.tsx'
import { inShort } from '../view/action-text.ts'
import { formatReward, oneLine, shortId } from '../view/format.ts'
import { align, firstDifference } from './alignment.ts'
import styles from './compare-view.module.css'

const ROW = 26

function useLine({ episode: id, event }: Line): { episode: Episode; path: EpisodeEvent[] } | undefined {
  const episode = useEpisodes(({ episodes }) => episodes[id])
  return useMemo(
    () => (episode && episode.events.length > event ? { episode, path: pathTo(episode, event) } : undefined),
    [episode, event],
  )
}

/** Two branches or episodes turn by turn; the first difference is marked and shown in full. */
export function CompareView({ tab }: { readonly tab: CompareTab }) {
  const t = useText()
  const left = useLine(tab.left)
  const right = useLine(tab.right)
  const pairs = useMemo(() => align(left?.path ?? [], right?.path ?? []), [left, right])
  const first = firstDifference(pairs)
  const [chosen, setChosen] = useState<number>()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: pairs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
  })
  if (!left || !right) return <EmptyState title={t('gem.compare.gone')} />
  const turn = chosen ?? first ?? 0
  const pair = pairs[turn]
  const go = (to: number): void => {
    const next = Math.max(0, Math.min(pairs.length - 1, to))
    setChosen(next)
    virtual.scrollToIndex(next)
  }
  return (
    <div className={styles['view']}>
      <div className={styles['bar']}>
        {first === undefined ? (
          <Badge tone="good">{t('gem.compare.same', { count: pairs.length })}</Badge>
        ) : (
          <>
            <Badge tone="warning">
              {t('gem.compare.first', {
                turn: first,
                what: t(`gem.difference.${differenceName(pairs[first]?.difference)}`),
              })}
            </Badge>
            <Button onClick={() => go(first)}>{t('gem.compare.goFirst')}</Button>
          </>
        )}
      </div>
      <div className={styles['heads']}>
        <Head line={left} />
        <Head line={right} />
      </div>
      <div
        ref={scroller}
        className={styles['rows']}
        role="listbox"
        aria-label={t('gem.compare.turns')}
        aria-activedescendant={`gem-pair-${tab.id}-${turn}`}
        tabIndex={0}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') go(turn + 1)
          else if (event.key === 'ArrowUp') go(turn - 1)
          else return
          event.preventDefault()
        }}
      >
        <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const { left: one, right: other, difference } = pairs[index]!
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={index}
                id={`gem-pair-${tab.id}-${index}`}
                role="option"
                aria-selected={index === turn}
                className={styles['pair']}
                data-different={difference !== null}
                data-first={index === first}
                style={{ transform: `translateY(${start}px)` }}
                onClick={() => setChosen(index)}
              >
                <span className={styles['turn']}>{index}</span>
                <Side event={one} />
                <Side event={other} />
              </div>
            )
          })}
        </div>
      </div>
      <div className={styles['details']}>
        <Whole event={pair?.left} other={pair?.right} title={t('gem.compare.left')} />
        <Whole event={pair?.right} other={pair?.left} title={t('gem.compare.right')} />
      </div>
    </div>
  )
}

const KNOWN = ['action', 'observation', 'reward', 'terminated', 'truncated', 'info', 'missing'] as const

function differenceName(difference: string | null | undefined): (typeof KNOWN)[number] {
  return KNOWN.find((name) => name === difference) ?? 'info'
}

function Head({ line: { episode, path } }: { readonly line: { episode: Episode; path: EpisodeEvent[] } }) {
  const t = useText()
  const last = path.at(-1)
  return (
    <div className={styles['head']}>
      <strong>{shortId(episode.envId)}</strong>
      <span>
        {t('gem.compare.head', {
          seed: episode.seed === null ? t('gem.unseeded') : String(episode.seed),
          steps: path.length - 1,
          total: formatReward(returnOf(episode, last?.id)),
        })}
      </span>
      {last ? <EndBadge event={last} /> : null}
    </div>
  )
}

function Side({ event }: { readonly event: EpisodeEvent | undefined }) {
  const t = useText()
  if (!event) return <span className={styles['side']}>–</span>
  return (
    <span className={styles['side']}>
      <code>{event.action === null ? t('gem.resetRow') : oneLine(inShort(event.action), 60)}</code>
      <span>{oneLine(asText(event.observation), 90)}</span>
      <span className={styles['reward']}>{event.action === null ? '' : formatReward(event.reward)}</span>
    </span>
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
    <section aria-label={title} className={styles['whole']}>
      {event ? <ChangedText text={text(event)} before={other && text(other)} /> : null}
    </section>
  )
}
