import { useCallback, useEffect, useMemo, useState } from 'react'
import { type JsonObject, textOf } from '#shared/model/json.ts'
import type { DraftItem, ItemType } from '#shared/documents/authoring.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { toFailure, type Failure } from '#shared/workbench/failure.ts'
import type { Ability } from '../../app/bench.ts'
import { useUnread } from '../../form/finding-context.ts'
import { useText } from '../../i18n/text.ts'
import { changedItems, keyOfValue } from '../items/draft.ts'
import type { FindingsById } from '../items/findings.ts'
import { parseYaml } from '../items/yaml-text.ts'
import { elementsQuery, type Target } from '../server/target.ts'
import { draftId, loadDraft, redoEdit, undoEdit, useDraft, type OpenDraft } from './drafts.ts'
import { readOnlyTitle } from './write-permission.tsx'
import { newItem, newLink, openFiles } from './open-items.ts'
import { useFindings } from './use-findings.ts'
import { useFreshDraft } from './use-fresh-draft.ts'
import { useRows } from './use-rows.ts'

/** Maximum entity sets loaded for pickers and entity forms. */
const MAX_SETS = 1000

/** A server's draft with its operations, for every view. */
export interface DraftWork {
  readonly target: Target
  /** Document name of the draft. */
  readonly id: string
  readonly draft: OpenDraft
  /** The selected item. */
  readonly item: DraftItem | undefined
  readonly changes: readonly DraftItem[]
  readonly findings: FindingsById
  readonly checking: boolean
  readonly failure: Failure | undefined
  /** Entity sets of the model, as `domain/name`. */
  readonly sets: readonly string[]
  /** The entity set of an entity, from the draft or the model. */
  definitionOf(entity: JsonObject): JsonObject | undefined
  /** Incremented after sending, so that lists reload. */
  readonly round: number
  /** Why nothing can be reviewed; undefined if it can. */
  readonly blocked: string | undefined
  readonly reviewing: boolean
  /** Called by a field whose text is not in the draft, since it cannot be read. */
  reportUnread(path: string, isUnread: boolean): void
  /** Awaits an operation and shows its failure. */
  attempt(work: Promise<void>): void
  /** Adds an item; an entity in the given set, as `domain/name`. */
  create(type: ItemType, set?: string): void
  /** Adds a link between two elements of the model. */
  createLink(): void
  openFiles(files: readonly File[]): void
  undo(): void
  redo(): void
  review(): void
  closeReview(sent: boolean): void
}

/** Provides the draft of a model server with its operations. */
export function useDraftWork(connection: Connection, ability: Ability): DraftWork {
  const t = useText()
  const { id: server, workspace = 'demo', prefix = 'model' } = connection
  const target = useMemo<Target>(
    () => ({ connection: server, workspace, prefix }),
    [server, workspace, prefix],
  )
  const id = draftId(target)
  const draft = useDraft(id)
  const [failure, setFailure] = useState<Failure>()
  const [reviewing, setReviewing] = useState(false)
  const [unread, reportUnread] = useUnread()
  const [round, setRound] = useState(0)
  const { rows } = useRows(target, elementsQuery(prefix, { text: '', kind: 'entity_set' }), MAX_SETS, round)
  const defined = useMemo(() => [...setsOf(draft), ...rows], [draft, rows])
  const sets = useMemo(
    () => [...new Set(defined.map((one) => `${textOf(one['domain'])}/${textOf(one['name'])}`))],
    [defined],
  )
  const {
    findings,
    checking,
    failure: unchecked,
  } = useFindings(target, draft, rows.length === 0 || rows.length >= MAX_SETS ? undefined : defined)
  useFreshDraft(target, id, draft.loaded)

  const attempt = useCallback((work: Promise<void>) => {
    setFailure(undefined)
    work.catch((error: unknown) => setFailure(toFailure(error)))
  }, [])
  useEffect(() => attempt(loadDraft(id)), [id, attempt])

  const changes = useMemo(() => changedItems(draft), [draft])
  const blocked =
    ability === 'off'
      ? t(readOnlyTitle(connection))
      : unread.size > 0
        ? t('authoring.unread')
        : changes.length === 0
          ? t('authoring.nothing')
          : undefined
  const item = draft.items.find((candidate) => candidate.id === draft.selected) ?? draft.items[0]
  const definitionOf = useCallback(
    (entity: JsonObject) =>
      defined.find(
        (one) => one['domain'] === entity['__domain__'] && one['name'] === entity['__entity_type__'],
      ),
    [defined],
  )
  return {
    target,
    id,
    draft,
    item,
    definitionOf,
    changes,
    findings,
    checking,
    failure: failure ?? unchecked,
    sets,
    round,
    blocked,
    reviewing,
    reportUnread,
    attempt,
    create: (type, set = '') => {
      const slash = set.indexOf('/')
      const of = { domain: set.slice(0, Math.max(slash, 0)), name: set.slice(slash + 1) }
      const known = definitionOf({ __domain__: of.domain, __entity_type__: of.name })
      newItem(id, type, { ...of, set: known })
    },
    createLink: () => newLink(id, { of: 'model', source: '', target: '', type: '' }),
    openFiles: (files) => attempt(openFiles(id, files)),
    undo: () => undoEdit(id),
    redo: () => redoEdit(id),
    review: () => setReviewing(blocked === undefined),
    closeReview: (sent) => {
      setReviewing(false)
      if (sent) setRound((n) => n + 1)
    },
  }
}

/** Entity sets defined in the draft itself, in the server's list format. */
function setsOf({ items }: OpenDraft): readonly JsonObject[] {
  return items.flatMap(({ type, text }) => {
    const parsed = type === 'element' ? parseYaml(text) : undefined
    if (!parsed?.ok || parsed.value['kind'] !== 'entity_set') return []
    const [domain = '', name = ''] = keyOfValue('element', parsed.value).split('/')
    return name === '' ? [] : [{ ...parsed.value, domain, name }]
  })
}
