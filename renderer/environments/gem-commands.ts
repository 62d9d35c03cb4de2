import type { Command } from '../app/commands.ts'
import type { Text } from '../i18n/text.ts'
import { goTo as goToBench, useRoute } from '../app/routes.ts'
import {
  acceptProposal,
  autoplayOf,
  pauseAutoplay,
  proposeHere,
  runAutoplay,
} from './agents/autoplay-store.ts'
import { eventOf, nextOf } from './episode/episode.ts'
import { episodeById } from './episode/episodes-store.ts'
import { RECORD_VIEWS, setView, useGemView } from './gem-view-store.ts'
import { closeAll, closeTab } from './session/open.ts'
import { cancelWork } from './session/runtime-store.ts'
import { closeEnvironment, goTo, replayAll, resetEpisode } from './session/play.ts'
import { activeTab, environmentTab, stepTab } from './session/tabs-store.ts'

/** The event before the current one. */
export function undo(tabId: string): void {
  const episode = episodeById(environmentTab(tabId)?.episode)
  const parent = episode ? eventOf(episode).parent : null
  if (parent !== null) void goTo(tabId, parent)
}

/** The event after the current one on the line that was walked last. */
export function redo(tabId: string): void {
  const episode = episodeById(environmentTab(tabId)?.episode)
  const next = episode ? nextOf(episode) : undefined
  if (next !== undefined) void goTo(tabId, next)
}

const focusLater = (selector: string): void =>
  void requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus())

const BENCH = 'environments'

/** Everything the bench can do, for the palette and the keys. Keys hold only while the bench is in front. */
export function gemCommands(t: Text): Command[] {
  const group = t('app.bench.environments')
  const command = (id: string, title: string, keys: string | undefined, run: () => void): Command => ({
    id: `gem.${id}`,
    title,
    group,
    bench: BENCH,
    ...(keys ? { keys } : {}),
    run: () => {
      if (useRoute.getState().bench !== BENCH) goToBench(BENCH)
      run()
    },
  })
  const onTab = (act: (tabId: string) => unknown) => () => {
    const tab = activeTab()
    if (tab?.kind === 'environment') void act(tab.id)
  }
  return [
    command('search', t('gem.command.search'), 'Mod+Shift+F', () => {
      setView({ sideOpen: true, side: 'catalogue' })
      focusLater('#gem-search')
    }),
    command('library', t('gem.command.library'), undefined, () => {
      setView({ sideOpen: true, side: 'library' })
      focusLater('#gem-library-search')
    }),
    command('reset', t('gem.command.reset'), 'Mod+Alt+R', onTab(resetEpisode)),
    command('undo', t('gem.command.undo'), 'Mod+Alt+Z', onTab(undo)),
    command('redo', t('gem.command.redo'), 'Mod+Alt+Y', onTab(redo)),
    command('replay', t('gem.command.replay'), undefined, onTab(replayAll)),
    command('cancel', t('gem.command.cancel'), undefined, onTab(cancelWork)),
    command('close', t('gem.command.close'), undefined, onTab(closeEnvironment)),
    command('board', t('gem.command.board'), 'Mod+Alt+B', () =>
      setView({ drawn: !useGemView.getState().drawn }),
    ),
    command('focusBoard', t('gem.command.focusBoard'), 'Mod+Alt+G', () => focusLater('[data-board]')),
    command('focusAction', t('gem.command.focusAction'), 'Mod+Alt+A', () => focusLater('#gem-action')),
    command(
      'autoplay',
      t('gem.command.autoplay'),
      'Mod+Alt+P',
      onTab(async (id) => {
        if (autoplayOf(id).running) pauseAutoplay(id)
        else await runAutoplay(id)
      }),
    ),
    command('propose', t('gem.command.propose'), undefined, onTab(proposeHere)),
    command('accept', t('gem.command.accept'), 'Mod+Alt+Enter', onTab(acceptProposal)),
    command('report', t('gem.command.report'), undefined, () => setView({ dialog: 'report' })),
    command('compare', t('gem.command.compare'), undefined, () => setView({ dialog: 'compare' })),
    command('batch', t('gem.command.batch'), undefined, () => setView({ dialog: 'batch' })),
    command('endpoint', t('gem.command.endpoint'), undefined, () => setView({ dialog: 'endpoint' })),
    command('side', t('gem.side.toggle'), undefined, () =>
      setView({ sideOpen: !useGemView.getState().sideOpen }),
    ),
    command('tab.next', t('gem.command.nextTab'), 'Mod+Alt+PageDown', () => stepTab(1)),
    command('tab.previous', t('gem.command.previousTab'), 'Mod+Alt+PageUp', () => stepTab(-1)),
    command('tab.close', t('gem.tab.close'), 'Mod+Alt+Q', () => {
      const tab = activeTab()
      if (tab) void closeTab(tab.id)
    }),
    command('tab.closeAll', t('gem.tab.closeAll'), undefined, () => void closeAll()),
    ...RECORD_VIEWS.map((view, i) =>
      command(
        `view.${view}`,
        t('gem.command.view', { view: t(`gem.record.${view}`) }),
        `Mod+Alt+${i + 1}`,
        () => setView({ record: view }),
      ),
    ),
  ]
}
