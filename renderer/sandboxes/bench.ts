import { Boxes } from 'lucide-react'
import { defineBench } from '../app/bench.ts'
import { openWith } from '../app/intents.ts'
import { openBench } from '../app/route.ts'
import { sandboxesCommands } from './commands.ts'
import { sandboxesMessages } from './messages.en.ts'

declare module '../app/bench.ts' {
  interface Intents {
    /** Shows a sandbox by its place `platform/id`, or a file in it. */
    'sandboxes.show': { readonly place: string; readonly path?: string }
    /** Opens a terminal in a running sandbox, or in a new one with this machine's own system. */
    'sandboxes.shell': object
  }
}

export const sandboxesBench = defineBench({
  id: 'sandboxes',
  title: 'app.bench.sandboxes',
  icon: Boxes,
  keys: 'Mod+3',
  place: 'main',
  load: async () => (await import('./sandbox-bench.tsx')).SandboxBench,
  commands: sandboxesCommands,
  messages: { en: sandboxesMessages, zh: async () => (await import('./messages.zh.ts')).sandboxesMessagesZh },
  intents: ['sandboxes.show', 'sandboxes.shell'],
  recents: {
    platform: () => openBench('sandboxes'),
    sandbox: (place) => openWith('sandboxes.show', { place }),
  },
  search: async () => (await import('./palette-search.ts')).searchSandboxes,
  searchServer: async () => (await import('./palette-search.ts')).searchFiles,
  tourScene: () => openWith('sandboxes.shell', {}),
  tour: [
    {
      target: '[data-tour="start"]',
      title: 'sandboxes.tour.start',
      text: 'sandboxes.tour.start.text',
    },
    {
      target: '[data-column-toggle]',
      title: 'sandboxes.tour.list',
      text: 'sandboxes.tour.list.text',
    },
    {
      target: '[role="tab"][id$="-trigger-terminals"]',
      title: 'sandboxes.tour.terminals',
      text: 'sandboxes.tour.terminals.text',
    },
    {
      target: '[role="tab"][id$="-trigger-files"]',
      title: 'sandboxes.tour.files',
      text: 'sandboxes.tour.files.text',
    },
    {
      target: '[role="tab"][id$="-trigger-ports"]',
      title: 'sandboxes.tour.ports',
      text: 'sandboxes.tour.ports.text',
    },
  ],
})
