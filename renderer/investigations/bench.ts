import { NotebookText } from 'lucide-react'
import type { Content } from '#shared/investigations/cell.ts'
import { defineBench } from '../app/bench.ts'
import type { CommandDeclaration } from '../app/commands.ts'
import { runCommand } from '../app/run-command.ts'
import { investigationsMessages } from './messages.en.ts'

/** All commands of the bench. */
const investigationsCommands: readonly CommandDeclaration[] = [
  { id: 'investigations.new', title: 'investigations.new' },
  { id: 'investigations.open', title: 'investigations.open' },
  { id: 'investigations.rename', title: 'investigations.rename' },
  { id: 'investigations.delete', title: 'investigations.delete' },
  { id: 'investigations.trust', title: 'investigations.trust' },
  { id: 'investigations.markdown', title: 'investigations.markdown', keys: 'Mod+S' },
  { id: 'investigations.html', title: 'investigations.html', keys: 'Mod+Shift+E' },
  { id: 'investigations.add.query', title: 'investigations.add.query', keys: 'Q' },
  { id: 'investigations.add.note', title: 'investigations.add.note', keys: 'N' },
  { id: 'investigations.add.command', title: 'investigations.add.command', keys: 'C' },
  { id: 'investigations.run', title: 'investigations.run', keys: 'Mod+Enter' },
  { id: 'investigations.runAll', title: 'investigations.runAll', keys: 'Mod+Shift+Enter' },
  { id: 'investigations.cancel', title: 'investigations.cancel', keys: 'Mod+Escape' },
  // Enter and Delete apply only if a cell itself has focus; elsewhere they press a button or edit text.
  { id: 'investigations.edit', title: 'investigations.edit' },
  { id: 'investigations.up', title: 'investigations.up', keys: 'Alt+ArrowUp' },
  { id: 'investigations.down', title: 'investigations.down', keys: 'Alt+ArrowDown' },
  { id: 'investigations.remove', title: 'investigations.remove' },
  { id: 'investigations.undo', title: 'investigations.undo', keys: 'Mod+Z' },
]

declare module '../app/bench.ts' {
  interface Intents {
    /** Appends a cell to the investigation opened last, otherwise the newest, otherwise a new one. */
    'investigations.add': Content
    /** Begins an investigation with these cells, opens it, and runs its queries. */
    'investigations.begin': { readonly title: string; readonly cells: readonly Content[] }
  }
}

export const investigationsBench = defineBench({
  id: 'investigations',
  title: 'app.bench.investigations',
  icon: NotebookText,
  keys: 'Mod+6',
  place: 'main',
  load: async () => (await import('./investigations.tsx')).Investigations,
  commands: investigationsCommands,
  messages: {
    en: investigationsMessages,
    zh: async () => (await import('./messages.zh.ts')).investigationsMessagesZh,
  },
  takes: {
    'investigations.add': async () => (await import('./receive-cell.ts')).receiveCell,
    'investigations.begin': async () => (await import('./receive-whole.ts')).receiveWhole,
  },
  search: async () => (await import('./palette-search.ts')).searchInvestigations,
  // The toolbar needs an investigation: create the first one.
  tourScene: async () => runCommand('investigations.new'),
  tour: (['new', 'add', 'run', 'share', 'open'] as const).map((step) => ({
    target: `[data-tour="${step}"]`,
    title: `investigations.tour.${step}` as const,
    text: `investigations.tour.${step}.text` as const,
  })),
})
