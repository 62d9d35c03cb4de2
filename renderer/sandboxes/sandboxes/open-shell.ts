import { placeOf } from '#shared/terminals/terminal.ts'
import { useWorkbench } from '../../app/workbench.ts'
import { useEditing } from '../sessions/editing.ts'
import { useShown } from '../sessions/shown.ts'
import { frontTab, useTerminals } from '../sessions/view.ts'
import { firstImage } from './choices.ts'
import { startSandbox, useSandboxes } from './sandbox-store.ts'
import { currentPlatform } from './unsupported-feature.ts'

/**
 * Shows a terminal immediately: of a running sandbox of the platform on which a new one would start, otherwise of a new one there with
 * the platform's default image.
 */
export async function openShell(): Promise<void> {
  const wanted = currentPlatform()
  const platform = useWorkbench.getState().connections.find(({ id }) => id === wanted)
  if (!platform) return
  const running = useSandboxes
    .getState()
    .sandboxes.find((one) => one.kind === 'sandbox' && one.isAlive && one.platform === platform.id)
  // Without a backend, the bench explains why and how to fix it.
  if (!running && platform.runtime === 'none') return useShown.setState({ place: undefined })
  const image = firstImage(platform.embedded === true)
  // At once: while a sandbox starts, another of its views may be chosen.
  useShown.setState({ section: 'terminals' })
  const sandbox = running ?? (await startSandbox({ platform: platform.id, image, wait: true }))
  if (!sandbox) return
  const place = placeOf(sandbox)
  useShown.setState({ place })
  requestAnimationFrame(() => focusShell(place))
}

/** Focuses the command line in front, so that what is typed next runs there; a new terminal focuses its own. */
function focusShell(place: string): void {
  // Focusing a line shows the terminals again: not after another view was chosen.
  const shown = useShown.getState()
  if (shown.place !== place || shown.section !== 'terminals') return
  const terminals = useTerminals.getState()
  const tab = frontTab(terminals, place)
  const terminal = tab?.panes.find((id) => id === terminals.focused) ?? tab?.panes[0]
  if (terminal !== undefined) useEditing.getState().focus(terminal)
}
