import { Bookmark, EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { type Block, MAX_BLOCKS } from '#shared/terminals/block.ts'
import { Text } from '../../ui/text.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useText } from '../../i18n/text.ts'
import { Input } from '../../ui/field.tsx'
import { List } from '../../ui/list.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Row } from '../../ui/row.tsx'
import type { TerminalScreen } from '../screen/terminal-screen.ts'
import { useUnsupportedFeature } from '../sandboxes/unsupported-feature.ts'
import { showFolder } from '../sessions/show.ts'
import { changeView, isNarrowed, narrow, shownBlocks, type TerminalView } from '../sessions/view.ts'
import { blockEntries, menuOf } from './block-actions.ts'
import { BlockOutcome } from './block-outcome.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import styles from './blocks.module.css'

/** Row height in px: two lines of text. */
const ROW = 46

interface BlockListProps {
  readonly terminal: TerminalView
  readonly screen: TerminalScreen | undefined
}

/**
 * All commands of a terminal, accessible by keyboard and screen reader. Its filter also applies to the
 * screen.
 */
export function BlockList({ terminal, screen }: BlockListProps) {
  const t = useText()
  const noChange = useUnsupportedFeature()('change', terminal.platform)
  const { id, blocks, filter } = terminal
  const [comparing, setComparing] = useState<number>()
  const shown = shownBlocks(terminal)
  const showBlock = ({ number }: Block): void => {
    changeView(id, { selected: number })
    screen?.scrollTo(number)
  }
  return (
    <Stack as="aside" ground="ground" className={styles['side']} aria-label={t('sandboxes.blocks')}>
      <Stack row align="stretch" wrap line="bottom" pad={2} className={styles['filter']}>
        <Input
          value={filter.text}
          aria-label={t('sandboxes.blocks.filter')}
          placeholder={t('sandboxes.blocks.filter')}
          onChange={(event) => narrow(id, { text: event.target.value })}
        />
        <Stack as="label" row gap={2} tone="quiet" small>
          <input
            type="checkbox"
            checked={filter.failed}
            onChange={(event) => narrow(id, { failed: event.target.checked })}
          />
          {t('sandboxes.blocks.failed')}
        </Stack>
        <Stack as="label" row gap={2} tone="quiet" small>
          <input
            type="checkbox"
            checked={filter.bookmarked}
            onChange={(event) => narrow(id, { bookmarked: event.target.checked })}
          />
          {t('sandboxes.blocks.bookmarked')}
        </Stack>
      </Stack>
      {isNarrowed(filter) ? (
        <Text as="p" tone="quiet" small pad={[1.5, 2.5]}>
          {t('sandboxes.blocks.filtered', { shown: shown.length, total: blocks.length })}
        </Text>
      ) : null}
      {shown.length === 0 ? (
        <Text as="p" tone="quiet" small pad={[1.5, 2.5]}>
          {t(isNarrowed(filter) ? 'sandboxes.blocks.empty' : 'sandboxes.blocks.none')}
        </Text>
      ) : null}
      <List
        label={t('sandboxes.blocks')}
        items={shown}
        keyOf={({ number }) => number}
        rowHeight={ROW}
        current={terminal.selected ?? shown.at(-1)?.number}
      >
        {(block) => (
          <Row
            className={styles['row']}
            selected={block.number === terminal.selected}
            label={
              block.background ? (
                t('sandboxes.block.background')
              ) : (
                <code>{block.command.replace(/\n[\s\S]*/, ' …')}</code>
              )
            }
            note={
              <Stack as="span" row gap={2}>
                <BlockOutcome block={block} />
                {block.bookmarked ? <Bookmark size={12} aria-label={t('sandboxes.block.bookmark')} /> : null}
                <span>{showFolder(block.cwd, terminal.home)}</span>
              </Stack>
            }
            actions={
              <Menu
                label={menuOf(t, block)}
                icon={EllipsisVertical}
                entries={() =>
                  blockEntries(t, terminal, block, {
                    noRun: noChange,
                    compare: () => setComparing(block.number),
                  })
                }
              />
            }
            onClick={() => showBlock(block)}
          />
        )}
      </List>
      {blocks.length >= MAX_BLOCKS ? (
        <Text as="p" tone="quiet" small pad={[1.5, 2.5]}>
          {t('sandboxes.blocks.limit', { limit: MAX_BLOCKS })}
        </Text>
      ) : null}
      {comparing === undefined ? null : (
        <CompareDialog terminal={terminal} first={comparing} close={() => setComparing(undefined)} />
      )}
    </Stack>
  )
}
