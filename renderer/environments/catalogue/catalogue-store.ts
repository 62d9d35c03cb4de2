import { z } from 'zod'
import { create } from 'zustand'
import { builtInEntry, commonCatalogue } from '#shared/gem/catalogue/index.ts'
import { type CatalogueEntry, catalogueEntrySchema } from '#shared/gem/catalogue/entry.ts'
import type { PluginProblem } from '#shared/gem/rest.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { picksDocument } from '#shared/documents/environments.ts'
import { documentOf } from '../../app/document.ts'
import { recordRecent } from '../../app/recents.ts'
import { workbench } from '../../app/workbench.ts'
import { recentName } from '../parts/environment-name.ts'

/** An environment that can be created; without `entry` if no platform describes the id. */
export interface CatalogueItem {
  readonly id: string
  readonly entry: CatalogueEntry | undefined
}

/** A platform's catalogue. `known`: the platform lists nothing, so Orrery's own catalogue is shown. */
export interface Catalogue {
  readonly state: 'loading' | 'ready' | 'failed'
  readonly kind: 'catalogue' | 'ids' | 'known'
  readonly items: readonly CatalogueItem[]
  /** The platform's plugins that could not be loaded. */
  readonly problems: readonly PluginProblem[]
  readonly failure?: Failure
}

const EMPTY: Catalogue = { state: 'loading', kind: 'known', items: [], problems: [] }
const RECENT_LIMIT = 12

interface CatalogueState {
  readonly byPlatform: Readonly<Record<string, Catalogue>>
}

export const useCatalogues = create<CatalogueState>(() => ({ byPlatform: {} }))

const pinned = documentOf(picksDocument)

export const useFavourites = (): readonly string[] => pinned.use(({ value }) => value.favourites)

/** Recently opened environments, latest first. */
export const useRecent = (): readonly string[] => pinned.use(({ value }) => value.recent)

export const useIsFavourite = (id: string): boolean =>
  pinned.use(({ value }) => value.favourites.includes(id))

export function useCatalogue(platform: string | undefined): Catalogue {
  return useCatalogues((state) => (platform === undefined ? EMPTY : (state.byPlatform[platform] ?? EMPTY)))
}

/** The description of an id, from its platform or, for well-known ids, from our own catalogue. */
export function entryOf(platform: string, id: string): CatalogueEntry | undefined {
  const { byPlatform } = useCatalogues.getState()
  return byPlatform[platform]?.items.find((offer) => offer.id === id)?.entry ?? builtInEntry(id)
}

/**
 * The problem with an environment's file: the environment is still the version before the file was changed.
 */
export const useProblem = (platform: string, id: string): PluginProblem | undefined =>
  useCatalogue(platform).problems.find(({ ids }) => ids?.includes(id))

/** `entryOf` as a hook. */
export function useEntry(platform: string, id: string): CatalogueEntry | undefined {
  return useCatalogue(platform).items.find((offer) => offer.id === id)?.entry ?? builtInEntry(id)
}

function setCatalogue(platform: string, catalogue: Catalogue): void {
  useCatalogues.setState(({ byPlatform }) => ({ byPlatform: { ...byPlatform, [platform]: catalogue } }))
}

/** Loads a platform's catalogue. */
export async function loadCatalogue(platform: string, signal?: AbortSignal): Promise<void> {
  try {
    const answer = await workbench.call('environments.catalogue', { platform }, signal ? { signal } : {})
    if (answer.kind === 'none') {
      // A platform that lists nothing before an environment is open usually has the common ones, but none of
      // ours.
      const items = commonCatalogue.map((entry) => ({ id: entry.id, entry }))
      setCatalogue(platform, { state: 'ready', kind: 'known', items, problems: [] })
    } else {
      const { kind, problems } = answer
      setCatalogue(platform, { state: 'ready', kind, items: answer.entries.flatMap(readOffer), problems })
    }
  } catch (error) {
    const failure = toFailure(error)
    if (failure.code === 'CANCELLED') return
    setCatalogue(platform, { ...EMPTY, state: 'failed', failure })
  }
}

function readOffer(value: unknown): CatalogueItem[] {
  if (typeof value === 'string') return [{ id: value, entry: builtInEntry(value) }]
  const whole = catalogueEntrySchema.safeParse(value)
  if (whole.success) return [{ id: whole.data.id, entry: whole.data }]
  const named = z.looseObject({ id: z.string() }).safeParse(value)
  return named.success ? [{ id: named.data.id, entry: builtInEntry(named.data.id) }] : []
}

export const loadPicks = (): Promise<void> => pinned.load()

export function toggleFavourite(id: string): void {
  const isOne = pinned.value.favourites.includes(id)
  void pinned.change((before) => {
    const others = before.favourites.filter((one) => one !== id)
    return { ...before, favourites: isOne ? others : [...others, id] }
  })
}

/** Records an opened environment, here and for the start page. */
export function recordOpened(id: string): void {
  recordRecent('environment', id, recentName(id))
  void pinned.change((before) => ({
    ...before,
    recent: [id, ...before.recent.filter((one) => one !== id)].slice(0, RECENT_LIMIT),
  }))
}
