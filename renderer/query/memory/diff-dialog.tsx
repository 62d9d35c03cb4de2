import { useEffect, useState } from 'react'
import { showTime, useText } from '../../i18n/text.ts'
import { inSlices, atOnce, mapSteps, PIECE, type Steps } from '../../app/slices.ts'
import { Badge } from '../../ui/badge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { cellText, type Row } from '../run/result.ts'
import { Stack } from '../../ui/stack.tsx'
import type { HistoryRecord, Snapshot } from '#shared/documents/query.ts'
import { readSnapshot } from '../run/snapshots.ts'
import styles from './memory.module.css'

/** A row that is in both runs under the same key, with the columns that differ. */
interface ChangedRow {
  readonly key: string
  readonly before: Row
  readonly after: Row
  readonly columns: readonly string[]
}

interface ResultDiff {
  /** Columns that tell rows apart; empty when rows are compared whole. */
  readonly keyColumns: readonly string[]
  readonly columns: readonly string[]
  readonly added: readonly Row[]
  readonly removed: readonly Row[]
  readonly changed: readonly ChangedRow[]
  readonly same: number
}

/** Sets of columns that identify rows of the service's sources, best first. */
const KEYS: readonly (readonly string[])[] = [
  ['__domain__', '__entity_type__', '__entity_id__'],
  ['__entity_id__'],
  ['domain', 'name', 'kind'],
  ['src', '__relation_type__', 'dest'],
  ['src', 'relation', 'dest'],
  ['data_set_id'],
  ['id'],
  ['name'],
  ['display_name'],
]

function keyOf(row: Row, columns: readonly string[]): string {
  return columns.map((column) => cellText(row[column])).join('\u0000')
}

/** Whether some columns have a value in every row, and no two rows the same. */
function* identifies(columns: readonly string[], { rows }: Snapshot): Steps<boolean> {
  const seen = new Set<string>()
  for (const [place, row] of rows.entries()) {
    if (place % PIECE === PIECE - 1) yield
    if (columns.some((column) => row[column] === undefined || row[column] === null)) return false
    const key = keyOf(row, columns)
    if (seen.has(key)) return false
    seen.add(key)
  }
  return true
}

/** What became of the rows between two runs: by key where some columns identify the rows of both, else row by row. */
export const diffResults = (before: Snapshot, after: Snapshot): ResultDiff => atOnce(diffSteps(before, after))

/** {@link diffResults} with pauses. */
export function* diffSteps(before: Snapshot, after: Snapshot): Steps<ResultDiff> {
  const columns = [...new Set([...before.columns, ...after.columns])]
  for (const key of KEYS)
    if ((yield* identifies(key, before)) && (yield* identifies(key, after)))
      return yield* byKey(before, after, columns, key)
  return yield* whole(before, after, columns)
}

function* byKey(
  before: Snapshot,
  after: Snapshot,
  columns: readonly string[],
  keyColumns: readonly string[],
): Steps<ResultDiff> {
  const old = new Map(yield* mapSteps(before.rows, (row) => [keyOf(row, keyColumns), row] as const))
  const added: Row[] = []
  const changed: ChangedRow[] = []
  let same = 0
  for (const [place, row] of after.rows.entries()) {
    if (place % PIECE === PIECE - 1) yield
    const key = keyOf(row, keyColumns)
    const former = old.get(key)
    old.delete(key)
    if (!former) {
      added.push(row)
      continue
    }
    const differing = columns.filter((column) => cellText(former[column]) !== cellText(row[column]))
    if (differing.length === 0) same++
    else
      changed.push({
        key: keyColumns.map((column) => cellText(row[column])).join(' · '),
        before: former,
        after: row,
        columns: differing,
      })
  }
  return { keyColumns, columns, added, removed: [...old.values()], changed, same }
}

/** Rows as a bag: what one run has more often than the other was added or removed. */
function* whole(before: Snapshot, after: Snapshot, columns: readonly string[]): Steps<ResultDiff> {
  const key = (row: Row): string => keyOf(row, columns)
  const former = yield* mapSteps(before.rows, key)
  const latter = yield* mapSteps(after.rows, key)
  const counts = new Map<string, number>()
  for (const row of former) counts.set(row, (counts.get(row) ?? 0) + 1)
  const added: Row[] = []
  let same = 0
  for (const [place, row] of after.rows.entries()) {
    const left = counts.get(latter[place] ?? '') ?? 0
    if (left === 0) added.push(row)
    else {
      counts.set(latter[place] ?? '', left - 1)
      same++
    }
  }
  // The last of equal rows are those that are gone.
  const removed: Row[] = []
  for (let place = before.rows.length - 1; place >= 0; place--) {
    const left = counts.get(former[place] ?? '') ?? 0
    const row = before.rows[place]
    if (left === 0 || !row) continue
    counts.set(former[place] ?? '', left - 1)
    removed.push(row)
  }
  return { keyColumns: [], columns, added, removed: removed.reverse(), changed: [], same }
}

/** Rows of each kind that are drawn; the counts above name all. */
const SHOWN = 200

function RowTable({
  rows,
  columns,
  tone,
}: {
  readonly rows: readonly Row[]
  readonly columns: readonly string[]
  readonly tone: 'good' | 'bad'
}) {
  const t = useText()
  if (rows.length === 0) return null
  return (
    <section>
      <h3>
        <Badge tone={tone}>
          {t(tone === 'good' ? 'query.diff.added' : 'query.diff.removed', { count: rows.length })}
        </Badge>
        {rows.length > SHOWN ? t('query.diff.first', { count: SHOWN }) : null}
      </h3>
      <table className={styles['rows']}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column}>{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column} title={cellText(row[column]).slice(0, 2000)}>
                  {cellText(row[column]).slice(0, 200)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Changes({ diff }: { readonly diff: ResultDiff }) {
  const t = useText()
  if (diff.changed.length === 0) return null
  return (
    <section>
      <h3>
        <Badge tone="warning">{t('query.diff.changed', { count: diff.changed.length })}</Badge>
        {diff.changed.length > SHOWN ? t('query.diff.first', { count: SHOWN }) : null}
      </h3>
      <table className={styles['rows']}>
        <thead>
          <tr>
            <th>{diff.keyColumns.join(' · ')}</th>
            <th>{t('query.diff.column')}</th>
            <th>{t('query.diff.before')}</th>
            <th>{t('query.diff.after')}</th>
          </tr>
        </thead>
        <tbody>
          {diff.changed.slice(0, SHOWN).flatMap(({ key, before, after, columns }) =>
            columns.map((column) => (
              <tr key={`${key}-${column}`}>
                <td title={key}>{key}</td>
                <td>{column}</td>
                <td className={styles['old']}>{cellText(before[column]).slice(0, 300)}</td>
                <td className={styles['new']}>{cellText(after[column]).slice(0, 300)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </section>
  )
}

interface DiffDialogProps {
  readonly open: boolean
  onClose(): void
  /** The two runs, in any order. */
  readonly entries: readonly HistoryRecord[]
}

/** What two runs brought differently, the older one first. */
export function DiffDialog({ open, onClose, entries }: DiffDialogProps) {
  const t = useText()
  const [diff, setDiff] = useState<ResultDiff | 'gone'>()
  const [before, after] = entries.toSorted((a, b) => a.at - b.at)
  useEffect(() => {
    if (!open || !before || !after) return
    const abort = new AbortController()
    const { signal } = abort
    setDiff(undefined)
    const compare = async (): Promise<ResultDiff | 'gone'> => {
      const [old, fresh] = await Promise.all([readSnapshot(before.id), readSnapshot(after.id)])
      return old && fresh ? inSlices(diffSteps(old, fresh), signal) : 'gone'
    }
    compare().then(
      (result) => {
        if (!signal.aborted) setDiff(result)
      },
      () => {
        if (!signal.aborted) setDiff('gone')
      },
    )
    return () => abort.abort()
  }, [open, before?.id, after?.id]) // oxlint-disable-line react/exhaustive-deps -- entries are identified by their ids
  const moment = (entry: HistoryRecord | undefined): string => (entry ? showTime(entry.at, true) : '')
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t('query.diff.title')}
      description={t('query.diff.runs', { before: moment(before), after: moment(after) })}
      width={1000}
    >
      {diff === undefined ? <p>{t('ui.loading')}</p> : null}
      {diff === 'gone' ? <EmptyState title={t('query.diff.gone')} hint={t('query.diff.goneHint')} /> : null}
      {typeof diff === 'object' ? (
        // Scrollable text must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <Stack
          gap={3}
          scroll
          className={styles['diff']}
          tabIndex={0}
          role="region"
          aria-label={t('query.diff.title')}
        >
          <p>
            {t('query.diff.summary', {
              added: diff.added.length,
              removed: diff.removed.length,
              changed: diff.changed.length,
              same: diff.same,
            })}
            {diff.keyColumns.length > 0
              ? ` ${t('query.diff.key', { columns: diff.keyColumns.join(', ') })}`
              : ''}
          </p>
          <Changes diff={diff} />
          <RowTable rows={diff.added} columns={diff.columns} tone="good" />
          <RowTable rows={diff.removed} columns={diff.columns} tone="bad" />
        </Stack>
      ) : null}
    </Dialog>
  )
}
