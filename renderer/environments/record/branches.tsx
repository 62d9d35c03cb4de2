import { GitCompareArrows, Pencil } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type Episode, leafOf } from '#shared/environments/episode.ts'
import type { EnvironmentTab } from '#shared/environments/tab.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Input } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Truncate } from '../../ui/truncate.tsx'
import { remarkOn } from '../episode/episodes.ts'
import { inShort } from '../parts/action-text.ts'
import { EndBadge } from '../parts/end-badge.tsx'
import { formatReward, oneLine } from '../parts/format.ts'
import styles from '../parts/panes.module.css'
import { preview } from '../session/play.ts'
import { openComparison } from '../session/tabs.ts'
import { type Lane, lanesOf } from './lanes.ts'
import { placeOf } from './transcript-rows.ts'

/** Actions of a line that are named beside it. */
const SHOWN = 8

interface BranchesProps {
  readonly tab: EnvironmentTab
  readonly episode: Episode
}

/** Everything that was tried from this seed, a lane for each line; what it shares with an earlier one is folded. */
export function Branches({ tab, episode }: BranchesProps) {
  const t = useText()
  const lanes = useMemo(() => lanesOf(episode), [episode])
  const leaf = leafOf(episode, placeOf(episode))
  return (
    <>
      <Stack row wrap fixed pad={[1.5, 3]} line="bottom" tone="quiet" className={styles['bar']}>
        <span>{t('environments.branches.count', { count: lanes.length })}</span>
        {episode.seed === null ? <span>{t('environments.past.unseeded')}</span> : null}
      </Stack>
      <ol className={styles['lanes']}>
        {lanes.map((lane) => (
          <LaneRow
            key={lane.leaf.id}
            tab={tab}
            episode={episode}
            lane={lane}
            isHere={lane.leaf.id === leaf}
            onCompare={() =>
              openComparison(
                { episode: episode.id, event: leaf },
                { episode: episode.id, event: lane.leaf.id },
              )
            }
          />
        ))}
      </ol>
    </>
  )
}

interface LaneRowProps extends BranchesProps {
  readonly lane: Lane
  /** The line that is looked at. */
  readonly isHere: boolean
  onCompare(): void
}

function LaneRow({ tab, episode, lane, isHere, onCompare }: LaneRowProps) {
  const t = useText()
  const [naming, setNaming] = useState(false)
  const { leaf, end, fork, own, depth, steps } = lane
  const differs = own.some(({ differsFrom }) => differsFrom !== undefined)
  const keep = (name: string): void => {
    setNaming(false)
    if (name !== (leaf.name ?? '')) void remarkOn(episode.id, { event: leaf.id, name })
  }
  return (
    <li style={{ paddingLeft: depth * 18 }}>
      {depth > 0 ? <span className={styles['rail']} /> : null}
      {naming ? (
        <Input
          ref={(field) => field?.focus()}
          aria-label={t('environments.branches.name')}
          defaultValue={leaf.name ?? ''}
          onBlur={(event) => keep(event.target.value.trim())}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur()
          }}
        />
      ) : (
        <button
          type="button"
          className={styles['node']}
          aria-current={isHere}
          onClick={() => preview(tab.id, leaf.id)}
        >
          <strong>
            {leaf.name ||
              (fork === undefined
                ? t('environments.branches.first')
                : t('environments.branches.from', { turn: fork }))}
          </strong>
          <EndBadge event={end} />
          <span>{t('environments.branches.facts', { steps, total: formatReward(lane.return) })}</span>
          {differs ? <Badge tone="warning">{t('environments.differs')}</Badge> : null}
          <Truncate grow tone="quiet" small>
            {own
              .slice(0, SHOWN)
              .map(({ action }) =>
                action === null ? t('environments.resetRow') : oneLine(inShort(action), 24),
              )
              .join(' · ')}
            {own.length > SHOWN ? ' …' : ''}
          </Truncate>
        </button>
      )}
      <IconButton icon={Pencil} label={t('environments.branches.name')} onClick={() => setNaming(true)} />
      {isHere ? null : (
        <IconButton icon={GitCompareArrows} label={t('environments.branches.compare')} onClick={onCompare} />
      )}
    </li>
  )
}
