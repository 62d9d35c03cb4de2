import { DropdownMenu } from 'radix-ui'
import { openWith } from '../../app/intents.ts'
import { useText } from '../../i18n/text.ts'
import { useExplorer } from '../explorer-store.ts'
import { selectedNodes, viewCommands } from '../view/commands-on-view.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { viewOf } from '../view/surface.ts'
import type { Point } from '../view/view-state.ts'
import { queryForNode } from './as-query.ts'
import { MenuPortal } from '../../ui/menu-portal.tsx'
import styles from './menu.module.css'
import { openDialog } from './dialog-store.ts'
import { findPath, openPath } from './open-path.ts'
import { openEntities } from '../topology/open-entities.ts'

interface NodeMenuProps {
  readonly at: Point | undefined
  onClose(): void
  onExpand(key: string): void
  onOpen(): void
}

/** What can be done with the selection, where the pointer is. */
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
  const box = selection.find((key) => key.startsWith('box:'))?.slice(4)
  const group = box ?? node?.group
  const item = (label: string, run: () => void, disabled = false) => (
    <DropdownMenu.Item className={styles['item']} disabled={disabled} onSelect={run}>
      {label}
    </DropdownMenu.Item>
  )
  return (
    <DropdownMenu.Root open={at !== undefined} onOpenChange={(open) => !open && onClose()} modal={false}>
      <DropdownMenu.Trigger asChild>
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('explorer.menu')}
          className={styles['anchor']}
          style={{ left: at?.x ?? 0, top: at?.y ?? 0 }}
        />
      </DropdownMenu.Trigger>
      <MenuPortal>
        <DropdownMenu.Content className={styles['menu']} align="start" aria-label={t('explorer.menu')}>
          {node && box === undefined ? (
            <>
              {item(t('explorer.menu.details'), onOpen)}
              {item(t('explorer.menu.expand'), () => onExpand(node.key))}
              {item(
                t('explorer.menu.query'),
                () => void openWith('query.open', { text: queryForNode(node, id, prefix) }),
              )}
              {node.kind === 'entity_set'
                ? item(t('explorer.menu.entities'), () => openEntities(node))
                : null}
              <DropdownMenu.Separator className={styles['line']} />
            </>
          ) : null}
          {nodes.length > 0 ? (
            <>
              {item(t('explorer.menu.neighbours'), () => openDialog({ type: 'expand', keys: nodes }))}
              {item(t('explorer.menu.hide'), () => commands.hide())}
              {item(t('explorer.menu.hideOthers'), () => commands.hideOthers())}
              {item(t('explorer.menu.neighbourhood'), () => commands.isolateNeighbourhood())}
              {first !== undefined && view.pins.has(first)
                ? item(t('explorer.menu.unpin'), () => commands.unpin())
                : item(t('explorer.menu.pin'), () => commands.pinSelected())}
              {item(t('explorer.menu.radial'), () => commands.setLayout('radial', first))}
              {first !== undefined && second !== undefined && nodes.length === 2
                ? item(t('explorer.menu.path'), () => {
                    openPath(surface, { from: first, to: second })
                    findPath(surface, first, second, false)
                  })
                : null}
              <DropdownMenu.Separator className={styles['line']} />
            </>
          ) : null}
          {group === undefined
            ? null
            : item(
                t(view.collapsed.has(group) ? 'explorer.menu.openBox' : 'explorer.menu.closeBox', {
                  box: group || t('explorer.noDomain'),
                }),
                () => commands.toggleBox(group),
              )}
          {item(t('explorer.menu.invert'), () => commands.invert())}
          {item(t('explorer.menu.showAll'), () => commands.showAll())}
        </DropdownMenu.Content>
      </MenuPortal>
    </DropdownMenu.Root>
  )
}
