import type { Bounds } from '../../graph/scene/camera.ts'
import type { Scene, SceneGroup } from '../../graph/scene/scene.ts'
import type { Projection } from './projection.ts'

/** Lines of open cards that end at a counted bundle until an end is selected. */
export interface CardPorts {
  readonly lines: ReadonlySet<number>
  /** Which end is a collapsed part of the same group. */
  readonly partAt: ReadonlyMap<number, 'from' | 'to'>
  /** Where bundles to parts end, by group: around its open cards. */
  readonly boxes: ReadonlyMap<number, Bounds>
}

/** Lines from the open cards of a group to its collapsed parts and to other groups above which none can be followed. */
const MOST = 12
/** Around the open cards of a group whose other parts are collapsed, where a bundle can end. */
const boxOf = ({ cards }: SceneGroup): Bounds | undefined =>
  cards?.isApart
    ? { left: cards.x, top: cards.y, right: cards.x + cards.width, bottom: cards.y + cards.height }
    : undefined

/** Finds the lines of groups that are open in part, and with so many lines that each card's would cover the others. */
export function cardPorts(
  { nodes }: Projection,
  { from, to }: Pick<Scene, 'from' | 'to'>,
  groups: readonly SceneGroup[],
  groupOf: Int32Array,
): CardPorts {
  const boxes = new Map<number, Bounds>()
  for (const [place, group] of groups.entries()) {
    const box = boxOf(group)
    if (box) boxes.set(place, box)
  }
  const partAt = new Map<number, 'from' | 'to'>()
  const lines = new Map<number, number[]>()
  const add = (group: number, line: number): void => {
    const known = lines.get(group)
    if (known) known.push(line)
    else lines.set(group, [line])
  }
  const isCard = (item: number): boolean => item < nodes.length
  for (let line = 0; boxes.size > 0 && line < from.length; line++) {
    const [a, b] = [from[line] ?? 0, to[line] ?? 0]
    const [one, other] = [groupOf[a] ?? -1, groupOf[b] ?? -1]
    if (one === other) {
      if (!boxes.has(one) || isCard(a) === isCard(b)) continue
      partAt.set(line, isCard(a) ? 'to' : 'from')
      add(one, line)
      continue
    }
    if (isCard(a) && boxes.has(one)) add(one, line)
    if (isCard(b) && boxes.has(other)) add(other, line)
  }
  for (const [group, own] of lines)
    if (own.length <= MOST) {
      boxes.delete(group)
      for (const line of own) partAt.delete(line)
    }
  const ported = new Set([...lines].flatMap(([group, own]) => (boxes.has(group) ? own : [])))
  return { lines: ported, partAt, boxes }
}
