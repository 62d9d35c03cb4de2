import { Bug, CircleDot, MessageSquare, TriangleAlert } from 'lucide-react'
import type { Summary } from '#shared/environments/summary.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { useTabStop } from '../../ui/landmark.ts'
import { List } from '../../ui/list.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { Truncate } from '../../ui/truncate.tsx'
import { Age } from '../../ui/moment.tsx'
import { environmentName } from '../parts/environment-name.ts'
import { formatReward } from '../parts/format.ts'
import { openEpisode } from '../session/play.ts'
import { useTabs } from '../session/tabs.ts'
import { usePlatform } from '../session/use-platform.ts'
import styles from './library-panel.module.css'

const ROW = 66

interface LibraryListProps {
  readonly rows: readonly Summary[]
  readonly chosen: ReadonlySet<string>
  onChoose(ids: readonly string[], isChosen: boolean): void
}

/** The filtered episodes; a click opens one, check boxes select several. */
export function LibraryList({ rows, chosen, onChoose }: LibraryListProps) {
  const t = useText()
  const tabs = useTabs()
  const shown = tabs.filter((tab) => tab.kind === 'environment')
  const open = new Set(shown.map(({ episode }) => episode))
  const live = new Set(shown.filter((tab) => tab.sandboxId !== undefined).map(({ episode }) => episode))
  return (
    <List label={t('environments.side.library')} items={rows} keyOf={({ id }) => id} rowHeight={ROW}>
      {(row) => (
        <LibraryLine
          row={row}
          isOpen={open.has(row.id)}
          isLive={live.has(row.id)}
          isChosen={chosen.has(row.id)}
          onChoose={(isChosen) => onChoose([row.id], isChosen)}
        />
      )}
    </List>
  )
}

/** An episode's state; one whose environment is gone cannot be played. */
export const stateOf = (end: Summary['end'], isLive: boolean) =>
  end === 'running' && !isLive ? 'environments.library.left' : (`environments.end.${end}` as const)

interface LibraryLineProps {
  readonly row: Summary
  /** Open in a tab. */
  readonly isOpen: boolean
  /** Its environment still exists. */
  readonly isLive: boolean
  readonly isChosen: boolean
  onChoose(isChosen: boolean): void
}

function LibraryLine({ row: episode, isOpen, isLive, isChosen, onChoose }: LibraryLineProps) {
  const t = useText()
  const tabIndex = useTabStop()
  const platform = usePlatform()
  const { end, return: total, steps, seed } = episode
  const name = environmentName(t, episode.envId)
  const state = t(stateOf(end, isLive))
  const played = [...new Set([...episode.by.map((by) => t(`environments.by.${by}`)), ...episode.players])]
  return (
    <Stack row line="bottom" className={styles['line']}>
      <input
        type="checkbox"
        tabIndex={tabIndex}
        aria-label={t('environments.library.choose', { name, seed: seed ?? t('environments.unseeded') })}
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <button
        type="button"
        tabIndex={tabIndex}
        className={styles['episode']}
        onClick={() => void openEpisode(platform?.id ?? episode.platform, episode.id)}
      >
        <Stack as="span" row gap={1}>
          <Truncate grow>{name}</Truncate>
          {isOpen ? <CircleDot size={12} aria-label={t('environments.library.open')} /> : null}
          {episode.hasBug ? <Bug size={12} aria-label={t('environments.verdict.bug')} /> : null}
          {episode.hasFailure ? <TriangleAlert size={12} aria-label={t('environments.failed')} /> : null}
          {episode.hasNote ? <MessageSquare size={11} aria-label={t('environments.note')} /> : null}
        </Stack>
        <Truncate tone="faint" small>
          {t('environments.library.facts', {
            seed: seed === null ? t('environments.unseeded') : String(seed),
            steps,
            total: formatReward(total),
            end: state,
          })}
        </Truncate>
        <Stack as="span" row gap={1}>
          <Truncate grow tone="faint" small>
            {[...played, episode.origin].filter(Boolean).join(' · ') || t('environments.library.nobody')}
          </Truncate>
          {episode.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
          <Text tone="faint" small style={{ whiteSpace: 'nowrap' }}>
            <Age at={episode.changed} />
          </Text>
        </Stack>
      </button>
    </Stack>
  )
}
