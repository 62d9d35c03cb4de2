import { openWith } from '../../app/intents.ts'
import { useText } from '../../i18n/text.ts'
import { useExplorer } from '../store/explorer-store.ts'
import { selectedNodes, viewCommands } from '../view/commands-on-view.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { viewOf } from '../view/surface.ts'
import { groupKey, groupNameOf } from '../view/projection.ts'
import { groupTitle } from '../view/words.ts'
import type { Point } from '../../graph/scene/camera.ts'
import { queryForNode } from '../graph/as-query.ts'
import { ContextMenu, type MenuEntry } from '../../ui/menu.tsx'
import { REACHES } from '../graph/reach.ts'
import { signsOf } from './command-icons.ts'
import { openDialog } from './dialog-store.ts'
import { offerRelation } from './new-relation.tsx'
import { openEdit, openNote } from './side-store.ts'
import { offerNeighbours } from './offer-neighbours.ts'
import { findPath, openPath } from './open-path.ts'
import { openEntities } from '../topology/open-entities.ts'

interface NodeMenuProps {
  readonly at: Point | undefined
  onClose(): void
  onExpand(key: string): void
  onOpen(): void
}

/** Context menu of the selection. */
export function NodeMenu({ at, onClose, onExpand, onOpen }: NodeMenuProps) {
  const t = useText()
  const surface = useSurface()
  const selection = useSurfaceState((state) => state.selection)
  const view = useSurfaceState(viewOf)
  const graph = useSurfaceState((state) => state.graph)
  const id = useSurfaceState((state) => state.id)
  const prefix = useExplorer((state) => state.loaded?.prefix)
  const commands = viewCommands(surface)
  const nodes = at ? selectedNodes(surface.getState()) : []
  const [first, second] = nodes
  const node = first === undefined ? undefined : graph.nodes[graph.indexOf.get(first) ?? -1]
  const chosenGroup = selection.map(groupNameOf).find((name) => name !== undefined)
  const group = chosenGroup ?? node?.group
  const ofNode: MenuEntry[] =
    node && chosenGroup === undefined
      ? [
          { ...signsOf('explorer.details'), label: t('explorer.menu.details'), act: onOpen },
          { ...signsOf('explorer.expand'), label: t('explorer.menu.expand'), act: () => onExpand(node.key) },
          {
            ...signsOf('explorer.query'),
            label: t('explorer.menu.query'),
            act: () => void openWith('query.open', { text: queryForNode(node, id, prefix), run: true }),
          },
          ...(node.kind === 'entity_set'
            ? [
                {
                  ...signsOf('explorer.entities'),
                  label: t('explorer.menu.entities'),
                  act: () => openEntities(node),
                },
                {
                  ...signsOf('explorer.newEntity'),
                  label: t('explorer.menu.newEntity'),
                  act: () => openEdit({ create: 'entity', set: `${node.domain}/${node.name}` }),
                },
              ]
            : []),
          ...(node.missing
            ? []
            : [
                {
                  ...signsOf('explorer.edit'),
                  label: t('explorer.details.edit'),
                  act: () => openEdit({ type: id === 'runtime' ? 'entity' : 'element', key: node.key }),
                },
              ]),
        ]
      : []
  const ofSelection: MenuEntry[] =
    first === undefined
      ? []
      : [
          {
            ...signsOf('explorer.neighbours'),
            label: t('explorer.menu.neighbours'),
            act: () => void offerNeighbours(surface, nodes),
          },
          ...(nodes.length === 1
            ? REACHES.map((direction) => ({
                ...signsOf(`explorer.reach.${direction}`),
                label: t(`explorer.menu.reach.${direction}`),
                act: () => openDialog({ type: 'reach', of: first, direction }),
              }))
            : []),
          { ...signsOf('explorer.hide'), label: t('explorer.menu.hide'), act: () => commands.hide() },
          {
            ...signsOf('explorer.isolate'),
            label: t('explorer.menu.hideOthers'),
            act: () => commands.hideOthers(),
          },
          {
            ...signsOf('explorer.neighbourhood'),
            label: t('explorer.menu.neighbourhood'),
            act: () => commands.isolateNeighbourhood(),
          },
          view.pins.has(first)
            ? { ...signsOf('explorer.unpin'), label: t('explorer.menu.unpin'), act: () => commands.unpin() }
            : {
                ...signsOf('explorer.pin'),
                label: t('explorer.menu.pin'),
                act: () => commands.pinSelected(),
              },
          { ...signsOf('explorer.note'), label: t('explorer.menu.note'), act: openNote, takesFocus: true },
          {
            ...signsOf('explorer.radial'),
            label: t('explorer.menu.radial'),
            act: () => commands.setLayout('radial', first),
          },
          ...(second !== undefined && nodes.length === 2
            ? [
                {
                  ...signsOf('explorer.pathBetween'),
                  label: t('explorer.menu.path'),
                  act: () => {
                    openPath(surface, { from: first, to: second })
                    findPath(surface, first, second, false)
                  },
                },
                {
                  ...signsOf('explorer.relate'),
                  label: t(id === 'runtime' ? 'explorer.draw' : 'explorer.draw.model'),
                  act: () => at && offerRelation({ from: first, to: second, at }),
                },
              ]
            : []),
        ]
  const ofView: MenuEntry[] = [
    ...(group === undefined
      ? []
      : [
          {
            ...signsOf(view.collapsed.has(group) ? 'explorer.expandAll' : 'explorer.collapseAll'),
            label: t(view.collapsed.has(group) ? 'explorer.menu.openGroup' : 'explorer.menu.closeGroup', {
              group: groupTitle(surface.getState(), groupKey(group)),
            }),
            act: () => commands.toggleGroup(group),
          },
        ]),
    { ...signsOf('explorer.invert'), label: t('explorer.menu.invert'), act: () => commands.invert() },
    { ...signsOf('explorer.showAll'), label: t('explorer.menu.showAll'), act: () => commands.showAll() },
  ]
  // Separators between the non-empty sections.
  const entries = [ofNode, ofSelection, ofView]
    .filter((group) => group.length > 0)
    .flatMap((group, place) => group.map((entry, index) => ({ ...entry, apart: place > 0 && index === 0 })))
  return <ContextMenu label={t('explorer.menu')} at={at} entries={entries} onClose={onClose} />
}
