import {
  ArrowDown,
  ArrowUp,
  Download,
  EllipsisVertical,
  List,
  RotateCcw,
  Search,
  TriangleAlert,
  X,
} from 'lucide-react'
import { useState } from 'react'
import { type Block, hasFailed } from '#shared/terminals/block.ts'
import { Truncate } from '../../ui/truncate.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useText } from '../../i18n/text.ts'
import { shownKeys } from '../../app/keys.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { TerminalScreen } from '../screen/terminal-screen.ts'
import { useUnsupportedFeature } from '../sandboxes/unsupported-feature.ts'
import { changeTerminal, closeTerminal, submitAgain } from '../sessions/actions.ts'
import { showFolder } from '../sessions/show.ts'
import { changeView, chosenBlock, nextBlock, type TerminalView } from '../sessions/view.ts'
import { blockEntries, menuOf, exportTerminal } from './block-actions.ts'
import { BlockOutcome } from './block-outcome.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import type { ExportFormat } from './block-export.ts'
import styles from './blocks.module.css'

const FORMATS: readonly ExportFormat[] = ['text', 'markdown', 'html', 'asciicast']

interface BlockBarProps {
  readonly terminal: TerminalView
  readonly screen: TerminalScreen | undefined
  readonly listed: boolean
  /** One of several panes: it has a close button. */
  readonly apart: boolean
  onList(listed: boolean): void
  onFind(): void
}

/** The selected command (or the last one) above the screen, with its actions and the terminal's. */
export function BlockBar({ terminal, screen, listed, apart, onList, onFind }: BlockBarProps) {
  const t = useText()
  const [comparing, setComparing] = useState<number>()
  const { id, platform, blocks, selected, home, plain } = terminal
  const noChange = useUnsupportedFeature()('change', platform)
  const block = chosenBlock(terminal)
  const go = (direction: 1 | -1, wanted?: (block: Block) => boolean): void => {
    const next = nextBlock(blocks, selected, direction, wanted)
    if (!next) return
    changeView(id, { selected: next.number })
    screen?.scrollTo(next.number)
  }
  const failed = blocks.some(hasFailed)
  return (
    <Toolbar label={t('sandboxes.blocks')}>
      <Stack row gap={2} className={styles['current']}>
        {block ? (
          <>
            <Truncate tone="quiet" title={undefined} className={styles['folder']}>
              {showFolder(block.cwd, home)}
            </Truncate>
            {block.background ? (
              <Truncate>{t('sandboxes.block.background')}</Truncate>
            ) : (
              <Truncate as="code" title={undefined} style={{ maxWidth: '36ch' }}>
                {block.command.split('\n')[0]}
              </Truncate>
            )}
            {/* The list beside the screen says it, too. */}
            {listed && block.state !== 'running' ? null : <BlockOutcome block={block} />}
            {terminal.progress && block.state === 'running' ? (
              <progress
                className={styles['progress']}
                aria-label={t('sandboxes.block.progress')}
                data-tone={terminal.progress.tone}
                max={100}
                value={terminal.progress.percent}
              />
            ) : null}
          </>
        ) : null}
      </Stack>
      <ToolbarSpace />
      {block ? (
        <>
          <IconButton
            label={t('sandboxes.block.rerun')}
            icon={RotateCcw}
            reason={noChange ?? (block.background ? t('sandboxes.block.rerun.background') : undefined)}
            onClick={() => submitAgain(id, block.command)}
          />
          <Menu
            label={menuOf(t, block)}
            icon={EllipsisVertical}
            entries={blockEntries(t, terminal, block, {
              noRun: noChange,
              compare: () => setComparing(block.number),
            })}
          />
        </>
      ) : null}
      <IconButton
        label={t('sandboxes.block.previous')}
        keys={shownKeys('sandboxes.previous')}
        icon={ArrowUp}
        onClick={() => go(-1)}
      />
      <IconButton
        label={t('sandboxes.block.next')}
        keys={shownKeys('sandboxes.next')}
        icon={ArrowDown}
        onClick={() => go(1)}
      />
      <IconButton
        label={t('sandboxes.block.failedBefore')}
        keys={shownKeys('sandboxes.failedBefore')}
        icon={TriangleAlert}
        reason={failed ? undefined : t('sandboxes.block.failedNone')}
        onClick={() => go(-1, hasFailed)}
      />
      <IconButton
        label={t('sandboxes.find')}
        keys={shownKeys('sandboxes.find')}
        icon={Search}
        onClick={onFind}
      />
      <Menu
        label={t('sandboxes.export')}
        icon={Download}
        entries={[
          ...FORMATS.map((format) => ({
            label: t(`sandboxes.export.${format}`),
            act: () => void exportTerminal(terminal, format, screen?.size ?? { columns: 80, rows: 24 }),
          })),
          {
            label: t('sandboxes.plain'),
            apart: true,
            checked: plain,
            act: () => changeTerminal(id, { plain: !plain }),
          },
          ...notificationEntry(t('sandboxes.notify')),
        ]}
      />
      <IconButton
        label={t('sandboxes.blocks.toggle')}
        icon={List}
        aria-pressed={listed}
        onClick={() => onList(!listed)}
      />
      {apart ? (
        <IconButton
          label={t('sandboxes.close', { name: terminal.name })}
          icon={X}
          onClick={() => closeTerminal(id)}
        />
      ) : null}
      {comparing === undefined ? null : (
        <CompareDialog terminal={terminal} first={comparing} close={() => setComparing(undefined)} />
      )}
    </Toolbar>
  )
}

function notificationEntry(label: string) {
  if (!('Notification' in window) || Notification.permission === 'denied') return []
  return [
    {
      label,
      checked: Notification.permission === 'granted',
      act: () => void Notification.requestPermission(),
    },
  ]
}
