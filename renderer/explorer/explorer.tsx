import { Orbit, Unplug } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { lazyView, Loading } from '../app/lazy-view.tsx'
import { writeAddress } from '../app/address.ts'
import { useDataChanges } from '../app/data-changes.ts'
import { useIntent } from '../app/intents.ts'
import { useModelAddress } from '../app/model-address.ts'
import { useConnection, useWorkbench } from '../app/workbench.ts'
import type { GraphView } from '../graph/canvas/graph-view.ts'
import { text, useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Columns } from '../ui/columns.tsx'
import { chooseNothing } from './canvas/canvas-keys.ts'
import { focusCanvas } from './view/focus-canvas.ts'
import { useDropTarget } from '../ui/drop-target.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Split } from '../ui/split.tsx'
import { Stack } from '../ui/stack.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Toolbar } from '../ui/toolbar.tsx'
import { GraphCanvas } from './canvas/graph-canvas.tsx'
import { CompareBar } from './compare/compare-bar.tsx'
import { Details } from './details/details.tsx'
import { Dialogs } from './dialogs/dialogs.tsx'
import { droppedFiles } from './exchange/dropped.ts'
import { Chips } from './panels/chips.tsx'
import { openDialog } from './panels/dialog-store.ts'
import { ExplorerToolbar } from './panels/explorer-toolbar.tsx'
import { HeatBar } from './measures/heat-bar.tsx'
import { Legend } from './panels/legend.tsx'
import { fillEnds } from './panels/open-path.ts'
import { PathPanel } from './panels/path-panel.tsx'
import { openSide, type SidePanel, useSide } from './panels/side-store.ts'
import { Remarks, WorkStrip } from './panels/work-strip.tsx'
import { loadConnection, surfaces, useExplorer } from './store/explorer-store.ts'
import { noteChange } from './topology/watch-changes.ts'
import { noteLeftChange, type Shown, useLeft } from './store/left-topologies.ts'
import { ElementTable } from './table/element-table.tsx'
import { openView, openViewCode, openViewFile } from './exchange/open-view.ts'
import { allViews } from './saved-views/saved-views.ts'
import { openEntityKeys } from './topology/open-entities.ts'
import { openNamed } from './topology/restore-topology.ts'
import { TopologyBar, TopologyStart } from './topology/topology-bar.tsx'
import { TimeMachine } from './topology/time-machine.tsx'
import { expandEntity } from './topology/topology-calls.ts'
import { useTopology } from './topology/topology-store.ts'
import { useExplorerCommands } from './use-explorer-commands.ts'
import { viewCommands } from './view/commands-on-view.ts'
import { goToNode, isOnGraph } from './view/go-to.ts'
import { refreshScene } from './view/surface-actions.ts'
import { SurfaceContext, useSurface, useSurfaceState } from './view/surface-context.ts'
import { FailureText } from '../app/failure-text.tsx'

const COVERING = { position: 'absolute', inset: 0, zIndex: 2 } as const
const PANELS: readonly SidePanel[] = ['details', 'legend', 'path', 'edit']

/** Contains an editor, so it is loaded on the first edit. */
const { View: EditPanel } = lazyView(async () => (await import('./panels/edit-panel.tsx')).EditPanel, Loading)

/** The side panels. The first selection opens the details, and without one the legend says more. */
function Side() {
  const t = useText()
  const surface = useSurface()
  const panel = useSide((state) => state.panel)
  const selection = useSurfaceState((state) => state.selection)
  const hadSelection = useRef(selection.length > 0)
  useEffect(() => {
    if (selection.length > 0 && !hadSelection.current && useSide.getState().panel === 'legend')
      useSide.setState({ panel: 'details' })
    if (selection.length === 0 && hadSelection.current && useSide.getState().panel === 'details')
      useSide.setState({ panel: 'legend' })
    hadSelection.current = selection.length > 0
  }, [selection])
  return (
    <Tabs
      label={t('explorer.side')}
      tabs={PANELS.map((id) => ({ id, label: t(`explorer.side.${id}`) }))}
      value={panel}
      onChange={(panel) => {
        useSide.setState({ panel })
        if (panel === 'path') fillEnds(surface)
      }}
      scroll={panel !== 'edit'}
    >
      {panel === 'details' ? <Details /> : null}
      {panel === 'legend' ? <Legend /> : null}
      {panel === 'path' ? <PathPanel /> : null}
      {panel === 'edit' ? <EditPanel /> : null}
    </Tabs>
  )
}

/**
 * Loads the model of the chosen connection whenever it becomes ready, after a reconnect, and in another
 * language.
 */
function useLoading(): void {
  const t = useText()
  const connection = useConnection('model')
  const generation = useWorkbench((state) => state.generation)
  const id = connection?.id
  const ready = connection?.state === 'ready'
  useEffect(() => {
    if (id !== undefined && ready) void loadConnection(id)
  }, [id, ready, generation, t])
  useEffect(() => {
    // Scenes contain their texts: entity names are the same in every language, names of kinds are not.
    void refreshScene(surfaces.runtime)
  }, [t])
}

/** True once the model of the chosen connection is shown; the previous one's, while the next loads, does not count. */
function useIsLoaded(): boolean {
  const id = useConnection('model')?.id
  return useExplorer(({ load, loaded }) => load.state === 'ready' && loaded?.connection === id)
}

/** Shows the element or entities requested by another bench, and puts the keyboard into their graph. */
function useSelecting(ready: boolean): void {
  useIntent('explorer.model', showModel)
  useIntent(
    'explorer.select',
    ({ element }) => {
      useExplorer.setState({ tab: 'model' })
      goToNode(surfaces.model, element)
      focusCanvas('model')
    },
    ready,
  )
  useIntent(
    'explorer.entities',
    (intent) => {
      if (intent.alone) openSide('details')
      const { entities, reach } = intent
      const [of] = entities
      void openEntityKeys(intent).then(() => {
        if (reach && of !== undefined) openDialog({ type: 'reach', of, direction: reach })
      })
      focusCanvas('runtime')
    },
    ready,
  )
  useIntent(
    'explorer.view',
    ({ view: requested }) => {
      const view = allViews().find(({ id }) => id === requested)
      if (!view) return
      void openView(view)
    },
    ready,
  )
}

/** Syncs the surface, the selected element and the model server with the address. */
function useShownAddress(ready: boolean): void {
  const tab = useExplorer((state) => state.tab)
  const chosen = useStore(surfaces[tab], ({ selection }) =>
    selection.length === 1 ? selection[0] : undefined,
  )
  useModelAddress(
    'explorer',
    [tab, chosen],
    ([requested, element]) => {
      // Removed from the address, so that a reload does not discard later changes.
      if (requested === 'view' && element !== undefined) {
        history.replaceState(null, '', writeAddress('explorer'))
        void openViewCode(element)
      }
      if (requested !== 'model' && requested !== 'runtime') return undefined
      useExplorer.setState({ tab: requested })
      if (requested === 'runtime') return openNamed(element)
      if (element === undefined) return undefined
      if (!isOnGraph(surfaces.model, element)) return text('explorer.address.missing', { element })
      goToNode(surfaces.model, element)
      return undefined
    },
    { ready, reloads: true },
  )
}

/** Shows the model, whichever graph was shown last. */
export const showModel = (): void => useExplorer.setState({ tab: 'model' })

/** Focuses the search field. */
function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('[data-explorer-search]')
  field?.focus()
  field?.select()
}

/** Notes changes at a server whose topology was left. */
function FollowLeft({ server }: { readonly server: Shown }) {
  useDataChanges(server, noteLeftChange)
  return null
}

/** The explorer of models and topologies: graph, list, details. */
export function Explorer() {
  useLoading()
  const loaded = useExplorer((state) => state.loaded)
  useDataChanges(loaded, noteChange)
  const left = useLeft((state) => state.left)
  const ready = useIsLoaded()
  useSelecting(ready)
  useShownAddress(ready)
  const tab = useExplorer((state) => state.tab)
  return (
    <SurfaceContext.Provider value={surfaces[tab]}>
      <ExplorerFrame key={tab} />
      {left.map((server) => (
        <FollowLeft key={`${server.connection} ${server.workspace}`} server={server} />
      ))}
    </SurfaceContext.Provider>
  )
}

function ExplorerFrame() {
  const t = useText()
  const tab = useExplorer((state) => state.tab)
  const surface = surfaces[tab]
  const table = useExplorer(({ tables }) => tables[tab])
  const side = useExplorer((state) => state.side)
  const machine = useTopology((state) => state.machine !== undefined)
  const [view, setView] = useState<GraphView>()
  const expand = useCallback(
    (key: string): void => {
      if (tab === 'runtime') void expandEntity(key)
      else openDialog({ type: 'expand', keys: [key] })
    },
    [tab],
  )
  useExplorerCommands(surface, { search: focusSearch, expand })
  const dropTarget = useDropTarget((data) => {
    const [file] = data.files
    if (file?.name.endsWith('.orrery')) return void openViewFile(file)
    void droppedFiles(data).then(
      (dropped) => dropped.files.length + dropped.left.length > 0 && openDialog({ type: 'import', dropped }),
    )
  })
  // Also on the button beside the canvas that has chosen something; a menu or dialog of it takes its own.
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const { target, currentTarget, key } = event
    if (key !== 'Escape' || event.defaultPrevented || !(target instanceof HTMLButtonElement)) return
    if (currentTarget.contains(target)) chooseNothing(surface)
  }
  const openDetails = useCallback(() => openSide('details'), [])
  const graph = <Stage onOpen={openDetails} onSearch={focusSearch} onExpand={expand} onView={setView} />
  // The canvas element is the same whatever panels are open.
  const middle = (
    <Split id="explorer-table" direction="vertical" first={58}>
      {[graph, table ? <ElementTable key="table" /> : null]}
    </Split>
  )
  return (
    <Stack grow {...dropTarget} onKeyDown={onKeyDown}>
      <ExplorerToolbar />
      {tab === 'runtime' ? (
        <Toolbar label={t('explorer.tab.runtime')} wrap>
          <TopologyBar />
        </Toolbar>
      ) : null}
      {tab === 'runtime' && machine ? <TimeMachine /> : null}
      <Chips />
      <Remarks />
      <CompareBar />
      <HeatBar />
      <Stack row align="stretch" grow>
        <Columns
          id="explorer-side"
          label={t('explorer.side')}
          side="right"
          share={26}
          minimum={260}
          open={side}
          onOpenChange={(side) => useExplorer.setState({ side })}
          column={<Side />}
        >
          {middle}
        </Columns>
      </Stack>
      <Dialogs view={view} />
    </Stack>
  )
}

interface StageProps {
  onOpen(): void
  onSearch(): void
  onExpand(key: string): void
  onView(view: GraphView | undefined): void
}

/** The canvas, or an explanation of why it is empty. */
function Stage(props: StageProps) {
  const t = useText()
  const load = useExplorer((state) => state.load)
  const connection = useConnection('model')
  const empty = useSurfaceState((state) => state.graph.nodes.length === 0)
  const id = useSurfaceState((state) => state.id)
  const surface = useSurface()
  const nothingDrawn = useSurfaceState(
    ({ projection }) => projection.nodes.length + projection.collapsed.length === 0,
  )
  const nothing =
    id === 'runtime' && load.state === 'ready' ? (
      <TopologyStart />
    ) : load.state === 'ready' ? (
      <EmptyState
        icon={Orbit}
        title={t('explorer.empty')}
        hint={t('explorer.emptyHint')}
        action={
          <Button tone="primary" onClick={() => openDialog({ type: 'import' })}>
            {t('explorer.import.command')}
          </Button>
        }
      />
    ) : load.state === 'idle' && connection?.state === 'failed' ? (
      <EmptyState
        icon={Unplug}
        title={t('explorer.noServer')}
        hint={connection.failure ? <FailureText failure={connection.failure} /> : undefined}
      />
    ) : load.state === 'idle' ? (
      <EmptyState reason="busy" title={t('explorer.waiting')} />
    ) : null
  return (
    <GraphCanvas {...props}>
      <WorkStrip />
      {empty && nothing ? (
        <Stack row align="stretch" ground="ground" style={COVERING}>
          {nothing}
        </Stack>
      ) : null}
      {!empty && nothingDrawn ? (
        <Stack row align="stretch" ground="ground" style={COVERING}>
          <EmptyState
            title={t('explorer.nothingShown')}
            hint={t('explorer.nothingShownHint')}
            action={<Button onClick={viewCommands(surface).showAll}>{t('explorer.menu.showAll')}</Button>}
          />
        </Stack>
      ) : null}
    </GraphCanvas>
  )
}
