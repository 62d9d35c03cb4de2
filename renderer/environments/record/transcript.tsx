import { Expand, UnfoldVertical } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import type { Episode } from '#shared/environments/episode.ts'
import type { EnvironmentTab } from '#shared/environments/tab.ts'
import type { ActionGrammar } from '#shared/gem/boxed.ts'
import { useText } from '../../i18n/text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { useVirtualRows } from '../../ui/virtual-rows.ts'
import styles from '../parts/transcript.module.css'
import { preview } from '../session/play.ts'
import { setView, useBenchView } from '../session/view-store.ts'
import { TranscriptLine } from './transcript-line.tsx'
import { transcriptRows } from './transcript-rows.ts'

const ROW = 26
const COLUMNS = ['turn', 'by', 'action', 'observation', 'flags', 'reward', 'total', 'latency'] as const

interface TranscriptProps {
  readonly tab: EnvironmentTab
  readonly episode: Episode
  readonly grammar: ActionGrammar | undefined
}

/** Every turn of the line that is looked at, those that were taken back too; arrows and clicks look at one, Enter opens it. */
export function Transcript({ tab, episode, grammar }: TranscriptProps) {
  const t = useText()
  const rows = useMemo(() => transcriptRows(episode), [episode])
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const [all, setAll] = useState(false)
  const at = rows.findIndex(({ event }) => event.id === episode.current)
  const {
    scroller,
    rows: drawn,
    frame,
    scrollTo,
    measure,
  } = useVirtualRows({ count: rows.length, height: ROW, keyOf: (index) => rows[index]?.event.id ?? index })
  useEffect(() => {
    if (at >= 0) scrollTo(at)
  }, [at, scrollTo])
  const go = (index: number): void => {
    const row = rows[index]
    if (row) preview(tab.id, row.event.id)
  }
  const toggle = (id: number): void =>
    setOpen((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowUp') go(at - 1)
    else if (event.key === 'ArrowDown') go(at + 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(rows.length - 1)
    else if (event.key === 'Enter') toggle(episode.current)
    else return
    event.preventDefault()
  }
  return (
    <>
      <Header all={all} onAll={() => setAll(!all)} />
      <div
        ref={scroller}
        className={styles['rows']}
        role="listbox"
        aria-label={t('environments.transcript')}
        aria-activedescendant={`gem-turn-${episode.current}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" style={frame}>
          {drawn.map(({ index, place }) => {
            const row = rows[index]!
            return (
              <TranscriptLine
                key={row.event.id}
                row={row}
                index={index}
                at={at}
                place={place}
                isOpen={all || open.has(row.event.id)}
                grammar={grammar}
                measure={measure}
                onChoose={() => go(index)}
                onToggle={() => toggle(row.event.id)}
              />
            )
          })}
        </div>
      </div>
    </>
  )
}

function Header({ all, onAll }: { readonly all: boolean; onAll(): void }) {
  const t = useText()
  const wide = useBenchView((state) => state.wide)
  return (
    <div className={styles['head']}>
      <Text as="div" tone="faint" small className={styles['header']} aria-hidden>
        {COLUMNS.map((column) => (
          <span key={column} data-column={column}>
            {t(`environments.column.${column}`)}
          </span>
        ))}
      </Text>
      <Stack row className={styles['tools']}>
        <IconButton
          icon={UnfoldVertical}
          label={t('environments.transcript.open')}
          aria-pressed={all}
          onClick={onAll}
        />
        <IconButton
          icon={Expand}
          label={t('environments.transcript.wide')}
          aria-pressed={wide}
          onClick={() => setView({ wide: !wide })}
        />
      </Stack>
    </div>
  )
}
