import { autoplayDocument } from '#shared/documents/environments.ts'
import { type Autoplay, NEW_AUTOPLAY } from '#shared/environments/tab.ts'
import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import { solvingPlayer } from '#shared/gem/players/index.ts'
import { documentOf } from '../../app/document.ts'

const document = documentOf(autoplayDocument)

export const loadAutoplays = (): Promise<void> => document.load()

/** Returns a tab's agent settings. */
export const useAutoplay = (tab: string): Autoplay =>
  document.use(({ value }) => value.byTab[tab] ?? NEW_AUTOPLAY)

/** Changes a tab's stored agent settings. */
export function chooseAutoplay(tab: string, change: Partial<Autoplay>): void {
  void document.change((now) => ({
    ...now,
    byTab: { ...now.byTab, [tab]: { ...(now.byTab[tab] ?? NEW_AUTOPLAY), ...change } },
  }))
}

/** Whether there is a solver for the environment's family. */
export const hasSolver = (entry: Pick<CatalogueEntry, 'family'> | undefined): boolean =>
  entry !== undefined && solvingPlayer(entry) !== null
