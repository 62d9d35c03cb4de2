import { openWith } from '../app/intents.ts'
import { runCommand } from '../app/run-command.ts'

/** Direct relations of the sample model's checkout service. */
const CHECKOUT =
  '.topo | graph-call getDirectRelations([(:"devops@devops.service" {__entity_id__: \'10000000000000000000000000000101\'})])'

/** What each card runs on a press: real work on what comes with Orrery. */
export const examples = {
  explorer: () => openWith('query.open', { text: CHECKOUT, run: true }),
  sandboxes: () => openWith('sandboxes.shell', {}),
  environments: () => openWith('environments.open', { environment: 'game:Wordle-v0-easy', agent: 'solver' }),
  console: () => runCommand('console.add'),
} as const

export type Card = keyof typeof examples

export const CARDS = Object.keys(examples) as readonly Card[]
