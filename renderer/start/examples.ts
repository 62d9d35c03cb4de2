import { openWith } from '../app/intents.ts'
import { text } from '../i18n/text.ts'
import { runCommand } from '../app/run-command.ts'

/** Direct relations of the sample model's checkout service. */
const CHECKOUT =
  '.topo | graph-call getDirectRelations([(:"devops@devops.service" {__entity_id__: \'10000000000000000000000000000101\'})])'

/** What each card runs on a press: real work on what comes with Orrery. */
export const examples = {
  // The tab, and the query when it is saved, are called by what was asked.
  explorer: () =>
    openWith('query.open', { text: CHECKOUT, title: text('start.card.explorer.example'), run: true }),
  sandboxes: () => openWith('sandboxes.shell', {}),
  environments: () => openWith('environments.open', { environment: 'game:Wordle-v0-easy', agent: 'solver' }),
  console: () => runCommand('console.add'),
} as const

export type Card = keyof typeof examples

export const CARDS = Object.keys(examples) as readonly Card[]
