import { type Named, choices } from './error.ts'
import { nearest } from './nearest.ts'

/** What a refusal of an unknown name holds besides the place. */
export type UnknownName = {
  readonly unknown: Named
  readonly found: string
  readonly expected?: readonly string[]
  readonly suggestion?: string
}

interface Known {
  /** What there is of the kind. */
  readonly names: readonly string[]
  /** What to do if none is similar; names what there is when left out. */
  readonly remedy?: string
  /** The name as the sentence shows it, where it is more than what was found. */
  readonly shown?: string
}

/** The sentence and the facts with which an unknown name is refused. */
export function unknownName(
  unknown: Named,
  found: string,
  { names, remedy, shown = found }: Known,
): { readonly sentence: string; readonly details: UnknownName } {
  const suggestion = nearest(found, names)
  const way = suggestion ? `did you mean ${suggestion}?` : (remedy ?? `use ${choices(names)}.`)
  return {
    sentence: `There is no ${unknown.replace('_', ' ')} ${shown}; ${way}`,
    // Names of a whole workspace are too many for an answer.
    details: {
      unknown,
      found,
      ...(remedy === undefined ? { expected: names } : {}),
      ...(suggestion === undefined ? {} : { suggestion }),
    },
  }
}
