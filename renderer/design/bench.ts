import { Palette } from 'lucide-react'
import { defineBench } from '../app/bench.ts'
import { designMessages } from './messages.en.ts'

/** The design system as implemented (docs/design.md). Reached by a command. */
export const designBench = defineBench({
  id: 'design',
  title: 'design.title',
  icon: Palette,
  place: 'none',
  load: async () => (await import('./design.tsx')).Design,
  messages: { en: designMessages, zh: async () => (await import('./messages.zh.ts')).designMessagesZh },
})
