import { Orbit } from 'lucide-react'
import { defineBench } from '../app/bench.ts'
import { openBench } from '../app/route.ts'
import type { TimeRange } from './graph/lifetime.ts'
import type { ReachDirection } from './graph/reach.ts'
import { explorerCommands } from './commands.ts'
import { explorerMessages } from './messages.en.ts'

declare module '../app/bench.ts' {
  interface Intents {
    /** Selects an element by key `domain/name/kind`. */
    'explorer.select': { readonly element: string }
    /**
     * Shows entities on the topology canvas, by key `domain/type/id`; `expand` adds their neighbours.
     * Optionally within a time range, or at a point in time (Unix seconds).
     */
    'explorer.entities': {
      readonly entities: readonly string[]
      readonly expand?: boolean
      readonly timeRange?: TimeRange
      readonly moment?: number
      /** In place of what is on the canvas, which one undo brings back, and with the details open. */
      readonly alone?: boolean
      /** Asks how much to show of what depends on the first, or of what it depends on. */
      readonly reach?: ReachDirection
    }
    /** Shows the model, also where the topology was shown last. */
    'explorer.model': Record<string, never>
    /** Opens a saved view by id. */
    'explorer.view': { readonly view: string }
  }
}

export const explorerBench = defineBench({
  id: 'explorer',
  title: 'app.bench.explorer',
  icon: Orbit,
  keys: 'Mod+1',
  place: 'main',
  load: async () => (await import('./explorer.tsx')).Explorer,
  commands: explorerCommands,
  messages: { en: explorerMessages, zh: async () => (await import('./messages.zh.ts')).explorerMessagesZh },
  intents: ['explorer.model', 'explorer.select', 'explorer.entities', 'explorer.view'],
  recents: { model: () => openBench('explorer') },
  search: async () => (await import('./palette-search.ts')).searchElements,
  searchServer: async () => (await import('./palette-search.ts')).searchServers,
  // A topology may be empty; a model has what the tour speaks of. A load error is shown in the bench's place.
  tourStart: () =>
    void import('./explorer.tsx').then(
      ({ showModel }) => showModel(),
      () => undefined,
    ),
  tour: [
    { target: '[data-explorer-search]', title: 'explorer.tour.search', text: 'explorer.tour.search.text' },
    { target: '[data-explorer-canvas]', title: 'explorer.tour.canvas', text: 'explorer.tour.canvas.text' },
    {
      target: '[role="toolbar"] [role="radiogroup"]',
      title: 'explorer.tour.tab',
      text: 'explorer.tour.tab.text',
    },
    {
      target: '[role="tab"][id$="-trigger-details"]',
      column: 'right',
      title: 'explorer.tour.details',
      text: 'explorer.tour.details.text',
    },
    { target: '[data-tour="layout"]', title: 'explorer.tour.layout', text: 'explorer.tour.layout.text' },
  ],
})
