import { isAlias, isCollection, isPair, type Alias, type Document } from 'yaml'

/**
 * The alias of a document that stands for most values, aliases within it written out: where a document is too much for
 * the YAML library, which does not say where.
 */
export function heaviestAlias(document: Document): Alias | undefined {
  const weights = new Map<string, number>()
  let heaviest: { readonly alias: Alias; readonly weight: number } | undefined
  const weigh = (node: unknown): number => {
    if (isPair(node)) return weigh(node.key) + weigh(node.value)
    if (isAlias(node)) {
      const weight = weights.get(node.source) ?? 1
      if (weight > (heaviest?.weight ?? 0)) heaviest = { alias: node, weight }
      return weight
    }
    const weight = isCollection(node) ? node.items.reduce<number>((sum, item) => sum + weigh(item), 1) : 1
    const { anchor } = (node ?? {}) as { anchor?: string }
    if (anchor !== undefined) weights.set(anchor, weight)
    return weight
  }
  weigh(document.contents)
  return heaviest?.alias
}
