import { Bug, MessageSquare, Trash2 } from 'lucide-react'
import { useText } from '../../i18n/text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { removeEpisode } from '../episode/episodes-store.ts'
import { openEpisode } from '../session/open.ts'
import { useTabs } from '../session/tabs-store.ts'
import { usePlatform } from '../session/use-platform.ts'
import { formatReward, shortId } from '../parts/format.ts'
import { useVirtualRows } from '../parts/use-virtual-rows.ts'
import type { LibraryRow } from './filter.ts'
import styles from './library-panel.module.css'

const ROW = 46

/** The episodes that passed the filters; choosing one opens it. */
export function LibraryList({ rows }: { readonly rows: readonly LibraryRow[] }) {
  const t = useText()
  const { virtual, scroller } = useVirtualRows(rows.length, ROW, 8)
  return (
    <div ref={scroller} className={styles['scroller']}>
      <ul style={{ height: virtual.getTotalSize() }} aria-label={t('gem.side.library')}>
        {virtual.getVirtualItems().map(({ index, start }) => {
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
    <li className={styles['line']} style={{ transform: `translateY(${start}px)` }}>
      <button
        type="button"
        className={styles['episode']}
        onClick={() => openEpisode(platform?.id ?? episode.platform, episode)}
      >
        <span className={styles['name']}>
          {shortId(episode.envId)}
          {bug ? <Bug size={12} aria-label={t('gem.verdict.bug')} /> : null}
          {noted ? <MessageSquare size={11} aria-label={t('gem.note')} /> : null}
        </span>
        <span className={styles['facts']}>
          {t('gem.library.facts', {
            seed: episode.seed === null ? t('gem.unseeded') : String(episode.seed),
            steps,
            total: formatReward(total),
            end: t(`gem.end.${end}`),
          })}
        </span>
      </button>
      {open ? null : (
        <IconButton
          icon={Trash2}
          label={t('gem.library.remove', { name: shortId(episode.envId) })}
          onClick={() => void removeEpisode(episode.id)}
        />
      )}
    </li>
  )
}
