import {
  Bug,
  ChevronDown,
  Dices,
  Download,
  Layers,
  MoreHorizontal,
  Pin,
  PinOff,
  Power,
  Redo2,
  Undo2,
} from 'lucide-react'
import { type Episode, eventOf, nextOf } from '#shared/environments/episode.ts'
import type { Play } from '#shared/environments/play.ts'
import {
  drawSeed,
  type EnvironmentTab,
  readSeed,
  type SeedMode,
  seedModeSchema,
} from '#shared/environments/tab.ts'
import { labelled, useText } from '../../i18n/text.ts'
import { useKeyRefusal } from '../../app/key-role.ts'
import { shownKeys } from '../../app/keys.ts'
import { runCommand } from '../../app/run-command.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ColumnToggle } from '../../ui/columns.tsx'
import { useNarrow } from '../../ui/narrow.ts'
import { Input, Select } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx'
import { useTouch } from '../../ui/touch.ts'
import { Stack } from '../../ui/stack.tsx'
import { Truncate } from '../../ui/truncate.tsx'
import { offerBatch, setView, useBenchView } from '../session/view-store.ts'
import { offerEpisode } from '../library/write-file.ts'
import { closeEnvironment, moveTo, redo, resetEpisode, undo } from '../session/play.ts'
import { changeTab } from '../session/tabs.ts'
import { usePlatforms } from '../session/use-platform.ts'
import styles from '../parts/episode-view.module.css'
import { isUnknownEnvironment } from './unknown-environment.tsx'

interface EpisodeBarProps {
  readonly tab: EnvironmentTab
  readonly episode: Episode | undefined
  readonly play: Play
}

/** Seed and reset, undo and redo, the episode's state, and its actions. */
export function EpisodeBar({ tab, episode, play }: EpisodeBarProps) {
  const t = useText()
  const busy = play.busy !== undefined
  const event = episode && eventOf(episode)
  const following = episode && nextOf(episode)
  const unseeded = episode?.seed === null
  const recordOpen = useBenchView((state) => state.recordOpen)
  const waits = busy ? t('ui.wait') : undefined
  const noChange = useKeyRefusal()(tab.platform)
  const none = episode ? undefined : t('environments.episode.none')
  const fixed = unseeded ? t('environments.undo.unseeded') : undefined
  return (
    <Toolbar label={t('environments.episode')}>
      <SeedControls tab={tab} />
      <Button
        tone={episode || isUnknownEnvironment(play.failure) ? 'plain' : 'primary'}
        reason={noChange ?? waits}
        keys={shownKeys('environments.reset')}
        onClick={() => void resetEpisode(tab.id)}
      >
        {t('environments.reset')}
      </Button>
      <IconButton
        icon={Undo2}
        label={t('environments.command.undo')}
        keys={shownKeys('environments.undo')}
        reason={waits ?? none ?? fixed ?? (event?.parent === null ? t('environments.undo.first') : undefined)}
        onClick={() => undo(tab.id)}
      />
      <IconButton
        icon={Redo2}
        label={t('environments.command.redo')}
        keys={shownKeys('environments.redo')}
        reason={waits ?? none ?? fixed ?? (following === undefined ? t('environments.redo.last') : undefined)}
        onClick={() => redo(tab.id)}
      />
      <ToolbarSpace />
      <PlatformChoice tab={tab} busy={busy} />
      <EpisodeActions episode={episode} />
      <IconButton
        icon={Power}
        label={t('environments.command.close')}
        reason={noChange ?? waits ?? (tab.sandboxId === undefined ? t('environments.close.none') : undefined)}
        onClick={() => void closeEnvironment(tab.id)}
      />
      <ColumnToggle
        label={t('environments.record.toggle')}
        side="right"
        open={recordOpen}
        reason={none}
        onToggle={() => setView({ recordOpen: !recordOpen })}
      />
    </Toolbar>
  )
}

/** Page width in px from which one line holds all of the bar where buttons are as wide as a finger. */
const TOUCH_ROOM_PX = 1300

/** Batch, export and report; in a narrow window behind one button. */
function EpisodeActions({ episode }: Pick<EpisodeBarProps, 'episode'>) {
  const t = useText()
  const touched = useTouch()
  const narrow = useNarrow(touched ? TOUCH_ROOM_PX : undefined)
  const none = episode ? undefined : t('environments.episode.none')
  const actions = [
    { icon: Layers, label: t('environments.command.batch'), act: () => offerBatch() },
    {
      icon: Download,
      label: t('environments.export'),
      reason: none,
      act: () => episode && offerEpisode(episode),
    },
    {
      icon: Bug,
      label: t('environments.command.report'),
      reason: none,
      act: () => setView({ dialog: 'report' }),
    },
  ]
  if (!narrow)
    return actions.map(({ act, ...button }) => <IconButton key={button.label} {...button} onClick={act} />)
  const entries = actions.map(({ label, reason, act }) => ({ label, act, disabled: reason }))
  return <Menu label={t('environments.more')} icon={MoreHorizontal} entries={entries} />
}

/** The platform of the next call, and platforms on which to replay and compare. */
function PlatformChoice({ tab, busy }: { readonly tab: EnvironmentTab; readonly busy: boolean }) {
  const t = useText()
  const platforms = usePlatforms()
  const platform = platforms.find(({ id }) => id === tab.platform)
  const name = platform?.name ?? tab.platform
  const refused = useKeyRefusal()
  const canReplay = tab.episode !== undefined && !busy
  const entries: MenuEntry[] = [
    { heading: true, label: t(canReplay ? 'environments.platform.replayOn' : 'environments.platform') },
    ...platforms.map((one) => ({
      label: one.name,
      checked: one.id === tab.platform,
      disabled: busy ? t('environments.platform.busy') : refused(one.id),
      act: () => void moveTo(tab.id, one.id),
    })),
    { apart: true, label: t('environments.platform.add'), act: () => void runCommand('console.addPlatform') },
  ]
  return (
    <Menu
      entries={entries}
      trigger={
        // Shrinks before the buttons after it are clipped.
        <Button
          aria-label={labelled(t('environments.platform'), name)}
          style={{ flexShrink: 1, minWidth: 44, maxWidth: '16rem' }}
        >
          <Truncate tone={platform?.state === 'ready' ? undefined : 'warning'}>{name}</Truncate>
          <ChevronDown size={13} aria-hidden />
        </Button>
      }
    />
  )
}

function SeedControls({ tab }: { readonly tab: EnvironmentTab }) {
  const t = useText()
  const wrong = tab.seedMode === 'pinned' && tab.seed.trim() !== '' && readSeed(tab.seed) === undefined
  const pinned = tab.seedMode === 'pinned'
  const noChange = useKeyRefusal()(tab.platform)
  return (
    <Stack row gap={0.5} role="group" aria-label={t('environments.seed')}>
      <Select
        aria-label={t('environments.seed.mode')}
        value={tab.seedMode}
        onChange={(event) => changeTab(tab.id, { seedMode: event.target.value as SeedMode })}
      >
        {seedModeSchema.options.map((mode) => (
          <option key={mode} value={mode}>
            {t(`environments.seed.${mode}`)}
          </option>
        ))}
      </Select>
      {tab.seedMode === 'none' ? (
        <Badge tone="warning">{t('environments.seed.noneHint')}</Badge>
      ) : (
        <>
          <Input
            className={styles['seedField'] ?? ''}
            aria-label={t('environments.seed')}
            inputMode="numeric"
            placeholder={t('environments.seed')}
            aria-invalid={wrong}
            title={wrong ? t('environments.seed.wrong') : t('environments.seed.range')}
            value={tab.seed}
            onChange={(event) => changeTab(tab.id, { seed: event.target.value, seedMode: 'pinned' })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && noChange === undefined) void resetEpisode(tab.id)
            }}
          />
          <Stack as="span" row align="stretch" gap={0.5} className={styles['seedTools']}>
            <IconButton
              icon={Dices}
              label={t('environments.seed.draw')}
              onClick={() => changeTab(tab.id, { seed: String(drawSeed()), seedMode: 'pinned' })}
            />
            <IconButton
              icon={pinned ? Pin : PinOff}
              label={t(pinned ? 'environments.seed.unpin' : 'environments.seed.pin')}
              aria-pressed={pinned}
              onClick={() => changeTab(tab.id, { seedMode: pinned ? 'random' : 'pinned' })}
            />
          </Stack>
        </>
      )}
    </Stack>
  )
}
