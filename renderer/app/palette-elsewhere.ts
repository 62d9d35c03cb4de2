import type { Connection } from '#shared/workbench/areas/connections.ts'
import { text } from '../i18n/text.ts'
import type { SearchResult } from './bench.ts'
import { mayHaveModel } from './connection-state.ts'
import { workbench } from './workbench.ts'

/** The model servers that run, and so were searched. */
export const searched = (connections: readonly Connection[]): readonly string[] =>
  connections.filter((one) => mayHaveModel(one) && one.state === 'ready').map(({ name }) => name)

/**
 * The model servers that do not run yet: starting one searches it too. The first start of a user's own one needs
 * consent, for which the palette is no place.
 */
export const elsewhere = (
  connections: readonly Connection[],
): readonly (SearchResult & { readonly stays: true })[] =>
  connections
    .filter(
      (one) => mayHaveModel(one) && (one.state === 'starting' || (one.state === 'stopped' && !one.consent)),
    )
    .map(({ id, name, state }) => ({
      id: `elsewhere:${id}`,
      title: text('app.palette.searchIn', { name }),
      group: text('app.palette.elsewhere'),
      disabled: state === 'starting' ? text('app.state.starting') : undefined,
      // Its matches are added to the list.
      stays: true,
      run: () => workbench.call('connections.start', { id }),
    }))
