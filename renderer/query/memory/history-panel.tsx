import { CornerDownLeft, GitCompare, Play, Star } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { HistoryRecord, Parameters, Tab } from '#shared/documents/query.ts'
import { Text } from '../../ui/text.tsx'
import { Truncate } from '../../ui/truncate.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useWorkbench } from '../../app/workbench.ts'
import { showRange } from '../../i18n/moment.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchInput } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { List } from '../../ui/list.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Age } from '../../ui/moment.tsx'
import { formatDuration } from '../results/format.ts'
import { onRemembered, readHistory } from '../run/history.ts'
import { openAndRun } from '../run/run-store.ts'
import { loadSnapshots, MAX_SNAPSHOTS, useSnapshots } from '../run/snapshots.ts'
import { loadStars, toggleStar, useStars } from '../run/stars.ts'
import { openTab } from '../tabs/tabs-store.ts'
import { DiffDialog } from './diff-dialog.tsx'
import { openPanel } from '../tabs/side-store.ts'
import styles from './memory.module.css'

/** A run's parameters as text for a tab's form. */
function asTyped(parameters: Readonly<Record<string, unknown>>): Parameters {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
    ]),
  )
}

const contentOf = (entry: HistoryRecord): Partial<Tab> => ({
  connection: entry.connection,
  text: entry.text,
  parameters: asTyped(entry.parameters),
  limit: entry.limit,
  timeRange: entry.timeRange,
})

interface HistoryItemProps {
  readonly entry: HistoryRecord
  readonly starred: boolean
  /** Whether its rows are still stored. */
  readonly comparable: boolean
  readonly picked: boolean
  onPick(): void
}

/** One run in the history: query, outcome and actions. */
function HistoryItem({ entry, starred, comparable, picked, onPick }: HistoryItemProps) {
  const t = useText()
  const server = useWorkbench(({ connections }) => connections.find(({ id }) => id === entry.connection))
  const { from, to } = entry.timeRange ?? {}
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
        <Text as="code" lines={2}>
          {entry.text.replaceAll(/\s+/g, ' ')}
        </Text>
      </button>
      <Stack row fixed className={styles['foot']}>
        <Truncate grow tone="quiet" small title={entry.message}>
          <Age at={entry.at} />
          {' · '}
          {[
            outcome,
            formatDuration(entry.milliseconds),
            server?.name,
            from && to ? showRange(from, to) : undefined,
            ...Object.entries(asTyped(entry.parameters)).map(([name, value]) => `$${name} = ${value}`),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Truncate>
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

const ENTRY = 74
const PAGE = 200
/** Debounce of the search in milliseconds. */
const SEARCH_AFTER_MS = 180

/** The history, newest first, loaded page by page on scroll. */
function useHistory(search: string): { entries: readonly HistoryRecord[]; more(): void; ended: boolean } {
  const generation = useWorkbench((state) => state.generation)
  const [state, setState] = useState<{ entries: readonly HistoryRecord[]; ended: boolean }>({
    entries: [],
    ended: false,
  })
  const busy = useRef(false)
  useEffect(() => {
    let current = true
    const read = async (): Promise<void> => {
      const entries = await readHistory(search, undefined, PAGE)
      if (current) setState({ entries, ended: entries.length < PAGE })
    }
    const timer = setTimeout(() => void read(), search === '' ? 0 : SEARCH_AFTER_MS)
    const forget = onRemembered(() => void read())
    return () => {
      current = false
      clearTimeout(timer)
      forget()
    }
  }, [search, generation])
  const more = (): void => {
    const last = state.entries.at(-1)
    if (busy.current || state.ended || !last) return
    busy.current = true
    void readHistory(search, last.sequence, PAGE).then((older) => {
      busy.current = false
      setState((before) => ({ entries: [...before.entries, ...older], ended: older.length < PAGE }))
    })
  }
  return { ...state, more }
}

/** An empty history: no run yet, or none that the search and the stars leave. */
function NoRuns({ filtered, onClear }: { readonly filtered: boolean; onClear(): void }) {
  const t = useText()
  return filtered ? (
    <EmptyState
      title={t('query.history.noMatch')}
      action={<Button onClick={onClear}>{t('ui.clearFilters')}</Button>}
    />
  ) : (
    <EmptyState
      title={t('query.history.empty')}
      hint={t('query.history.emptyHint')}
      action={<Button onClick={() => openPanel('templates')}>{t('query.starters.all')}</Button>}
    />
  )
}

/** The run history: search, star, rerun, and compare two runs. */
export function HistoryPanel() {
  const t = useText()
  const [search, setSearch] = useState('')
  const [onlyStars, setOnlyStars] = useState(false)
  const [picked, setPicked] = useState<readonly HistoryRecord[]>([])
  const [comparing, setComparing] = useState(false)
  const { entries, more, ended } = useHistory(search)
  const stars = useStars()
  const starred = useMemo(() => new Set(stars.map(({ id }) => id)), [stars])
  const snapshots = useSnapshots()
  useEffect(() => {
    void loadStars()
    void loadSnapshots()
  }, [])
  const needle = search.toLowerCase()
  const shown = onlyStars ? stars.filter((entry) => entry.text.toLowerCase().includes(needle)) : entries
  const pick = (entry: HistoryRecord): void =>
    setPicked((before) =>
      before.some(({ id }) => id === entry.id)
        ? before.filter(({ id }) => id !== entry.id)
        : [...before, entry].slice(-2),
    )
  return (
    <Stack grow>
      <Stack row align="stretch" gap={0.5} fixed pad={[1.5, 2]} line="bottom" className={styles['head']}>
        <SearchInput label={t('query.history.search')} value={search} onSearch={setSearch} />
        <IconButton
          icon={Star}
          label={t('query.history.onlyStars')}
          aria-pressed={onlyStars}
          onClick={() => setOnlyStars(!onlyStars)}
        />
      </Stack>
      {picked.length > 0 ? (
        <Notice
          action={
            <Button
              tone="primary"
              reason={picked.length < 2 ? t('query.history.two') : undefined}
              onClick={() => setComparing(true)}
            >
              {t('query.history.compare')}
            </Button>
          }
        >
          {t('query.history.picked', { count: picked.length })}
        </Notice>
      ) : null}
      <Stack as="p" tone="quiet" small fixed pad={[1, 2]} line="bottom">
        {t('query.history.kept', { count: MAX_SNAPSHOTS })}
      </Stack>
      {shown.length === 0 && (ended || onlyStars) ? (
        <NoRuns
          filtered={onlyStars || search !== ''}
          onClear={() => {
            setSearch('')
            setOnlyStars(false)
          }}
        />
      ) : null}
      <List
        label={t('query.side.history')}
        items={shown}
        keyOf={({ id }) => id}
        rowHeight={ENTRY}
        onEnd={onlyStars ? undefined : more}
      >
        {(entry) => (
          <HistoryItem
            entry={entry}
            starred={starred.has(entry.id)}
            comparable={snapshots?.includes(entry.id) ?? false}
            picked={picked.some(({ id }) => id === entry.id)}
            onPick={() => pick(entry)}
          />
        )}
      </List>
      <DiffDialog open={comparing} onClose={() => setComparing(false)} entries={picked} />
    </Stack>
  )
}
