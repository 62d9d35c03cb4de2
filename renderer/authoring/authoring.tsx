import { FilePen } from 'lucide-react'
import { useContext, useState } from 'react'
import { ITEM_TYPES } from '#shared/documents/authoring.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { type Ability, ConnectionContext } from '../app/bench.ts'
import { useCommandHandlers } from '../app/commands.ts'
import { type Draft, stateOf } from '../drafts/items/draft.ts'
import type { FindingsById } from '../drafts/items/findings.ts'
import type { Target } from '../drafts/server/target.ts'
import { DraftFrame } from '../drafts/views/draft-frame.tsx'
import { NewItemMenu } from '../drafts/views/toolbar.tsx'
import { select } from '../drafts/views/drafts.ts'
import { useEndNames } from '../drafts/views/end-names.ts'
import { ItemEditor } from '../drafts/views/item-editor.tsx'
import { itemTitle, STATE_TONES } from '../drafts/views/item-words.ts'
import { openItem } from '../drafts/views/open-items.ts'
import { type DraftWork, useDraftWork } from '../drafts/views/use-draft-work.ts'
import { hasError } from '../drafts/views/use-findings.ts'
import { WordLink } from '../app/word-link.tsx'
import { useText } from '../i18n/text.ts'
import { Badge } from '../ui/badge.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { List } from '../ui/list.tsx'
import { Row } from '../ui/row.tsx'
import { Split } from '../ui/split.tsx'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { Finder } from './finder.tsx'

interface AuthoringViewProps {
  readonly connection: Connection
  readonly ability: Ability
}

/** The authoring view for the connection of the surrounding bench. */
export function Authoring() {
  const shown = useContext(ConnectionContext)
  return shown && <AuthoringView key={shown.connection.id} {...shown} />
}

/** Edits a model server's contents: a draft of several items, sent after a review of the differences. */
function AuthoringView({ connection, ability }: AuthoringViewProps) {
  const t = useText()
  const work = useDraftWork(connection, ability)
  const [set, setSet] = useState('')
  const { target, id, draft, item, findings } = work
  useWriteCommands(work, set)
  return (
    <DraftFrame connection={connection} ability={ability} work={work} set={set}>
      <Split id="writes" direction="horizontal" first={30} minimum={220}>
        <Stack grow ground="ground">
          <DraftList draftId={id} target={target} draft={draft} selected={item?.id} findings={findings} />
          <Finder
            target={target}
            sets={work.sets}
            set={set}
            round={work.round}
            onSet={setSet}
            onOpen={(type, key) => work.attempt(openItem(target, id, type, key))}
          />
        </Stack>
        {item ? (
          <ItemEditor key={item.id} work={work} item={item} />
        ) : (
          <EmptyState
            icon={FilePen}
            action={<NewItemMenu work={work} onNew={(type) => work.create(type, set)} />}
            title={t('authoring.none')}
            hint={
              <>
                {t('authoring.noneHint')} <WordLink term="start.help.term.explorer.draft" />
              </>
            }
          />
        )}
      </Split>
    </DraftFrame>
  )
}

/** Registers the view's command handlers. */
function useWriteCommands({ create, review, undo, redo, blocked }: DraftWork, set: string): void {
  useCommandHandlers({
    // The view is already open when its commands run.
    'console.tab.write': () => undefined,
    ...Object.fromEntries(ITEM_TYPES.map((type) => [`authoring.new.${type}`, () => create(type, set)])),
    'authoring.undo': undo,
    'authoring.redo': redo,
    'authoring.review': { run: review, disabled: blocked },
  })
}

interface DraftListProps {
  readonly draftId: string
  readonly target: Target
  readonly draft: Draft
  readonly selected: string | undefined
  readonly findings: FindingsById
}

/** The draft's items with their states. */
function DraftList({ draftId, target, draft, selected, findings }: DraftListProps) {
  const t = useText()
  const names = useEndNames(target, draft.items)
  return (
    <Stack as="section" fixed style={{ maxHeight: '45%' }} aria-label={t('authoring.draft')}>
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
            const { title, note } = itemTitle(item, t, names)
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
