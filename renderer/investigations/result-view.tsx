import { type ReactNode, useMemo, useState } from 'react'
import type {
  Cell,
  Change,
  GraphResult,
  OutputResult,
  Result,
  RowsResult,
} from '#shared/investigations/cell.ts'
import { figure, summariesOf } from '#shared/investigations/summary.ts'
import { isEntityId, parseEntityKey } from '#shared/model/entity.ts'
import { FailureText } from '../app/failure-text.tsx'
import { showTime } from '../i18n/moment.ts'
import { type Text as Say, useText } from '../i18n/text.ts'
import { TextTable } from '../markdown/text-table.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Segment } from '../ui/segment.tsx'
import { shownName, shownText } from '../ui/shown-name.ts'
import { Sparkline } from '../ui/sparkline.tsx'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { SeriesView } from '../telemetry/lazy-series.ts'
import { LogView } from '../telemetry/log-view.tsx'
import { SeriesContext } from '../telemetry/series-context.ts'
import { GraphPicture } from './graph-picture.tsx'
import { resolveTimeRange } from '../spl/asked.ts'
import { columnName, storedWords } from '../spl/column-names.ts'
import { useEntityNames } from '../spl/entity-names.ts'
import { refusalInWords } from '../spl/refusal-words.ts'
import { connectionFor } from './run.ts'
import { answerOfLogs, answerOfSeries, seriesNames } from './stored-answer.ts'

/** Rows shown before the user expands the list. */
const FIRST_ROWS = 10

interface RowsProps {
  readonly result: RowsResult
  readonly label: string
  /** Of entities, by key. */
  readonly names?: ReadonlyMap<string, string>
}

const NO_NAMES: ReadonlyMap<string, string> = new Map()

const MARKS = {
  added: { sign: '+', tone: 'good' },
  changed: { sign: '±', tone: 'warning' },
  removed: { sign: '−', tone: 'bad' },
} as const

/** Row marks: changed rows by index, removed rows appended. */
function marksOf(t: Say, change: Change | undefined, count: number) {
  if (!change || change.added.length + change.changed.length + change.removed.length === 0) return undefined
  const mark = (kind: keyof typeof MARKS) => ({ ...MARKS[kind], label: t(`investigations.mark.${kind}`) })
  return new Map([
    ...change.added.map((at) => [at, mark('added')] as const),
    ...change.changed.map((at) => [at, mark('changed')] as const),
    ...change.removed.map((_, at) => [count + at, mark('removed')] as const),
  ])
}

/** Describes what the last run changed. */
export function ChangeBadge({ result }: { readonly result: Result }) {
  const t = useText()
  const { change, kind } = result
  if (!change) return null
  const counts = {
    added: change.added.length,
    removed: change.gone ?? change.removed.length,
    changed: change.changed.length,
  }
  const time = showTime(change.since)
  const parts = (['added', 'removed', 'changed'] as const)
    .filter((one) => counts[one] > 0)
    .map((one) => t(`investigations.changed.${one}`, { count: counts[one] }))
  if (parts.length === 0) return <Badge>{t('investigations.same', { time })}</Badge>
  const summary =
    kind === 'output'
      ? t('investigations.changed.output', { time })
      : t('investigations.changed', { time, parts: parts.join(', ') })
  return <Badge tone="warning">{summary}</Badge>
}

/** The entity that a stored value is the key of. */
const entityOf = (text: string) => {
  const key = parseEntityKey(text)
  return key && isEntityId(key.id) ? key : undefined
}

/** A stored value: an entity by its name, if that is known, or what it means to people. */
function valueOf(text: string, column: string, names: ReadonlyMap<string, string>): ReactNode {
  const words = storedWords(column, text)
  if (words !== undefined) return <span title={text}>{words}</span>
  const name = names.get(text)
  if (name === undefined) return shownText(text)
  return (
    <span title={text}>
      <b>{shownName(name)}</b> <Text tone="quiet">{entityOf(text)?.type}</Text>
    </span>
  )
}

/** Where the names of a result's entities are looked up. */
function useNameSource({ connection, range }: Cell, at: number): Parameters<typeof useEntityNames>[0] {
  return useMemo(
    () => ({ connection: connectionFor({ connection })?.id, timeRange: resolveTimeRange(range, at) }),
    [connection, range, at],
  )
}

/** The graph of a query's result; the stored rows may give entities by id only. */
function Graph({ cell, result }: { readonly cell: Cell; readonly result: GraphResult }) {
  const source = useNameSource(cell, result.at)
  const keys = useMemo(
    () => result.nodes.flatMap(({ key, label }) => (label.endsWith('…') && entityOf(key) ? [key] : [])),
    [result],
  )
  const names = useEntityNames(source, keys)
  const named = useMemo(() => {
    const unnamed = new Set(keys)
    if (!keys.some((key) => names.has(key))) return result
    const nodes = result.nodes.map((node) =>
      unnamed.has(node.key) ? { ...node, label: names.get(node.key) ?? node.label } : node,
    )
    return { ...result, nodes }
  }, [result, keys, names])
  return <GraphPicture result={named} />
}

/** The rows of a query's result. */
function Table({ cell, ...props }: RowsProps & { readonly cell: Cell }) {
  const source = useNameSource(cell, props.result.at)
  const { rows, change } = props.result
  const keys = useMemo(
    () => [...new Set([...rows, ...(change?.removed ?? [])].flat().filter((text) => entityOf(text)))],
    [rows, change],
  )
  return <Rows {...props} names={useEntityNames(source, keys)} />
}

function Rows({ result, label, names = NO_NAMES }: RowsProps) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const { columns, rows, change, total } = result
  if (rows.length === 0 && !change?.removed.length)
    return (
      <Text as="p" tone="quiet">
        {t('investigations.noRows')}
      </Text>
    )
  const marks = marksOf(t, change, rows.length)
  const all = [...rows, ...(change?.removed ?? [])]
  // Changed rows are always shown.
  const first = all.flatMap((_, at) => (open || at < FIRST_ROWS || marks?.has(at) ? [at] : []))
  const shownMarks =
    marks && new Map(first.flatMap((at, place) => (marks.has(at) ? [[place, marks.get(at)!] as const] : [])))
  return (
    <Stack gap={1}>
      <TextTable
        label={label}
        columns={columns.map((column) => columnName(column, t, columns))}
        rows={first.map((at) =>
          (all[at] ?? []).map((text, place) => valueOf(text, columns[place] ?? '', names)),
        )}
        marks={shownMarks}
      />
      <Stack row gap={2} small tone="quiet">
        {total === undefined ? null : <span>{t('investigations.rows', { shown: rows.length, total })}</span>}
        {all.length > FIRST_ROWS ? (
          <Button tone="link" onClick={() => setOpen(!open)}>
            {open ? t('investigations.showFewer') : t('investigations.showAll', { count: all.length })}
          </Button>
        ) : null}
      </Stack>
    </Stack>
  )
}

function Series({ result, label }: RowsProps) {
  const t = useText()
  const series = summariesOf(result)
  const names = seriesNames(result)
  const marks = marksOf(t, result.change, series.length)
  const columns = (['series', 'course', 'last', 'least', 'mean', 'most'] as const).map((name) =>
    t(`investigations.${name}`),
  )
  const gone = (result.change?.removed ?? []).map((row) => [row[0] ?? '', '', '', '', '', ''])
  const rows: ReactNode[][] = series.map(({ values, last, least, mean, most }, place) => {
    const name = names[place] ?? ''
    // With negative values the axis starts at the minimum.
    const ground = Math.min(0, Number.isFinite(least) ? least : 0)
    const shifted = values.map((value) => (Number.isFinite(value) ? value - ground : undefined))
    return [
      name,
      <Sparkline
        key="course"
        label={name}
        values={shifted}
        top={Math.max(most - ground, Number.MIN_VALUE) || 1}
      />,
      ...[last, least, mean, most].map(figure),
    ]
  })
  return <TextTable label={label} columns={columns} rows={[...rows, ...gone]} marks={marks} />
}

/** Height in px from which charts scroll: a page that is read from top to bottom scrolls alone, unless a plan has very many. */
const MOST_CHARTS = 2000
const LOG = 380
const FRAME = { border: '1px solid var(--line)', borderRadius: 6, overflow: 'hidden' } as const

/** Stored series as charts, with zoom and toggles. */
function Chart({ result }: { readonly result: RowsResult }) {
  const answer = useMemo(() => answerOfSeries(result), [result])
  return (
    <Stack style={{ ...FRAME, maxHeight: MOST_CHARTS }}>
      <SeriesContext value={answer}>
        <SeriesView />
      </SeriesContext>
    </Stack>
  )
}

/** Stored log lines with levels, histogram and search. */
function Log({ result }: { readonly result: RowsResult }) {
  const answer = useMemo(() => answerOfLogs(result), [result])
  return (
    <Stack style={{ ...FRAME, height: LOG }}>
      <LogView answer={answer} busy={false} more={undefined} />
    </Stack>
  )
}

/**
 * A plan's result as charts, or as a table; a table if a rerun changed something, since only that shows
 * marks.
 */
function Measured({ result, label }: RowsProps) {
  const t = useText()
  const isChanged = marksOf(t, result.change, result.rows.length) !== undefined
  const [chosen, choose] = useState<'drawn' | 'table'>()
  const view = chosen ?? (isChanged ? 'table' : 'drawn')
  const isLog = result.kind === 'logs'
  const drawn = isLog ? <Log result={result} /> : <Chart result={result} />
  const table = isLog ? <Rows result={result} label={label} /> : <Series result={result} label={label} />
  if (result.rows.length === 0) return table
  return (
    <Stack gap={1}>
      <Stack row>
        <Segment
          label={t('investigations.view')}
          options={[
            { value: 'drawn', label: t(isLog ? 'telemetry.logs' : 'telemetry.series') },
            { value: 'table', label: t('investigations.view.table') },
          ]}
          value={view}
          onChange={choose}
        />
      </Stack>
      {view === 'drawn' ? drawn : table}
    </Stack>
  )
}

function Output({ result }: { readonly result: OutputResult }) {
  const t = useText()
  const { text, exitCode, total, change } = result
  const before = change?.removed[0]?.[0]
  return (
    <Stack gap={1}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard (axe: scrollable-region-focusable) */}
      <Text
        as="div"
        mono
        tabIndex={0}
        role="region"
        aria-label={t('investigations.kind.command')}
        style={PRINTED}
      >
        {text}
      </Text>
      <Stack row gap={2} small>
        <Badge tone={exitCode === 0 ? 'good' : exitCode === null ? 'neutral' : 'bad'}>
          {exitCode === null
            ? t('investigations.exit.unknown')
            : t('investigations.exit', { code: exitCode })}
        </Badge>
        {total === undefined ? null : t('investigations.characters', { shown: text.length, total })}
      </Stack>
      {before === undefined ? null : (
        <details>
          <Text as="summary" tone="quiet" small>
            {t('investigations.before')}
          </Text>
          <Text as="div" mono tone="bad" style={PRINTED}>
            {before}
          </Text>
        </details>
      )}
    </Stack>
  )
}

/** Command output preserves line breaks, and scrolls if long. */
const PRINTED = {
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  maxHeight: 320,
  overflow: 'auto',
  padding: '8px 12px',
  background: 'var(--sunken)',
  borderRadius: 6,
} as const

interface ResultViewProps {
  readonly result: Result
  /** The cell the result belongs to. */
  readonly label: string
  readonly cell: Cell
}

/** The result of a cell. */
export function ResultView({ result, label, cell }: ResultViewProps) {
  switch (result.kind) {
    case 'table':
      return <Table result={result} label={label} cell={cell} />
    case 'logs':
    case 'series':
      return <Measured result={result} label={label} />
    case 'graph':
      return <Graph cell={cell} result={result} />
    case 'output':
      return <Output result={result} />
    case 'failure':
      return (
        <Notice tone="bad">
          {refusalInWords(result.message, result.facts ?? {}) ?? <FailureText failure={result} />}
        </Notice>
      )
  }
}
