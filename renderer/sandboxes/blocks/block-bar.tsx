import {
  ArrowDown,
  ArrowUp,
  Download,
  EllipsisVertical,
  List,
  RotateCcw,
  Search,
  TriangleAlert,
} from 'lucide-react'
import { useState } from 'react'
import { declarationOf } from '../../app/commands.ts'
import { useText } from '../../i18n/text.ts'
import { keysOf, showKeys } from '../../app/keys.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx'
import { useCopied } from '../parts/copy-text.ts'
import { Menu } from '../../ui/menu.tsx'
import type { TerminalScreen } from '../screen/terminal-screen.ts'
import { submit } from '../sessions/runner.ts'
import type { TerminalState } from '../sessions/terminal.ts'
import { changeTerminal } from '../sessions/terminal-store.ts'
import { keepTerminal } from '../sessions/terminal-keep.ts'
import { blockEntries, exportTerminal } from './block-actions.ts'
import { BlockOutcome } from './block-outcome.tsx'
import { type Block, hasFailed, nextBlock, showFolder } from './block.ts'
import { CompareDialog } from './compare-dialog.tsx'
import type { ExportFormat } from './block-export.ts'
import styles from './blocks.module.css'

const FORMATS: readonly ExportFormat[] = ['text', 'markdown', 'html', 'asciicast']

interface BlockBarProps {
  readonly terminal: TerminalState
  readonly screen: TerminalScreen | undefined
  readonly listed: boolean
  onList(listed: boolean): void
  onFind(): void
}

/** The chosen command (else the last one) above the screen, with what can be done with it and with the terminal. */
export function BlockBar({ terminal, screen, listed, onList, onFind }: BlockBarProps) {
  const t = useText()
  const [comparing, setComparing] = useState<number>()
  const { id, blocks, selected, home, plain } = terminal
  const block = blocks.find(({ number }) => number === selected) ?? blocks.at(-1)
  const go = (direction: 1 | -1, wanted?: (block: Block) => boolean): void => {
    const next = nextBlock(blocks, selected, direction, wanted)
    if (!next) return
    changeTerminal(id, () => ({ selected: next.number }))
    screen?.scrollTo(next.number)
  }
  const failed = blocks.some(hasFailed)
  // The keys in force: a person may have given others.
  const shown = (command: string): string | undefined => {
    const found = declarationOf(command)
    const keys = found && keysOf(found)
    return keys === undefined ? undefined : showKeys(keys)
  }
  return (
    <Toolbar label={t('terminal.blocks')}>
      <div className={styles['current']}>
        {block ? (
          <>
            <span className={styles['folder']}>{showFolder(block.cwd, home)}</span>
            <code>{block.command.split('\n')[0]}</code>
            <BlockOutcome block={block} />
          </>
        ) : null}
      </div>
      <Copied />
      <ToolbarSpace />
      {block ? (
        <>
          <IconButton
            label={t('terminal.block.rerun')}
            icon={RotateCcw}
            onClick={() => submit(id, block.command)}
          />
          <Menu
            label={t('terminal.block.more', { command: block.command.slice(0, 40) })}
            icon={EllipsisVertical}
            entries={blockEntries(t, terminal, block, () => setComparing(block.number))}
          />
        </>
      ) : null}
      <IconButton
        label={t('terminal.block.previous')}
        keys={shown('terminal.previous')}
        icon={ArrowUp}
        onClick={() => go(-1)}
      />
      <IconButton
        label={t('terminal.block.next')}
        keys={shown('terminal.next')}
        icon={ArrowDown}
        onClick={() => go(1)}
      />
      <IconButton
        label={t('terminal.block.failedBefore')}
        keys={shown('terminal.failedBefore')}
        icon={TriangleAlert}
        disabled={!failed}
        onClick={() => go(-1, hasFailed)}
      />
      <IconButton label={t('terminal.find')} keys={shown('terminal.find')} icon={Search} onClick={onFind} />
      <Menu
        label={t('terminal.export')}
        icon={Download}
        entries={[
          ...FORMATS.map((format) => ({
            label: t(`terminal.export.${format}`),
            act: () => exportTerminal(terminal, format, screen?.size ?? { columns: 80, rows: 24 }),
          })),
          {
            label: t('terminal.plain'),
            apart: true,
            checked: plain,
            act: () => {
              changeTerminal(id, () => ({ plain: !plain }))
              keepTerminal(id)
            },
          },
          ...notificationEntry(t('terminal.notify')),
        ]}
      />
      <IconButton
        label={t('terminal.blocks.toggle')}
        icon={List}
        aria-pressed={listed}
        onClick={() => onList(!listed)}
      />
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

function Copied() {
  const t = useText()
  const copied = useCopied((state) => state.copied)
  return (
    <span className={styles['copied']} role="status">
      {copied ? t('terminal.copied') : ''}
    </span>
  )
}
