import { Orbit } from 'lucide-react'
import { defineBench } from '../app/bench.ts'
import { openBench } from '../app/route.ts'
import { explorerCommands } from './commands.ts'
import { explorerMessages } from './messages.en.ts'

declare module '../app/bench.ts' {
  interface Intents {
    /** An element to select, by its key `domain/name/kind`. */
    'explorer.select': { readonly element: string }
  }
}

export const explorerBench = defineBench({
  id: 'explorer',
  title: 'app.bench.explorer',
  icon: Orbit,
  keys: 'Mod+1',
  place: 'main',
  load: async () => (await import('./explorer.tsx')).Explorer,
  commands: explorerCommands,
  messages: { en: explorerMessages, zh: async () => (await import('./messages.zh.ts')).explorerMessagesZh },
  intents: ['explorer.select'],
  recents: { model: () => openBench('explorer') },
})
