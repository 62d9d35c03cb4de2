import { z } from 'zod'
import { create } from 'zustand'
import { Soon } from '../../app/soon.ts'
import { workbench } from '../../app/workbench.ts'
import { draftSchema, emptyDraft, withItem, type Draft } from '../draft/draft.ts'
import { commit, historyOf, redo, undo, type History } from '../draft/history.ts'
import { keepHistory, keptHistorySchema, restoreHistory } from '../draft/kept-history.ts'
import type { Target } from '../server/target.ts'

const COLLECTION = 'drafts'

/** The last attempt to send, so that the same again carries the same idempotency key. */
const attemptSchema = z.object({ key: z.string(), of: z.string() })
type Attempt = z.infer<typeof attemptSchema>

const keptSchema = z.object({
  version: z.literal(1),
  draft: draftSchema,
  selected: z.string().optional(),
  attempt: attemptSchema.optional(),
  /** Absent in drafts of before steps were kept; one that cannot be read costs the steps, not the draft. */
  history: keptHistorySchema.optional().catch(undefined),
})

export interface WriteDraft {
  /** False until what was kept has been read; nothing is written before. */
  readonly loaded: boolean
  readonly history: History<Draft>
  readonly selected?: string | undefined
  readonly attempt?: Attempt | undefined
}

const fresh: WriteDraft = { loaded: false, history: historyOf(emptyDraft) }

/** Drafts of every server and workspace that was looked at, by {@link draftId}. */
export const useWrites = create<{ readonly drafts: Readonly<Record<string, WriteDraft>> }>(() => ({
  drafts: {},
}))

/** The draft's name as a document: connection ids hold colons and whatever people call their servers. */
export function draftId({ connection, workspace }: Pick<Target, 'connection' | 'workspace'>): string {
  const plain = (text: string): string =>
    text.replaceAll(/[^a-z0-9-]/gi, (letter) => `_${(letter.codePointAt(0) ?? 0).toString(16)}_`)
  return `writes.${plain(connection)}.${plain(workspace)}`.slice(0, 120)
}

export function draftOf(id: string): WriteDraft {
  return useWrites.getState().drafts[id] ?? fresh
}

export function useDraft(id: string): WriteDraft {
  return useWrites((state) => state.drafts[id] ?? fresh)
}

/** 400 ms after the last change. */
const soon = new Soon(400)

function set(id: string, change: Partial<WriteDraft>): void {
  useWrites.setState(({ drafts }) => ({
    drafts: { ...drafts, [id]: { ...(drafts[id] ?? fresh), ...change } },
  }))
}

/** Writes the draft now. Resolves when it is on the disk. */
export async function keepDraft(id: string): Promise<void> {
  soon.drop(id)
  const { loaded, history, selected, attempt } = draftOf(id)
  if (!loaded) return
  const value = { version: 1, draft: history.present, selected, attempt, history: keepHistory(history) }
  await workbench.call('store.write', {
    collection: COLLECTION,
    id,
    value: JSON.parse(JSON.stringify(value)) as unknown,
  })
}

function keepSoon(id: string): void {
  soon.do(id, () => void keepDraft(id).catch(() => keepSoon(id)))
}

/** Makes a change of the draft that can be undone; `what` names what is changed. */
export function edit(id: string, what: string, change: (draft: Draft) => Draft): void {
  const { history } = draftOf(id)
  const next = commit(history, change(history.present), what, Date.now())
  if (next === history) return
  set(id, { history: next })
  keepSoon(id)
}

export function undoEdit(id: string): void {
  set(id, { history: undo(draftOf(id).history) })
  keepSoon(id)
}

export function redoEdit(id: string): void {
  set(id, { history: redo(draftOf(id).history) })
  keepSoon(id)
}

export function select(id: string, selected: string | undefined): void {
  set(id, { selected })
  keepSoon(id)
}

/** The idempotency key for sending exactly `of`: the one it was tried with before, else a new one, which is kept first. */
export async function attemptKey(id: string, of: string): Promise<string> {
  const { attempt } = draftOf(id)
  if (attempt?.of === of) return attempt.key
  const key = crypto.randomUUID()
  set(id, { attempt: { key, of } })
  await keepDraft(id)
  return key
}

const loading = new Map<string, Promise<void>>()

/** Reads what was kept, once; what was drafted meanwhile stays. */
export function loadDraft(id: string): Promise<void> {
  const known = loading.get(id)
  if (known) return known
  const started = load(id).catch((error: unknown) => {
    loading.delete(id)
    throw error
  })
  loading.set(id, started)
  return started
}

async function load(id: string): Promise<void> {
  const { value, found } = await workbench.call('store.read', { collection: COLLECTION, id })
  const kept = found ? keptSchema.safeParse(value) : undefined
  const { history, selected } = draftOf(id)
  if (!kept?.success) {
    // A draft that this version cannot read is somebody's work all the same.
    if (found)
      await workbench.call('store.write', { collection: COLLECTION, id: `${id.slice(0, 110)}.unread`, value })
    return set(id, { loaded: true })
  }
  const restored = restoreHistory(kept.data.draft, kept.data.history)
  set(id, {
    loaded: true,
    history: history.present.items.reduce(
      (all, item) => commit(all, withItem(all.present, item), item.id, Date.now()),
      restored,
    ),
    selected: selected ?? kept.data.selected,
    attempt: kept.data.attempt,
  })
}
