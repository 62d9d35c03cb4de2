import { useDeferredValue, useMemo, useState } from 'react'
import type { LogRow, LogsAnswer } from '#shared/telemetry/answer.ts'
import { type Severity, SEVERITIES, severityOf } from '#shared/telemetry/documents.ts'
import { showTime } from '../i18n/moment.ts'
import { useText } from '../i18n/text.ts'
import { JsonView } from '../json/json-view.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { SearchInput } from '../ui/field.tsx'
import { List } from '../ui/list.tsx'
import { Row } from '../ui/row.tsx'
import { Segment } from '../ui/segment.tsx'
import { Sparkline } from '../ui/sparkline.tsx'
import { Split } from '../ui/split.tsx'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { Toolbar, ToolbarSpace } from '../ui/toolbar.tsx'
import { Instant, Moment } from '../ui/moment.tsx'
import { FollowButton } from './follow-button.tsx'
import type { SeriesActions } from './series-context.ts'
import { foundRows, histogramOf, severities } from './log-times.ts'
import { Notes } from './notes.tsx'

const TONES = {
  error: 'bad',
  warning: 'warning',
  info: 'accent',
  debug: 'neutral',
  other: 'neutral',
} as const
const PIECES = 60
const ROW_HEIGHT = 44

interface LogViewProps {
  readonly answer: LogsAnswer
  readonly busy: boolean
  /** Loads the next page; absent if there is none. */
  readonly more: (() => void) | undefined
  /** Toggles live mode; absent if the log cannot be followed. */
  readonly follow?: SeriesActions['follow']
}

/** Shows documents as log lines: levels, a histogram over time, text search, and each line's fields. */
export function LogView({ answer, busy, more, follow }: LogViewProps) {
  const t = useText()
  const { rows, total, notes } = answer
  const [search, setSearch] = useState('')
  const [severity, setSeverity] = useState<Severity | 'all'>('all')
  const [read, setRead] = useState<string>()
  const wanted = useDeferredValue(search)
  const counts = useMemo(() => severities(rows), [rows])
  const found = useMemo(() => foundRows(rows, wanted, severity), [rows, wanted, severity])
  const histogram = useMemo(() => histogramOf(found, PIECES), [found])
  const opened = found.find(({ id }) => id === read)
  const levels = SEVERITIES.filter((one) => counts[one] > 0)
  if (rows.length === 0) {
    return (
      <Stack grow>
        <Notes notes={notes} />
        <EmptyState
          title={t('telemetry.logs.empty')}
          hint={t('telemetry.series.emptyHint')}
          action={follow ? <FollowButton follow={follow} /> : undefined}
        />
      </Stack>
    )
  }
  return (
    <Stack grow>
      <Toolbar label={t('telemetry.logs')} dense wrap>
        <SearchInput
          label={t('telemetry.logs.search')}
          value={search}
          onSearch={setSearch}
          style={{ width: '13.75rem' }}
        />
        <Segment
          label={t('telemetry.logs.levels')}
          options={[
            { value: 'all', label: t('telemetry.logs.all', { count: rows.length }) },
            ...levels.map((one) => ({
              value: one,
              label: t(`telemetry.logs.${one}`, { count: counts[one] }),
            })),
          ]}
          value={severity}
          onChange={setSeverity}
        />
        {follow ? <FollowButton follow={follow} /> : null}
        <ToolbarSpace />
        <Text tone="quiet" small role="status">
          {total === undefined
            ? t('telemetry.logs.shown', { shown: found.length, loaded: rows.length })
            : t(total.atLeast ? 'telemetry.logs.atLeast' : 'telemetry.logs.of', {
                shown: found.length,
                loaded: rows.length,
                total: total.count,
              })}
        </Text>
        {more ? (
          <Button reason={busy ? t('ui.loading') : undefined} onClick={more}>
            {t('telemetry.logs.more')}
          </Button>
        ) : null}
      </Toolbar>
      <Notes notes={notes} />
      {histogram ? (
        <Stack fixed pad={[1, 3]} line="bottom" tone="quiet" small>
          <Sparkline
            label={t('telemetry.logs.histogram', {
              from: showTime(histogram.from),
              to: showTime(histogram.to),
            })}
            values={histogram.counts}
            events={histogram.errors}
          />
          <Stack row justify="space-between">
            <Moment at={histogram.from} />
            <Moment at={histogram.to} />
          </Stack>
        </Stack>
      ) : null}
      <Split id="telemetry-logs" direction="horizontal" first={65}>
        {[
          <Stack key="rows" grow>
            <List
              label={t('telemetry.logs')}
              items={found}
              keyOf={({ id }) => id}
              rowHeight={ROW_HEIGHT}
              current={read}
              busy={busy}
            >
              {(row) => <LogLine row={row} selected={row.id === read} onRead={setRead} />}
            </List>
          </Stack>,
          opened ? (
            <JsonView key={opened.id} value={opened.fields} label={t('telemetry.logs.fields')} />
          ) : null,
        ]}
      </Split>
    </Stack>
  )
}

interface LogLineProps {
  readonly row: LogRow
  readonly selected: boolean
  onRead(id: string): void
}

function LogLine({ row, selected, onRead }: LogLineProps) {
  const { id, time, level, message, fields } = row
  return (
    <Row
      icon={level === '' ? undefined : <Badge tone={TONES[severityOf(level)]}>{level.slice(0, 12)}</Badge>}
      label={(message || JSON.stringify(fields)).slice(0, 400)}
      note={time === null ? '–' : <Instant at={time} />}
      selected={selected}
      onClick={() => onRead(id)}
    />
  )
}
