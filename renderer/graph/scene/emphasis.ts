import { MARK, type Scene, type SceneGroup } from './scene.ts'

/** Maximum selected items for which the rest is dimmed. */
const MAX_CHOSEN = 200

/**
 * Highlights what is linked with the selected items and dims the rest; highlighted edges count as well.
 * Modifies the marks in place.
 */
export function emphasise({
  count,
  mark,
  from,
  to,
  edgeMark,
}: Pick<Scene, 'count' | 'mark' | 'from' | 'to' | 'edgeMark'>): void {
  const isChosen = (item: number): boolean => ((mark[item] ?? 0) & MARK.selected) !== 0
  const near = new Uint8Array(count)
  let chosen = 0
  for (let item = 0; item < count; item++) {
    if (!isChosen(item)) continue
    near[item] = 1
    chosen++
  }
  let lit = 0
  for (let line = 0; line < from.length; line++) {
    const [a, b] = [from[line] ?? 0, to[line] ?? 0]
    if (!isChosen(a) && !isChosen(b) && ((edgeMark[line] ?? 0) & MARK.highlighted) === 0) continue
    edgeMark[line] = MARK.highlighted
    near[a] = near[b] = 1
    lit++
  }
  // Nothing is dimmed without a selection; a selection of most of the graph would not stand out.
  if (chosen + lit === 0 || chosen > Math.min(MAX_CHOSEN, count / 2)) return
  for (let item = 0; item < count; item++) if (near[item] === 0) mark[item] = (mark[item] ?? 0) | MARK.dimmed
  for (let line = 0; line < from.length; line++)
    if (((edgeMark[line] ?? 0) & MARK.highlighted) === 0) edgeMark[line] = MARK.dimmed
}

/** The groups, those dimmed all of whose items are: from afar they stand for them. */
export function dimmedGroups({
  groups,
  groupOf,
  mark,
}: Pick<Scene, 'groups' | 'groupOf' | 'mark'>): readonly SceneGroup[] {
  const isBright = new Uint8Array(groups.length)
  for (const [item, group] of groupOf.entries())
    if (group >= 0 && ((mark[item] ?? 0) & MARK.dimmed) === 0) isBright[group] = 1
  return groups.map((group, place) =>
    isBright[place] === 1 || group.selected || group.mark ? group : { ...group, mark: MARK.dimmed },
  )
}
