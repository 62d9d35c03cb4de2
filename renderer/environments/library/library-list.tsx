import { Bug, MessageSquare, Trash2 } from 'lucide-react'
import { useText } from '../../i18n/text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { removeEpisode } from '../episode/episodes-store.ts'
import { openEpisode } from '../session/open.ts'
import { useTabs } from '../session/tabs-store.ts'
import { usePlatform } from '../session/use-platform.ts'
import { formatReward, shortId } from '../parts/format.ts'
import { useVirtualRows } from '../../ui/virtual-rows.ts'
import { Stack } from '../../ui/stack.tsx'
import { Truncate } from '../../ui/truncate.tsx'
import type { LibraryRow } from './filter.ts'
import styles from './library-panel.module.css'

const ROW = 46

/** The episodes that passed the filters; choosing one opens it. */
export function LibraryList({ rows }: { readonly rows: readonly LibraryRow[] }) {
  const t = useText()
  const { scroller, rows: drawn, height } = useVirtualRows({ count: rows.length, height: ROW })
  return (
    <div ref={scroller} className={styles['scroller']}>
      <ul style={{ height: height }} aria-label={t('gem.side.library')}>
        {drawn.map(({ index, start }) => {
          const row = rows[index]!
          return <LibraryLine key={row.episode.id} row={row} start={start} />
        })}
      </ul>
    </div>
  )
}

interface LibraryLineProps {
  readonly row: LibraryRow
  /** Pixels from the top of the list. */
  readonly start: number
}

function LibraryLine({ row: { episode, end, total, steps, bug, noted }, start }: LibraryLineProps) {
  const t = useText()
  const platform = usePlatform()
  const open = useTabs(({ tabs }) =>
    tabs.some((tab) => tab.kind === 'environment' && tab.episode === episode.id),
  )
  return (
    <Stack
      as="li"
      row
      line="bottom"
      className={styles['line']}
      style={{ transform: `translateY(${start}px)` }}
    >
      <button
        type="button"
        className={styles['episode']}
        onClick={() => openEpisode(platform?.id ?? episode.platform, episode)}
      >
        <Stack as="span" row gap={1} className={styles['name']}>
          {shortId(episode.envId)}
          {bug ? <Bug size={12} aria-label={t('gem.verdict.bug')} /> : null}
          {noted ? <MessageSquare size={11} aria-label={t('gem.note')} /> : null}
        </Stack>
        <Truncate tone="faint" small>
          {t('gem.library.facts', {
            seed: episode.seed === null ? t('gem.unseeded') : String(episode.seed),
            steps,
            total: formatReward(total),
            end: t(`gem.end.${end}`),
          })}
        </Truncate>
      </button>
      {open ? null : (
        <IconButton
          icon={Trash2}
          label={t('gem.library.remove', { name: shortId(episode.envId) })}
          onClick={() => void removeEpisode(episode.id)}
        />
      )}
    </Stack>
  )
}
