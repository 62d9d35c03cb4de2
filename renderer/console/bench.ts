import { PlugZap } from 'lucide-react'
import { defineBench } from '../app/bench.ts'
import type { CommandDeclaration } from '../app/commands.ts'
import { consoleTabs, showReadyServer } from './parts/console-store.ts'
import { QuestionBadge } from './parts/question-badge.tsx'
import { consoleMessages } from './messages.en.ts'

declare module '../app/bench.ts' {
  interface Intents {
    /** Edits a connection, by its name. */
    'console.edit': { readonly name: string }
    /** Shows a tool of a connection with its form. */
    'console.tool': { readonly connection: string; readonly tool: string }
  }
}

const commands: readonly CommandDeclaration[] = [
  { id: 'console.add', title: 'console.add.title' },
  { id: 'console.addPlatform', title: 'console.add.platformTitle' },
  { id: 'console.addTelemetry', title: 'console.add.telemetryTitle' },
  ...consoleTabs.map((tab): CommandDeclaration => ({
    id: `console.tab.${tab}`,
    title: (t) => t('console.show', { tab: t(`console.tab.${tab}`) }),
  })),
]

export const consoleBench = defineBench({
  id: 'console',
  title: 'app.bench.console',
  icon: PlugZap,
  keys: 'Mod+5',
  place: 'main',
  load: async () => (await import('./console.tsx')).Console,
  commands,
  messages: { en: consoleMessages, zh: async () => (await import('./messages.zh.ts')).consoleMessagesZh },
  badge: QuestionBadge,
  intents: ['console.edit', 'console.tool'],
  search: async () => (await import('./palette-search.ts')).searchTools,
  // Tools, resources and prompts are only there for a connected server.
  tourStart: showReadyServer,
  tour: [
    {
      target: '[role="toolbar"] [data-tone="plain"]',
      title: 'console.tour.add',
      text: 'console.tour.add.text',
    },
    {
      target: '[role="tab"][id$="-trigger-overview"]',
      title: 'console.tour.overview',
      text: 'console.tour.overview.text',
    },
    {
      target: '[role="tab"][id$="-trigger-tools"]',
      title: 'console.tour.tools',
      text: 'console.tour.tools.text',
    },
    {
      target: '[role="tab"][id$="-trigger-resources"]',
      title: 'console.tour.resources',
      text: 'console.tour.resources.text',
    },
    {
      target: '[role="tab"][id$="-trigger-trace"]',
      title: 'console.tour.trace',
      text: 'console.tour.trace.text',
    },
  ],
})
