import { useMemo } from 'react'
import { create } from 'zustand'
import { draftsCollection, type StoredDraft } from '#shared/documents/authoring.ts'
import { documentOf } from '../../app/document.ts'
import type { Draft, DraftItem } from '../items/draft.ts'
import { afterSending, replacing, type Reviewed } from '../items/after-sending.ts'
import { commit, noDraft, redo, SENT, takenBack, undo } from '../items/history.ts'
import { type Held, refreshed } from '../items/refresh.ts'
import type { Outcome } from '../items/send-plan.ts'
import type { Target } from '../server/target.ts'

/** A draft with this window's view state. */
export interface OpenDraft extends Draft {
  /** False until the stored draft is loaded. */
  readonly loaded: boolean
  /** The selected item; separate per window. */
  readonly selected: string | undefined
  readonly canUndo: boolean
  /** What undo would prepare to write, if it takes back what was sent; empty if that cannot be taken back. */
  readonly takenBack: readonly DraftItem[] | undefined
  readonly canRedo: boolean
}

/** Document name of a draft: connection ids contain colons and arbitrary server names. */
export function draftId({ connection, workspace }: Pick<Target, 'connection' | 'workspace'>): string {
  const plain = (text: string): string =>
    text.replaceAll(/[^a-z0-9-]/gi, (letter) => `_${(letter.codePointAt(0) ?? 0).toString(16)}_`)
  return `writes.${plain(connection)}.${plain(workspace)}`.slice(0, 120)
}

const documentFor = (id: string) => documentOf(draftsCollection, id)
const storedOf = (id: string): StoredDraft => documentFor(id).value ?? noDraft

/** This window's selection, by draft. */
const useSelected = create<Readonly<Record<string, string | undefined>>>(() => ({}))

export const draftOf = (id: string): Draft => storedOf(id).draft

export function useDraft(id: string): OpenDraft {
  const { value = noDraft, status } = documentFor(id).use()
  const selected = useSelected((all) => all[id]) ?? value.selected
  const { draft, history } = value
  return useMemo(
    () => ({
      items: draft.items,
      loaded: status === 'ready',
      selected,
      canUndo: history.past.length > 0,
      takenBack: takenBack(value),
      canRedo: history.future.length > 0,
    }),
    [value, draft, history, status, selected],
  )
}

/** Loads the stored draft once and subscribes to changes; items added meanwhile are merged. */
export const loadDraft = (id: string): Promise<void> => documentFor(id).load()

const change = (id: string, make: (stored: StoredDraft) => StoredDraft): Promise<void> =>
  documentFor(id).change((stored) => make(stored ?? noDraft))

/** Applies an undoable change; `what` identifies the changed item. Resolves when it is stored. */
export function edit(id: string, what: string, make: (draft: Draft) => Draft): Promise<void> {
  const at = Date.now()
  return change(id, (stored) => commit(stored, make(stored.draft), what, at))
}

/** Notes the outcomes of sending; `found` is what the server had before. */
export function noteSent(
  id: string,
  outcomes: ReadonlyMap<string, Outcome>,
  found: readonly Reviewed[],
): Promise<void> {
  const at = Date.now()
  return change(id, (stored) => {
    const draft = replacing(stored.draft, outcomes, found)
    const sent = { ...stored, draft: { items: [...draft.items] } }
    return commit(sent, afterSending(draft, outcomes), SENT, at)
  })
}

/** Compares the draft with what the server has now, by item. */
export const refresh = (id: string, held: ReadonlyMap<string, Held>): Promise<void> =>
  change(id, (stored) => refreshed(stored, held))

export const undoEdit = (id: string): void => void change(id, undo)
export const redoEdit = (id: string): void => void change(id, redo)

export function select(id: string, selected: string): void {
  useSelected.setState({ [id]: selected })
  void change(id, (stored) => ({ ...stored, selected }))
}

/**
 * The idempotency key for sending exactly `of`: that of an earlier attempt, otherwise a new one, stored
 * first.
 */
export async function attemptKey(id: string, of: string): Promise<string> {
  const fresh = { key: crypto.randomUUID(), of }
  await change(id, (stored) => (stored.attempt?.of === of ? stored : { ...stored, attempt: fresh }))
  const { attempt } = storedOf(id)
  return attempt?.of === of ? attempt.key : fresh.key
}
