import { MARK } from '../../graph/scene/scene.ts'
import type { SceneInput } from './scene-input.ts'

type Difference = 'added' | 'removed' | 'changed'
export type Changes = Readonly<Partial<Record<Difference, number>>>

/** Signs of the counts, which are as short as the number of a group's elements. */
const SIGNS: readonly (readonly [Difference, string])[] = [
  ['added', '+'],
  ['removed', '−'],
  ['changed', '~'],
]

/**
 * What a comparison found in each box that stands for several items: nodes, and links between them, which are not
 * drawn there. `boxOf` gives the box of an item, or -1.
 */
export function changesIn(
  { graph, projection, emphasis: { lit, differences } }: SceneInput,
  boxOf: (item: number) => number,
): ReadonlyMap<number, Changes> {
  const found = new Map<number, Partial<Record<Difference, number>>>()
  if (!differences || lit) return found
  const boxAt = (node = 0): number => {
    const item = projection.itemOf[node] ?? -1
    return item < 0 ? -1 : boxOf(item)
  }
  const note = (box: number, key: string): void => {
    const difference = differences.get(key)
    if (box < 0 || difference === undefined) return
    const counts = found.get(box) ?? {}
    counts[difference] = (counts[difference] ?? 0) + 1
    found.set(box, counts)
  }
  for (const [index, { key }] of graph.nodes.entries()) note(boxAt(index), key)
  for (const [index, { key }] of graph.edges.entries()) {
    const box = boxAt(graph.from[index])
    if (box === boxAt(graph.to[index])) note(box, key)
  }
  return found
}

/** The mark of changes: of one sort its own, of several that of a highlight. */
export function changesMark(changes: Changes | undefined): number {
  const [first, ...others] = SIGNS.flatMap(([difference]) => (changes?.[difference] ? [difference] : []))
  if (first === undefined) return 0
  return others.length > 0 ? MARK.highlighted : MARK[first]
}

/** A group's counts, with those of its changes before them: "+2 −1 · 12 entities". */
export function withChanges(changes: Changes | undefined, detail: string): string {
  const counts = SIGNS.flatMap(([difference, sign]) => {
    const count = changes?.[difference]
    return count ? [`${sign}${count}`] : []
  })
  return counts.length === 0 ? detail : `${counts.join(' ')} · ${detail}`
}
