import { create } from 'zustand'
import { type Investigation, investigationList, investigations } from '#shared/documents/investigations.ts'
import {
  type Cell,
  clean,
  type Content,
  contentSchema,
  MAX_CELLS,
  titleSchema,
} from '#shared/investigations/cell.ts'
import { readInvestigation } from '#shared/investigations/read.ts'
import { type Document, documentOf } from '../app/document.ts'
import { useWorkbench, workbench } from '../app/workbench.ts'
import { text as say } from '../i18n/text.ts'
import { shownTitle } from './shown-title.ts'

interface BenchState {
  /** Id of the shown investigation. */
  readonly shown: string | undefined
  /** Id of the cell that commands apply to. */
  readonly current: string | undefined
  /** Id of the note being edited, or of the cell whose editor takes focus. */
  readonly editing: string | undefined
  /** Removals, latest last, for undo. */
  readonly undo: readonly Undo[]
  /** The removal that is told of; until something else is done. */
  readonly told?: Undo | undefined
}

interface Undo {
  readonly what: 'cell' | 'investigation'
  readonly investigation: string
  back(): void
}

export const useBench = create<BenchState>(() => ({
  shown: undefined,
  current: undefined,
  editing: undefined,
  undo: [],
}))

/** The list of investigations. */
export const list = documentOf(investigationList)

export const investigationOf = (id: string): Document<Investigation | undefined> =>
  documentOf(investigations, id)

/** Returns the shown investigation. */
export function shownInvestigation(): (Investigation & { readonly id: string }) | undefined {
  const { shown } = useBench.getState()
  const value = shown === undefined ? undefined : investigationOf(shown).value
  return shown === undefined || value === undefined ? undefined : { ...value, id: shown }
}

export function showInvestigation(id: string): void {
  const { shown, told } = useBench.getState()
  if (shown === id) return
  // What follows on a deleted investigation by itself leaves its undo in place.
  const stillTold = shown === undefined ? told : undefined
  useBench.setState({ shown: id, current: undefined, editing: undefined, told: stillTold })
  void investigationOf(id)
    .load()
    .catch(() => undefined)
}

/** Investigations whose commands run without confirmation; undefined until loaded. */
export const useTrusted = create<ReadonlySet<string> | undefined>(() => undefined)

const showTrusted = (ids: readonly string[]): void => useTrusted.setState(new Set(ids), true)
const readTrusted = (): void =>
  void workbench.call('investigations.trusted', {}).then(showTrusted, () => undefined)
workbench.on('investigations.trustChanged', showTrusted)
useWorkbench.subscribe((state, before) => {
  if (state.generation !== before.generation) readTrusted()
})
readTrusted()

/** Stores an investigation as the newest, and shows it. */
function keep(value: Investigation, id: string = crypto.randomUUID(), at = Date.now()): string {
  void investigationOf(id).change(() => value)
  void list.change((all) => [{ id, title: value.title, at }, ...all.filter((one) => one.id !== id)])
  showInvestigation(id)
  return id
}

const withId = (content: Content): Cell => ({ ...content, id: crypto.randomUUID().slice(0, 12) })

/** Begins an investigation, empty unless its title and cells are given. */
export function newInvestigation(given?: {
  readonly title: string
  readonly cells: readonly Content[]
}): string {
  const taken = new Set(list.value.map(({ title }) => shownTitle(title)))
  const free = (number: number): string => {
    const title = say('investigations.untitled', { number })
    return taken.has(title) ? free(number + 1) : title
  }
  const id = crypto.randomUUID()
  // The core is notified before any content is stored; until it answers, this page knows.
  void workbench.call('investigations.begin', { id }).catch(readTrusted)
  useTrusted.setState((ids) => ids && new Set([...ids, id]), true)
  return keep({ title: given?.title ?? free(1), cells: (given?.cells ?? []).map(withId) }, id)
}

/**
 * Opens a file as a new, foreign investigation: nothing runs automatically, and its commands need
 * confirmation. @throws UnreadableFile
 */
export function openInvestigation(name: string, text: string): string {
  const { title, cells } = readInvestigation(text, name)
  return keep({ title, cells: cells.map(withId) })
}

export function renameInvestigation(id: string, title: string): void {
  const given = titleSchema.safeParse(clean(title).replaceAll('\n', ' ').trim().slice(0, 200).trim()).data
  if (given === undefined) return
  void investigationOf(id).change((value) => value && { ...value, title: given })
  void list.change((all) => all.map((one) => (one.id === id ? { ...one, title: given } : one)))
}

export function trustInvestigation(id: string): void {
  void workbench.call('investigations.trust', { id })
}

const push = (undo: Undo): void =>
  useBench.setState((state) => ({ undo: [...state.undo, undo].slice(-50), told: undo }))

export function deleteInvestigation(id: string): void {
  const { value } = investigationOf(id)
  const at = list.value.find((one) => one.id === id)?.at
  if (value) push({ what: 'investigation', investigation: id, back: () => void keep(value, id, at) })
  void list.change((all) => all.filter((one) => one.id !== id))
  void investigationOf(id).change(() => undefined)
  useBench.setState({ shown: undefined, current: undefined, editing: undefined })
}

/** Undoes the latest removal. */
export function undoLast(): void {
  const { undo } = useBench.getState()
  useBench.setState({ undo: undo.slice(0, -1), told: undefined })
  undo.at(-1)?.back()
}

/** Milliseconds within which changes, such as the letters of a note, count as one for the list of investigations. */
const ONE_CHANGE_MS = 20_000

/** Notes in the list when an investigation was changed; its place stays. */
function noteChange(id: string): void {
  const at = Date.now()
  const isOld = list.value.some((one) => one.id === id && at - one.at > ONE_CHANGE_MS)
  if (isOld) void list.change((all) => all.map((one) => (one.id === id ? { ...one, at } : one)))
}

/** Applies a change to the current list of cells. */
function changeCells(id: string, change: (cells: Cell[]) => Cell[]): void {
  useBench.setState({ told: undefined })
  noteChange(id)
  void investigationOf(id).change((value) => value && { ...value, cells: change(value.cells) })
}

/** Changes a cell; does nothing if it was removed meanwhile. */
export function changeCell(id: string, cell: string, change: (cell: Cell) => Cell): void {
  changeCells(id, (cells) => cells.map((one) => (one.id === cell ? change(one) : one)))
}

/**
 * Adds a cell to the shown investigation, after another one or at the end, and makes it current.
 * @returns false if the investigation is full
 */
export function addCell(content: Content, after?: string, isNew = false): boolean {
  const id = useBench.getState().shown
  if (id === undefined || (investigationOf(id).value?.cells.length ?? 0) >= MAX_CELLS) return false
  const cell = withId(contentSchema.parse(content))
  changeCells(id, (cells) => {
    const place = cells.findIndex((one) => one.id === after)
    return cells.toSpliced(place < 0 ? cells.length : place + 1, 0, cell)
  })
  useBench.setState({ current: cell.id, editing: isNew ? cell.id : undefined })
  return true
}

export function moveCell(id: string, cell: string, step: 1 | -1): void {
  changeCells(id, (cells) => {
    const from = cells.findIndex((one) => one.id === cell)
    const moved = cells[from]
    if (!moved || from + step < 0 || from + step >= cells.length) return cells
    return cells.toSpliced(from, 1).toSpliced(from + step, 0, moved)
  })
}

/** Removes a cell; its neighbour becomes current. */
export function removeCell(id: string, cell: string): void {
  const cells = investigationOf(id).value?.cells ?? []
  const place = cells.findIndex((one) => one.id === cell)
  const gone = cells[place]
  if (!gone) return
  const back = (): void => {
    changeCells(id, (now) => now.toSpliced(Math.min(place, now.length), 0, gone))
    showInvestigation(id)
    useBench.setState({ current: gone.id })
  }
  changeCells(id, (now) => now.filter((one) => one.id !== cell))
  push({ what: 'cell', investigation: id, back })
  useBench.setState({ current: (cells[place + 1] ?? cells[place - 1])?.id, editing: undefined })
}
