import type { LucideIcon } from 'lucide-react'
import { createContext, createElement, Fragment, type ComponentType } from 'react'
import type { Recent, RECENT_KINDS } from '#shared/workbench/areas/recents.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import type { MessageArea, MessageKey } from '../i18n/text.ts'
import { Arrival } from './arrival.ts'
import { declareCommands, type CommandDeclaration } from './commands.ts'
import { lazyView, type LazyView, Loading } from './lazy-view.tsx'

/**
 * Requests between benches and their payloads, so that benches need not import each other. Each bench
 * declares its own by declaration merging, and handles them with `useIntent`, or in `takes` when it should
 * not be opened.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- filled by declaration merging
export interface Intents {}

/**
 * A bench's static description, available before its code is loaded; the code is fetched when it is first
 * opened.
 */
export interface BenchDefinition {
  /** Stable: part of addresses, the keymap and stored data. */
  readonly id: string
  readonly title: MessageKey
  readonly icon: LucideIcon
  /** Absent if the bench is only opened from another one. */
  readonly keys?: string
  /**
   * Position of its button in the activity bar (the logo is the button of `home`), or the id of the bench
   * that shows it as a tab.
   */
  readonly place: 'home' | 'main' | 'foot' | 'none' | { readonly inside: string }
  readonly load: () => Promise<ComponentType>
  /** All its commands, known before the bench is loaded. */
  readonly commands?: readonly CommandDeclaration[]
  readonly messages: MessageArea
  /** Intents it handles with `useIntent`. */
  readonly intents?: readonly (keyof Intents)[]
  /** Intents it handles without becoming active. Loaded on the first one. */
  readonly takes?: { readonly [K in keyof Intents]?: () => Promise<(payload: Intents[K]) => Promise<void>> }
  /** Opens a recent item of a kind; for connections, after they have been chosen. */
  readonly recents?: Partial<
    Record<(typeof RECENT_KINDS)[number], (target: string, item?: Recent) => Promise<void>>
  >
  /** The title of a recent item in the page's language. */
  readonly recentTitles?: Partial<
    Record<(typeof RECENT_KINDS)[number], (target: string, title: string) => string>
  >
  /** Badge on its button, such as the number of items waiting for the user. */
  readonly badge?: ComponentType
  /**
   * Searches the bench's contents by name for the palette: elements, sandboxes, tools. Loaded on the first
   * search.
   */
  readonly search?: () => Promise<Searcher>
  /** Like `search`, for sets too large to list: asks a server for matches of the typed text. */
  readonly searchServer?: () => Promise<ServerSearcher>
  /** The help panel, shown beside any bench. */
  readonly help?: () => Promise<ComponentType>
  /** The steps of its tour, in order. */
  readonly tour?: readonly TourStep[]
  /** Prepares what the tour speaks of, such as a connected server. */
  readonly tourStart?: () => void
  /** Creates what the tour points at if the bench has nothing open. */
  readonly tourScene?: () => Promise<unknown>
  /** Whether a bench shown inside another has content for a connection. */
  readonly useAbility?: (connection: Connection | undefined) => Ability
}

/** A control and its explanation. */
export interface TourStep {
  /** Selector of the control within the bench. */
  readonly target: string
  /** The control is in the column at that side; where that is closed, the step points at its toggle instead. */
  readonly column?: 'left' | 'right'
  readonly title: MessageKey
  readonly text: MessageKey
}

/** A search result that can be opened. */
export interface SearchResult {
  /** Unique, such as `explorer:devops/devops.service/entity_set`. */
  readonly id: string
  readonly title: string
  /** The question it answers: typed in full, that beats every title. */
  readonly name?: string | undefined
  /** Heading in the result list. */
  readonly group: string
  /** Description, shown beside the title. */
  readonly more?: string | undefined
  /** Further search terms that are not shown. */
  readonly terms?: string | undefined
  /** Ranks below equal matches. */
  readonly dormant?: boolean
  /** One of very many that explain words: see `Ranked` of the palette. */
  readonly oneOfMany?: boolean
  /** Listed below all others whatever is typed: where to search on. */
  readonly last?: boolean
  /** Why it cannot be opened. */
  readonly disabled?: string | undefined
  run(): unknown
}

/** Returns all candidates; the palette ranks them. Sources that take too long are left out. */
type Searcher = () => readonly SearchResult[] | Promise<readonly SearchResult[]>

/** Returns a server's matches for the typed text. */
type ServerSearcher = (typed: string, signal: AbortSignal) => Promise<readonly SearchResult[]>

/** The connection of the host bench, for the benches shown inside it. */
export const ConnectionContext = createContext<
  { readonly connection: Connection; readonly ability: Ability } | undefined
>(undefined)

/** Nothing to show, disabled on the server, available, or not known yet. */
export type Ability = 'loading' | 'none' | 'off' | 'on'

export interface Bench extends Omit<BenchDefinition, 'load' | 'help'> {
  readonly view: LazyView
  readonly helpView: LazyView | undefined
}

export function defineBench({ load, help, ...definition }: BenchDefinition): Bench {
  const { id } = definition
  const loadWithArrival = async (): Promise<ComponentType> => {
    const View = await load()
    return () => createElement(Fragment, null, createElement(View), createElement(Arrival, { bench: id }))
  }
  return {
    ...definition,
    view: lazyView(loadWithArrival, Loading),
    helpView: help && lazyView(help),
  }
}

let registered: readonly Bench[] = []

/** Registers the benches in display order. Call once at start. */
export function registerBenches(benches: readonly Bench[]): void {
  registered = benches
  for (const { id, title, commands = [] } of benches) declareCommands(commands, { bench: id, group: title })
}

export const allBenches = (): readonly Bench[] => registered

export const benchById = (id: string): Bench | undefined => registered.find((bench) => bench.id === id)

/** Benches that are not shown inside another one. */
export const ownBenches = (): readonly Bench[] => registered.filter(({ place }) => typeof place === 'string')

/** Benches shown as tabs of another one. */
export const benchesInside = (host: string): readonly Bench[] =>
  registered.filter(({ place }) => typeof place === 'object' && place.inside === host)

/** Id of the bench whose button leads to this one: itself, or its host. */
export function hostOf({ id, place }: Bench): string {
  return typeof place === 'object' ? place.inside : id
}
