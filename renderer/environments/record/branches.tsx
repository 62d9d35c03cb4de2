import { GitCompareArrows, Pencil, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import {
  type Episode,
  leafOf,
  type EpisodeEvent,
  endedAt,
  eventOf,
  leavesOf,
  pathTo,
  removableFrom,
} from '#shared/environments/episode.ts'
import type { EnvironmentTab } from '#shared/environments/tab.ts'
import { episodeReturn } from '#shared/gem/episode.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
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
import { placeOf } from './transcript-rows.ts'

/** One line of an episode, with the part shared with an earlier line collapsed. */
interface Lane {
  /** Its last event. */
  readonly leaf: EpisodeEvent
  /** The event at which it ended by rule, otherwise its last event. */
  readonly end: EpisodeEvent
  readonly return: number
  readonly steps: number
  /** The turn after which it diverges; undefined for the first line. */
  readonly fork: number | undefined
  /** Branch depth. */
  readonly depth: number
  /** Its own turns. */
  readonly own: readonly EpisodeEvent[]
  /** The user's name for it, recorded at the line's end at that time. */
  readonly name: string
}

/** Every line in order of creation, below the line it branches from. */
export function lanesOf(episode: Episode): Lane[] {
  const known: { readonly path: readonly EpisodeEvent[]; readonly depth: number }[] = []
  return leavesOf(episode)
    .map(({ id }) => pathTo(episode, id))
    .toSorted((a, b) => firstOwn(a, b))
    .map((path) => {
      const leaf = path.at(-1) ?? eventOf(episode)
      let shared = 0
      let depth = 0
      for (const other of known) {
        const length = sharedLength(path, other.path)
        if (length > shared) {
          shared = length
          depth = other.depth + 1
        }
      }
      known.push({ path, depth })
      return {
        leaf,
        end: endedAt(episode, leaf.id) ?? leaf,
        return: episodeReturn(path.slice(1)),
        steps: path.length - 1,
        fork: known.length === 1 ? undefined : Math.max(0, shared - 1),
        depth,
        own: path.slice(shared),
        name: path.slice(shared).findLast(({ name }) => name !== undefined)?.name ?? '',
      }
    })
}

/** Compares which line was started first: event ids are ascending. */
function firstOwn(a: readonly EpisodeEvent[], b: readonly EpisodeEvent[]): number {
  const at = sharedLength(a, b)
  return (a[at]?.id ?? 0) - (b[at]?.id ?? 0)
}

function sharedLength(a: readonly EpisodeEvent[], b: readonly EpisodeEvent[]): number {
  let length = 0
  while (length < a.length && a[length]?.id === b[length]?.id) length++
  return length
}

/** Number of a line's actions listed beside it. */
const SHOWN = 8

interface BranchesProps {
  readonly tab: EnvironmentTab
  readonly episode: Episode
}

/** Everything tried from this seed, one lane per line; shared parts are collapsed. */
export function Branches({ tab, episode }: BranchesProps) {
  const t = useText()
  const lanes = useMemo(() => lanesOf(episode), [episode])
  const leaf = leafOf(episode, placeOf(episode))
  const removed = episode.events.filter((event) => event.removed)
  return (
    <>
      <Stack row wrap fixed pad={[1.5, 3]} line="bottom" tone="quiet" className={styles['bar']}>
        <span>{t('environments.branches.count', { count: lanes.length })}</span>
        {removed.length > 0 ? (
          <Button
            tone="link"
            onClick={() => {
              for (const { id } of removed) void remarkOn(episode.id, { event: id, removed: false })
            }}
          >
            {t('environments.branches.restore', { count: removed.length })}
          </Button>
        ) : null}
        {episode.seed === null ? <span>{t('environments.past.unseeded')}</span> : null}
      </Stack>
      <Stack as="ol" grow scroll pad={[1, 2]} className={styles['lanes']}>
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
      </Stack>
    </>
  )
}

interface LaneRowProps extends BranchesProps {
  readonly lane: Lane
  /** Whether it is the shown line. */
  readonly isHere: boolean
  onCompare(): void
}

function LaneRow({ tab, episode, lane, isHere, onCompare }: LaneRowProps) {
  const t = useText()
  const [naming, setNaming] = useState(false)
  const { leaf, end, fork, own, name, depth, steps } = lane
  const differs = own.some(({ differsFrom }) => differsFrom !== undefined)
  const keep = (typed: string): void => {
    setNaming(false)
    if (typed !== name) void remarkOn(episode.id, { event: leaf.id, name: typed })
  }
  const first = isHere ? undefined : removableFrom(episode, leaf.id)
  return (
    <Stack as="li" row style={{ paddingLeft: depth * 18 }}>
      {depth > 0 ? <span className={styles['rail']} /> : null}
      {naming ? (
        <Input
          ref={(field) => field?.focus()}
          aria-label={t('environments.branches.name')}
          defaultValue={name}
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
            {name ||
              (fork === undefined
                ? t('environments.branches.first')
                : t('environments.branches.from', { turn: fork }))}
          </strong>
          <EndBadge envId={episode.envId} event={end} />
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
      {first === undefined ? null : (
        <IconButton
          icon={Trash2}
          label={t('environments.branches.remove')}
          onClick={() => void remarkOn(episode.id, { event: first, removed: true })}
        />
      )}
    </Stack>
  )
}
