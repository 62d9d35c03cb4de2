import type { Command } from '../../app/commands.ts'
import { handOver } from '../../app/handover.ts'
import type { Text } from '../../i18n/text.ts'
import { goTo, useRoute } from '../../app/routes.ts'
import { clampZoom } from '../canvas/camera.ts'
import { loadConnection, surfaces, useExplorer, type Tab } from '../explorer-store.ts'
import { selectedNodes, viewCommands } from '../view/commands-on-view.ts'
import type { Surface } from '../view/surface.ts'
import { redoView, runLayout, undoView } from '../view/surface-actions.ts'
import { queryForNode } from './as-query.ts'
import { openDialog } from './dialog-store.ts'
import { findPath, openPath } from './open-path.ts'

export type { Command } from '../../app/commands.ts'
export { keysOf } from '../../app/keys.ts'

const LAYOUTS = ['layered', 'force', 'radial', 'grid'] as const

export interface CommandDeeds {
  search(): void
  expand(key: string): void
}

const BENCH = 'explorer'

/** A command of the explorer that is run from elsewhere opens the explorer first. */
const here = (run: () => void) => (): void => {
  if (useRoute.getState().bench !== BENCH) goTo(BENCH)
  run()
}

/** Everything the explorer does, for the palette, the keyboard and the "more" menu. `chosen` is how many nodes and boxes are selected. */
export function explorerCommands(t: Text, surface: Surface, deeds: CommandDeeds, chosen: number): Command[] {
  const view = viewCommands(surface)
  const group = t('app.bench.explorer')
  const command = (id: string, title: string, run: () => void, keys?: string): Command => ({
    id: `explorer.${id}`,
    title,
    group,
    bench: BENCH,
    run: here(run),
    ...(keys === undefined ? {} : { keys }),
  })
  const first = (): string | undefined => selectedNodes(surface.getState())[0]
  const withFirst = (run: (key: string) => void) => (): void => {
    const key = first()
    if (key !== undefined) run(key)
  }
  /** A command on the selection: not to be had while nothing is selected. */
  const onChosen = (id: string, title: string, run: () => void, keys?: string): Command => ({
    ...command(id, title, run, keys),
    ...(chosen === 0 ? { disabled: t('explorer.command.needsNode') } : {}),
  })
  return [
    command('search', t('explorer.command.search'), deeds.search, 'Mod+F'),
    // Its second key, which the field itself names.
    { ...command('find', t('explorer.command.search'), deeds.search, '/'), hidden: true },
    command(
      'fit',
      t('explorer.command.fit'),
      () => surface.setState((s) => ({ fitRequest: s.fitRequest + 1, camera: { ...s.camera } })),
      'F',
    ),
    command(
      'actualSize',
      t('explorer.command.actualSize'),
      () => surface.setState(({ camera }) => ({ camera: { ...camera, zoom: clampZoom(1) } })),
      '1',
    ),
    command('undo', t('explorer.command.undo'), () => undoView(surface), 'Mod+Z'),
    command('redo', t('explorer.command.redo'), () => redoView(surface), 'Mod+Shift+Z'),
    command('selectAll', t('explorer.command.selectAll'), view.selectAll),
    command('invertSelection', t('explorer.command.invertSelection'), view.invertSelection),
    onChosen('hide', t('explorer.menu.hide'), () => view.hide(), 'H'),
    onChosen('isolate', t('explorer.menu.hideOthers'), () => view.hideOthers(), 'I'),
    onChosen('neighbourhood', t('explorer.menu.neighbourhood'), view.isolateNeighbourhood, 'N'),
    command('invert', t('explorer.menu.invert'), view.invert),
    command('showAll', t('explorer.menu.showAll'), view.showAll, 'Shift+A'),
    onChosen('pin', t('explorer.menu.pin'), view.pinSelected, 'P'),
    onChosen('unpin', t('explorer.menu.unpin'), () => view.unpin()),
    onChosen('expand', t('explorer.menu.expand'), withFirst(deeds.expand)),
    onChosen('neighbours', t('explorer.menu.neighbours'), () =>
      openDialog({ type: 'expand', keys: selectedNodes(surface.getState()) }),
    ),
    command('collapseAll', t('explorer.command.collapseAll'), view.collapseAll),
    command('expandAll', t('explorer.command.expandAll'), view.expandAll),
    onChosen(
      'pathFrom',
      t('explorer.command.pathFrom'),
      withFirst((from) => openPath(surface, { from })),
      'Shift+F',
    ),
    onChosen(
      'pathTo',
      t('explorer.command.pathTo'),
      withFirst((to) => openPath(surface, { to })),
      'Shift+T',
    ),
    {
      ...command('pathBetween', t('explorer.menu.path'), () => {
        const [from, to, ...others] = selectedNodes(surface.getState())
        if (from === undefined || to === undefined || others.length > 0) return
        openPath(surface, { from, to })
        findPath(surface, from, to, false)
      }),
      ...(chosen === 2 ? {} : { disabled: t('explorer.command.needsTwo') }),
    },
    onChosen(
      'query',
      t('explorer.menu.query'),
      withFirst((key) => {
        const { graph, id } = surface.getState()
        const node = graph.nodes[graph.indexOf.get(key) ?? -1]
        if (node) handOver('query', { text: queryForNode(node, id, useExplorer.getState().loaded?.prefix) })
      }),
      'Q',
    ),
    ...LAYOUTS.map((layout) =>
      command(
        `layout.${layout}`,
        t('explorer.command.layout', { name: t(`explorer.layout.${layout}`) }),
        () => view.setLayout(layout, layout === 'radial' ? first() : undefined),
      ),
    ),
    command('layoutAgain', t('explorer.command.layoutAgain'), () => void runLayout(surface), 'L'),
    command(
      'table',
      t('explorer.command.table'),
      () => useExplorer.setState((s) => ({ table: !s.table })),
      'T',
    ),
    command('side', t('explorer.command.side'), () => useExplorer.setState((s) => ({ side: !s.side })), 'D'),
    ...(['model', 'runtime'] as const).map((tab: Tab) =>
      command(`tab.${tab}`, t(`explorer.tab.${tab}`), () => useExplorer.setState({ tab })),
    ),
    command('views', t('explorer.views.title'), () => openDialog({ type: 'views' }), 'V'),
    command('styles', t('explorer.styles.title'), () => openDialog({ type: 'styles' })),
    command('compare', t('explorer.compare.title'), () => {
      useExplorer.setState({ tab: 'model' })
      openDialog({ type: 'compare' })
    }),
    command('matrix', t('explorer.matrix.title'), () => openDialog({ type: 'matrix' }), 'M'),
    command('export', t('explorer.export.title'), () => openDialog({ type: 'export' }), 'Mod+Shift+E'),
    command('reload', t('explorer.command.reload'), () => {
      const { loaded } = useExplorer.getState()
      if (loaded) void loadConnection(loaded.connection)
    }),
    command('canvas', t('explorer.command.canvas'), () => focusCanvas(surface), 'G'),
  ]
}

/** The same before the explorer is there, for the list of keys. */
export const declaredCommands = (t: Text): Command[] =>
  explorerCommands(t, surfaces.model, { search: () => undefined, expand: () => undefined }, 2)

/** Puts the keyboard on the graph. */
export function focusCanvas(surface: Surface): void {
  document.querySelector<HTMLElement>(`[data-explorer-canvas="${surface.getState().id}"]`)?.focus()
}

export const activeSurface = (tab: Tab): Surface => surfaces[tab]
