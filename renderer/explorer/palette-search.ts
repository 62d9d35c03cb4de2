import type { Found } from '../app/bench.ts'
import { openWith } from '../app/intents.ts'
import { text } from '../i18n/text.ts'
import { surfaces } from './store/explorer-store.ts'

/** The elements of the model that the Explorer shows. */
export const searchElements = (): readonly Found[] =>
  surfaces.model.getState().graph.nodes.map(({ key, label, name }) => ({
    id: `explorer:${key}`,
    title: label,
    group: text('explorer.palette.elements'),
    more: name === label ? undefined : name,
    run: () => openWith('explorer.select', { element: key }),
  }))
