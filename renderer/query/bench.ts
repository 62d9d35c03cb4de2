import { TextSearch } from 'lucide-react'
import type { Tab, TimeRange } from '#shared/documents/query.ts'
import type { Called, Recent } from '#shared/workbench/areas/recents.ts'
import { defineBench } from '../app/bench.ts'
import type { CommandDeclaration } from '../app/commands.ts'
import { openWith } from '../app/intents.ts'
import { calledNow } from '../i18n/called.ts'
import { queryMessages } from './messages.en.ts'
import { FORMATS, type ViewId, VIEWS } from './results/views.ts'
import { PANELS } from './tabs/side-store.ts'

const PANEL_KEYS = {
  history: 'Mod+Shift+H',
  saved: 'Mod+Shift+O',
  templates: undefined,
  inspector: 'F8',
} as const

/** All commands of the query bench. */
const queryCommands: readonly CommandDeclaration[] = [
  { id: 'query.run', title: 'query.run', keys: 'Mod+Enter' },
  { id: 'query.runAll', title: 'query.runAll', keys: 'Mod+Shift+Enter' },
  { id: 'query.explain', title: 'query.explain', keys: 'Mod+Shift+E' },
  { id: 'query.cancel', title: 'query.cancelRun', keys: 'Mod+Escape' },
  { id: 'query.format', title: 'query.format', keys: 'Alt+Shift+F' },
  { id: 'query.fix', title: 'query.fix', keys: 'Mod+.' },
  { id: 'query.complete', title: 'query.complete', keys: 'Mod+Space' },
  { id: 'query.focusEditor', title: 'query.focusEditor', keys: 'Shift+F6' },
  { id: 'query.focusResults', title: 'query.focusResults', keys: 'F6' },
  { id: 'query.tab.new', title: 'query.tab.new', keys: 'Mod+Alt+N' },
  { id: 'query.tab.close', title: 'query.tab.closeCurrent', keys: 'Mod+Alt+W' },
  { id: 'query.tab.reopen', title: 'query.tab.reopen', keys: 'Mod+Alt+T' },
  { id: 'query.tab.next', title: 'query.tab.next', keys: 'Mod+Alt+ArrowRight' },
  { id: 'query.tab.previous', title: 'query.tab.previous', keys: 'Mod+Alt+ArrowLeft' },
  { id: 'query.tab.rename', title: 'query.tab.rename' },
  { id: 'query.save', title: 'query.saveAs', keys: 'Mod+S' },
  { id: 'query.keep', title: 'investigations.keep', keys: 'Mod+Alt+K' },
  { id: 'query.openLink', title: 'query.openLink', hidden: true },
  { id: 'query.copyLink', title: 'query.copyLink' },
  { id: 'query.side', title: 'query.side.toggle', keys: 'Mod+B' },
  ...PANELS.map((panel): CommandDeclaration => ({
    id: `query.panel.${panel}`,
    title: (t) => t('query.panel.toggle', { panel: t(`query.side.${panel}`) }),
    keys: PANEL_KEYS[panel],
  })),
  ...VIEWS.map((view): CommandDeclaration => ({
    id: `query.view.${view}`,
    title: (t) => t('query.view.show', { view: t(`query.view.${view}`) }),
    keys: view === 'request' ? 'Mod+Alt+R' : undefined,
  })),
  ...FORMATS.map((format): CommandDeclaration => ({
    id: `query.export.${format}`,
    title: (t) => t('query.export.saveAs', { format: t(`query.export.${format}`) }),
    keys: format === 'csv' ? 'Mod+Shift+S' : undefined,
  })),
  ...FORMATS.map((format): CommandDeclaration => ({
    id: `query.copy.${format}`,
    title: (t) => t('query.export.copyAs', { format: t(`query.export.${format}`) }),
  })),
]

declare module '../app/bench.ts' {
  interface Intents {
    /**
     * Opens a query in a new tab; `run` also runs it and, if requested, the plan it returns. `view` shows the
     * result there, if it has one.
     */
    'query.open': {
      readonly text: string
      readonly title?: string
      /** Where the title is ours. */
      readonly called?: Called
      readonly timeRange?: TimeRange
      readonly entities?: Tab['entities']
      readonly run?: boolean | 'plan'
      readonly view?: ViewId
    }
    /** Writes an example at the cursor of the query in front; a stage of a pipeline behind a bar. */
    'query.insert': { readonly text: string; readonly isStage: boolean }
  }
}

/** The title of a recent query, unless it is the beginning of its text. */
function givenTitle(text: string, item: Recent | undefined): Partial<Pick<Recent, 'title' | 'called'>> {
  if (!item || text.includes(item.title.replace(/…$/, ''))) return {}
  return { title: calledNow(item), called: item.called }
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
  intents: ['query.open', 'query.insert'],
  recents: { query: (text, item) => openWith('query.open', { text, ...givenTitle(text, item) }) },
  search: async () => (await import('./palette-search.ts')).searchSaved,
  tour: [
    { target: '.cm-editor', title: 'query.tour.editor', text: 'query.tour.editor.text' },
    {
      target: '[role="toolbar"] [data-tone="primary"]',
      title: 'query.tour.run',
      text: 'query.tour.run.text',
    },
    {
      target: '[role="toolbar"] [aria-haspopup="dialog"]',
      title: 'query.tour.range',
      text: 'query.tour.range.text',
    },
    { target: '[data-tour="results"]', title: 'query.tour.results', text: 'query.tour.results.text' },
    { target: '[role="toolbar"] [aria-pressed]', title: 'query.tour.side', text: 'query.tour.side.text' },
  ],
})
