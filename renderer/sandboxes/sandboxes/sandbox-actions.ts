import { create } from 'zustand'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { placeOf } from '#shared/terminals/terminal.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import type { TextValues } from '../../i18n/text.ts'
import { workbench } from '../../app/workbench.ts'
import { knownOf, noteStarted, refreshPlatform, useSandboxes } from './sandbox-store.ts'
import { isPod } from './title.ts'

/** Running and failed actions on sandboxes, shown with the sandbox. */
interface ActionState {
  readonly busy: Readonly<
    Record<
      string,
      'stop' | 'restart' | 'remove' | 'keepAlive' | 'commit' | 'fork' | 'network' | 'pause' | 'lend'
    >
  >
  readonly problem: (Failure & { readonly place: string }) | undefined
  /** The last completed action on the sandbox at a place; `image` offers to start others from it. */
  readonly done:
    | {
        readonly place: string
        readonly key: 'sandboxes.commit.done' | 'sandboxes.fork.done'
        readonly values: TextValues
        readonly image?: string
      }
    | undefined
  /** The open dialog for the shown sandbox. */
  readonly dialog: 'commit' | 'compare' | 'delete' | 'fork' | 'lend' | 'name' | undefined
  /** Sandboxes to be stopped that may lose all files. */
  readonly losing: readonly SandboxInfo[]
}

export const useActions = create<ActionState>(() => ({
  busy: {},
  problem: undefined,
  done: undefined,
  dialog: undefined,
  losing: [],
}))

export const openDialog = (dialog: ActionState['dialog']): void => useActions.setState({ dialog })

type Action = ActionState['busy'][string]

/**
 * Runs an action on a sandbox: shows it as busy meanwhile, and the failure afterwards. Resolves to whether it
 * succeeded.
 */
export async function actOn(
  { platform, sandboxId }: SandboxInfo,
  action: Action,
  act: (place: { platform: string; sandboxId: string }) => Promise<unknown>,
): Promise<boolean> {
  const place = `${platform}/${sandboxId}`
  useActions.setState(({ busy }) => ({
    busy: { ...busy, [place]: action },
    problem: undefined,
    done: undefined,
  }))
  try {
    await act({ platform, sandboxId })
    return true
  } catch (error) {
    useActions.setState({ problem: { ...toFailure(error), place } })
    return false
  } finally {
    useActions.setState(({ busy }) => ({
      busy: Object.fromEntries(Object.entries(busy).filter(([key]) => key !== place)),
    }))
    await refreshPlatform(platform)
  }
}

/**
 * Whether stopping may delete a sandbox: a Pod always goes, and platforms other than ours delete unless they were given a retention
 * time (docs/sandbox-platform.md#starting).
 */
export function stopMayDelete(sandbox: SandboxInfo): boolean {
  const { platform, state, autoDeleteTime } = sandbox
  const isOurs = useSandboxes.getState().features[platform]?.live !== false
  const isRetained = autoDeleteTime !== undefined || Boolean(knownOf(placeOf(sandbox)).keptSeconds)
  // A Pod that has not started has no files.
  if (isPod(sandbox)) return state === 'running'
  return !isOurs && !isRetained && (state === 'running' || state === 'pending')
}

const stopNow = (sandbox: SandboxInfo): Promise<boolean> =>
  actOn(sandbox, 'stop', (place) => workbench.call('sandboxes.stop', place))

/** Stops a sandbox, asking for confirmation if that may delete it. */
export async function stopSandbox(sandbox: SandboxInfo): Promise<boolean> {
  if (!stopMayDelete(sandbox)) return stopNow(sandbox)
  useActions.setState(({ losing }) => ({ losing: [...losing, sandbox] }))
  return false
}

/** Handles the answer to the confirmation of {@link stopSandbox}. */
export async function answerLosing(stop: boolean): Promise<void> {
  const { losing } = useActions.getState()
  useActions.setState({ losing: [] })
  if (stop) for (const sandbox of losing) await stopNow(sandbox)
}

export const restartSandbox = (sandbox: SandboxInfo): Promise<boolean> =>
  actOn(sandbox, 'restart', (place) => {
    noteStarted(placeOf(place))
    return workbench.call('sandboxes.restart', place)
  })

/** Pauses or resumes a sandbox's processes. */
export const pauseSandbox = (sandbox: SandboxInfo, paused: boolean): Promise<boolean> =>
  actOn(sandbox, 'pause', (place) => workbench.call('sandboxes.setPaused', { ...place, paused }))

export const keepSandboxAlive = (sandbox: SandboxInfo): Promise<boolean> =>
  actOn(sandbox, 'keepAlive', (place) => workbench.call('sandboxes.keepAlive', place))

/** Resolves to whether it was changed; if it applies only later, the sandbox's notice says so. */
export const setNetwork = (sandbox: SandboxInfo, network: string): Promise<boolean> =>
  actOn(sandbox, 'network', (place) => workbench.call('sandboxes.setNetwork', { ...place, network }))

/**
 * Deletes a sandbox, stopping it first if it runs, as the platform requires
 * (docs/sandbox-platform.md#states).
 */
export const deleteSandbox = (sandbox: SandboxInfo): Promise<boolean> =>
  actOn(sandbox, 'remove', async (place) => {
    if (sandbox.state === 'running' || sandbox.state === 'pending')
      await workbench.call('sandboxes.stop', place)
    await workbench.call('sandboxes.remove', place)
  })

/** The sandboxes checked in the list. */
export function selectedSandboxes(): SandboxInfo[] {
  const { sandboxes, selected } = useSandboxes.getState()
  return sandboxes.filter(({ platform, sandboxId }) => selected.has(`${platform}/${sandboxId}`))
}

/** Runs the same action on each, sequentially. */
export async function actOnAll(
  sandboxes: readonly SandboxInfo[],
  act: (sandbox: SandboxInfo) => Promise<boolean>,
): Promise<void> {
  for (const sandbox of sandboxes) await act(sandbox)
  useSandboxes.setState({ selected: new Set() })
}
