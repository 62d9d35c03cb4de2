import { useCommandHandlers, type CommandHandlers } from '../app/commands.ts'
import {
  acceptProposal,
  cancelWork,
  closeAll,
  closeEnvironment,
  closeTab,
  pauseAutoplay,
  playOf,
  proposeHere,
  redo,
  replayAll,
  resetEpisode,
  runAutoplay,
  undo,
} from './session/play.ts'
import { activeTab, stepTab } from './session/tabs.ts'
import { RECORD_VIEWS, setView, useBenchView } from './session/view-store.ts'

const focusLater = (selector: string): void =>
  void requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus())

/** What a command does to the environment in front; nothing where another kind of tab is. */
const onEnvironment = (act: (tabId: string) => unknown) => () => {
  const tab = activeTab()
  return tab?.kind === 'environment' ? act(tab.id) : undefined
}

const HANDLERS: CommandHandlers = {
  'environments.search': () => {
    setView({ sideOpen: true, side: 'catalogue' })
    focusLater('#gem-search')
  },
  'environments.library': () => {
    setView({ sideOpen: true, side: 'library' })
    focusLater('#gem-library-search')
  },
  'environments.reset': onEnvironment(resetEpisode),
  'environments.undo': onEnvironment(undo),
  'environments.redo': onEnvironment(redo),
  'environments.replay': onEnvironment(replayAll),
  'environments.cancel': onEnvironment(cancelWork),
  'environments.close': onEnvironment(closeEnvironment),
  'environments.board': () => setView({ drawn: !useBenchView.getState().drawn }),
  'environments.focusBoard': () => focusLater('[data-board]'),
  'environments.focusAction': () => focusLater('#gem-action'),
  'environments.autoplay': onEnvironment((id) => (playOf(id).playing ? pauseAutoplay(id) : runAutoplay(id))),
  'environments.propose': onEnvironment(proposeHere),
  'environments.accept': onEnvironment(acceptProposal),
  'environments.report': () => setView({ dialog: 'report' }),
  'environments.compare': () => setView({ dialog: 'compare' }),
  'environments.batch': () => setView({ dialog: 'batch' }),
  'environments.endpoint': () => setView({ dialog: 'endpoint' }),
  'environments.side': () => setView({ sideOpen: !useBenchView.getState().sideOpen }),
  'environments.tab.next': () => stepTab(1),
  'environments.tab.previous': () => stepTab(-1),
  'environments.tab.close': () => {
    const tab = activeTab()
    return tab && closeTab(tab.id)
  },
  'environments.tab.closeAll': () => closeAll(),
  ...Object.fromEntries(
    RECORD_VIEWS.map((view) => [`environments.view.${view}`, () => setView({ record: view })]),
  ),
}

/** What the commands of the bench do. */
export const useEnvironmentsCommands = (): void => useCommandHandlers(HANDLERS)
