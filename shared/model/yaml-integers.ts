import { type Document, visit } from 'yaml'
import { type AlteredInteger, alteredBy } from './exact-integers.ts'

/** An altered integer in a YAML document, with its character range, end exclusive. */
interface AlteredScalar {
  readonly integer: AlteredInteger
  readonly from: number
  readonly to: number
}

/** Returns the first integer of a document that cannot be represented exactly; quoted ones are texts and unaffected. */
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
