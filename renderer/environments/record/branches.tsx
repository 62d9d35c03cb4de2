import { GitCompareArrows } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { type Episode, leafOf, leavesOf, pathTo } from '../episode/episode.ts'
import { openComparison } from '../session/open.ts'
import { restore, preview } from '../session/play.ts'
import type { Runtime } from '../session/runtime-store.ts'
import type { EnvironmentTab } from '../session/tab.ts'
import { EndBadge } from '../parts/end-badge.tsx'
import { inShort } from '../parts/action-text.ts'
import { formatReward, oneLine } from '../parts/format.ts'
import { useVirtualRows } from '../../ui/virtual-rows.ts'
import { Stack } from '../../ui/stack.tsx'
import { treeRows } from './tree-rows.ts'
import styles from '../parts/panes.module.css'

const ROW = 26

interface BranchesProps {
  readonly tab: EnvironmentTab
  readonly episode: Episode
  readonly runtime: Runtime
}

/** The tree of everything that was tried from this seed; a branch is indented under the turn where it began. */
export function Branches({ tab, episode, runtime }: BranchesProps) {
  const t = useText()
  const rows = useMemo(() => treeRows(episode), [episode])
  const here = useMemo(() => new Set(pathTo(episode).map(({ id }) => id)), [episode])
  const leaf = leafOf(episode)
  const leaves = leavesOf(episode)
  const { scroller, rows: drawn, height, scrollTo } = useVirtualRows({ count: rows.length, height: ROW })
  const at = rows.findIndex(({ event }) => event.id === episode.current)
  useEffect(() => {
    if (at >= 0) scrollTo(at)
  }, [at, scrollTo])
  return (
    <>
      <Stack row wrap fixed pad={[1.5, 3]} line="bottom" tone="quiet" className={styles['bar']}>
        <span>{t('gem.branches.count', { count: leaves.length })}</span>
        {episode.seed === null ? <span>{t('gem.past.unseeded')}</span> : null}
      </Stack>
      <div ref={scroller} className={styles['tree']}>
        <ol style={{ height: height }}>
          {drawn.map(({ index, start }) => {
            const { event, turn, depth, first } = rows[index]!
            return (
              <li key={event.id} style={{ transform: `translateY(${start}px)`, paddingLeft: depth * 18 }}>
                {depth > 0 ? <span className={styles['rail']} /> : null}
                <button
                  type="button"
                  className={styles['node']}
                  aria-current={event.id === episode.current}
                  disabled={runtime.busy !== undefined}
                  style={here.has(event.id) ? { fontWeight: 600 } : {}}
                  onClick={() => {
                    if (episode.seed === null) preview(tab.id, event.id)
                    else void restore(tab.id, event.id)
                  }}
                >
                  <span className={styles['turn']}>{turn}</span>
                  <code>
                    {event.action === null ? t('gem.resetRow') : oneLine(inShort(event.action), 60)}
                  </code>
                  {event.reward === 0 ? null : <Badge>{formatReward(event.reward)}</Badge>}
                  {event.terminated || event.truncated ? <EndBadge event={event} /> : null}
                  {event.differsFrom === undefined ? null : <Badge tone="warning">{t('gem.differs')}</Badge>}
                  {first ? <Badge tone="accent">{t('gem.branch')}</Badge> : null}
                </button>
                {leaves.includes(event) && event.id !== leaf ? (
                  <IconButton
                    icon={GitCompareArrows}
                    label={t('gem.branches.compare')}
                    onClick={() =>
                      openComparison(
                        { episode: episode.id, event: leaf },
                        { episode: episode.id, event: event.id },
                      )
                    }
                  />
                ) : null}
              </li>
            )
          })}
        </ol>
      </div>
    </>
  )
}
