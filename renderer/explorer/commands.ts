import type { CommandDeclaration } from '../app/commands.ts'

export const LAYOUTS = ['layered', 'force', 'radial', 'grid'] as const

/** Everything that can be done in the explorer. */
export const explorerCommands: readonly CommandDeclaration[] = [
  { id: 'explorer.search', title: 'explorer.command.search', keys: 'Mod+F' },
  // Its second key, which the field itself names.
  { id: 'explorer.find', title: 'explorer.command.search', keys: '/', hidden: true },
  { id: 'explorer.fit', title: 'explorer.command.fit', keys: 'F' },
  { id: 'explorer.actualSize', title: 'explorer.command.actualSize', keys: '1' },
  { id: 'explorer.undo', title: 'explorer.command.undo', keys: 'Mod+Z' },
  { id: 'explorer.redo', title: 'explorer.command.redo', keys: 'Mod+Shift+Z' },
  { id: 'explorer.selectAll', title: 'explorer.command.selectAll' },
  { id: 'explorer.invertSelection', title: 'explorer.command.invertSelection' },
  { id: 'explorer.hide', title: 'explorer.menu.hide', keys: 'H' },
  { id: 'explorer.isolate', title: 'explorer.menu.hideOthers', keys: 'I' },
  { id: 'explorer.neighbourhood', title: 'explorer.menu.neighbourhood', keys: 'N' },
  { id: 'explorer.invert', title: 'explorer.menu.invert' },
  { id: 'explorer.showAll', title: 'explorer.menu.showAll', keys: 'Shift+A' },
  { id: 'explorer.pin', title: 'explorer.menu.pin', keys: 'P' },
  { id: 'explorer.unpin', title: 'explorer.menu.unpin' },
  { id: 'explorer.expand', title: 'explorer.menu.expand' },
  { id: 'explorer.neighbours', title: 'explorer.menu.neighbours' },
  { id: 'explorer.collapseAll', title: 'explorer.command.collapseAll' },
  { id: 'explorer.expandAll', title: 'explorer.command.expandAll' },
  { id: 'explorer.pathFrom', title: 'explorer.command.pathFrom', keys: 'Shift+F' },
  { id: 'explorer.pathTo', title: 'explorer.command.pathTo', keys: 'Shift+T' },
  { id: 'explorer.pathBetween', title: 'explorer.menu.path' },
  { id: 'explorer.query', title: 'explorer.menu.query', keys: 'Q' },
  ...LAYOUTS.map((layout): CommandDeclaration => ({
    id: `explorer.layout.${layout}`,
    title: (t) => t('explorer.command.layout', { name: t(`explorer.layout.${layout}`) }),
  })),
  { id: 'explorer.layoutAgain', title: 'explorer.command.layoutAgain', keys: 'L' },
  { id: 'explorer.table', title: 'explorer.command.table', keys: 'T' },
  { id: 'explorer.side', title: 'explorer.command.side', keys: 'D' },
  { id: 'explorer.tab.model', title: 'explorer.tab.model' },
  { id: 'explorer.tab.runtime', title: 'explorer.tab.runtime' },
  { id: 'explorer.views', title: 'explorer.views.title', keys: 'V' },
  { id: 'explorer.styles', title: 'explorer.styles.title' },
  { id: 'explorer.compare', title: 'explorer.compare.title' },
  { id: 'explorer.matrix', title: 'explorer.matrix.title', keys: 'M' },
  { id: 'explorer.import', title: 'explorer.import.command' },
  { id: 'explorer.export', title: 'explorer.export.title', keys: 'Mod+Shift+E' },
  { id: 'explorer.reload', title: 'explorer.command.reload' },
  { id: 'explorer.machine', title: 'explorer.machine' },
  { id: 'explorer.canvas', title: 'explorer.command.canvas', keys: 'G' },
]
