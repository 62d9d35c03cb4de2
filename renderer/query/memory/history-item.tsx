import { CornerDownLeft, GitCompare, Play, Star } from 'lucide-react'
import { useText } from '../../i18n/text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { formatDuration } from '../results/format.ts'
import { openAndRun } from '../run/run-store.ts'
import { openTab } from '../tabs/tabs-store.ts'
import type { HistoryRecord, Parameters, Tab } from '#shared/documents/query.ts'
import styles from './memory.module.css'
import { toggleStar } from '../run/stars.ts'

/** A run's parameters as the form of a tab writes them. */
function asTyped(parameters: Readonly<Record<string, unknown>>): Parameters {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
    ]),
  )
}

const contentOf = (entry: HistoryRecord): Partial<Tab> => ({
  text: entry.text,
  parameters: asTyped(entry.parameters),
  ...(entry.limit === undefined ? {} : { limit: entry.limit }),
  ...(entry.timeRange === undefined ? {} : { timeRange: entry.timeRange }),
})

/** When a run was: the time alone when it was today. */
function momentOf(at: number): string {
  const moment = new Date(at)
  return moment.toDateString() === new Date().toDateString()
    ? moment.toLocaleTimeString(undefined, { timeStyle: 'short' })
    : moment.toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' })
}

interface HistoryItemProps {
  readonly entry: HistoryRecord
  readonly starred: boolean
  /** Whether its rows are still there. */
  readonly comparable: boolean
  readonly picked: boolean
  onPick(): void
}

/** One run of the history: what it asked, how it went, and what can be done with it. */
export function HistoryItem({ entry, starred, comparable, picked, onPick }: HistoryItemProps) {
  const t = useText()
  const outcome =
    entry.outcome === 'rows'
      ? t('query.table.rows', { count: entry.rows ?? 0 })
      : `${t(`query.history.${entry.outcome}`)}${entry.code ? ` · ${entry.code}` : ''}`
  return (
    <div className={styles['entry']} data-outcome={entry.outcome}>
      <button
        type="button"
        className={styles['text']}
        title={entry.text}
        onClick={() => openTab(contentOf(entry))}
      >
        <code>{entry.text.replaceAll(/\s+/g, ' ')}</code>
      </button>
      <Stack row fixed className={styles['foot']}>
        <span title={entry.message ?? new Date(entry.at).toLocaleString()}>
          {momentOf(entry.at)} · {outcome} · {formatDuration(entry.milliseconds)}
        </span>
        <IconButton
          icon={Star}
          label={t(starred ? 'query.history.unstar' : 'query.history.star')}
          aria-pressed={starred}
          onClick={() => void toggleStar(entry)}
        />
        {comparable ? (
          <IconButton
            icon={GitCompare}
            label={t(picked ? 'query.history.unpick' : 'query.history.pick')}
            aria-pressed={picked}
            onClick={onPick}
          />
        ) : null}
        <IconButton
          icon={CornerDownLeft}
          label={t('query.history.openHere')}
          onClick={() => openTab(contentOf(entry))}
        />
        <IconButton
          icon={Play}
          label={t('query.history.rerun')}
          onClick={() => openAndRun(contentOf(entry))}
        />
      </Stack>
    </div>
  )
}
