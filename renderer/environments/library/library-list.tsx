import { Bug, MessageSquare, Trash2 } from 'lucide-react'
import { useText } from '../../i18n/text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { removeEpisodes } from '../episode/episodes.ts'
import { openEpisode } from '../session/play.ts'
import { useTabs } from '../session/tabs.ts'
import { usePlatform } from '../session/use-platform.ts'
import { formatReward, shortId } from '../parts/format.ts'
import { useVirtualRows } from '../../ui/virtual-rows.ts'
import { Stack } from '../../ui/stack.tsx'
import { Truncate } from '../../ui/truncate.tsx'
import type { Summary } from '#shared/environments/summary.ts'
import styles from './library-panel.module.css'

const ROW = 46

/** The episodes that passed the filters; choosing one opens it. */
export function LibraryList({ rows }: { readonly rows: readonly Summary[] }) {
  const t = useText()
  const { scroller, rows: drawn, height } = useVirtualRows({ count: rows.length, height: ROW })
  return (
    <div ref={scroller} className={styles['scroller']}>
      <ul style={{ height: height }} aria-label={t('environments.side.library')}>
        {drawn.map(({ index, start }) => {
          const row = rows[index]!
          return <LibraryLine key={row.id} row={row} start={start} />
        })}
      </ul>
    </div>
  )
}

interface LibraryLineProps {
  readonly row: Summary
  /** Pixels from the top of the list. */
  readonly start: number
}

function LibraryLine({ row: episode, start }: LibraryLineProps) {
  const { end, return: total, steps, hasBug: bug, hasNote: noted } = episode
  const t = useText()
  const platform = usePlatform()
  const open = useTabs().some((tab) => tab.kind === 'environment' && tab.episode === episode.id)
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
        onClick={() => void openEpisode(platform?.id ?? episode.platform, episode.id)}
      >
        <Stack as="span" row gap={1} className={styles['name']}>
          {shortId(episode.envId)}
          {bug ? <Bug size={12} aria-label={t('environments.verdict.bug')} /> : null}
          {noted ? <MessageSquare size={11} aria-label={t('environments.note')} /> : null}
        </Stack>
        <Truncate tone="faint" small>
          {t('environments.library.facts', {
            seed: episode.seed === null ? t('environments.unseeded') : String(episode.seed),
            steps,
            total: formatReward(total),
            end: t(`environments.end.${end}`),
          })}
        </Truncate>
      </button>
      {open ? null : (
        <IconButton
          icon={Trash2}
          label={t('environments.library.remove', { name: shortId(episode.envId) })}
          onClick={() => void removeEpisodes([episode.id])}
        />
      )}
    </Stack>
  )
}
