import { shownName } from '../../ui/shown-name.ts'
import { Truncate } from '../../ui/truncate.tsx'
import { useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Input } from '../../ui/field.tsx'
import { Stack } from '../../ui/stack.tsx'
import { makeGraph } from '../graph/graph.ts'
import { closeDialog } from '../panels/dialog-store.ts'
import { addToTopology, EXPANSION_CAP } from '../topology/topology-calls.ts'
import { useTopology, type PendingExpansion } from '../topology/topology-store.ts'
import { neighbourGroups, viewCommands, type NeighbourGroup } from '../view/commands-on-view.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import styles from './dialogs.module.css'

/** Neighbours per relation type with counts; the user chooses which and how many to show or hide. */
export function ExpandDialog({ keys }: { readonly keys: readonly string[] }) {
  const t = useText()
  const surface = useSurface()
  const graph = useSurfaceState((state) => state.graph)
  useSurfaceState((state) => state.projection)
  const groups = neighbourGroups(graph, surface.getState(), keys)
  const commands = viewCommands(surface)
  return (
    <Dialog
      open
      onOpenChange={closeDialog}
      title={t('explorer.expand.title')}
      description={t('explorer.expand.hint')}
    >
      <GroupList
        groups={groups}
        onShow={(group, cap) => commands.reveal(group.keys.slice(0, cap))}
        onHide={(group) => commands.dismiss(group.keys.filter((key) => !keys.includes(key)))}
      />
      <DialogActions>
        <Button onClick={() => commands.reveal(groups.flatMap((group) => group.keys))}>
          {t('explorer.expand.all')}
        </Button>
        <Button tone="primary" onClick={closeDialog}>
          {t('ui.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** `ExpandDialog` for neighbours the server returned but the canvas does not have yet. */
export function PendingDialog({ pending }: { readonly pending: PendingExpansion }) {
  const t = useText()
  const surface = useSurface()
  const current = useSurfaceState((state) => state.graph)
  const found = makeGraph(pending.nodes, pending.edges)
  const close = (): void => useTopology.setState({ pending: undefined })
  const groups = neighbourGroups(found, surface.getState(), pending.centers).map((group) => ({
    ...group,
    hidden: group.keys.filter((key) => !current.indexOf.has(key)).length,
  }))
  const add = (wanted: ReadonlySet<string>): void => {
    const known = (key: string): boolean =>
      wanted.has(key) || current.indexOf.has(key) || pending.centers.includes(key)
    void addToTopology(
      pending.nodes.filter(({ key }) => known(key)),
      pending.edges.filter(({ source, target }) => known(source) && known(target)),
      t('explorer.step.expand'),
    )
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('explorer.expand.title')}
      description={
        pending.nodes.length > EXPANSION_CAP
          ? t('explorer.expand.many', { count: pending.nodes.length, cap: EXPANSION_CAP })
          : t('explorer.expand.asked')
      }
    >
      <GroupList groups={groups} onShow={(group, cap) => add(new Set(group.keys.slice(0, cap)))} />
      <DialogActions>
        <Button onClick={() => add(new Set(groups.flatMap((group) => group.keys)))}>
          {t('explorer.expand.all')}
        </Button>
        <Button tone="primary" onClick={close}>
          {t('ui.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface GroupListProps {
  readonly groups: readonly NeighbourGroup[]
  onShow(group: NeighbourGroup, cap: number): void
  onHide?(group: NeighbourGroup): void
}

function GroupList({ groups, onShow, onHide }: GroupListProps) {
  const t = useText()
  const [cap, setCap] = useState(EXPANSION_CAP)
  if (groups.length === 0) return <p>{t('explorer.say.noLinks')}</p>
  return (
    <>
      <Stack as="label" row gap={2}>
        {t('explorer.expand.cap')}
        <Input
          type="number"
          style={{ width: '5.25rem' }}
          min={1}
          value={cap}
          onChange={(event) => setCap(Math.max(1, Number(event.target.value)))}
        />
      </Stack>
      <Stack as="ul" scroll className={styles['list']}>
        {groups.map((group) => (
          <li key={`${group.type}:${group.outgoing}`}>
            <Truncate grow>{`${group.outgoing ? '→' : '←'} ${shownName(group.type)}`}</Truncate>
            <small>{t('explorer.expand.counts', { count: group.keys.length, hidden: group.hidden })}</small>
            <Button
              reason={group.hidden === 0 ? t('explorer.expand.allShown') : undefined}
              onClick={() => onShow(group, cap)}
            >
              {t('explorer.expand.show', { count: Math.min(cap, group.keys.length) })}
            </Button>
            {onHide ? (
              <Button
                reason={group.hidden === group.keys.length ? t('explorer.expand.noneShown') : undefined}
                onClick={() => onHide(group)}
              >
                {t('explorer.expand.hide')}
              </Button>
            ) : null}
          </li>
        ))}
      </Stack>
    </>
  )
}
