import { ownBenches } from './bench.ts'
import { useRoute } from './route.ts'
import { useWorkbench, workbench } from './workbench.ts'

/** Opens another window on a bench, or on the one that is shown: the desktop's own, or a tab of the browser with the same session. */
export async function openWindow(bench: string = useRoute.getState().bench): Promise<void> {
  if (!ownBenches().some(({ id }) => id === bench)) return
  if (useWorkbench.getState().capabilities?.windows) await workbench.call('host.openWindow', { bench })
  else window.open(`${location.origin}/#/${bench}`, '_blank', 'noopener')
}
