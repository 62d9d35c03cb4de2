import { StateField, type ChangeDesc, type EditorState, type Extension, type Text } from '@codemirror/state'
import { SOURCE_LINE, statementsOf, type Statement } from '#shared/spl/service/statements.ts'

/** Sorted offsets of the lines that begin with a source, which always start a statement. */
type Starts = readonly number[]

const starts = new WeakMap<Text, Starts>()
/** Parsed statements by the source line they follow, filled on demand. */
const statements = new WeakMap<Text, Map<number, readonly Statement[]>>()

function startsOf(doc: Text): Starts {
  const known = starts.get(doc)
  if (known) return known
  const found: number[] = []
  let at = 0
  for (const line of doc.iterLines()) {
    if (SOURCE_LINE.test(line)) found.push(at)
    at += line.length + 1
  }
  starts.set(doc, found)
  return found
}

/** Updates the source lines after a change by scanning only the changed lines. */
function startsAfter(known: Starts, before: Text, after: Text, changes: ChangeDesc): Starts {
  const found: number[] = []
  let next = 0
  let shift = 0
  const keepUntil = (end: number): void => {
    for (let start = known[next]; start !== undefined && start < end; start = known[++next]) {
      found.push(start + shift)
    }
  }
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    keepUntil(before.lineAt(fromA).from)
    const gone = before.lineAt(toA).to
    while ((known[next] ?? Infinity) <= gone) next++
    shift = toB - toA
    for (let line = after.lineAt(fromB); ; line = after.line(line.number + 1)) {
      if (line.from > (found.at(-1) ?? -1) && SOURCE_LINE.test(line.text)) found.push(line.from)
      if (line.to >= toB || line.number === after.lines) break
    }
  })
  keepUntil(Infinity)
  return found
}

/**
 * State field with the source lines, updated incrementally, so that a key press costs the same in a text of
 * any length.
 */
export const followSources: Extension = StateField.define<Starts>({
  create: ({ doc }) => startsOf(doc),
  update(known, { docChanged, startState, newDoc, changes }) {
    if (!docChanged) return known
    const found = starts.get(newDoc) ?? startsAfter(known, startState.doc, newDoc, changes)
    starts.set(newDoc, found)
    return found
  },
})

/** Index of the last start at or before a position; -1 if there is none. */
function lastStart(known: Starts, position: number): number {
  let low = 0
  let high = known.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((known[middle] ?? 0) <= position) low = middle + 1
    else high = middle
  }
  return low - 1
}

function statementsBehind(doc: Text, from: number, to: number): readonly Statement[] {
  const known = statements.get(doc) ?? new Map<number, readonly Statement[]>()
  statements.set(doc, known)
  const cached = known.get(from)
  if (cached) return cached
  const found = statementsOf(doc.sliceString(from, to)).map((statement) => ({
    ...statement,
    from: from + statement.from,
    to: from + statement.to,
  }))
  known.set(from, found)
  return found
}

/**
 * Returns the statements that overlap a range without scanning the rest: a line that begins with a source
 * always starts a statement, so the text between two such lines can be parsed on its own.
 */
export function statementsNear(doc: Text, from: number, to: number): Statement[] {
  const known = startsOf(doc)
  const found: Statement[] = []
  for (let place = lastStart(known, doc.lineAt(from).from); ; place++) {
    const start = place < 0 ? 0 : (known[place] ?? 0)
    const end = known[place + 1]
    found.push(...statementsBehind(doc, start, end === undefined ? doc.length : end - 1))
    if (end === undefined || end > to) break
  }
  return found.filter((statement) => statement.from <= to && statement.to >= from)
}

/** The text around a range from one line that begins with a source to the next, or to an end of the text. */
export function stretchAround(
  doc: Text,
  from: number,
  to: number,
): { readonly from: number; readonly to: number } {
  const known = startsOf(doc)
  const end = known[lastStart(known, to) + 1]
  return {
    from: known[lastStart(known, doc.lineAt(from).from)] ?? 0,
    to: end === undefined ? doc.length : end - 1,
  }
}

/** An incomplete source at the start of a line starts a statement, before the grammar recognises it. */
const NEW_SOURCE = /^\s*(\.[a-z_]*)$/

/** The statement at the cursor, also when only blanks separate it from the statement's end. */
export function statementBefore(
  state: EditorState,
  at: number,
): { readonly from: number; readonly text: string } {
  const line = state.doc.lineAt(at)
  const source = NEW_SOURCE.exec(line.text.slice(0, at - line.from))?.[1]
  if (source !== undefined) return { from: at - source.length, text: source }
  const last = statementsNear(state.doc, line.from, at).at(-1) ?? statementAbove(state, line.number)
  const behind = last ? state.sliceDoc(last.to, Math.max(last.to, at)).indexOf(';') : 0
  if (last && behind < 0) return { from: last.from, text: state.sliceDoc(last.from, Math.max(last.to, at)) }
  // No statement yet; but the cursor may be in a comment.
  const from = last ? Math.max(line.from, last.to + behind + 1) : line.from
  return { from, text: state.sliceDoc(from, at) }
}

/** The statement that ends above a line, across blank lines. */
function statementAbove({ doc }: EditorState, line: number): Statement | undefined {
  let above = line - 1
  while (above > 1 && doc.line(above).text.trim() === '') above--
  return above < 1 ? undefined : statementsNear(doc, doc.line(above).from, doc.line(above).to).at(-1)
}
