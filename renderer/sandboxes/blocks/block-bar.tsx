import { EllipsisVertical, List, type LucideIcon, RotateCcw, Search, X } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { type Block, hasFailed } from '#shared/terminals/block.ts'
import { Truncate } from '../../ui/truncate.tsx'
import { Stack } from '../../ui/stack.tsx'
import { type Text as Say, useText } from '../../i18n/text.ts'
import { shownKeys } from '../../app/keys.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
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
        <Worded
          label={t('sandboxes.block.rerun')}
          word={apart ? undefined : t('sandboxes.block.rerun')}
          icon={RotateCcw}
          reason={noChange ?? (block.background ? t('sandboxes.block.rerun.background') : undefined)}
          onClick={() => submitAgain(id, block.command)}
        />
      ) : null}
      <Worded
        label={t('sandboxes.find')}
        word={apart ? undefined : t('sandboxes.find.word')}
        keys={shownKeys('sandboxes.find')}
        icon={Search}
        onClick={onFind}
      />
      <Worded
        label={t('sandboxes.blocks.toggle')}
        word={apart ? undefined : t('sandboxes.blocks')}
        icon={List}
        aria-pressed={listed}
        onClick={() => onList(!listed)}
      />
      <Menu
        label={t('sandboxes.terminal.more')}
        icon={EllipsisVertical}
        entries={() => [
          ...walkEntries(t, blocks, go),
          ...(block
            ? [
                {
                  label: menuOf(t, block),
                  apart: true,
                  entries: blockEntries(t, terminal, block, {
                    noRun: noChange,
                    compare: () => setComparing(block.number),
                  }),
                },
              ]
            : []),
          {
            label: t('sandboxes.export'),
            apart: !block,
            entries: FORMATS.map((format) => ({
              label: t(`sandboxes.export.${format}`),
              act: () => void exportTerminal(terminal, format, screen?.size ?? { columns: 80, rows: 24 }),
            })),
          },
          {
            label: t('sandboxes.plain'),
            apart: true,
            checked: plain,
            act: () => changeTerminal(id, { plain: !plain }),
          },
          ...notificationEntry(t('sandboxes.notify')),
        ]}
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

type Go = (direction: 1 | -1, wanted?: (block: Block) => boolean) => void

/** Ways from command to command; the menu stays for the next step. */
function walkEntries(t: Say, blocks: readonly Block[], go: Go): MenuEntry[] {
  const none = blocks.length > 0 ? undefined : t('sandboxes.block.none')
  const noFailed = blocks.some(hasFailed) ? undefined : t('sandboxes.block.failedNone')
  return [
    {
      label: t('sandboxes.block.previous'),
      keys: shownKeys('sandboxes.previous'),
      stays: true,
      disabled: none,
      act: () => go(-1),
    },
    {
      label: t('sandboxes.block.next'),
      keys: shownKeys('sandboxes.next'),
      stays: true,
      disabled: none,
      act: () => go(1),
    },
    {
      label: t('sandboxes.block.failedBefore'),
      keys: shownKeys('sandboxes.failedBefore'),
      stays: true,
      disabled: noFailed,
      act: () => go(-1, hasFailed),
    },
    {
      label: t('sandboxes.block.failed'),
      keys: shownKeys('sandboxes.failed'),
      stays: true,
      disabled: noFailed,
      act: () => go(1, hasFailed),
    },
  ]
}

type WordedProps = Omit<ComponentProps<typeof Button>, 'tone' | 'tip' | 'children'> & {
  readonly label: string
  readonly icon: LucideIcon
  /** Beside the icon where the bar has room; part of the label. */
  readonly word: string | undefined
}

/** A button with an icon, and its word where there is room. */
function Worded({ label, icon: Icon, word, ...props }: WordedProps) {
  return (
    <Button {...props} tone="quiet" tip={label} aria-label={label}>
      <Icon size={15} strokeWidth={1.75} aria-hidden />
      {word === undefined ? null : <span className={styles['word']}>{word}</span>}
    </Button>
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
