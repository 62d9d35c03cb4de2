import type { GraphNode } from '../graph/graph.ts'

type Named = Pick<GraphNode, 'name' | 'label'>

/** Sets whose name or display name contains the text: names that begin with it first, then short ones. */
export function matchingSets<T extends Named>(sets: readonly T[], query: string): readonly T[] {
  const text = query.trim().toLowerCase()
  const begins = ({ name, label }: Named): boolean =>
    [name, label, name.slice(name.indexOf('.') + 1)].some((word) => word.toLowerCase().startsWith(text))
  return sets
    .filter(({ name, label }) => name.toLowerCase().includes(text) || label.toLowerCase().includes(text))
    .toSorted((a, b) => Number(begins(b)) - Number(begins(a)) || a.name.length - b.name.length)
}
