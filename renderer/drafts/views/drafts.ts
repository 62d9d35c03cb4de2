import { useMemo } from 'react'
import { create } from 'zustand'
import { draftsCollection, type KeptDraft } from '#shared/documents/authoring.ts'
import { documentOf } from '../../app/document.ts'
import type { Draft } from '../items/draft.ts'
import { commit, noDraft, redo, undo } from '../items/history.ts'
import type { Target } from '../server/target.ts'

/** A draft as this window shows it. */
export interface OpenDraft extends Draft {
  /** False until what was kept has been read. */
  readonly loaded: boolean
  /** The item in front; every window has its own. */
  readonly selected: string | undefined
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** The draft's name as a document: connection ids hold colons and whatever people call their servers. */
export function draftId({ connection, workspace }: Pick<Target, 'connection' | 'workspace'>): string {
  const plain = (text: string): string =>
    text.replaceAll(/[^a-z0-9-]/gi, (letter) => `_${(letter.codePointAt(0) ?? 0).toString(16)}_`)
  return `writes.${plain(connection)}.${plain(workspace)}`.slice(0, 120)
}

const documentFor = (id: string) => documentOf(draftsCollection, id)
const keptOf = (id: string): KeptDraft => documentFor(id).value ?? noDraft

/** What this window has selected, by draft. */
const useSelected = create<Readonly<Record<string, string | undefined>>>(() => ({}))

export const draftOf = (id: string): Draft => keptOf(id).draft

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
      canRedo: history.future.length > 0,
    }),
    [draft, history, status, selected],
  )
}

/** Reads what was kept, once, and follows it from then on; what was drafted meanwhile is added to it. */
export const loadDraft = (id: string): Promise<void> => documentFor(id).load()

const change = (id: string, make: (kept: KeptDraft) => KeptDraft): Promise<void> =>
  documentFor(id).change((kept) => make(kept ?? noDraft))

/** Makes a change of the draft that can be undone; `what` names what is changed. Resolves when it is kept for good. */
export function edit(id: string, what: string, make: (draft: Draft) => Draft): Promise<void> {
  const at = Date.now()
  return change(id, (kept) => commit(kept, make(kept.draft), what, at))
}

export const undoEdit = (id: string): void => void change(id, undo)
export const redoEdit = (id: string): void => void change(id, redo)

export function select(id: string, selected: string): void {
  useSelected.setState({ [id]: selected })
  void change(id, (kept) => ({ ...kept, selected }))
}

/** The idempotency key for sending exactly `of`: the one it was tried with before, else a new one, which is kept first. */
export async function attemptKey(id: string, of: string): Promise<string> {
  const fresh = { key: crypto.randomUUID(), of }
  await change(id, (kept) => (kept.attempt?.of === of ? kept : { ...kept, attempt: fresh }))
  const { attempt } = keptOf(id)
  return attempt?.of === of ? attempt.key : fresh.key
}
