import { useVirtualizer } from '@tanstack/react-virtual'
import { Bookmark, EllipsisVertical } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type Block, MAX_BLOCKS } from '#shared/terminals/block.ts'
import { useText } from '../../i18n/text.ts'
import { Input } from '../../ui/field.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { TerminalScreen } from '../screen/terminal-screen.ts'
import { showFolder } from '../sessions/show.ts'
import { changeView, isNarrowed, narrow, shownBlocks, type TerminalView } from '../sessions/view.ts'
import { blockEntries } from './block-actions.ts'
import { BlockOutcome } from './block-outcome.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import styles from './blocks.module.css'

const ROW = 46

interface BlockListProps {
  readonly terminal: TerminalView
  readonly screen: TerminalScreen | undefined
}

/** All commands of a terminal; the way to them by keyboard and screen reader. A filter also narrows the screen. */
export function BlockList({ terminal, screen }: BlockListProps) {
  const t = useText()
  const { id, blocks, filter } = terminal
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const [comparing, setComparing] = useState<number>()
  const shown = shownBlocks(terminal)
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
  const look = ({ number }: Block): void => {
    changeView(id, { selected: number })
    screen?.scrollTo(number)
  }
  return (
    <aside className={styles['side']} aria-label={t('sandboxes.blocks')}>
      <div className={styles['filter']}>
        <Input
          value={filter.text}
          aria-label={t('sandboxes.blocks.filter')}
          placeholder={t('sandboxes.blocks.filter')}
          onChange={(event) => narrow(id, { text: event.target.value })}
        />
        <label>
          <input
            type="checkbox"
            checked={filter.failed}
            onChange={(event) => narrow(id, { failed: event.target.checked })}
          />
          {t('sandboxes.blocks.failed')}
        </label>
        <label>
          <input
            type="checkbox"
            checked={filter.bookmarked}
            onChange={(event) => narrow(id, { bookmarked: event.target.checked })}
          />
          {t('sandboxes.blocks.bookmarked')}
        </label>
      </div>
      {isNarrowed(filter) ? (
        <p className={styles['quiet']}>
          {t('sandboxes.blocks.filtered', { shown: shown.length, total: blocks.length })}
        </p>
      ) : null}
      <div ref={setElement} className={styles['list']}>
        {shown.length === 0 ? (
          <p className={styles['quiet']}>
            {t(isNarrowed(filter) ? 'sandboxes.blocks.empty' : 'sandboxes.blocks.none')}
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
                      <Bookmark size={12} aria-label={t('sandboxes.block.bookmark')} />
                    ) : null}
                    <small>{showFolder(block.cwd, terminal.home)}</small>
                  </span>
                </button>
                <Menu
                  label={t('sandboxes.block.more', { command: block.command.slice(0, 40) })}
                  icon={EllipsisVertical}
                  entries={blockEntries(t, terminal, block, () => setComparing(block.number))}
                />
              </li>
            ) : null
          })}
        </ol>
      </div>
      {blocks.length >= MAX_BLOCKS ? (
        <p className={styles['quiet']}>{t('sandboxes.blocks.limit', { limit: MAX_BLOCKS })}</p>
      ) : null}
      {comparing === undefined ? null : (
        <CompareDialog terminal={terminal} first={comparing} close={() => setComparing(undefined)} />
      )}
    </aside>
  )
}
