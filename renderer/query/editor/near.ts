import type { Text } from '@codemirror/state'
import { SOURCE_LINE, statementsOf, type Statement } from '#shared/spl/editor/statements.ts'

/** Lines looked at for the beginning of a statement; one that is longer is cut there. */
const MOST_LINES = 5000

/**
 * The statements that touch a part of a text, without looking at the rest: a line that begins with a source always begins a
 * statement, so what lies between two such lines can be read on its own. Keeps work at a key the same in a text of any length.
 */
export function statementsNear(doc: Text, from: number, to: number): Statement[] {
  let first = doc.lineAt(from).number
  for (let looked = 0; first > 1 && looked < MOST_LINES; first--, looked++) {
    if (SOURCE_LINE.test(doc.line(first).text)) break
  }
  let last = doc.lineAt(to).number
  for (let looked = 0; last < doc.lines && looked < MOST_LINES; last++, looked++) {
    if (SOURCE_LINE.test(doc.line(last + 1).text)) break
  }
  const start = doc.line(first).from
  return statementsOf(doc.sliceString(start, doc.line(last).to))
    .map((statement) => ({ ...statement, from: start + statement.from, to: start + statement.to }))
    .filter((statement) => statement.from <= to && statement.to >= from)
}
