import { type Document, visit } from 'yaml'
import { type AlteredInteger, alteredBy } from './exact-integers.ts'

/** An altered integer of a YAML document, and where it stands: character offsets, the end not included. */
interface AlteredScalar {
  readonly integer: AlteredInteger
  readonly from: number
  readonly to: number
}

/** The first integer of a document that is another one as a value; those in quotes are texts and stay. */
export function alteredScalar(document: Document.Parsed | Document): AlteredScalar | undefined {
  let found: AlteredScalar | undefined
  visit(document, {
    Scalar(_, { value, source, range }) {
      if (typeof value !== 'number' || source === undefined) return undefined
      const integer = alteredBy(source)
      if (!integer) return undefined
      const [from, to] = range ?? [0, 0]
      found = { integer, from, to }
      return visit.BREAK
    },
  })
  return found
}
