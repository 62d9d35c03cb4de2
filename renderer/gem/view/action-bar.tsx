import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import { useText } from '../../app/i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { useAutoplay } from '../agents/autoplay-store.ts'
import { type Episode, pathTo } from '../episode/episode.ts'
import { act } from '../session/play.ts'
import { setRuntime } from '../session/runtime-store.ts'
import type { EnvironmentTab } from '../session/tab.ts'
import { changeTab } from '../session/tabs-store.ts'
import { boxedBy, checkDraft, insideOf, presetsOf } from './action-text.ts'
import styles from './play-pane.module.css'
import { ProposalRow } from './proposal-row.tsx'

interface ActionBarProps {
  readonly tab: EnvironmentTab
  readonly episode: Episode
  readonly entry: CatalogueEntry | undefined
  readonly ended: boolean
  readonly locked: boolean
  readonly busy: boolean
}

/** The next action: text of any length, presets, history with ↑, and a warning when the environment will not read it. */
export function ActionBar({ tab, episode, entry, ended, locked, busy }: ActionBarProps) {
  const t = useText()
  const [back, setBack] = useState(0)
  const { proposal } = useAutoplay(tab.id)
  const history = useMemo(
    () =>
      episode.events
        .flatMap(({ action }) => (action === null ? [] : [action]))
        .filter((action, i, all) => all.lastIndexOf(action) === i)
        .toReversed(),
    [episode.events],
  )
  const warning = checkDraft(entry?.action, tab.autoBox, tab.draft)
  const send = async (text: string): Promise<void> => {
    if (locked || text === '') return
    setBack(0)
    if (await act(tab.id, text)) changeTab(tab.id, { draft: '' })
  }
  const recall = (depth: number): void => {
    const next = Math.max(0, Math.min(history.length, depth))
    setBack(next)
    const action = next === 0 ? '' : (history[next - 1] ?? '')
    changeTab(tab.id, { draft: tab.autoBox ? insideOf(action) : action })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { selectionStart, selectionEnd, value } = event.currentTarget
    if (event.key === 'Enter' && !event.shiftKey) void send(boxedBy(tab.autoBox, tab.draft))
    else if (event.key === 'ArrowUp' && !value.slice(0, selectionStart).includes('\n') && history.length > 0)
      recall(back + 1)
    else if (event.key === 'ArrowDown' && back > 0 && !value.slice(selectionEnd).includes('\n'))
      recall(back - 1)
    else return
    event.preventDefault()
  }
  const presets = presetsOf(entry?.action)
  return (
    <div className={styles['action']}>
      {ended ? (
        <div className={styles['ended']} role="status">
          <span>
            {t(locked && !busy ? 'gem.ended' : 'gem.endedAnyway', { turns: pathTo(episode).length - 1 })}
          </span>
          {locked && !busy ? (
            <Button onClick={() => setRuntime(tab.id, { stepAnyway: true })}>{t('gem.stepAnyway')}</Button>
          ) : null}
        </div>
      ) : null}
      {proposal && proposal.event === episode.current && proposal.episode === episode.id ? (
        <ProposalRow tabId={tab.id} proposal={proposal.text} autoBox={tab.autoBox} />
      ) : null}
      {presets.length > 0 ? (
        <div className={styles['presets']} role="group" aria-label={t('gem.action.presets')}>
          {presets.map((preset) => (
            <Button
              key={preset}
              disabled={locked}
              onClick={() => {
                if (presets.length > 3) void send(preset)
                else changeTab(tab.id, { draft: tab.autoBox ? insideOf(preset) : preset })
              }}
            >
              <code>{insideOf(preset)}</code>
            </Button>
          ))}
        </div>
      ) : null}
      <div className={styles['field']}>
        <textarea
          id="gem-action"
          aria-label={t('gem.action')}
          aria-describedby="gem-action-warning"
          placeholder={t(locked && ended ? 'gem.action.locked' : 'gem.action.placeholder')}
          spellCheck={false}
          rows={Math.min(8, Math.max(2, tab.draft.split('\n').length))}
          value={tab.draft}
          readOnly={ended && locked && !busy}
          onChange={(event) => {
            setBack(0)
            changeTab(tab.id, { draft: event.target.value })
          }}
          onKeyDown={onKeyDown}
        />
        <Button
          tone="primary"
          disabled={locked || tab.draft === ''}
          onClick={() => void send(boxedBy(tab.autoBox, tab.draft))}
        >
          <SendHorizontal size={14} aria-hidden />
          {t('gem.action.send')}
        </Button>
      </div>
      <div className={styles['below']}>
        <label>
          <input
            type="checkbox"
            checked={tab.autoBox}
            onChange={(event) => changeTab(tab.id, { autoBox: event.target.checked })}
          />{' '}
          {t('gem.action.autoBox')}
        </label>
        <span id="gem-action-warning" role="status" className={styles['warning']}>
          {warning ? t('gem.action.warning', { reason: warning.reason }) : ''}
        </span>
        {warning?.suggestion ? (
          <Button tone="quiet" onClick={() => changeTab(tab.id, { draft: warning.suggestion ?? '' })}>
            {t('gem.action.useBox')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
