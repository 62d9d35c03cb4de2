import { Braces, Clock, ListTree, Play, Save, Square } from 'lucide-react'
import type { TimeRange } from '#shared/documents/query.ts'
import { shownKeys } from '../../app/keys.ts'
import { runCommand } from '../../app/run-command.ts'
import { fromLocalInput, timeZone, toLocalInput } from '../../i18n/moment.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { ColumnToggle } from '../../ui/columns.tsx'
import { rangeWords } from '../../ui/range-words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { MomentInput } from '../../ui/moment-input.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx'
import { PRESETS } from '../../spl/asked.ts'
import { runsOf, useRuns } from '../run/run-store.ts'
import { useSide } from '../tabs/side-store.ts'
import { activeTab, changeTab, useTabs } from '../tabs/tabs-store.ts'

interface TimeRangeFormProps {
  readonly range: TimeRange | undefined
  onChange(range: TimeRange | undefined): void
}

/** Sets the query's time range: a preset such as the last hour, or any two ends. */
function TimeRangeForm({ range, onChange }: TimeRangeFormProps) {
  const t = useText()
  const setEnd = (end: 'from' | 'to', text: string): void => {
    const next = { from: range?.from, to: range?.to, [end]: fromLocalInput(text) }
    const { from, to } = next
    onChange(from || to ? { ...(from ? { from } : {}), ...(to ? { to } : {}) } : undefined)
  }
  const wrong = range?.from && range.to && range.from >= range.to ? t('query.range.order') : undefined
  return (
    <Stack gap={2} style={{ width: '24rem' }}>
      <h2>{t('query.range.title')}</h2>
      <Stack align="stretch" gap={1} style={{ display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)' }}>
        {Object.keys(PRESETS).map((preset) => (
          <Button key={preset} aria-pressed={range?.preset === preset} onClick={() => onChange({ preset })}>
            {preset}
          </Button>
        ))}
        <Button aria-pressed={range === undefined} onClick={() => onChange(undefined)}>
          {t('ui.range.any')}
        </Button>
      </Stack>
      <Field label={t('query.range.from')} error={wrong}>
        <MomentInput value={toLocalInput(range?.from)} onMoment={(local) => setEnd('from', local)} />
      </Field>
      <Field label={t('query.range.to')}>
        <MomentInput value={toLocalInput(range?.to)} onMoment={(local) => setEnd('to', local)} />
      </Field>
      <p>
        {t('query.range.hint')} {t('ui.range.zone', { zone: timeZone() })}
      </p>
    </Stack>
  )
}

/** Run controls: statements to run, limit and time range. */
export function RunBar() {
  const t = useText()
  const tab = useTabs(activeTab)
  const running = useRuns((state) => runsOf(state, tab.id).some((run) => run.state.kind === 'running'))
  const preset = tab.timeRange?.preset
  const empty = tab.text.trim() === '' ? t('query.run.empty') : undefined
  const side = useSide((state) => state.open)
  return (
    <Toolbar label={t('query.toolbar')} wrap>
      {running ? (
        <Button
          tone="danger"
          keys={shownKeys('query.cancel')}
          onClick={() => void runCommand('query.cancel')}
        >
          <Square size={13} aria-hidden />
          {t('query.cancel')}
        </Button>
      ) : (
        <Button
          tone="primary"
          keys={shownKeys('query.run')}
          onClick={() => void runCommand('query.run')}
          reason={empty}
        >
          <Play size={13} aria-hidden />
          {t('query.run')}
        </Button>
      )}
      <Button keys={shownKeys('query.runAll')} onClick={() => void runCommand('query.runAll')} reason={empty}>
        {t('query.runAll')}
      </Button>
      <Button
        keys={shownKeys('query.explain')}
        onClick={() => void runCommand('query.explain')}
        reason={empty}
      >
        <ListTree size={14} aria-hidden />
        {t('query.explain')}
      </Button>
      <IconButton
        icon={Braces}
        label={t('query.format')}
        keys={shownKeys('query.format')}
        onClick={() => void runCommand('query.format')}
      />
      <IconButton
        icon={Save}
        label={t('query.saveAs')}
        keys={shownKeys('query.save')}
        onClick={() => void runCommand('query.save')}
        reason={empty}
      />
      <ToolbarSpace />
      <Stack as="label" row fixed gap={2} tone="quiet">
        <span>{t('query.limit')}</span>
        <Input
          style={{ width: '5.25rem' }}
          type="number"
          min={1}
          value={tab.limit ?? ''}
          placeholder={t('query.limit.default')}
          aria-valuetext={tab.limit === undefined ? t('query.limit.default') : undefined}
          onChange={(event) => {
            const value = Math.floor(Number(event.target.value))
            changeTab(tab.id, { limit: value > 0 ? value : undefined })
          }}
        />
      </Stack>
      <Popover
        label={t('query.range.title')}
        align="end"
        trigger={
          <Button>
            <Clock size={13} aria-hidden />
            {preset ? t('query.range.last', { span: preset }) : rangeWords(tab.timeRange ?? {}, t)}
          </Button>
        }
      >
        <TimeRangeForm range={tab.timeRange} onChange={(timeRange) => changeTab(tab.id, { timeRange })} />
      </Popover>
      <ColumnToggle
        label={t('query.side.toggle')}
        side="right"
        keys={shownKeys('query.side')}
        open={side !== undefined}
        onToggle={() => void runCommand('query.side')}
      />
    </Toolbar>
  )
}
