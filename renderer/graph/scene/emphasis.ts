import { MARK, type Scene } from './scene.ts'

/** Items chosen up to which the rest gives way. */
const MAX_CHOSEN = 200

/**
 * Lights what is linked with the selected items and dims the rest; edges that are lit already stand for themselves. Writes into
 * the marks.
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
  // Without a choice nothing gives way; a large part of the picture stands out by nothing.
  if (chosen + lit === 0 || chosen > Math.min(MAX_CHOSEN, count / 2)) return
  for (let item = 0; item < count; item++) if (near[item] === 0) mark[item] = (mark[item] ?? 0) | MARK.dimmed
  for (let line = 0; line < from.length; line++)
    if (((edgeMark[line] ?? 0) & MARK.highlighted) === 0) edgeMark[line] = MARK.dimmed
}
