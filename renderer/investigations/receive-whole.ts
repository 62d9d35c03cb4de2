import type { Intents } from '../app/bench.ts'
import { openBench } from '../app/route.ts'
import { runCell } from './run.ts'
import { investigationOf, list, newInvestigation } from './store.ts'

/** Begins an investigation with cells of another bench, shows it, and runs its queries; commands wait for the user. */
export async function receiveWhole(given: Intents['investigations.begin']): Promise<void> {
  await list.load()
  const id = newInvestigation(given)
  await openBench('investigations')
  const queries = (investigationOf(id).value?.cells ?? []).filter(({ kind }) => kind === 'query')
  for (const query of queries) if (!(await runCell(id, query.id))) return
}
