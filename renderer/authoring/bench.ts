import { SquarePen } from 'lucide-react'
import { ITEM_TYPES } from '#shared/documents/authoring.ts'
import { defineBench } from '../app/bench.ts'
import type { CommandDeclaration } from '../app/commands.ts'
import { authoringMessages } from '../drafts/messages.en.ts'
import { useAbility } from '../drafts/server/use-ability.ts'

const commands: readonly CommandDeclaration[] = [
  { id: 'console.tab.write', title: (t) => t('console.show', { tab: t('authoring.tab') }) },
  ...ITEM_TYPES.map((type): CommandDeclaration => ({
    id: `authoring.new.${type}`,
    title: (t) => t('authoring.newOne', { type: t(`authoring.type.${type}`) }),
  })),
  { id: 'authoring.undo', title: 'authoring.undo.command' },
  { id: 'authoring.redo', title: 'authoring.redo.command' },
  { id: 'authoring.review', title: 'authoring.review' },
]

/** Edits a model server's contents; a console tab of writable connections. */
export const authoringBench = defineBench({
  id: 'authoring',
  title: 'authoring.tab',
  icon: SquarePen,
  place: { inside: 'console' },
  load: async () => (await import('./authoring.tsx')).Authoring,
  commands,
  messages: {
    en: authoringMessages,
    zh: async () => (await import('../drafts/messages.zh.ts')).authoringMessagesZh,
  },
  useAbility,
})
