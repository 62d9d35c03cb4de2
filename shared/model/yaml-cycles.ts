import { type Document, isNode, visit } from 'yaml'

/** An alias inside what it stands for, with its character range, end exclusive. */
interface CyclicAlias {
  readonly name: string
  readonly from: number
  readonly to: number
}

/** Returns the first alias of a document that would make its value contain itself, which no model does. */
export function cyclicAlias(document: Document.Parsed | Document): CyclicAlias | undefined {
  let found: CyclicAlias | undefined
  visit(document, {
    Alias(_, alias, ancestors) {
      const { source: name, range } = alias
      // Resolving an alias takes as long as reading the document: only where an ancestor has its name.
      const named = ancestors.some((node) => isNode(node) && 'anchor' in node && node.anchor === name)
      if (!named) return undefined
      const target = alias.resolve(document)
      if (target === undefined || !ancestors.includes(target)) return undefined
      const [from, to] = range ?? [0, 0]
      found = { name, from, to }
      return visit.BREAK
    },
  })
  return found
}
