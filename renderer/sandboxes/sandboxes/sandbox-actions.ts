import { create } from 'zustand'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { toFailure } from '#shared/workbench/failure.ts'
import { workbench } from '../../app/workbench.ts'
import { refreshPlatform, useSandboxes } from './sandbox-store.ts'

/** What the last action on a sandbox ran into, shown where the sandbox is shown; and what is under way. */
interface ActionState {
  readonly busy: Readonly<Record<string, 'stop' | 'restart' | 'remove' | 'keepAlive' | 'commit'>>
  readonly problem: { readonly place: string; readonly message: string; readonly hint?: string } | undefined
  readonly done: { readonly place: string; readonly message: string } | undefined
  /** The dialog of the shown sandbox that is open. */
  readonly dialog: 'commit' | 'delete' | undefined
}

export const useActions = create<ActionState>(() => ({
  busy: {},
  problem: undefined,
  done: undefined,
  dialog: undefined,
}))

export const openDialog = (dialog: ActionState['dialog']): void => useActions.setState({ dialog })

type Action = ActionState['busy'][string]

/** Does something with a sandbox: shown as busy meanwhile, its failure shown afterwards. Resolves to whether it succeeded. */
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
    const { message, hint } = toFailure(error)
    useActions.setState({ problem: { place, message, ...(hint ? { hint } : {}) } })
    return false
  } finally {
    useActions.setState(({ busy }) => ({
      busy: Object.fromEntries(Object.entries(busy).filter(([key]) => key !== place)),
    }))
    await refreshPlatform(platform)
  }
}

export const stopSandbox = (sandbox: SandboxInfo): Promise<boolean> =>
  actOn(sandbox, 'stop', (place) => workbench.call('sandboxes.stop', place))

export const restartSandbox = (sandbox: SandboxInfo): Promise<boolean> =>
  actOn(sandbox, 'restart', (place) => workbench.call('sandboxes.restart', place))

export const keepSandboxAlive = (sandbox: SandboxInfo): Promise<boolean> =>
  actOn(sandbox, 'keepAlive', (place) => workbench.call('sandboxes.keepAlive', place))

/** Deletes a sandbox; one that runs is stopped first, because the platform asks for that (docs/sandbox-platform.md#states). */
export const deleteSandbox = (sandbox: SandboxInfo): Promise<boolean> =>
  actOn(sandbox, 'remove', async (place) => {
    if (sandbox.state === 'running' || sandbox.state === 'pending')
      await workbench.call('sandboxes.stop', place)
    await workbench.call('sandboxes.remove', place)
  })

/** The sandboxes that are ticked in the list. */
export function selectedSandboxes(): SandboxInfo[] {
  const { sandboxes, selected } = useSandboxes.getState()
  return sandboxes.filter(({ platform, sandboxId }) => selected.has(`${platform}/${sandboxId}`))
}

/** The same action on each, one after the other. */
export async function actOnAll(
  sandboxes: readonly SandboxInfo[],
  act: (sandbox: SandboxInfo) => Promise<boolean>,
): Promise<void> {
  for (const sandbox of sandboxes) await act(sandbox)
  useSandboxes.setState({ selected: new Set() })
}
