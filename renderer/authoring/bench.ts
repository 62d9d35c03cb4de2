import type { NewLink } from './draft/draft.ts'
import { SquarePen } from 'lucide-react'
import { defineBench } from '../app/bench.ts'
import type { CommandDeclaration } from '../app/commands.ts'
import { ITEM_TYPES } from '#shared/documents/authoring.ts'
import { authoringMessages } from './messages.en.ts'
import { useAbility } from './server/use-ability.ts'

declare module '../app/bench.ts' {
  interface Intents {
    /** What to open for editing, by key: `domain/name/kind`, `domain/type/id`, or a relation's seven parts. */
    'authoring.edit': {
      readonly element?: string
      readonly entity?: string
      readonly relation?: string
      /** A new relation between two entities, or a new link between two entity sets, by their keys. */
      readonly link?: NewLink
    }
  }
}

const commands: readonly CommandDeclaration[] = [
  { id: 'console.tab.write', title: (t) => t('console.show', { tab: t('authoring.tab') }) },
  ...ITEM_TYPES.map((type): CommandDeclaration => ({
    id: `authoring.new.${type}`,
    title: (t) => t('authoring.newOne', { type: t(`authoring.type.${type}`) }),
  })),
  { id: 'authoring.undo', title: 'authoring.undo' },
  { id: 'authoring.redo', title: 'authoring.redo' },
  { id: 'authoring.review', title: 'authoring.review' },
]

/** Editing what a model server holds; the console shows it among the tabs of a connection that takes writes. */
export const authoringBench = defineBench({
  id: 'authoring',
  title: 'authoring.tab',
  icon: SquarePen,
  place: { inside: 'console' },
  load: async () => (await import('./authoring.tsx')).Authoring,
  commands,
  messages: {
    en: authoringMessages,
    zh: async () => (await import('./messages.zh.ts')).authoringMessagesZh,
  },
  intents: ['authoring.edit'],
  useAbility,
})
