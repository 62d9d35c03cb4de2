import { useCommandHandlers, type CommandHandlers } from '../app/commands.ts'
import { openWith } from '../app/intents.ts'
import { useText, type Text } from '../i18n/text.ts'
import { clampZoom, lifeSize } from '../graph/scene/camera.ts'
import { offerRelation } from './panels/new-relation.tsx'
import { fitWhole } from './view/fit-whole.ts'
import { LAYOUTS } from './view/view-state.ts'
import { addPicture } from './exchange/add-picture.ts'
import { loadConnection, useExplorer, showTable } from './store/explorer-store.ts'
import { clearTopology } from './topology/topology-calls.ts'
import { openTimeMachine } from './topology/machine.ts'
import { queryForNode } from './graph/as-query.ts'
import { REACHES } from './graph/reach.ts'
import { openDialog } from './panels/dialog-store.ts'
import { offerNeighbours } from './panels/offer-neighbours.ts'
import { findPath, openPath } from './panels/open-path.ts'
import { openNote } from './panels/side-store.ts'
import { selectedNodes, viewCommands } from './view/commands-on-view.ts'
import { openMeasures } from './measures/open-plan.ts'
import { chosenItems } from './view/selection.ts'
import { useSurfaceState } from './view/surface-context.ts'
import type { Surface } from './view/surface.ts'
import { redoView, runLayout, undoView } from './view/surface-actions.ts'

/** Actions implemented by the explorer's frame. */
interface FrameActions {
  search(): void
  expand(key: string): void
}

/** Registers the explorer's command handlers for the active surface. */
export function useExplorerCommands(surface: Surface, actions: FrameActions): void {
  const t = useText()
  const chosen = useSurfaceState(chosenItems)
  const past = useSurfaceState((state) => state.history.past.length > 0)
  const future = useSurfaceState((state) => state.history.future.length > 0)
  useCommandHandlers({
    ...viewHandlers(surface, actions),
    'explorer.undo': { run: () => undoView(surface), disabled: past ? undefined : t('ui.none.undo') },
    'explorer.redo': { run: () => redoView(surface), disabled: future ? undefined : t('ui.none.redo') },
    ...selectionHandlers(t, surface, actions, chosen),
    ...frameHandlers(surface),
    'explorer.clear': {
      run: clearTopology,
      disabled: surface.getState().id === 'model' ? t('explorer.clear.model') : undefined,
    },
  })
}

const firstSelected = (surface: Surface): string | undefined => selectedNodes(surface.getState())[0]

/** Commands on the whole view. */
function viewHandlers(surface: Surface, { search }: FrameActions): CommandHandlers {
  const view = viewCommands(surface)
  return {
    'explorer.search': search,
    'explorer.find': search,
    'explorer.fit': () => fitWhole(surface),
    'explorer.actualSize': () =>
      surface.setState(({ camera, size }) => ({ camera: { ...camera, zoom: clampZoom(lifeSize(size)) } })),
    'explorer.selectAll': () => view.selectAll(),
    'explorer.invertSelection': () => view.invertSelection(),
    'explorer.invert': () => view.invert(),
    'explorer.showAll': () => view.showAll(),
    'explorer.collapseAll': () => view.collapseAll(),
    'explorer.expandAll': () => view.expandAll(),
    'explorer.layoutAgain': () => runLayout(surface),
    ...Object.fromEntries(
      LAYOUTS.map((layout) => [
        `explorer.layout.${layout}`,
        () => view.setLayout(layout, layout === 'radial' ? firstSelected(surface) : undefined),
      ]),
    ),
  }
}

/** Commands on the selection, disabled without one; `chosen` is the number of selected nodes and groups. */
function selectionHandlers(
  t: Text,
  surface: Surface,
  { expand }: FrameActions,
  chosen: number,
): CommandHandlers {
  const view = viewCommands(surface)
  const withFirst = (run: (key: string) => void) => (): void => {
    const key = firstSelected(surface)
    if (key !== undefined) run(key)
  }
  const withTwo = (act: (from: string, to: string) => void) => ({
    disabled: chosen === 2 ? undefined : t('explorer.command.needsTwo'),
    run: (): void => {
      const [from, to, ...others] = selectedNodes(surface.getState())
      if (from !== undefined && to !== undefined && others.length === 0) act(from, to)
    },
  })
  const onSelection: CommandHandlers = {
    'explorer.hide': () => view.hide(),
    'explorer.isolate': () => view.hideOthers(),
    'explorer.neighbourhood': () => view.isolateNeighbourhood(),
    'explorer.pin': () => view.pinSelected(),
    'explorer.unpin': () => view.unpin(),
    'explorer.note': withFirst(openNote),
    'explorer.expand': withFirst(expand),
    'explorer.neighbours': () => void offerNeighbours(surface),
    ...Object.fromEntries(
      REACHES.map((direction) => [
        `explorer.reach.${direction}`,
        withFirst((of) => openDialog({ type: 'reach', of, direction })),
      ]),
    ),
    'explorer.pathFrom': withFirst((from) => openPath(surface, { from })),
    'explorer.pathTo': withFirst((to) => openPath(surface, { to })),
    'explorer.measures': {
      disabled:
        surface.getState().id === 'model' || chosen === 0 ? t('explorer.measures.needsEntity') : undefined,
      run: withFirst((key) => void openMeasures(surface, key)),
    },
    'explorer.query': withFirst((key) => {
      const { graph, id } = surface.getState()
      const node = graph.nodes[graph.indexOf.get(key) ?? -1]
      if (node)
        void openWith('query.open', {
          text: queryForNode(node, id, useExplorer.getState().loaded?.prefix),
          run: true,
        })
    }),
  }
  const needsNode = chosen === 0 ? t('explorer.command.needsNode') : undefined
  return {
    ...Object.fromEntries(
      Object.entries(onSelection).map(([id, run]) => [
        id,
        typeof run === 'function' ? { run, disabled: needsNode } : run,
      ]),
    ),
    'explorer.relate': withTwo((from, to) => offerRelation({ from, to, at: { x: 40, y: 40 } })),
    'explorer.pathBetween': withTwo((from, to) => {
      openPath(surface, { from, to })
      findPath(surface, from, to, false)
    }),
  }
}

/** Commands on the panels around the graph. */
function frameHandlers(surface: Surface): CommandHandlers {
  return {
    'explorer.table': () => {
      const { tab, tables } = useExplorer.getState()
      showTable(tab, !tables[tab])
    },
    'explorer.side': () => useExplorer.setState((s) => ({ side: !s.side })),
    'explorer.tab.model': () => useExplorer.setState({ tab: 'model' }),
    'explorer.tab.runtime': () => useExplorer.setState({ tab: 'runtime' }),
    'explorer.views': () => openDialog({ type: 'views' }),
    'explorer.styles': () => openDialog({ type: 'styles' }),
    'explorer.heat': () => {
      useExplorer.setState({ tab: 'runtime' })
      openDialog({ type: 'heat' })
    },
    'explorer.compare': () => {
      useExplorer.setState({ tab: 'model' })
      openDialog({ type: 'compare' })
    },
    'explorer.matrix': () => openDialog({ type: 'matrix' }),
    'explorer.import': () => openDialog({ type: 'import' }),
    'explorer.restore': () => openDialog({ type: 'restore' }),
    'explorer.export': () => openDialog({ type: 'export' }),
    'explorer.keep': () => addPicture(surface.getState()),
    'explorer.reload': () => {
      const { loaded } = useExplorer.getState()
      if (loaded) void loadConnection(loaded.connection)
    },
    'explorer.machine': () => {
      useExplorer.setState({ tab: 'runtime' })
      void openTimeMachine()
    },
    'explorer.canvas': () =>
      document.querySelector<HTMLElement>(`[data-explorer-canvas="${surface.getState().id}"]`)?.focus(),
  }
}
