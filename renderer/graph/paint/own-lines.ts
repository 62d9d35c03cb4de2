import { hasOwnLine, type Scene } from '../scene/scene.ts'
import { isEmpty, wayOf } from './way.ts'

const linesIn = new WeakMap<Scene, Map<boolean, readonly number[]>>()

/** The edges with a line of their own, memoised: a large scene has many, few of them drawn from afar. */
export function ownLines(scene: Scene, overview: boolean): readonly number[] {
  const memo = linesIn.get(scene) ?? new Map<boolean, readonly number[]>()
  linesIn.set(scene, memo)
  const known = memo.get(overview)
  if (known) return known
  const own: number[] = []
  for (let edge = 0; edge < scene.from.length; edge++)
    if (hasOwnLine(scene, edge, overview) && !isEmpty(wayOf(scene, edge))) own.push(edge)
  memo.set(overview, own)
  return own
}
