import { placeOf } from '#shared/terminals/terminal.ts'
import { useWorkbench } from '../../app/workbench.ts'
import { useShown } from '../sessions/shown.ts'
import { firstImage } from './choices.ts'
import { startSandbox, useSandboxes } from './sandbox-store.ts'

/**
 * Shows a terminal immediately: of a running sandbox, otherwise of a new one on the first platform with the
 * platform's default image.
 */
export async function openShell(): Promise<void> {
  const platform = useWorkbench.getState().connections.find(({ kind }) => kind === 'platform')
  if (!platform) return
  const running = useSandboxes.getState().sandboxes.find(({ kind, isAlive }) => kind === 'sandbox' && isAlive)
  // Without a backend, the bench explains why and how to fix it.
  if (!running && platform.runtime === 'none') return useShown.setState({ place: undefined })
  const image = firstImage(platform.embedded === true)
  const sandbox = running ?? (await startSandbox({ platform: platform.id, image, wait: true }))
  if (sandbox) useShown.setState({ place: placeOf(sandbox), section: 'terminals' })
}
