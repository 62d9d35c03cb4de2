import { connectionOf } from '../app/workbench.ts'

/** The language service's own name for the model source. */
const OURS = 'model'

/** A server's name for its model source, the chosen one's unless another is given: `model`, or `umodel` on others. */
export const modelWord = (server = connectionOf('model')): string => server?.prefix ?? OURS

/** Whether a server is not ours; ours supports more stages than most. */
export const isForeign = (word = modelWord()): boolean => word !== OURS

const named = (word: string): RegExp => new RegExp(`^(\\s*)\\.${word}(?![\\w-])`)

/**
 * Translates a statement for the language service: the server's model word becomes ours, padded with blanks
 * so that all offsets stay the same. A word shorter than ours cannot be padded.
 */
export function toServiceDialect(statement: string, word = modelWord()): string {
  if (word.length <= OURS.length || !/^\w+$/.test(word)) return statement
  return statement.replace(named(word), `$1.${OURS}${' '.repeat(word.length - OURS.length)}`)
}

/** Translates the service's text for the server. */
export const toServerDialect = (text: string, word = modelWord()): string =>
  word === OURS ? text : text.replace(named(OURS), `$1.${word}`)

/** Finds where a statement uses our model word on a server with another one. */
export function foreignWord(
  statement: string,
  word = modelWord(),
): { readonly from: number; readonly to: number; readonly insert: string } | undefined {
  const [whole, space = ''] = word === OURS ? [] : (named(OURS).exec(statement) ?? [])
  return whole === undefined ? undefined : { from: space.length, to: whole.length, insert: `.${word}` }
}
