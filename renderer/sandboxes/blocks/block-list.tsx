import { useVirtualizer } from '@tanstack/react-virtual'
import { Bookmark, EllipsisVertical } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { Input } from '../../ui/field.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { TerminalScreen } from '../screen/terminal-screen.ts'
import type { TerminalState } from '../sessions/terminal.ts'
import { BLOCK_LIMIT } from '../sessions/terminal-keep.ts'
import { changeTerminal } from '../sessions/terminal-store.ts'
import { blockEntries } from './block-actions.ts'
import { BlockOutcome } from './block-outcome.tsx'
import { type Block, type BlockFilter, filters, passes, showFolder } from './block.ts'
import { CompareDialog } from './compare-dialog.tsx'
import styles from './blocks.module.css'

const ROW = 46

interface BlockListProps {
  readonly terminal: TerminalState
  readonly screen: TerminalScreen | undefined
}

/** All commands of a terminal; the way to them by keyboard and screen reader. A filter also narrows the screen. */
export function BlockList({ terminal, screen }: BlockListProps) {
  const t = useText()
  const { id, blocks, filter } = terminal
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const [comparing, setComparing] = useState<number>()
  const shown = blocks.filter((block) => passes(block, filter))
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => element,
    estimateSize: () => ROW,
    overscan: 8,
  })
  const last = shown.length - 1
  useEffect(() => {
    if (last >= 0) virtual.scrollToIndex(last)
  }, [last, virtual])
  const narrow = (change: Partial<BlockFilter>): void =>
    changeTerminal(id, () => ({ filter: { ...filter, ...change } }))
  const look = ({ number }: Block): void => {
    changeTerminal(id, () => ({ selected: number }))
    screen?.scrollTo(number)
  }
  return (
    <aside className={styles['side']} aria-label={t('terminal.blocks')}>
      <div className={styles['filter']}>
        <Input
          value={filter.text}
          aria-label={t('terminal.blocks.filter')}
          placeholder={t('terminal.blocks.filter')}
          onChange={(event) => narrow({ text: event.target.value })}
        />
        <label>
          <input
            type="checkbox"
            checked={filter.failed}
            onChange={(event) => narrow({ failed: event.target.checked })}
          />
          {t('terminal.blocks.failed')}
        </label>
        <label>
          <input
            type="checkbox"
            checked={filter.bookmarked}
            onChange={(event) => narrow({ bookmarked: event.target.checked })}
          />
          {t('terminal.blocks.bookmarked')}
        </label>
      </div>
      {filters(filter) ? (
        <p className={styles['quiet']}>
          {t('terminal.blocks.filtered', { shown: shown.length, total: blocks.length })}
        </p>
      ) : null}
      <div ref={setElement} className={styles['list']}>
        {shown.length === 0 ? (
          <p className={styles['quiet']}>
            {t(filters(filter) ? 'terminal.blocks.empty' : 'terminal.blocks.none')}
          </p>
        ) : null}
        <ol style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const block = shown[index]
            return block ? (
              <li
                key={block.number}
                style={{ transform: `translateY(${start}px)` }}
                data-selected={block.number === terminal.selected || undefined}
              >
                <button
                  type="button"
                  aria-current={block.number === terminal.selected}
                  onClick={() => look(block)}
                >
                  <code>{block.command.replace(/\n[\s\S]*/, ' …')}</code>
                  <span>
                    <BlockOutcome block={block} />
                    {block.bookmarked ? (
                      <Bookmark size={12} aria-label={t('terminal.block.bookmark')} />
                    ) : null}
                    <small>{showFolder(block.cwd, terminal.home)}</small>
                  </span>
                </button>
                <Menu
                  label={t('terminal.block.more', { command: block.command.slice(0, 40) })}
                  icon={EllipsisVertical}
                  entries={blockEntries(t, terminal, block, () => setComparing(block.number))}
                />
              </li>
            ) : null
          })}
        </ol>
      </div>
      {blocks.length >= BLOCK_LIMIT ? (
        <p className={styles['quiet']}>{t('terminal.blocks.limit', { limit: BLOCK_LIMIT })}</p>
      ) : null}
      {comparing === undefined ? null : (
        <CompareDialog terminal={terminal} first={comparing} close={() => setComparing(undefined)} />
      )}
    </aside>
  )
}
