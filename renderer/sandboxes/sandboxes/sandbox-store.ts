import { create } from 'zustand'
import { type Failure, toFailure, WorkbenchError } from '#shared/workbench/failure.ts'
import type {
  Features,
  SandboxInfo,
  SandboxStatistics,
  StartInput,
} from '#shared/workbench/areas/sandboxes.ts'
import { type KnownSandbox, knownSandboxes } from '#shared/documents/sandboxes.ts'
import { placeOf } from '#shared/terminals/terminal.ts'
import { documentOf } from '../../app/document.ts'
import { useWorkbench, workbench } from '../../app/workbench.ts'
import { rememberEnv } from './start-memory.ts'

/** A start in progress, or one that failed and was not dismissed yet. */
export interface Starting {
  readonly id: string
  readonly platform: string
  readonly image: string
  readonly info?: SandboxInfo
  readonly problem?: Failure
  readonly abort: AbortController
}

interface SandboxesState {
  readonly loaded: boolean
  readonly sandboxes: readonly SandboxInfo[]
  /** Why a platform's sandboxes could not be read, by platform. */
  readonly problems: Readonly<Record<string, Failure>>
  readonly features: Readonly<Record<string, Features>>
  readonly statistics: Readonly<Record<string, SandboxStatistics>>
  readonly starting: readonly Starting[]
  readonly selected: ReadonlySet<string>
  /** Started, forked or restarted in this window. */
  readonly startedHere: ReadonlySet<string>
  readonly showEnvironments: boolean
}

/** Whether the list has a sandbox to choose: a start that failed is none. */
export const hasChoice = ({ sandboxes, starting }: Pick<SandboxesState, 'sandboxes' | 'starting'>): boolean =>
  sandboxes.some(({ kind }) => kind === 'sandbox') || starting.some(({ problem }) => problem === undefined)

export const useSandboxes = create<SandboxesState>(() => ({
  loaded: false,
  sandboxes: [],
  problems: {},
  features: {},
  statistics: {},
  starting: [],
  selected: new Set(),
  startedHere: new Set(),
  showEnvironments: false,
}))

export function useSandbox(place: string | undefined): SandboxInfo | undefined {
  return useSandboxes((state) => state.sandboxes.find((sandbox) => placeOf(sandbox) === place))
}

const known = documentOf(knownSandboxes)

/** A platform's answers about an unknown sandbox. */
const GONE = new Set(['SANDBOX_NOT_RUNNING', 'PLATFORM_REFUSED'])

interface Read {
  readonly found: readonly SandboxInfo[]
  /** Ids the platform no longer knows. */
  readonly gone: readonly string[]
}

/** Looks up a platform's known sandboxes missing from its list, by id. */
async function lookUp(platform: string, listed: readonly SandboxInfo[]): Promise<Read> {
  const ids = new Set(listed.map(({ sandboxId }) => sandboxId))
  await known.load()
  const missing = known.value.filter((one) => one.platform === platform && !ids.has(one.sandboxId))
  const answers = await Promise.all(
    missing.map((one) =>
      workbench.call('sandboxes.status', one).catch((error: unknown) => {
        // Only "no such sandbox" removes one; other failures concern the platform.
        if (error instanceof WorkbenchError && GONE.has(error.code)) return undefined
        throw error
      }),
    ),
  )
  const isThere = (info: SandboxInfo | undefined): info is SandboxInfo =>
    info !== undefined && info.state !== 'deleted'
  return {
    found: answers.filter(isThere),
    gone: missing.filter((_, index) => !isThere(answers[index])).map(({ sandboxId }) => sandboxId),
  }
}

async function readPlatform(platform: string): Promise<Read> {
  const features = await workbench.call('sandboxes.features', { platform })
  const listed = features.listing ? await workbench.call('sandboxes.list', { platform }) : []
  useSandboxes.setState((state) => ({ features: { ...state.features, [platform]: features } }))
  const { found, gone } = await lookUp(platform, listed)
  return { found: [...listed, ...found], gone }
}

/** The running refresh of each platform, and the one queued after it. */
const readings = new Map<string, { readonly now: Promise<void>; next?: Promise<void> }>()

const platformIds = (): string[] =>
  useWorkbench.getState().connections.flatMap(({ id, kind }) => (kind === 'platform' ? [id] : []))

/**
 * Refreshes the sandboxes of all platforms. Each is shown as soon as its platform answers, so an unresponsive
 * one does not delay the others.
 */
export async function refreshSandboxes(): Promise<void> {
  const platforms = platformIds()
  useSandboxes.setState(({ sandboxes, problems }) => ({
    sandboxes: sandboxes.filter(({ platform }) => platforms.includes(platform)),
    problems: Object.fromEntries(Object.entries(problems).filter(([id]) => platforms.includes(id))),
  }))
  await Promise.all(platforms.map(refreshPlatform))
  useSandboxes.setState({ loaded: true })
}

/** Refreshes one platform's sandboxes; calls during a refresh share one further refresh. */
export function refreshPlatform(platform: string): Promise<void> {
  const current = readings.get(platform)
  if (current) return (current.next ??= current.now.then(() => refreshPlatform(platform)))
  const now = read(platform).finally(() => readings.delete(platform))
  readings.set(platform, { now })
  return now
}

async function read(platform: string): Promise<void> {
  const answer = await readPlatform(platform).catch((error: unknown) => toFailure(error))
  if (!platformIds().includes(platform)) return
  if ('message' in answer) {
    // Keep showing the previous list; the reason is shown above it.
    return useSandboxes.setState(({ problems }) => ({ problems: { ...problems, [platform]: answer } }))
  }
  if (useSandboxes.getState().problems[platform] !== undefined) forgetFailed(platform)
  const found = answer.found.filter(({ state }) => state !== 'deleted')
  useSandboxes.setState(({ sandboxes, problems }) => ({
    loaded: true,
    sandboxes: [...sandboxes.filter((one) => one.platform !== platform), ...found].sort((a, b) =>
      (b.createTime ?? '').localeCompare(a.createTime ?? ''),
    ),
    problems: Object.fromEntries(Object.entries(problems).filter(([id]) => id !== platform)),
  }))
  const own = found.filter(({ kind }) => kind === 'sandbox')
  // Sandboxes started or attached during the refresh stay known.
  const deleted = answer.found.filter(({ state }) => state === 'deleted').map(placeOf)
  const gone = [...deleted, ...answer.gone.map((id) => `${platform}/${id}`)]
  await remember(own, new Set(gone))
  for (const target of gone) await workbench.call('recents.remove', { kind: 'sandbox', target })
  await forgetDismissed(own)
}

/** A dismissed notice that has disappeared is shown again when it recurs: another stop is news. */
async function forgetDismissed(sandboxes: readonly SandboxInfo[]): Promise<void> {
  const noticesByPlace = new Map(sandboxes.map((one) => [placeOf(one), one.notices]))
  const isOld = (one: KnownSandbox): boolean => {
    const notices = noticesByPlace.get(placeOf(one))
    return notices !== undefined && (one.dismissed?.some((notice) => !notices.includes(notice)) ?? false)
  }
  if (!known.value.some(isOld)) return
  await known.change((before) =>
    before.map((one) =>
      isOld(one)
        ? {
            ...one,
            dismissed: one.dismissed?.filter((notice) => noticesByPlace.get(placeOf(one))?.includes(notice)),
          }
        : one,
    ),
  )
}

/** Adds to the known sandboxes and removes deleted ones (`platform/sandbox`). */
async function remember(
  more: readonly { readonly platform: string; readonly sandboxId: string }[],
  gone: ReadonlySet<string> = new Set(),
): Promise<void> {
  await known.change((before) => {
    const fresh = more.map(({ platform, sandboxId }): KnownSandbox => ({ platform, sandboxId }))
    // The user's name and notes are preserved.
    const all = [...fresh, ...before].map((one) => [placeOf(one), one] as const)
    return [...new Map(all.filter(([place]) => !gone.has(place))).values()]
  })
}

const nothingKnown: Omit<KnownSandbox, 'platform' | 'sandboxId'> = {}

/** The user's data about a sandbox: name, notes, dismissed notices. */
export const useKnown = (place: string): typeof nothingKnown =>
  known.use(({ value }) => foundIn(value, place))

/** `useKnown` outside components. */
export const knownOf = (place: string): typeof nothingKnown => foundIn(known.value, place)

const foundIn = (all: readonly KnownSandbox[], place: string): typeof nothingKnown =>
  all.find((one) => placeOf(one) === place) ?? nothingKnown

/** A sandbox's name: the user's, otherwise the one given at its start. */
export const useNameOf = (place: string | undefined, sandbox: SandboxInfo | undefined): string | undefined =>
  (useKnown(place ?? '').name ?? sandbox?.name) || undefined

export const useNotesOf = (sandbox: SandboxInfo): string | undefined =>
  (useKnown(placeOf(sandbox)).notes ?? sandbox.notes) || undefined

/** `useNameOf` outside components. */
export const nameOf = (sandbox: SandboxInfo): string | undefined =>
  (known.value.find((one) => placeOf(one) === placeOf(sandbox))?.name ?? sandbox.name) || undefined

export const changeKnown = (place: string, change: typeof nothingKnown): void =>
  void known.change((before) => before.map((one) => (placeOf(one) === place ? { ...one, ...change } : one)))

/** Refusals of a platform that answers. */
const REFUSED = new Set(['UNAUTHORIZED', 'FORBIDDEN'])

/**
 * Why a platform's sandboxes may be outdated: it was not reached at the last refresh, or refused the user's key. One that was asked too
 * often answers again in a moment.
 */
export const useOutdated = (platform: string): 'away' | 'refused' | undefined =>
  useSandboxes(({ problems }) => {
    const code = problems[platform]?.code
    if (code === undefined || code === 'TOO_MANY_CALLS') return undefined
    return REFUSED.has(code) ? 'refused' : 'away'
  })

/** Reads a sandbox's statistics. Does not keep it alive. */
export async function readStatistics({ platform, sandboxId }: SandboxInfo): Promise<void> {
  const statistics = await workbench.call('sandboxes.statistics', { platform, sandboxId })
  useSandboxes.setState((state) => ({
    statistics: { ...state.statistics, [`${platform}/${sandboxId}`]: statistics },
  }))
}

function changeStarting(id: string, change: Partial<Starting>): void {
  useSandboxes.setState(({ starting }) => ({
    starting: starting.map((one) => (one.id === id ? { ...one, ...change } : one)),
  }))
}

export const dismissStarting = (id: string): void =>
  useSandboxes.setState(({ starting }) => ({ starting: starting.filter((one) => one.id !== id) }))

/** A platform's failures are cleared once it answers, or is asked again. */
const forgetFailed = (platform: string): void =>
  useSandboxes.setState(({ starting }) => ({
    starting: starting.filter((one) => one.platform !== platform || one.problem === undefined),
  }))

/** Its first terminal opens by itself: somebody in this window asked for the sandbox to run. */
export const noteStarted = (place: string): void =>
  useSandboxes.setState(({ startedHere }) => ({ startedHere: new Set([...startedHere, place]) }))

/** Whether a platform is the one that came with the workbench. */
export const useIsOurs = (platform: string): boolean =>
  useWorkbench(({ connections }) => connections.some(({ id, embedded }) => id === platform && embedded))

/**
 * Whether a terminal may open unasked: to look at what a shared platform lists changes nothing there, neither its sandboxes' idle time
 * nor their owners' sessions.
 */
export function useOpensTerminal({ platform, sandboxId }: SandboxInfo): boolean {
  const isOurs = useIsOurs(platform)
  const isStarted = useSandboxes(({ startedHere }) => startedHere.has(placeOf({ platform, sandboxId })))
  return isOurs || isStarted
}

/** Starts a sandbox, showing its phases. Resolves to it, or to undefined if it failed or was cancelled. */
export async function startSandbox(input: StartInput): Promise<SandboxInfo | undefined> {
  const id = crypto.randomUUID()
  const abort = new AbortController()
  forgetFailed(input.platform)
  const { platform, image } = input
  useSandboxes.setState(({ starting }) => ({ starting: [...starting, { id, platform, image, abort }] }))
  try {
    const info = await workbench.call('sandboxes.start', input, {
      signal: abort.signal,
      onProgress: (progress) => {
        // Before it is alive: its first terminal may open right then.
        rememberEnv(placeOf(progress), input.env)
        noteStarted(placeOf(progress))
        changeStarting(id, { info: progress })
      },
    })
    rememberEnv(placeOf(info), input.env)
    noteStarted(placeOf(info))
    dismissStarting(id)
    // Platforms may have no list: sandboxes started here are looked up by id from now on.
    await remember([info])
    changeKnown(placeOf(info), { keptSeconds: input.autoDeleteSeconds })
    await refreshPlatform(input.platform)
    return info
  } catch (error) {
    if (abort.signal.aborted) dismissStarting(id)
    else changeStarting(id, { problem: toFailure(error) })
    return undefined
  }
}

/** Adds a sandbox that no list contains. @throws WorkbenchError if the platform does not know it */
export async function attachSandbox(platform: string, sandboxId: string): Promise<void> {
  await workbench.call('sandboxes.status', { platform, sandboxId })
  await remember([{ platform, sandboxId }])
  await refreshPlatform(platform)
}

export function toggleSelected(place: string): void {
  useSandboxes.setState(({ selected }) => {
    const next = new Set(selected)
    if (!next.delete(place)) next.add(place)
    return { selected: next }
  })
}
