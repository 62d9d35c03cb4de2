import { Stack } from '../ui/stack.tsx'
import { Notice } from '../ui/notice.tsx'
import { useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { textOf } from '#shared/model/json.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { toFailure, type Failure } from '#shared/workbench/failure.ts'
import { type Ability, ConnectionContext } from '../app/bench.ts'
import { useIntent } from '../app/intents.ts'
import { useText } from '../i18n/text.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Split } from '../ui/split.tsx'
import { type NewLink, changedItems, stateOf, type Draft } from './draft/draft.ts'
import { type ItemType, ITEM_TYPES } from '#shared/documents/authoring.ts'
import { parseYaml } from './draft/yaml-text.ts'
import { elementsQuery, type Target } from './server/target.ts'
import { Finder } from './views/finder.tsx'
import { ItemEditor } from './views/item-editor.tsx'
import { newItem, newLink, openFiles, openItem } from './views/open-items.ts'
import { ReviewDialog } from './views/review-dialog.tsx'
import { WriteToolbar } from './views/toolbar.tsx'
import { hasError, useFindings } from './views/use-findings.ts'
import { useRows } from './views/use-rows.ts'
import { FailureNotice } from '../app/failure-text.tsx'
import { draftId, loadDraft, redoEdit, undoEdit, useDraft, select } from './views/drafts.ts'
import { useCommandHandlers } from '../app/commands.ts'
import { modelSettings } from '#shared/workbench/settings/index.ts'
import { setSetting, useSetting } from '../app/settings-store.ts'
import { Button } from '../ui/button.tsx'
import { List } from '../ui/list.tsx'
import { Row } from '../ui/row.tsx'
import { Badge } from '../ui/badge.tsx'
import { Text } from '../ui/text.tsx'
import type { FindingsById } from './draft/findings.ts'
import { itemTitle, STATE_TONES } from './views/item-words.ts'
import styles from './views/authoring.module.css'

/** Entity sets that are offered and whose fields make the forms of their entities. */
const MAX_SETS = 1000

interface AuthoringViewProps {
  readonly connection: Connection
  readonly ability: Ability
}

/** Opens what another bench asks to edit. */
function useEditing(
  open: (type: ItemType, key: string) => void,
  create: (link: NewLink) => void,
  ready: boolean,
): void {
  useIntent(
    'authoring.edit',
    ({ element, entity, relation, link }) => {
      if (element !== undefined) open('element', element)
      if (entity !== undefined) open('entity', entity)
      if (relation !== undefined) open('relation', relation)
      if (link) create(link)
    },
    ready,
  )
}

/** The keys of undo, wherever the focus is in this view; both views of an item share the draft's history. */
function undoKeys(id: string) {
  return (event: React.KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    if (key === 'y' || event.shiftKey) redoEdit(id)
    else undoEdit(id)
  }
}

/** The view for the connection that the bench around it looks at. */
export function Authoring() {
  const shown = useContext(ConnectionContext)
  return shown && <AuthoringView key={shown.connection.id} {...shown} />
}

/** Editing what a model server holds: a draft of any number of things, sent after a look at the differences. */
function AuthoringView({ connection, ability }: AuthoringViewProps) {
  const t = useText()
  const { id, workspace = 'demo', prefix = 'model' } = connection
  const target = useMemo<Target>(() => ({ connection: id, workspace, prefix }), [id, workspace, prefix])
  const kept = draftId(target)
  const draft = useDraft(kept)
  const [failure, setFailure] = useState<Failure>()
  const [reviewing, setReviewing] = useState(false)
  const [round, setRound] = useState(0)
  const [set, setSet] = useState('')
  const { rows: sets } = useRows(
    target,
    elementsQuery(prefix, { text: '', kind: 'entity_set' }),
    MAX_SETS,
    round,
  )
  const setNames = useMemo(() => sets.map((one) => `${textOf(one['domain'])}/${textOf(one['name'])}`), [sets])
  const { findings, checking, failure: unchecked } = useFindings(target, draft)

  const attempt = useCallback((work: Promise<void>) => {
    setFailure(undefined)
    work.catch((error: unknown) => setFailure(toFailure(error)))
  }, [])
  useEffect(() => attempt(loadDraft(kept)), [kept, attempt])
  const open = useCallback(
    (type: ItemType, key: string) => attempt(openItem(target, kept, type, key)),
    [target, kept, attempt],
  )
  useEditing(open, (link) => newLink(kept, link), draft.loaded)

  const [domain = '', name = ''] =
    set === '' ? [] : [set.slice(0, set.indexOf('/')), set.slice(set.indexOf('/') + 1)]
  const create = (type: ItemType): void => newItem(kept, type, { domain, name })
  const changes = changedItems(draft)
  const blocked =
    ability === 'off' ? t('authoring.off.title') : changes.length === 0 ? t('authoring.nothing') : undefined
  const review = (): void => setReviewing(blocked === undefined)
  useWriteCommands({ create, review, undo: () => undoEdit(kept), redo: () => redoEdit(kept), blocked })

  const item = draft.items.find((candidate) => candidate.id === draft.selected) ?? draft.items[0]
  const definition = useMemo(() => {
    const parsed = item?.type === 'entity' ? parseYaml(item.text) : undefined
    const value = parsed?.ok ? parsed.value : undefined
    return sets.find(
      (one) => value && one['domain'] === value['__domain__'] && one['name'] === value['__entity_type__'],
    )
  }, [item, sets])
  const problem = failure ?? unchecked

  return (
    // The keys are undo's, which every part of the view shares.
    <Stack grow onKeyDown={undoKeys(kept)}>
      <WriteToolbar
        draft={draft}
        changes={changes.length}
        wrong={changes.filter((one) => hasError(findings, one.id)).length}
        checking={checking}
        blocked={blocked}
        onNew={create}
        onFiles={(files) => attempt(openFiles(kept, files))}
        onUndo={() => undoEdit(kept)}
        onRedo={() => redoEdit(kept)}
        onReview={review}
      />
      {ability === 'off' ? <Permission connection={connection} /> : null}
      <FailureNotice failure={problem} />
      <Split id="writes" direction="horizontal" first={30} minimum={220}>
        <Stack grow ground="ground">
          <DraftList draftId={kept} draft={draft} selected={item?.id} findings={findings} />
          <Finder target={target} sets={setNames} set={set} round={round} onSet={setSet} onOpen={open} />
        </Stack>
        {item ? (
          <ItemEditor
            key={item.id}
            draftId={kept}
            item={item}
            findings={findings.get(item.id) ?? []}
            definition={definition}
          />
        ) : (
          <EmptyState title={t('authoring.none')} hint={t('authoring.noneHint')} />
        )}
      </Split>
      {reviewing ? (
        <ReviewDialog
          target={target}
          draftId={kept}
          draft={draft}
          findings={findings}
          selected={item?.id}
          onClose={(sent) => {
            setReviewing(false)
            if (sent) setRound((n) => n + 1)
          }}
        />
      ) : null}
    </Stack>
  )
}

interface WriteActions {
  /** Why nothing can be reviewed. */
  readonly blocked: string | undefined
  create(type: ItemType): void
  review(): void
  undo(): void
  redo(): void
}

/** What the commands of the view do. */
function useWriteCommands({ blocked, create, review, undo, redo }: WriteActions): void {
  useCommandHandlers({
    // The view is already open when its commands run.
    'console.tab.write': () => undefined,
    ...Object.fromEntries(ITEM_TYPES.map((type) => [`authoring.new.${type}`, () => create(type)])),
    'authoring.undo': undo,
    'authoring.redo': redo,
    'authoring.review': { run: review, disabled: blocked },
  })
}

/** Why the server takes no writes, and what makes it take them: our own setting, or an option of somebody else's server. */
function Permission({ connection }: { readonly connection: Connection }) {
  const t = useText()
  const allowed = useSetting(modelSettings.allowWrites)
  const ours = connection.transport === 'embedded'
  return (
    <Notice
      tone="warning"
      role="note"
      aria-label={t('authoring.off.title')}
      action={
        ours ? (
          <Button
            tone="primary"
            reason={allowed ? t('ui.wait') : undefined}
            onClick={() => void setSetting(modelSettings.allowWrites.name, true)}
          >
            {t('authoring.off.allow')}
          </Button>
        ) : null
      }
    >
      <strong>{t('authoring.off.title')}</strong>{' '}
      {ours ? t('authoring.off.embedded') : t('authoring.off.other', { name: connection.name })}
    </Notice>
  )
}

interface DraftListProps {
  readonly draftId: string
  readonly draft: Draft
  readonly selected: string | undefined
  readonly findings: FindingsById
}

/** What is open for editing, with what became of it. */
function DraftList({ draftId, draft, selected, findings }: DraftListProps) {
  const t = useText()
  return (
    <Stack as="section" fixed className={styles['drafts']} aria-label={t('authoring.draft')}>
      <Text as="h2" tone="quiet" small pad={[2, 3]}>
        {t('authoring.draft')}
      </Text>
      {draft.items.length === 0 ? (
        <Text as="p" tone="quiet" pad={[0, 3]}>
          {t('authoring.draft.empty')}
        </Text>
      ) : null}
      <Stack scroll>
        <List label={t('authoring.draft')} items={draft.items} keyOf={({ id }) => id} current={selected}>
          {(item) => {
            const state = stateOf(item)
            const { title, note } = itemTitle(item, t)
            return (
              <Row
                label={title}
                note={note}
                selected={item.id === selected}
                onClick={() => select(draftId, item.id)}
                detail={
                  <Stack as="span" row gap={1}>
                    {hasError(findings, item.id) ? <Badge tone="bad">{t('authoring.wrong')}</Badge> : null}
                    <Badge tone={STATE_TONES[state]}>{t(`authoring.state.${state}`)}</Badge>
                  </Stack>
                }
              />
            )
          }}
        </List>
      </Stack>
    </Stack>
  )
}
