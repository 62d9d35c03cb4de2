import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Tab } from '#shared/documents/query.ts'
import { formatEdits, type Edit } from '#shared/spl/service/format.ts'
import { inSlices, type Steps } from '../../app/slices.ts'
import { activeTab, changeTab, useTabs } from '../tabs/tabs-store.ts'

/** Milliseconds without a key before the tab learns its text, so that what was typed is the core's at once. */
const SYNC_AFTER_MS = 20
/** The same for a text of more characters than {@link LONG_TEXT}, which is not copied and sent at every key. */
const SYNC_LONG_AFTER_MS = 150
const LONG_TEXT = 20_000

/**
 * The one editor view and the editor states of the tabs that are not in front, so that undo history, folds and selection stay
 * with their tab.
 */
let view: EditorView | undefined
let shownTab = ''
const states = new Map<string, EditorState>()
let timer: ReturnType<typeof setTimeout> | undefined
/** The text of the tab in front as the tab has it. */
let synced = ''

export function setView(next: EditorView | undefined): void {
  if (next === undefined) {
    flush()
    if (view && shownTab !== '') states.set(shownTab, view.state)
  }
  view = next
  shownTab = ''
}

export function currentView(): EditorView | undefined {
  return view
}

/** Puts a tab's text into the editor; `make` builds a state for a tab that has none yet. */
export function showTab(tab: Tab, make: (tab: Tab) => EditorState): void {
  if (!view) return
  if (shownTab === tab.id) return takeText(view, tab.text)
  flush()
  if (shownTab !== '') states.set(shownTab, view.state)
  const kept = states.get(tab.id)
  view.setState(kept && kept.doc.toString() === tab.text ? kept : make(tab))
  shownTab = tab.id
  synced = tab.text
}

/**
 * The tab in front was changed elsewhere, by another window or by a raised limit; whoever is writing here right now writes over it.
 * Only what differs is replaced, so that the cursor, the folds and the scroll position stay where they are.
 */
function takeText(editor: EditorView, text: string): void {
  if (timer !== undefined || text === synced) return
  const before = editor.state.doc.toString()
  synced = text
  const shorter = Math.min(before.length, text.length)
  let from = 0
  while (from < shorter && before[from] === text[from]) from++
  let same = 0
  while (same < shorter - from && before[before.length - 1 - same] === text[text.length - 1 - same]) same++
  editor.dispatch({
    changes: { from, to: before.length - same, insert: text.slice(from, text.length - same) },
  })
  // It was not written here: sent back late, it would undo what was written there since.
  clearTimeout(timer)
  timer = undefined
}

/** Called at every change of the text or the cursor. */
export function noteChange(): void {
  clearTimeout(timer)
  const isLong = (view?.state.doc.length ?? 0) > LONG_TEXT
  timer = setTimeout(flush, isLong ? SYNC_LONG_AFTER_MS : SYNC_AFTER_MS)
}

/** Brings the tab up to date with the editor now. */
function flush(): void {
  if (timer === undefined) return
  clearTimeout(timer)
  timer = undefined
  if (!view || shownTab === '') return
  const text = view.state.doc.toString()
  const cursor = view.state.selection.main.head
  // A cursor that only moved says nothing about the text, which another window may have changed meanwhile.
  const edit = text === synced ? { cursor } : { text, cursor }
  synced = text
  changeTab(shownTab, edit)
}

/** The tab in front with its newest text. */
export function freshTab(): Tab {
  flush()
  return activeTab()
}

/** What is selected in the editor; the cursor where nothing is. */
export function selection(): { readonly from: number; readonly to: number } {
  const { from = 0, to = 0 } = view?.state.selection.main ?? {}
  return { from, to }
}

export function focusEditor(): void {
  view?.focus()
}

/** Replaces a part of the text in front as one undoable step and puts the cursor behind it. */
export function replaceText(from: number, to: number, insert: string): void {
  view?.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: 'input.complete',
  })
}

/** Selects a part of the text and shows it. */
export function reveal(from: number, to: number): void {
  if (!view) return
  const end = view.state.doc.length
  view.dispatch({
    selection: { anchor: Math.min(from, end), head: Math.min(to, end) },
    scrollIntoView: true,
  })
  view.focus()
}

useTabs.subscribe(({ tabs }, before) => {
  if (tabs.length >= before.tabs.length) return
  const open = new Set(tabs.map((tab) => tab.id))
  for (const id of states.keys()) if (!open.has(id)) states.delete(id)
})

/**
 * Formats the statements that the selection touches, or all of them; what stands between them stays, and the cursor stays with
 * its statement. Thousands of statements are read in slices; a text that was changed meanwhile is left alone.
 */
export async function formatText(): Promise<void> {
  const view = currentView()
  if (!view) return
  const { doc, selection } = view.state
  const { from, to, empty } = selection.main
  const text = doc.toString()
  const changes = await inSlices(changesIn(empty ? formatEdits(text) : formatEdits(text, from, to)))
  if (changes.length > 0 && view.state.doc === doc) view.dispatch({ changes, userEvent: 'format' })
}

function* changesIn(edits: Iterable<Edit | undefined>): Steps<Edit[]> {
  const changes: Edit[] = []
  for (const edit of edits) {
    if (edit) changes.push(edit)
    yield
  }
  return changes
}
