import { Maximize, MoreHorizontal, Redo2, Table2, Undo2, Upload } from 'lucide-react'
import { BenchHeader } from '../../app/bench-header.tsx'
import { useCommandList } from '../../app/commands.ts'
import { shownKeys } from '../../app/keys.ts'
import { runCommand } from '../../app/run-command.ts'
import { useText } from '../../i18n/text.ts'
import { ModelServerPicker } from '../../app/model-server-picker.tsx'
import { useConnection } from '../../app/workbench.ts'
import { ColumnToggle } from '../../ui/columns.tsx'
import { useNarrow } from '../../ui/narrow.ts'
import { Select } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { Segment } from '../../ui/segment.tsx'
import { ToolbarSpace } from '../../ui/toolbar.tsx'
import { useExplorer, showTable } from '../store/explorer-store.ts'
import { fitWhole } from '../view/fit-whole.ts'
import { selectedNodes, viewCommands } from '../view/commands-on-view.ts'
import { redoView, undoView } from '../view/surface-actions.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { viewOf } from '../view/surface.ts'
import { LAYOUTS, type LayoutKind } from '../view/view-state.ts'
import { signsOf } from './command-icons.ts'
import { openDialog } from './dialog-store.ts'
import { Search } from '../search/search.tsx'

/** Commands already in the toolbar or in a node's context menu; the palette has all. */
const IN_BAR = ['search', 'table', 'side', 'tab.model', 'tab.runtime']
const IN_WIDE_BAR = [
  'undo',
  'redo',
  'fit',
  'heat',
  'machine',
  'clear',
  ...LAYOUTS.map((layout) => `layout.${layout}`),
]
const ON_NODES = ['hide', 'isolate', 'neighbourhood', 'pin', 'unpin', 'note', 'expand', 'neighbours', 'query']
const WITH_NODES = ['pathFrom', 'pathTo', 'pathBetween', 'relate', 'measures', 'canvas']

/** Commands that start a new section of the menu: views, comparisons, export and import. */
const FIRST_OF_GROUP = new Set(['explorer.views', 'explorer.machine', 'explorer.import', 'explorer.export'])

const isElsewhere = (id: string, narrow: boolean): boolean =>
  [...IN_BAR, ...(narrow ? [] : IN_WIDE_BAR), ...ON_NODES, ...WITH_NODES].some(
    (name) => id === `explorer.${name}`,
  )

/** Model or runtime, search, layout and frequent actions; what does not fit is in the menu. */
export function ExplorerToolbar() {
  const t = useText()
  const surface = useSurface()
  const tab = useExplorer((state) => state.tab)
  const table = useExplorer(({ tables }) => tables[tab])
  const side = useExplorer((state) => state.side)
  const layout = useSurfaceState((state) => viewOf(state).layout)
  const past = useSurfaceState((state) => state.history.past.at(-1)?.label)
  const future = useSurfaceState((state) => state.history.future[0]?.label)
  const chosen = useSurfaceState(({ graph, selection }) =>
    selection.length === 1 ? graph.nodes[graph.indexOf.get(selection[0] ?? '') ?? -1]?.label : undefined,
  )
  const view = viewCommands(surface)
  const model = useConnection('model')
  const narrow = useNarrow()
  const entries = useCommandList()
    .filter(({ bench, hidden, id }) => bench === 'explorer' && !hidden && !isElsewhere(id, narrow))
    .map((command): MenuEntry => ({
      label: command.title,
      ...signsOf(command.id),
      apart: FIRST_OF_GROUP.has(command.id),
      disabled: command.disabled,
      act: () => void runCommand(command.id),
    }))
  return (
    <BenchHeader
      title="app.bench.explorer"
      object={model?.name}
      part={chosen}
      picker={<ModelServerPicker />}
      label={t('explorer.toolbar')}
      long
    >
      <Segment
        label={t('explorer.tabs')}
        options={(['model', 'runtime'] as const).map((value) => ({
          value,
          label: t(`explorer.tab.${value}`),
        }))}
        value={tab}
        onChange={(tab) => useExplorer.setState({ tab })}
      />
      <Search model={model?.id} />
      <ToolbarSpace />
      {narrow ? null : (
        <>
          <Select
            aria-label={t('explorer.layout')}
            data-tour="layout"
            value={layout}
            onChange={(event) => {
              const kind = event.target.value as LayoutKind
              view.setLayout(kind, kind === 'radial' ? selectedNodes(surface.getState())[0] : undefined)
            }}
          >
            {LAYOUTS.map((kind) => (
              <option key={kind} value={kind}>
                {t(`explorer.layout.${kind}`)}
              </option>
            ))}
          </Select>
          <IconButton
            label={past ? t('explorer.undo', { step: past }) : t('explorer.command.undo')}
            keys={shownKeys('explorer.undo')}
            icon={Undo2}
            reason={past === undefined ? t('ui.none.undo') : undefined}
            onClick={() => undoView(surface)}
          />
          <IconButton
            label={future ? t('explorer.redo', { step: future }) : t('explorer.command.redo')}
            icon={Redo2}
            reason={future === undefined ? t('ui.none.redo') : undefined}
            onClick={() => redoView(surface)}
          />
          <IconButton
            label={t('explorer.command.fit')}
            keys="F"
            icon={Maximize}
            onClick={() => fitWhole(surface)}
          />
          <IconButton
            label={t('explorer.import.title')}
            icon={Upload}
            onClick={() => openDialog({ type: 'import' })}
          />
        </>
      )}
      <IconButton
        label={t('explorer.command.table')}
        keys="T"
        icon={Table2}
        aria-pressed={table}
        onClick={() => showTable(tab, !table)}
      />
      <ColumnToggle
        label={t('explorer.command.side')}
        side="right"
        keys="D"
        open={side}
        onToggle={() => useExplorer.setState({ side: !side })}
      />
      <Menu
        label={t('explorer.more')}
        icon={MoreHorizontal}
        // The menu has the layouts where the toolbar has no room for them.
        data-tour={narrow ? 'layout' : undefined}
        entries={entries}
      />
    </BenchHeader>
  )
}
