import { type KeyboardEvent, useEffect, useMemo } from 'react'
import { useText } from '../../i18n/text.ts'
import { type Episode, leafOf, pathTo, runningReturns } from '../episode/episode.ts'
import { restore, preview } from '../session/play.ts'
import type { Runtime } from '../session/runtime-store.ts'
import type { EnvironmentTab } from '../session/tab.ts'
import { useVirtualRows } from '../../ui/virtual-rows.ts'
import styles from '../parts/panes.module.css'
import { Text } from '../../ui/text.tsx'
import { TranscriptLine } from './transcript-line.tsx'

const ROW = 26
const COLUMNS = ['turn', 'action', 'observation', 'reward', 'total', 'flags', 'latency'] as const

interface TranscriptProps {
  readonly tab: EnvironmentTab
  readonly episode: Episode
  readonly runtime: Runtime
}

/** Every turn of the line that is looked at, those that were taken back too; arrows and clicks go to one. */
export function Transcript({ tab, episode, runtime }: TranscriptProps) {
  const t = useText()
  const events = useMemo(() => pathTo(episode, leafOf(episode)), [episode])
  const totals = useMemo(() => runningReturns(events), [events])
  const at = events.findIndex(({ id }) => id === episode.current)
  const { scroller, rows: drawn, height, scrollTo } = useVirtualRows({ count: events.length, height: ROW })
  useEffect(() => {
    if (at >= 0) scrollTo(at)
  }, [at, scrollTo])
  const go = (turn: number): void => {
    const event = events[turn]
    if (!event || event.id === episode.current || runtime.busy) return
    // Without a seed nothing leads back: the turn is shown as it was recorded.
    if (episode.seed === null) preview(tab.id, event.id)
    else void restore(tab.id, event.id)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowUp') go(at - 1)
    else if (event.key === 'ArrowDown') go(at + 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(events.length - 1)
    else return
    event.preventDefault()
  }
  return (
    <>
      <Header />
      <div
        ref={scroller}
        className={styles['rows']}
        role="listbox"
        aria-label={t('gem.transcript')}
        aria-activedescendant={`gem-turn-${episode.current}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" style={{ height: height, position: 'relative' }}>
          {drawn.map(({ index, start }) => {
            const event = events[index]!
            return (
              <TranscriptLine
                key={event.id}
                event={event}
                turn={index}
                total={totals[index] ?? 0}
                at={at}
                start={start}
                onChoose={() => go(index)}
              />
            )
          })}
        </div>
      </div>
    </>
  )
}

function Header() {
  const t = useText()
  return (
    <Text as="div" tone="faint" small className={styles['header']} aria-hidden>
      {COLUMNS.map((column) => (
        <span key={column} className={column === 'reward' || column === 'total' ? styles['number'] : ''}>
          {t(`gem.column.${column}`)}
        </span>
      ))}
    </Text>
  )
}
