import type { LucideIcon } from 'lucide-react'
import { createContext, createElement, Fragment, type ComponentType } from 'react'
import type { RECENT_KINDS } from '#shared/workbench/areas/recents.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import type { MessageArea, MessageKey } from '../i18n/text.ts'
import { Arrival } from './arrival.ts'
import { declareCommands, type CommandDeclaration } from './commands.ts'
import { lazyView, type LazyView, Loading } from './lazy-view.tsx'

/**
 * What one bench may ask of another without importing it, and with what. Each bench declares its own by merging into this
 * interface, and answers with `useIntent`, or without being opened as one of its `takes`.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- filled by declaration merging
export interface Intents {}

/** What one area of the page tells the frame about itself. Its code is fetched when it is first opened; this is there from the start. */
export interface BenchDefinition {
  /** Stable: it is in the address, in the keymap and in what is kept. */
  readonly id: string
  readonly title: MessageKey
  readonly icon: LucideIcon
  /** Absent where the bench is opened from another one. */
  readonly keys?: string
  /** Where its button stands in the activity bar, whose mark is `home`, if it has one; or the id of the bench that shows it as one of its own tabs. */
  readonly place: 'home' | 'main' | 'foot' | 'none' | { readonly inside: string }
  readonly load: () => Promise<ComponentType>
  /** Everything a person can do here, known before the bench was ever opened. */
  readonly commands?: readonly CommandDeclaration[]
  readonly messages: MessageArea
  /** What other benches may ask of it; it answers with `useIntent`. */
  readonly intents?: readonly (keyof Intents)[]
  /** What it takes from other benches while they stay in front. Fetched when it is first asked. */
  readonly takes?: { readonly [K in keyof Intents]?: () => Promise<(payload: Intents[K]) => Promise<void>> }
  /** How a recent item of a kind is opened; for connections once they are the chosen ones. */
  readonly recents?: Partial<Record<(typeof RECENT_KINDS)[number], (target: string) => Promise<void>>>
  /** What its button shows in a corner, such as how many things wait for the person there. */
  readonly badge?: ComponentType
  /** Finds by name what the bench holds, for the palette: elements, sandboxes, tools. Fetched when something is first looked for. */
  readonly search?: () => Promise<Searcher>
  /** The same where there may be too many to list: asked a server for what was typed. */
  readonly searchServer?: () => Promise<ServerSearcher>
  /** The help, shown beside whichever bench is in front. */
  readonly help?: () => Promise<ComponentType>
  /** What its tour points at, one control after the other. */
  readonly tour?: readonly TourStep[]
  /** Makes what the tour points at, where the bench has nothing open yet. */
  readonly tourScene?: () => Promise<unknown>
  /** Whether a bench that is shown inside another has anything to show for a connection. */
  readonly useAbility?: (connection: Connection | undefined) => Ability
}

/** One control, and what it is for. */
export interface TourStep {
  /** Finds the control within the bench. */
  readonly target: string
  readonly title: MessageKey
  readonly text: MessageKey
}

/** Something that a bench holds and that can be gone to. */
export interface Found {
  /** Unlike all others, such as `explorer:devops/devops.service/entity_set`. */
  readonly id: string
  readonly title: string
  /** The heading it stands under. */
  readonly group: string
  /** Words beside the title that it is found by and that are shown. */
  readonly more?: string | undefined
  run(): unknown
}

/** Everything that may be meant; the palette ranks it. What takes too long is left out. */
type Searcher = () => readonly Found[] | Promise<readonly Found[]>

/** What a server finds for what was typed. */
type ServerSearcher = (typed: string, signal: AbortSignal) => Promise<readonly Found[]>

/** The connection that a bench looks at, for the benches that it shows inside itself. */
export const ConnectionContext = createContext<
  { readonly connection: Connection; readonly ability: Ability } | undefined
>(undefined)

/** Nothing to show, switched off at the server, there, or not known yet. */
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

/** Puts the benches into the frame, in the order in which they are shown. Called once, at start. */
export function registerBenches(benches: readonly Bench[]): void {
  registered = benches
  for (const { id, title, commands = [] } of benches) declareCommands(commands, { bench: id, group: title })
}

export const allBenches = (): readonly Bench[] => registered

export const benchById = (id: string): Bench | undefined => registered.find((bench) => bench.id === id)

/** Benches that are not shown inside another. */
export const ownBenches = (): readonly Bench[] => registered.filter(({ place }) => typeof place === 'string')

/** The benches that another one shows among its own tabs. */
export const benchesInside = (host: string): readonly Bench[] =>
  registered.filter(({ place }) => typeof place === 'object' && place.inside === host)

/** The bench whose button leads to a bench: itself, or the one that shows it. */
export function hostOf({ id, place }: Bench): string {
  return typeof place === 'object' ? place.inside : id
}
