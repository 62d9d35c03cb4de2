import { Orbit } from 'lucide-react'
import { defineBench } from '../app/bench.ts'
import { startMessages } from './messages.en.ts'

/** The page that greets: what Orrery is for, something to run at once, and what was opened recently. A first window shows it, so it is fetched with the page (renderer/vite.config.ts). */
export const startBench = defineBench({
  id: 'start',
  title: 'start.title',
  icon: Orbit,
  place: 'home',
  load: async () => (await import('./start.tsx')).Start,
  help: async () => (await import('./help/help.tsx')).Help,
  messages: { en: startMessages, zh: async () => (await import('./messages.zh.ts')).startMessagesZh },
})
