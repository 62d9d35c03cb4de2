import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Tab } from '#shared/documents/query.ts'
import { formatEdits, type Edit } from '#shared/spl/service/format.ts'
import { inSlices, type Steps } from '../../app/slices.ts'
import { activeTab, changeTab, openTab, useTabs } from '../tabs/tabs-store.ts'

/** Debounce in milliseconds before the editor's text is written to the tab and thus to the core. */
const SYNC_AFTER_MS = 20
/** Debounce for texts longer than {@link LONG_TEXT}, which should not be copied and sent on every key. */
const SYNC_LONG_AFTER_MS = 150
const LONG_TEXT = 20_000

/**
 * The single editor view, and the editor states of inactive tabs, so that undo history, folds and selection
 * stay with their tab.
 */
let view: EditorView | undefined
let shownTab = ''
/** The editor was asked to take the focus before it was there. */
let wanted = false
const states = new Map<string, EditorState>()
let timer: ReturnType<typeof setTimeout> | undefined
/** The active tab's text as last synced. */
let synced = ''

export function setView(next: EditorView | undefined): void {
  if (next === undefined) {
    flush()
    if (view && shownTab !== '') states.set(shownTab, view.state)
  }
  view = next
  shownTab = ''
  if (wanted) next?.focus()
  if (next) wanted = false
}

export function currentView(): EditorView | undefined {
  return view
}

/** Shows a tab in the editor; `make` creates a state for a tab without one. */
export function showTab(tab: Tab, make: (tab: Tab) => EditorState): void {
  if (!view) return
  if (shownTab === tab.id) return takeText(view, tab.text)
  flush()
  if (shownTab !== '') states.set(shownTab, view.state)
  const cached = states.get(tab.id)
  view.setState(cached && cached.doc.toString() === tab.text ? cached : make(tab))
  shownTab = tab.id
  synced = tab.text
}

/**
 * Applies a change of the active tab made elsewhere (another window, a raised limit); concurrent typing here
 * wins. Replaces only what differs, so that cursor, folds and scroll position stay.
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
  // A pending sync of the old text would undo that change.
  clearTimeout(timer)
  timer = undefined
}

/** Called on every change of text or cursor. */
export function handleEditorChange(): void {
  clearTimeout(timer)
  const isLong = (view?.state.doc.length ?? 0) > LONG_TEXT
  timer = setTimeout(flush, isLong ? SYNC_LONG_AFTER_MS : SYNC_AFTER_MS)
}

/** Syncs the tab with the editor immediately. */
function flush(): void {
  if (timer === undefined) return
  clearTimeout(timer)
  timer = undefined
  if (!view || shownTab === '') return
  const text = view.state.doc.toString()
  const cursor = view.state.selection.main.head
  // Send only the cursor if the text did not change: another window may have changed the text.
  const edit = text === synced ? { cursor } : { text, cursor }
  synced = text
  changeTab(shownTab, edit)
}

/** Returns the active tab with its latest text. */
export function freshTab(): Tab {
  flush()
  return activeTab()
}

/** The editor's selection; empty at the cursor. */
export function selection(): { readonly from: number; readonly to: number } {
  const { from = 0, to = 0 } = view?.state.selection.main ?? {}
  return { from, to }
}

export function focusEditor(): void {
  if (view) view.focus()
  else wanted = true
}

/** Opens an empty tab to write in at once; left on the button, the focus would open another with each space typed. */
export function startTab(): void {
  openTab()
  focusEditor()
}

/** Replaces a range of the active text as one undo step and puts the cursor after it. */
export function replaceText(from: number, to: number, insert: string): void {
  view?.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: 'input.complete',
  })
}

/** Writes an example over the selection, and a stage behind a bar if none is before it; the editor has the focus then. */
export function insertExample(example: string, isStage: boolean): void {
  const { from, to } = selection()
  const before = view?.state.sliceDoc(0, from).trimEnd() ?? ''
  const isBarred = !isStage || before === '' || before.endsWith('|')
  const gap = before === '' || /\s$/.test(view?.state.sliceDoc(0, from) ?? '') ? '' : ' '
  replaceText(from, to, gap + (isBarred ? '' : '| ') + example)
  focusEditor()
}

/** Selects a range and scrolls it into view. */
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
 * Formats the statements in the selection, or all; text between statements is unchanged and the cursor stays
 * in its statement. Thousands of statements are formatted in slices; the result is discarded if the text
 * changed meanwhile.
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
