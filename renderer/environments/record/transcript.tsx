import {
  Expand,
  UnfoldVertical,
  Bot,
  Bug,
  Check,
  CircleSlash,
  EyeOff,
  Dices,
  FileText,
  MessageSquare,
  Puzzle,
  Quote,
  Repeat,
  ScrollText,
  User,
} from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useState, type CSSProperties } from 'react'
import {
  type Episode,
  type ActionSource,
  asText,
  endOf,
  type EpisodeEvent,
} from '#shared/environments/episode.ts'
import type { EnvironmentTab } from '#shared/environments/tab.ts'
import { type ActionGrammar, isBoxedOnly, lastAction } from '#shared/gem/boxed.ts'
import { useText } from '../../i18n/text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { useVirtualRows } from '../../ui/virtual-rows.ts'
import { Badge } from '../../ui/badge.tsx'
import styles from '../parts/transcript.module.css'
import { preview } from '../session/play.ts'
import { setView, useBenchView } from '../session/view-store.ts'
import { inShort } from '../parts/action-text.ts'
import { EndBadge } from '../parts/end-badge.tsx'
import { formatLatency, formatReward, oneLine } from '../parts/format.ts'
import { tracebackOf, transcriptRows, type TranscriptRow, wordingOf } from './transcript-rows.ts'

const ROW = 26
const COLUMNS = ['turn', 'by', 'action', 'observation', 'flags', 'reward', 'total', 'latency'] as const

interface TranscriptProps {
  readonly tab: EnvironmentTab
  readonly episode: Episode
  readonly grammar: ActionGrammar | undefined
}

/** All turns of the shown line, including undone ones; arrows and clicks select one, Enter expands it. */
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
      <Stack
        grow
        scroll
        ref={scroller}
        role="listbox"
        aria-label={t('environments.transcript')}
        aria-activedescendant={`environments-turn-${episode.current}`}
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
                envId={episode.envId}
                grammar={grammar}
                measure={measure}
                onChoose={() => go(index)}
                onToggle={() => toggle(row.event.id)}
              />
            )
          })}
        </div>
      </Stack>
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

interface TranscriptLineProps {
  readonly row: TranscriptRow
  readonly index: number
  /** The selected row. */
  readonly at: number
  readonly place: CSSProperties
  readonly isOpen: boolean
  readonly envId: string
  readonly grammar: ActionGrammar | undefined
  measure(element: Element | null): void
  onChoose(): void
  onToggle(): void
}

/** One turn in the transcript's columns; expanded, with everything sent and received. */
export function TranscriptLine(props: TranscriptLineProps) {
  const { row, index, at, place, isOpen, envId, grammar, measure, onChoose, onToggle } = props
  const { event, turn, total } = row
  const observation = event.failure ? event.failure.message : asText(event.observation)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={measure}
      data-index={index}
      id={`environments-turn-${event.id}`}
      role="option"
      aria-selected={index === at}
      className={styles['turn']}
      data-ahead={index > at}
      data-failed={event.failure !== undefined}
      style={place}
      title={isOpen ? undefined : `${event.action ?? ''}\n${observation}`.trim()}
      onClick={onChoose}
      onDoubleClick={onToggle}
    >
      <div className={styles['line']}>
        <span data-column="turn">{turn}</span>
        <By event={event} />
        <Sent event={event} grammar={grammar} />
        <span data-column="observation">{oneLine(observation)}</span>
        <Flags envId={envId} event={event} isIdle={row.isIdle === true} />
        <span data-column="reward">{turn === 0 || event.failure ? '' : formatReward(event.reward)}</span>
        <span data-column="total">{turn === 0 ? '' : formatReward(total)}</span>
        <span data-column="latency">{formatLatency(event.latency)}</span>
      </div>
      {isOpen ? (
        <div className={styles['whole']}>
          {event.action === null ? null : <pre data-part="action">{event.action}</pre>}
          <pre>{[observation, ...tracebackOf(event)].join('\n')}</pre>
        </div>
      ) : null}
    </div>
  )
}

const ICONS: Readonly<Record<ActionSource, typeof User>> = {
  person: User,
  random: Dices,
  solver: Puzzle,
  script: ScrollText,
  endpoint: Bot,
  file: FileText,
  replay: Repeat,
}

/** Who acted. */
function By({ event: { action, by, player } }: { readonly event: EpisodeEvent }) {
  const t = useText()
  if (action === null) return <span data-column="by" />
  const Icon = ICONS[by]
  const name = [t(`environments.by.${by}`), player].filter(Boolean).join(' · ')
  return (
    <span data-column="by" title={name}>
      <Icon size={13} aria-label={name} />
    </span>
  )
}

/** The action, abbreviated; marked if it is more than just `\boxed{}`, or unreadable for the environment. */
function Sent({
  event: { action },
  grammar,
}: {
  readonly event: EpisodeEvent
  readonly grammar: ActionGrammar | undefined
}) {
  const t = useText()
  if (action === null) return <code data-column="action">{t('environments.resetRow')}</code>
  const wording = wordingOf(action)
  const isBoxedGame = grammar === undefined || isBoxedOnly(grammar)
  const isUnread = grammar !== undefined && !isReadable(grammar, action)
  const mark = isBoxedGame && wording !== 'boxed' ? wording : isUnread ? 'unread' : undefined
  const Icon = mark === 'prose' ? Quote : EyeOff
  return (
    <code data-column="action">
      <span>{oneLine(inShort(action))}</span>
      {mark ? (
        // An icon: a word would take the room of the action, or be cut.
        <Text as="span" tone={mark === 'prose' ? 'quiet' : 'bad'} title={t(`environments.wording.${mark}`)}>
          <Icon size={12} aria-label={t(`environments.wording.${mark}`)} />
        </Text>
      ) : null}
    </code>
  )
}

function isReadable(grammar: ActionGrammar, action: string): boolean {
  try {
    return lastAction(grammar, action) !== null
  } catch {
    // A foreign pattern may not be a valid JavaScript regular expression.
    return true
  }
}

/** Important facts about a turn: its outcome, a failure, a difference, and remarks. */
function Flags({
  envId,
  event,
  isIdle,
}: {
  readonly envId: string
  readonly event: EpisodeEvent
  readonly isIdle: boolean
}) {
  const t = useText()
  return (
    <Stack as="span" row align="center" gap={1} data-column="flags">
      {event.failure ? <Badge tone="bad">{t('environments.failed')}</Badge> : null}
      {isIdle ? <CircleSlash size={13} aria-label={t('environments.unchanged')} /> : null}
      {endOf(event) === 'running' ? null : <EndBadge envId={envId} event={event} />}
      {event.differsFrom === undefined ? null : <Badge tone="warning">{t('environments.differs')}</Badge>}
      {event.verdict === 'bug' ? <Bug size={13} aria-label={t('environments.verdict.bug')} /> : null}
      {event.verdict === 'expected' ? (
        <Check size={13} aria-label={t('environments.verdict.expected')} />
      ) : null}
      {event.note ? <MessageSquare size={12} aria-label={t('environments.note')} /> : null}
      {(event.tags ?? []).map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </Stack>
  )
}
