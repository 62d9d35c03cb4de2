import { useMemo, useRef, type KeyboardEvent, useState } from 'react'
import { SendHorizontal } from 'lucide-react'
import { type ActionGrammar, isBoxedOnly } from '#shared/gem/boxed.ts'
import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import { type Episode, turnOf, viewOf } from '#shared/environments/episode.ts'
import type { EnvironmentTab } from '#shared/environments/tab.ts'
import { translateServerText, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import {
  acceptProposal,
  act,
  changeTabView,
  dismiss,
  playAgain,
  sendDraft,
  usePlay,
  useTabView,
} from '../session/play.ts'
import { changeTab } from '../session/tabs.ts'
import { checkDraft, insideOf, presetsOf, sentBefore } from '../parts/action-text.ts'
import { presetsNow } from '../boards/legal.ts'
import type { Board } from '../boards/board.ts'
import styles from '../parts/play-pane.module.css'

interface ActionBarProps {
  readonly tab: EnvironmentTab
  readonly episode: Episode
  /** The parsed board, if there is one. */
  readonly board: Board | null
  readonly entry: CatalogueEntry | undefined
  readonly ended: boolean
  readonly locked: boolean
  /** Why the key may send nothing. */
  readonly noChange: string | undefined
  readonly busy: boolean
}

/**
 * The next action: text of any length, presets, history with ↑, and a warning if the environment will not
 * understand it.
 */
export function ActionBar({ tab, episode, board, entry, ended, locked, noChange, busy }: ActionBarProps) {
  const t = useText()
  const { proposal } = usePlay(tab.id)
  const draft = useDraft(tab, episode, locked, entry?.action)
  const presets = useMemo(() => presetsNow(entry, viewOf(episode), board), [entry, episode, board])
  // Many presets are complete choices that send at once; few are examples to edit first.
  const isChoice = presetsOf(entry?.action).length > 3
  const next = useRef<HTMLDivElement>(null)
  // Ended, not merely busy: only stepping anyway continues.
  const over = ended && locked && !busy
  const reason = noChange ?? (locked ? t(busy ? 'ui.wait' : 'environments.action.locked') : undefined)
  const choose = (preset: string): void => {
    if (isChoice) void draft.sendPreset(preset)
    else void changeTab(tab.id, { draft: tab.autoBox ? insideOf(preset) : preset })
  }
  return (
    <Stack gap={1.5} fixed pad={[2, 3]} line="top">
      {ended ? (
        <Stack row wrap gap={2} ground="sunken" className={styles['ended']} role="status">
          <span>
            {t(over ? 'environments.ended' : 'environments.endedAnyway', { turns: turnOf(episode) })}
          </span>
          {over ? (
            <Stack ref={next} row wrap gap={1}>
              <Button
                tone="primary"
                tip={t('environments.newEpisode.tip')}
                reason={noChange}
                onClick={() => void playAgain(tab.id)}
              >
                {t('environments.newEpisode')}
              </Button>
              {episode.seed === null ? null : (
                <Button
                  tip={t('environments.sameEpisode.tip', { seed: episode.seed })}
                  reason={noChange}
                  onClick={() => void playAgain(tab.id, episode.seed ?? undefined)}
                >
                  {t('environments.sameEpisode')}
                </Button>
              )}
              <Button reason={noChange} onClick={() => changeTabView(tab.id, { anyway: true })}>
                {t('environments.stepAnyway')}
              </Button>
            </Stack>
          ) : null}
        </Stack>
      ) : null}
      {proposal && proposal.event === episode.current && proposal.episode === episode.id ? (
        <ProposalRow tabId={tab.id} proposal={proposal.text} autoBox={tab.autoBox} />
      ) : null}
      {presets.length > 0 && !over ? (
        <Stack
          row
          gap={1}
          wrap
          role="group"
          aria-label={t(isChoice ? 'environments.action.presets' : 'environments.action.examples')}
        >
          {isChoice ? null : (
            <Text tone="quiet" small>
              {t('environments.action.examples')}
            </Text>
          )}
          {presets.map((preset) => (
            <Button key={preset} reason={reason} onClick={() => choose(preset)}>
              <code>{insideOf(preset)}</code>
            </Button>
          ))}
        </Stack>
      ) : null}
      <ActionField
        draft={draft}
        reason={reason}
        onEnded={over ? () => next.current?.querySelector('button')?.focus() : undefined}
        placeholder={
          noChange ??
          t(locked && ended ? 'environments.action.over' : 'environments.action.placeholder', {
            boxed: tab.autoBox && entry !== undefined && isBoxedOnly(entry.action) ? 'yes' : 'no',
          })
        }
      />
      {/* Nothing can be sent: the board gets the room. The field stays, since it may have the focus. */}
      {over ? null : <ActionCheck tab={tab} grammar={entry?.action} />}
    </Stack>
  )
}

interface ProposalRowProps {
  readonly tabId: string
  readonly proposal: string | null
  readonly autoBox: boolean
}

/** The agent's proposal: accept it, edit it, or do something else. */
function ProposalRow({ tabId, proposal, autoBox }: ProposalRowProps) {
  const t = useText()
  if (proposal === null) {
    return (
      <Stack as="p" row wrap gap={2} ground="selected" className={styles['proposal']} role="status">
        {t('environments.proposal.none')}
      </Stack>
    )
  }
  return (
    <Stack row wrap gap={2} ground="selected" className={styles['proposal']} role="status">
      <span>{t('environments.proposal')}</span>
      <code>{proposal}</code>
      <Button tone="primary" onClick={() => void acceptProposal(tabId)}>
        {t('environments.proposal.accept')}
      </Button>
      <Button
        onClick={() => {
          void dismiss(tabId, 'proposal')
          void changeTab(tabId, { draft: autoBox ? insideOf(proposal) : proposal })
          document.getElementById('environments-action')?.focus()
        }}
      >
        {t('environments.proposal.change')}
      </Button>
    </Stack>
  )
}

interface ActionFieldProps {
  readonly draft: Draft
  /** Why nothing can be sent now. */
  readonly reason: string | undefined
  /** Set after the end, when nothing can be written: Enter leads to what comes next. */
  readonly onEnded: (() => void) | undefined
  readonly placeholder: string
}

/** A multi-line action field: Enter sends, ↑ on the first line recalls earlier actions. */
function ActionField({ draft, reason, onEnded, placeholder }: ActionFieldProps) {
  const t = useText()
  const send = onEnded ?? ((): void => void draft.send())
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { selectionStart, selectionEnd, value } = event.currentTarget
    const onFirstLine = !value.slice(0, selectionStart).includes('\n')
    const onLastLine = !value.slice(selectionEnd).includes('\n')
    if (event.key === 'Enter' && !event.shiftKey) send()
    else if (event.key === 'ArrowUp' && onFirstLine && draft.hasOlder) draft.recall(1)
    else if (event.key === 'ArrowDown' && onLastLine && draft.hasNewer) draft.recall(-1)
    else return
    event.preventDefault()
  }
  return (
    <Stack row align="stretch" gap={1.5} className={styles['field']}>
      <textarea
        id="environments-action"
        aria-label={t('environments.action')}
        aria-describedby="environments-action-warning"
        placeholder={placeholder}
        spellCheck={false}
        rows={Math.min(8, Math.max(2, draft.text.split('\n').length))}
        value={draft.text}
        readOnly={onEnded !== undefined}
        onChange={(event) => draft.write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button
        tone="primary"
        reason={reason ?? (draft.text === '' ? t('environments.action.empty') : undefined)}
        onClick={send}
      >
        <SendHorizontal size={14} aria-hidden />
        {t(draft.held ? 'environments.action.sendAnyway' : 'environments.action.send')}
      </Button>
    </Stack>
  )
}

type Draft = ReturnType<typeof useDraft>

/** The draft of the next action, with sending and history recall, newest first. */
function useDraft(
  tab: EnvironmentTab,
  { events }: Episode,
  locked: boolean,
  grammar: ActionGrammar | undefined,
) {
  // History position; 0: the user's own text.
  const [back, setBack] = useState(0)
  const history = useMemo(() => sentBefore(events), [events])
  const { held } = useTabView(tab.id)
  return {
    text: tab.draft,
    hasOlder: history.length > 0,
    hasNewer: back > 0,
    write: (draft: string): void => {
      setBack(0)
      void changeTab(tab.id, { draft })
    },
    recall: (by: 1 | -1): void => {
      const next = Math.max(0, Math.min(history.length, back + by))
      setBack(next)
      const action = next === 0 ? '' : (history[next - 1] ?? '')
      void changeTab(tab.id, { draft: tab.autoBox ? insideOf(action) : action })
    },
    /** Whether it is not sent yet, since the environment would not understand it. */
    held: held !== undefined && held === tab.draft,
    send: async (): Promise<void> => {
      if (locked) return
      setBack(0)
      await sendDraft(tab, tab.draft, grammar)
    },
    sendPreset: async (preset: string): Promise<void> => {
      if (locked) return
      setBack(0)
      await act(tab.id, preset, tab.draft)
    },
  }
}

interface ActionCheckProps {
  readonly tab: EnvironmentTab
  readonly grammar: ActionGrammar | undefined
}

/** Toggle for wrapping in `\boxed{}`, and a warning if the environment will not understand the action. */
function ActionCheck({ tab: { id, autoBox, draft }, grammar }: ActionCheckProps) {
  const t = useText()
  const warning = checkDraft(grammar, autoBox, draft)
  const { held } = useTabView(id)
  const reasons = warning
    ? [
        t(`environments.action.${warning.problem}`, { inside: warning.inside ?? '' }),
        warning.suggestion ? '' : translateServerText(grammar?.words ?? ''),
        held === draft ? t('environments.action.held') : '',
      ]
    : []
  return (
    <Stack row wrap tone="quiet" small className={styles['below']}>
      <Stack as="label" row gap={2} title={t('environments.action.autoBoxTip')}>
        <input
          type="checkbox"
          checked={autoBox}
          onChange={(event) => changeTab(id, { autoBox: event.target.checked })}
        />{' '}
        {t('environments.action.autoBox')}
      </Stack>
      <span id="environments-action-warning" role="status" className={styles['warning']}>
        {reasons.filter(Boolean).join(' ')}
      </span>
      {warning?.suggestion ? (
        <Button tone="quiet" onClick={() => changeTab(id, { draft: warning.suggestion ?? '' })}>
          {t('environments.action.useBoxed')}
        </Button>
      ) : null}
      {warning ? null : <Text tone="faint">{t('environments.action.lines')}</Text>}
    </Stack>
  )
}
