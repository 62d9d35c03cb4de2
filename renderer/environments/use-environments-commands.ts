import { useCommandHandlers, type CommandHandlers } from '../app/commands.ts'
import {
  acceptProposal,
  autoplayOf,
  pauseAutoplay,
  proposeHere,
  runAutoplay,
} from './agents/autoplay-store.ts'
import { RECORD_VIEWS, setView, useGemView } from './session/view-store.ts'
import { closeAll, closeTab } from './session/open.ts'
import { cancelWork } from './session/runtime-store.ts'
import { closeEnvironment, redo, replayAll, resetEpisode, undo } from './session/play.ts'
import { activeTab, stepTab } from './session/tabs-store.ts'

const focusLater = (selector: string): void =>
  void requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus())

/** What a command does to the environment in front; nothing where another kind of tab is. */
const onEnvironment = (act: (tabId: string) => unknown) => () => {
  const tab = activeTab()
  return tab?.kind === 'environment' ? act(tab.id) : undefined
}

const HANDLERS: CommandHandlers = {
  'gem.search': () => {
    setView({ sideOpen: true, side: 'catalogue' })
    focusLater('#gem-search')
  },
  'gem.library': () => {
    setView({ sideOpen: true, side: 'library' })
    focusLater('#gem-library-search')
  },
  'gem.reset': onEnvironment(resetEpisode),
  'gem.undo': onEnvironment(undo),
  'gem.redo': onEnvironment(redo),
  'gem.replay': onEnvironment(replayAll),
  'gem.cancel': onEnvironment(cancelWork),
  'gem.close': onEnvironment(closeEnvironment),
  'gem.board': () => setView({ drawn: !useGemView.getState().drawn }),
  'gem.focusBoard': () => focusLater('[data-board]'),
  'gem.focusAction': () => focusLater('#gem-action'),
  'gem.autoplay': onEnvironment((id) => (autoplayOf(id).running ? pauseAutoplay(id) : runAutoplay(id))),
  'gem.propose': onEnvironment(proposeHere),
  'gem.accept': onEnvironment(acceptProposal),
  'gem.report': () => setView({ dialog: 'report' }),
  'gem.compare': () => setView({ dialog: 'compare' }),
  'gem.batch': () => setView({ dialog: 'batch' }),
  'gem.endpoint': () => setView({ dialog: 'endpoint' }),
  'gem.side': () => setView({ sideOpen: !useGemView.getState().sideOpen }),
  'gem.tab.next': () => stepTab(1),
  'gem.tab.previous': () => stepTab(-1),
  'gem.tab.close': () => {
    const tab = activeTab()
    return tab && closeTab(tab.id)
  },
  'gem.tab.closeAll': () => closeAll(),
  ...Object.fromEntries(RECORD_VIEWS.map((view) => [`gem.view.${view}`, () => setView({ record: view })])),
}

/** What the commands of the bench do. */
export const useEnvironmentsCommands = (): void => useCommandHandlers(HANDLERS)
