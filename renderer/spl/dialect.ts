import { connectionOf } from '../app/workbench.ts'

/** The language service's own word for the model. */
const OURS = 'model'

/** What the connected server calls its model source: `model`, or `umodel` on others. */
export const modelWord = (): string => connectionOf('model')?.prefix ?? OURS

/** Whether a server is of another make than ours, which has more stages than most. */
export const isForeign = (word = modelWord()): boolean => word !== OURS

const named = (word: string): RegExp => new RegExp(`^(\\s*)\\.${word}(?![\\w-])`)

/**
 * A statement as the language service reads it: the server's word for the model becomes ours, with blanks behind, so that every
 * place in it stays where it was. A word shorter than ours has no room for that.
 */
export function inServiceWords(statement: string, word = modelWord()): string {
  if (word.length <= OURS.length || !/^\w+$/.test(word)) return statement
  return statement.replace(named(word), `$1.${OURS}${' '.repeat(word.length - OURS.length)}`)
}

/** What the service writes, as the server takes it. */
export const inServerWords = (text: string, word = modelWord()): string =>
  word === OURS ? text : text.replace(named(OURS), `$1.${word}`)

/** Where a statement uses our word on a server that has another. */
export function foreignWord(
  statement: string,
  word = modelWord(),
): { readonly from: number; readonly to: number; readonly insert: string } | undefined {
  const [whole, space = ''] = word === OURS ? [] : (named(OURS).exec(statement) ?? [])
  return whole === undefined ? undefined : { from: space.length, to: whole.length, insert: `.${word}` }
}
