import { FlaskConical } from 'lucide-react'
import { defineBench } from '../app/bench.ts'
import { openWith } from '../app/intents.ts'
import type { CommandDeclaration } from '../app/commands.ts'
import { text } from '../i18n/text.ts'
import { environmentsMessages } from './messages.en.ts'
import { nameNow } from './parts/game-name.ts'
import { RECORD_VIEWS, useBenchView } from './session/view-store.ts'

/** All commands of the environments bench. */
const environmentsCommands: readonly CommandDeclaration[] = [
  { id: 'environments.search', title: 'environments.command.search', keys: 'Mod+Shift+F' },
  { id: 'environments.library', title: 'environments.command.library' },
  { id: 'environments.reset', title: 'environments.command.reset', keys: 'Mod+Alt+R' },
  { id: 'environments.undo', title: 'environments.command.undo', keys: 'Mod+Alt+Z' },
  { id: 'environments.redo', title: 'environments.command.redo', keys: 'Mod+Alt+Y' },
  { id: 'environments.replay', title: 'environments.command.replay' },
  { id: 'environments.cancel', title: 'environments.command.cancel' },
  { id: 'environments.close', title: 'environments.command.close' },
  { id: 'environments.board', title: 'environments.command.board', keys: 'Mod+Alt+B' },
  { id: 'environments.focusBoard', title: 'environments.command.focusBoard', keys: 'Mod+Alt+G' },
  { id: 'environments.focusAction', title: 'environments.command.focusAction', keys: 'Mod+Alt+A' },
  { id: 'environments.autoplay', title: 'environments.command.autoplay', keys: 'Mod+Alt+P' },
  { id: 'environments.propose', title: 'environments.command.propose' },
  { id: 'environments.accept', title: 'environments.command.accept', keys: 'Mod+Alt+Enter' },
  { id: 'environments.report', title: 'environments.command.report' },
  { id: 'environments.compare', title: 'environments.command.compare' },
  { id: 'environments.batch', title: 'environments.command.batch' },
  { id: 'environments.endpoint', title: 'environments.command.endpoint' },
  { id: 'environments.side', title: 'environments.side.toggle' },
  { id: 'environments.tab.next', title: 'environments.command.nextTab', keys: 'Mod+Alt+PageDown' },
  { id: 'environments.tab.previous', title: 'environments.command.previousTab', keys: 'Mod+Alt+PageUp' },
  { id: 'environments.tab.close', title: 'environments.tab.close', keys: 'Mod+Alt+Q' },
  { id: 'environments.tab.closeAll', title: 'environments.tab.closeAll' },
  ...RECORD_VIEWS.map((view, i): CommandDeclaration => ({
    id: `environments.view.${view}`,
    title: (t) => t('environments.command.view', { view: t(`environments.record.${view}`) }),
    keys: `Mod+Alt+${i + 1}`,
  })),
]

declare module '../app/bench.ts' {
  interface Intents {
    /** Creates and resets an environment by id; optionally starts an agent. */
    'environments.open': { readonly environment: string; readonly agent?: 'solver' | 'random' }
  }
}

export const environmentsBench = defineBench({
  id: 'environments',
  title: 'app.bench.environments',
  icon: FlaskConical,
  keys: 'Mod+4',
  place: 'main',
  load: async () => (await import('./environments.tsx')).Environments,
  commands: environmentsCommands,
  messages: {
    en: environmentsMessages,
    zh: async () => (await import('./messages.zh.ts')).environmentsMessagesZh,
  },
  intents: ['environments.open'],
  recents: { environment: (environment) => openWith('environments.open', { environment }) },
  recentTitles: { environment: (id, title) => nameNow(text, id, title) },
  search: async () => (await import('./palette-search.ts')).searchEnvironments,
  // Its first step is about the catalogue's search.
  tourStart: () => useBenchView.setState({ side: 'catalogue' }),
  tourScene: () => openWith('environments.open', { environment: 'game:Wordle-v0-easy' }),
  tour: [
    {
      target: 'aside input[type="search"]',
      column: 'left',
      title: 'environments.tour.catalogue',
      text: 'environments.tour.catalogue.text',
    },
    {
      target: '#environments-action',
      title: 'environments.tour.action',
      text: 'environments.tour.action.text',
    },
    {
      target: '[role="tab"][id$="-trigger-autoplay"]',
      column: 'right',
      title: 'environments.tour.agent',
      text: 'environments.tour.agent.text',
    },
    {
      target: '[role="tab"][id$="-trigger-branches"]',
      column: 'right',
      title: 'environments.tour.branches',
      text: 'environments.tour.branches.text',
    },
    {
      target: 'aside [role="radiogroup"]',
      column: 'left',
      title: 'environments.tour.library',
      text: 'environments.tour.library.text',
    },
  ],
})
