import { FlaskConical } from 'lucide-react'
import { defineBench } from '../app/bench.ts'
import { environmentsCommands } from './commands.ts'
import { environmentsMessages } from './messages.en.ts'

declare module '../app/bench.ts' {
  interface Intents {
    /** An environment to make and reset, by its id; with an agent that begins to play it. */
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
  search: async () => (await import('./palette-search.ts')).searchEnvironments,
  tour: [
    {
      target: 'aside input[type="search"]',
      title: 'environments.tour.catalogue',
      text: 'environments.tour.catalogue.text',
    },
    { target: '#gem-action', title: 'environments.tour.action', text: 'environments.tour.action.text' },
    {
      target: '[role="tab"][id$="-trigger-autoplay"]',
      title: 'environments.tour.agent',
      text: 'environments.tour.agent.text',
    },
    {
      target: '[role="tab"][id$="-trigger-branches"]',
      title: 'environments.tour.branches',
      text: 'environments.tour.branches.text',
    },
    {
      target: 'aside [role="radiogroup"]',
      title: 'environments.tour.library',
      text: 'environments.tour.library.text',
    },
  ],
})
