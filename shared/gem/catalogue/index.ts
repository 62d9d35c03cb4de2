import type { CatalogueEntry } from './entry.ts'
import { gameCatalogue } from './games.ts'
import { mathCatalogue } from './math.ts'
import { reasoningCatalogue } from './reasoning.ts'

/** Every environment that Orrery's own server brings along. */
export const builtInCatalogue: readonly CatalogueEntry[] = [
  ...gameCatalogue,
  ...reasoningCatalogue,
  ...mathCatalogue,
]

/** The built-in entry of an id. */
export function builtInEntry(id: string): CatalogueEntry | undefined {
  return byId.get(id)
}

const byId = new Map(builtInCatalogue.map((entry) => [entry.id, entry]))
