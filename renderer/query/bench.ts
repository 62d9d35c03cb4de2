import { TextSearch } from 'lucide-react'
import { defineBench } from '../app/bench.ts'
import { openWith } from '../app/intents.ts'
import { queryCommands } from './commands.ts'
import { queryMessages } from './messages.en.ts'

declare module '../app/bench.ts' {
  interface Intents {
    /** A query for a new tab; `run` runs it at once. */
    'query.open': { readonly text: string; readonly run?: boolean }
  }
}

export const queryBench = defineBench({
  id: 'query',
  title: 'app.bench.query',
  icon: TextSearch,
  keys: 'Mod+2',
  place: 'main',
  load: async () => (await import('./query.tsx')).Query,
  commands: queryCommands,
  messages: { en: queryMessages, zh: async () => (await import('./messages.zh.ts')).queryMessagesZh },
  intents: ['query.open'],
  recents: { query: (text) => openWith('query.open', { text }) },
  search: async () => (await import('./palette-search.ts')).searchSaved,
})
