import { ChevronDown, ChevronRight } from 'lucide-react'
import type { TraceEntry } from '#shared/workbench/areas/trace.ts'
import { useText } from '../i18n/text.ts'
import styles from './parts/console.module.css'
import { Instant } from '../ui/moment.tsx'
import { Text } from '../ui/text.tsx'

/** A line of the trace: a message, or a run of pings that opens. */
export type TraceLine =
  | { readonly entry: TraceEntry; readonly run?: undefined }
  | { readonly run: readonly TraceEntry[]; readonly isOpen: boolean }

/** Messages of one ping: request and response. A single ping is not worth a line of its own. */
const ONE_PING = 2

const isPing = ({ method, kind }: TraceEntry): boolean => method === 'ping' && kind !== 'error'

/** Sequence number of a run's first message, by which it is kept open. */
export const runKey = (run: readonly TraceEntry[]): number => run[0]?.sequence ?? 0

/** Puts each run of pings on one line, with its messages below if it is `open`. A ping that failed stays visible. */
export function foldPings(entries: readonly TraceEntry[], open: ReadonlySet<number>): TraceLine[] {
  const lines: TraceLine[] = []
  let run: TraceEntry[] = []
  const close = (): void => {
    const isOpen = open.has(runKey(run))
    if (run.length > ONE_PING) lines.push({ run, isOpen })
    if (run.length <= ONE_PING || isOpen) lines.push(...run.map((entry) => ({ entry })))
    run = []
  }
  for (const entry of entries) {
    if (isPing(entry)) {
      run.push(entry)
      continue
    }
    close()
    lines.push({ entry })
  }
  close()
  return lines
}

/** The names of the columns, above the messages. */
export function TraceHeads() {
  const t = useText()
  return (
    <div className={`${styles['traceRow']} ${styles['traceHeads']}`}>
      <span />
      <span>{t('console.trace.time')}</span>
      <span>{t('console.trace.method')}</span>
      <span>{t('console.trace.kind')}</span>
      <span>{t('console.trace.duration')}</span>
      <span>{t('console.trace.size')}</span>
    </div>
  )
}

interface PingsRowProps {
  readonly run: readonly TraceEntry[]
  readonly isOpen: boolean
  onToggle(): void
}

/** A run of pings. */
export function PingsRow({ run, isOpen, onToggle }: PingsRowProps) {
  const t = useText()
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <button type="button" className={styles['traceRow']} aria-expanded={isOpen} onClick={onToggle}>
      <Icon size={14} aria-hidden />
      <Instant at={run[0]?.at ?? 0} />
      <span>{t('console.trace.pings', { count: run.length })}</span>
      <span />
      <span />
      <span>{t('console.bytes', { bytes: run.reduce((sum, { bytes }) => sum + bytes, 0) })}</span>
    </button>
  )
}

interface TraceRowProps {
  readonly entry: TraceEntry
  readonly selected: boolean
  onSelect(): void
}

/** A message. */
export function TraceRow({ entry, selected, onSelect }: TraceRowProps) {
  const t = useText()
  return (
    <button
      type="button"
      className={styles['traceRow']}
      aria-current={selected}
      data-kind={entry.kind}
      onClick={onSelect}
    >
      <span aria-label={t(`console.trace.${entry.direction}`)}>{entry.direction === 'out' ? '→' : '←'}</span>
      <Instant at={entry.at} />
      <span title={entry.subject}>
        {entry.method || t('console.trace.unpaired')} <Text tone="quiet">{entry.subject}</Text>
      </span>
      <span>{[entry.status, t(`console.kind.${entry.kind}`)].filter(Boolean).join(' ')}</span>
      <span>
        {entry.milliseconds === undefined
          ? ''
          : t('console.trace.milliseconds', { milliseconds: entry.milliseconds })}
      </span>
      <span>{t('console.bytes', { bytes: entry.bytes })}</span>
    </button>
  )
}
