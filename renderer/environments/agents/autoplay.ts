import { autoplayDocument } from '#shared/documents/environments.ts'
import { type Autoplay, NEW_AUTOPLAY } from '#shared/environments/tab.ts'
import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import { solvingPlayer } from '#shared/gem/players/index.ts'
import { documentOf } from '../../app/document.ts'

const document = documentOf(autoplayDocument)

export const loadAutoplays = (): Promise<void> => document.load()

/** How an agent plays in a tab. */
export const useAutoplay = (tab: string): Autoplay =>
  document.use(({ value }) => value.byTab[tab] ?? NEW_AUTOPLAY)

/** A choice of the person: kept for the next time. */
export function chooseAutoplay(tab: string, change: Partial<Autoplay>): void {
  void document.change((now) => ({
    ...now,
    byTab: { ...now.byTab, [tab]: { ...(now.byTab[tab] ?? NEW_AUTOPLAY), ...change } },
  }))
}

/** True when a solver is known for the family. */
export const hasSolver = (entry: Pick<CatalogueEntry, 'family'> | undefined): boolean =>
  entry !== undefined && solvingPlayer(entry) !== null
