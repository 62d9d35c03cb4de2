import { useVirtualizer } from '@tanstack/react-virtual'
import { Bug, Check, MessageSquare } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { useText } from '../../app/i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { asText, endOf, type Episode, leafOf, pathTo } from '../episode/episode.ts'
import { goTo, look } from '../session/play.ts'
import type { Runtime } from '../session/runtime-store.ts'
import type { EnvironmentTab } from '../session/tab.ts'
import { EndBadge } from '../view/end-badge.tsx'
import { inShort } from '../view/action-text.ts'
import { formatLatency, formatReward, oneLine } from '../view/format.ts'
import styles from './record-pane.module.css'

const ROW = 26

interface TranscriptProps {
  readonly tab: EnvironmentTab
  readonly episode: Episode
  readonly runtime: Runtime
}

/** Every turn of the line that is looked at, those that were taken back too; Enter goes to one. */
export function Transcript({ tab, episode, runtime }: TranscriptProps) {
  const t = useText()
  const events = useMemo(() => pathTo(episode, leafOf(episode)), [episode])
  const totals = useMemo(() => {
    let sum = 0
    return events.map(({ reward }) => (sum += reward))
  }, [events])
  const at = events.findIndex(({ id }) => id === episode.current)
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: events.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
  })
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at)
  }, [at, virtual])
  const go = (index: number): void => {
    const event = events[index]
    if (!event || event.id === episode.current || runtime.busy) return
    // Without a seed nothing leads back: the turn is shown as it was recorded.
    if (episode.seed === null) look(tab.id, event.id)
    else void goTo(tab.id, event.id)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowUp') go(at - 1)
    else if (event.key === 'ArrowDown') go(at + 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(events.length - 1)
    else return
    event.preventDefault()
  }
  const columns = ['turn', 'action', 'observation', 'reward', 'total', 'flags', 'latency'] as const
  return (
    <>
      <div className={styles['header']} aria-hidden>
        {columns.map((column) => (
          <span key={column} className={column === 'reward' || column === 'total' ? styles['number'] : ''}>
            {t(`gem.column.${column}`)}
          </span>
        ))}
      </div>
      <div
        ref={scroller}
        className={styles['rows']}
        role="listbox"
        aria-label={t('gem.transcript')}
        aria-activedescendant={`gem-turn-${episode.current}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const event = events[index]!
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={event.id}
                id={`gem-turn-${event.id}`}
                role="option"
                aria-selected={index === at}
                className={styles['line']}
                data-ahead={index > at}
                style={{ transform: `translateY(${start}px)` }}
                title={`${event.action ?? ''}\n${asText(event.observation)}`.trim()}
                onClick={() => go(index)}
              >
                <span className={styles['number']}>{index}</span>
                <span className={styles['code']}>
                  {event.action === null ? t('gem.resetRow') : oneLine(inShort(event.action))}
                </span>
                <span>{oneLine(asText(event.observation))}</span>
                <span className={styles['number']}>{index === 0 ? '' : formatReward(event.reward)}</span>
                <span className={styles['number']}>
                  {index === 0 ? '' : formatReward(totals[index] ?? 0)}
                </span>
                <span className={styles['flags']}>
                  {endOf(event) === 'running' ? null : <EndBadge event={event} />}
                  {event.differsFrom === undefined ? null : <Badge tone="warning">{t('gem.differs')}</Badge>}
                  {event.verdict === 'bug' ? <Bug size={13} aria-label={t('gem.verdict.bug')} /> : null}
                  {event.verdict === 'expected' ? (
                    <Check size={13} aria-label={t('gem.verdict.expected')} />
                  ) : null}
                  {event.note ? <MessageSquare size={12} aria-label={t('gem.note')} /> : null}
                </span>
                <span className={styles['number']}>{formatLatency(event.latency)}</span>
              </div>
            )
          })}
        </div>
      </div>
    </>
  )
}
