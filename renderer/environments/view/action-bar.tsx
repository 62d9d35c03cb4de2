import { useMemo } from 'react'
import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { type Episode, turnOf, viewOf } from '#shared/environments/episode.ts'
import { changeLook, usePlay } from '../session/play.ts'
import type { EnvironmentTab } from '#shared/environments/tab.ts'
import { changeTab } from '../session/tabs.ts'
import { ActionCheck } from './action-check.tsx'
import { ActionField } from './action-field.tsx'
import { insideOf, presetsOf } from '../parts/action-text.ts'
import { presetsNow } from '../boards/legal.ts'
import type { Board } from '../boards/board.ts'
import styles from '../parts/play-pane.module.css'
import { ProposalRow } from './proposal-row.tsx'
import { useDraft } from './use-draft.ts'

interface ActionBarProps {
  readonly tab: EnvironmentTab
  readonly episode: Episode
  /** The board as it is drawn, where there is one. */
  readonly board: Board | null
  readonly entry: CatalogueEntry | undefined
  readonly ended: boolean
  readonly locked: boolean
  readonly busy: boolean
}

/** The next action: text of any length, presets, history with ↑, and a warning when the environment will not read it. */
export function ActionBar({ tab, episode, board, entry, ended, locked, busy }: ActionBarProps) {
  const t = useText()
  const { proposal } = usePlay(tab.id)
  const draft = useDraft(tab, episode, locked)
  const presets = useMemo(() => presetsNow(entry, viewOf(episode), board), [entry, episode, board])
  // A long row offers the words of a choice, each a whole action; a short one shows examples, to be changed first.
  const isChoice = presetsOf(entry?.action).length > 3
  // Over, and not because something is under way: only stepping anyway goes on.
  const over = ended && locked && !busy
  const reason = locked ? t(busy ? 'ui.wait' : 'environments.action.locked') : undefined
  const choose = (preset: string): void => {
    if (isChoice) void draft.send(preset)
    else void changeTab(tab.id, { draft: tab.autoBox ? insideOf(preset) : preset })
  }
  return (
    <Stack gap={1.5} fixed pad={[2, 3]} line="top">
      {ended ? (
        <div className={styles['ended']} role="status">
          <span>
            {t(over ? 'environments.ended' : 'environments.endedAnyway', { turns: turnOf(episode) })}
          </span>
          {over ? (
            <Button onClick={() => changeLook(tab.id, { anyway: true })}>
              {t('environments.stepAnyway')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {proposal && proposal.event === episode.current && proposal.episode === episode.id ? (
        <ProposalRow tabId={tab.id} proposal={proposal.text} autoBox={tab.autoBox} />
      ) : null}
      {presets.length > 0 ? (
        <Stack row align="stretch" gap={1} wrap role="group" aria-label={t('environments.action.presets')}>
          {presets.map((preset) => (
            <Button key={preset} reason={reason} onClick={() => choose(preset)}>
              <code>{insideOf(preset)}</code>
            </Button>
          ))}
        </Stack>
      ) : null}
      <ActionField
        draft={draft}
        autoBox={tab.autoBox}
        reason={reason}
        readOnly={over}
        placeholder={t(locked && ended ? 'environments.action.locked' : 'environments.action.placeholder')}
      />
      <ActionCheck tab={tab} grammar={entry?.action} />
    </Stack>
  )
}
