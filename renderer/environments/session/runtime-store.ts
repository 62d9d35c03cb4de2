import { create } from 'zustand'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'

export type Work = 'make' | 'reset' | 'step' | 'replay' | 'close'

/** Where a replayed line left the recorded one. */
export interface Divergence {
  readonly expected: number
  readonly actual: number
  readonly turn: number
  readonly field: string
}

/** What is true of a tab only while the page runs. */
export interface Runtime {
  readonly busy?: {
    readonly runExclusive: Work
    readonly since: number
    readonly done?: number
    readonly total?: number
  }
  readonly failure?: Failure
  /** The sandbox stands where the episode's current event is. False after a reload or a failure: then it is replayed first. */
  readonly synced: boolean
  readonly divergence?: Divergence
  /** How a replay that met no difference went: the number of compared answers. */
  readonly agreed?: number
  /** The recorded turn that is looked at, where no replay can lead back to it. */
  readonly past?: number
  /** The person chose to go on after the end. */
  readonly stepAnyway: boolean
}

const IDLE: Runtime = { synced: false, stepAnyway: false }

export const useRuntimes = create<{ readonly byTab: Readonly<Record<string, Runtime>> }>(() => ({
  byTab: {},
}))

export function runtimeOf(tab: string): Runtime {
  return useRuntimes.getState().byTab[tab] ?? IDLE
}

export function useRuntime(tab: string): Runtime {
  return useRuntimes((state) => state.byTab[tab] ?? IDLE)
}

type Change = { readonly [K in keyof Runtime]?: Runtime[K] | undefined }

export function setRuntime(tab: string, change: Change): void {
  const next = Object.fromEntries(
    Object.entries({ ...runtimeOf(tab), ...change }).filter(([, value]) => value !== undefined),
  )
  useRuntimes.setState(({ byTab }) => ({ byTab: { ...byTab, [tab]: { ...IDLE, ...next } } }))
}

const controllers = new Map<string, AbortController>()

/** Stops what the tab is waiting for. */
export function cancelWork(tab: string): void {
  controllers.get(tab)?.abort()
}

/** Resolves when nothing is under way for the tab. */
export function idle(tab: string): Promise<void> {
  if (!runtimeOf(tab).busy) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = useRuntimes.subscribe(() => {
      if (runtimeOf(tab).busy) return
      stop()
      resolve()
    })
  })
}

/**
 * Does one thing at a time for a tab, shows it, and shows its failure where it happened.
 * @returns what the work gave, or undefined when it failed, was cancelled, or something else is under way.
 */
export async function work<T>(
  tab: string,
  what: Work,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  if (runtimeOf(tab).busy) return undefined
  const controller = new AbortController()
  controllers.set(tab, controller)
  setRuntime(tab, { busy: { runExclusive: what, since: Date.now() }, failure: undefined })
  try {
    return await act(controller.signal)
  } catch (error) {
    const failure = toFailure(error)
    // After a difference the sandbox stands where the difference was recorded; after any other failure nobody knows.
    if (failure.code !== 'DIVERGED') setRuntime(tab, { synced: false })
    if (failure.code !== 'CANCELLED') setRuntime(tab, { failure })
    return undefined
  } finally {
    controllers.delete(tab)
    setRuntime(tab, { busy: undefined })
  }
}

/** Says how far a replay is. */
export function showProgress(tab: string, done: number, total: number): void {
  const { busy } = runtimeOf(tab)
  if (busy) setRuntime(tab, { busy: { ...busy, runExclusive: 'replay', done, total } })
}
