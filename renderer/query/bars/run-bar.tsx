import { Braces, Clock, ListTree, PanelRight, Play, Square } from 'lucide-react'
import { runCommand } from '../../app/run-command.ts'
import { useText } from '../../i18n/text.ts'
import { showKeys } from '../../app/keys.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx'
import { useSide } from '../tabs/side-store.ts'
import { Stack } from '../../ui/stack.tsx'
import { activeTab, changeTab, useTabs } from '../tabs/tabs-store.ts'
import styles from './bars.module.css'
import { runsOf, useRuns } from '../run/run-store.ts'
import { TimeRangeForm } from './time-range-form.tsx'

/** What runs, how, and with which limit and time range. */
export function RunBar() {
  const t = useText()
  const tab = useTabs(activeTab)
  const running = useRuns((state) => runsOf(state, tab.id).some((run) => run.state.kind === 'running'))
  const side = useSide((state) => state.open)
  const range = tab.timeRange
  const rangeText = range?.preset
    ? t('query.range.last', { span: range.preset })
    : range?.from || range?.to
      ? `${range.from ?? '…'} – ${range.to ?? '…'}`
      : t('query.range.any')
  return (
    <Toolbar label={t('query.toolbar')}>
      {running ? (
        <Button tone="danger" onClick={() => void runCommand('query.cancel')}>
          <Square size={13} aria-hidden />
          {t('query.cancel')}
        </Button>
      ) : (
        <Button
          tone="primary"
          title={showKeys('Mod+Enter')}
          onClick={() => void runCommand('query.run')}
          disabled={tab.text.trim() === ''}
        >
          <Play size={13} aria-hidden />
          {t('query.run')}
        </Button>
      )}
      <Button title={showKeys('Mod+Shift+Enter')} onClick={() => void runCommand('query.runAll')}>
        {t('query.runAll')}
      </Button>
      <Button title={showKeys('Mod+Shift+E')} onClick={() => void runCommand('query.explain')}>
        <ListTree size={14} aria-hidden />
        {t('query.explain')}
      </Button>
      <IconButton
        icon={Braces}
        label={t('query.format')}
        keys={showKeys('Shift+Alt+F')}
        onClick={() => void runCommand('query.format')}
      />
      <ToolbarSpace />
      <Stack as="label" row gap={1.5} tone="quiet" className={styles['limit']}>
        <span>{t('query.limit')}</span>
        <Input
          type="number"
          min={1}
          value={tab.limit ?? ''}
          placeholder={t('query.limit.default')}
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
            {rangeText}
          </Button>
        }
      >
        <TimeRangeForm range={range} onChange={(timeRange) => changeTab(tab.id, { timeRange })} />
      </Popover>
      <IconButton
        icon={PanelRight}
        label={t('query.side.toggle')}
        keys={showKeys('Mod+B')}
        aria-pressed={side !== undefined}
        onClick={() => void runCommand('query.side')}
      />
    </Toolbar>
  )
}
