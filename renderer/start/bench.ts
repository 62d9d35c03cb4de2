import { Orbit } from 'lucide-react'
import { defineBench } from '../app/bench.ts'
import type { CommandDeclaration } from '../app/commands.ts'
import { CARDS } from './cards.ts'
import { startMessages } from './messages.en.ts'

const commands: readonly CommandDeclaration[] = [
  {
    id: 'start.story',
    title: 'start.story',
    more: 'start.story.begin',
    load: async () => (await import('./begin-story.ts')).beginStory,
  },
  ...CARDS.map((card): CommandDeclaration => ({
    id: `start.example.${card}`,
    title: `start.card.${card}.example`,
    more: `start.card.${card}`,
    load: async () => (await import('./examples.ts')).examples[card],
  })),
]

/**
 * The start page: what Orrery is for, examples to run, and recent items. Shown by a first window, so it is
 * preloaded with the page (renderer/vite.config.ts).
 */
export const startBench = defineBench({
  id: 'start',
  title: 'start.title',
  icon: Orbit,
  place: 'home',
  commands,
  load: async () => (await import('./start.tsx')).Start,
  takes: { 'guide.resume': async () => (await import('./begin-story.ts')).resume },
  search: async () => (await import('./help/palette-search.ts')).searchHelp,
  help: async () => (await import('./help/help.tsx')).Help,
  messages: { en: startMessages, zh: async () => (await import('./messages.zh.ts')).startMessagesZh },
})
