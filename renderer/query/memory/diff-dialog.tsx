import { useEffect, useState } from 'react'
import type { HistoryRecord } from '#shared/documents/query.ts'
import { showTime } from '../../i18n/moment.ts'
import { useText } from '../../i18n/text.ts'
import { inSlices } from '../../app/slices.ts'
import { Badge } from '../../ui/badge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { cellText, type Row } from '../../spl/result.ts'
import { diffSteps, type ResultDiff } from '../../spl/row-diff.ts'
import { Stack } from '../../ui/stack.tsx'
import { readSnapshot } from '../run/snapshots.ts'
import styles from './memory.module.css'

/** Maximum rows shown of each kind; the counts include all. */
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

/** Shows the differences between two runs, older first. */
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
  const moment = (entry: HistoryRecord | undefined): string => (entry ? showTime(entry.at) : '')
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
