import { FlaskConical } from 'lucide-react'
import { defineBench } from '../app/bench.ts'
import { environmentsCommands } from './commands.ts'
import { environmentsMessages } from './messages.en.ts'

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
})
