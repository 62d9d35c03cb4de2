import { Settings2 } from 'lucide-react'
import { defineBench } from '../app/bench.ts'
import { settingsMessages } from './messages.en.ts'

declare module '../app/bench.ts' {
  interface Intents {
    /** Searches the settings, and focuses one by its name, the keys of a command, or the first that is found. */
    'settings.show': {
      readonly search: string
      readonly setting?: string
      readonly command?: string
      /** Id of a section. */
      readonly section?: string
    }
  }
}

export const settingsBench = defineBench({
  id: 'settings',
  title: 'app.bench.settings',
  icon: Settings2,
  keys: 'Mod+,',
  place: 'foot',
  load: async () => (await import('./settings.tsx')).Settings,
  messages: { en: settingsMessages, zh: async () => (await import('./messages.zh.ts')).settingsMessagesZh },
  intents: ['settings.show'],
  search: async () => (await import('./palette-search.ts')).searchSettings,
})
