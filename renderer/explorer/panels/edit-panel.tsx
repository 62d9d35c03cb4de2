import { FilePen } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import type { Ability } from '../../app/bench.ts'
import { Loading } from '../../app/lazy-view.tsx'
import { openBench } from '../../app/route.ts'
import { useConnection } from '../../app/workbench.ts'
import { useAbility } from '../../drafts/server/use-ability.ts'
import { DraftFrame } from '../../drafts/views/draft-frame.tsx'
import { NewItemMenu } from '../../drafts/views/toolbar.tsx'
import { select } from '../../drafts/views/drafts.ts'
import { ItemEditor } from '../../drafts/views/item-editor.tsx'
import { keyOfItem, stateOf } from '../../drafts/items/draft.ts'
import { endsOf } from '../../drafts/items/relation-ends.ts'
import { useEndNames } from '../../drafts/views/end-names.ts'
import { itemTitle } from '../../drafts/views/item-words.ts'
import { newLink, openItem } from '../../drafts/views/open-items.ts'
import { type DraftWork, useDraftWork } from '../../drafts/views/use-draft-work.ts'
import { useText } from '../../i18n/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select } from '../../ui/field.tsx'
import { loadConnection, surfaces, useExplorer } from '../store/explorer-store.ts'
import { reloadTopology } from '../topology/restore-topology.ts'
import { useSide } from './side-store.ts'

/** Edits the draft beside the graph; the Console shows the whole draft. */
export function EditPanel() {
  const t = useText()
  const connection = useConnection('model')
  const ability = useAbility(connection)
  if (ability === 'loading') return <Loading />
  if (!connection || ability === 'none')
    return <EmptyState title={t('authoring.off.title')} hint={t('explorer.edit.never')} />
  return <EditView key={connection.id} connection={connection} ability={ability} />
}

interface EditViewProps {
  readonly connection: Connection
  readonly ability: Ability
}

function EditView({ connection, ability }: EditViewProps) {
  const t = useText()
  const work = useDraftWork(connection, ability)
  const { item, draft } = work
  const names = useEndNames(work.target, draft.items)
  useRequestedEdit(work)
  useFreshGraph(work)
  return (
    <DraftFrame
      connection={connection}
      ability={ability}
      work={work}
      onWhole={() => void openBench('authoring')}
    >
      {item ? (
        <>
          {draft.items.length > 1 ? (
            <Select
              style={{ margin: 'var(--space-2) var(--space-3) 0', width: 'auto' }}
              aria-label={t('authoring.draft')}
              value={item.id}
              onChange={(event) => select(work.id, event.target.value)}
            >
              {draft.items.map((one) => (
                <option key={one.id} value={one.id}>
                  {itemTitle(one, t, names).title}
                  {one.type === 'relation' && endsOf(keyOfItem(one)).length > 0
                    ? ` · ${itemTitle(one, t, names).note}`
                    : ''}
                </option>
              ))}
            </Select>
          ) : null}
          <ItemEditor key={item.id} work={work} item={item} />
        </>
      ) : (
        <EmptyState
          icon={FilePen}
          title={t('authoring.none')}
          hint={t('explorer.edit.noneHint')}
          action={<NewItemMenu work={work} onNew={(type) => work.create(type)} />}
        />
      )}
    </DraftFrame>
  )
}

/** Loads again what was sent from here, so that it appears without being asked for; new entities, too. */
function useFreshGraph({ round, target, draft }: DraftWork): void {
  const items = useRef(draft.items)
  useEffect(() => {
    items.current = draft.items
  })
  useEffect(() => {
    if (round === 0) return
    void loadConnection(target.connection)
    const isShown = surfaces.runtime.getState().graph.nodes.length > 0
    if (!isShown && useExplorer.getState().tab !== 'runtime') return
    const sent = items.current.filter((item) => item.type === 'entity' && stateOf(item) === 'same')
    void reloadTopology(sent.flatMap((item) => keyOfItem(item) ?? []))
  }, [round, target])
}

/** Opens the requested edit once the stored draft is loaded. */
function useRequestedEdit({ draft, target, id, attempt, create }: DraftWork): void {
  const edit = useSide((state) => state.edit)
  useEffect(() => {
    if (!edit || !draft.loaded) return
    useSide.setState({ edit: undefined })
    if ('link' in edit) newLink(id, edit.link)
    else if ('create' in edit) create(edit.create, edit.set)
    else attempt(openItem(target, id, edit.type, edit.key))
  }, [edit, draft.loaded, target, id, attempt, create])
}
