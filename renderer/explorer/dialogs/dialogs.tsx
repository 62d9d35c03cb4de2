import type { GraphView } from '../../graph/canvas/graph-view.ts'
import { useExplorerDialog } from '../panels/dialog-store.ts'
import { useTopology } from '../topology/topology-store.ts'
import { useSurfaceState } from '../view/surface-context.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { ExpandDialog, PendingDialog } from './expand-dialog.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { HeatDialog } from './heat-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { ReachDialog } from './reach-dialog.tsx'
import { RestoreDialog } from './import-safety.tsx'
import { MatrixDialog } from './matrix-dialog.tsx'
import { StylesDialog } from './styles-dialog.tsx'
import { ViewsDialog } from './views-dialog.tsx'
import { WholeDialog } from './whole-dialog.tsx'

/** Renders the open dialog, if any. */
export function Dialogs({ view }: { readonly view: GraphView | undefined }) {
  const open = useExplorerDialog((state) => state.open)
  const pending = useTopology((state) => state.pending)
  const counted = useTopology((state) => state.counted)
  const id = useSurfaceState((state) => state.id)
  if (pending && id === 'runtime') return <PendingDialog pending={pending} />
  if (counted && id === 'runtime') return <WholeDialog counted={counted} />
  switch (open?.type) {
    case 'expand':
      return <ExpandDialog keys={open.keys} />
    case 'reach':
      return <ReachDialog of={open.of} direction={open.direction} />
    case 'views':
      return <ViewsDialog />
    case 'styles':
      return <StylesDialog />
    case 'heat':
      return <HeatDialog />
    case 'compare':
      return <CompareDialog />
    case 'matrix':
      return <MatrixDialog />
    case 'export':
      return <ExportDialog view={view} />
    case 'import':
      return <ImportDialog dropped={open.dropped} />
    case 'restore':
      return <RestoreDialog />
    case undefined:
      return null
  }
}
