import { isInside, SHARED, type Scene, type SceneTrunk } from '../scene/scene.ts'
import { ownLines } from './own-lines.ts'
import { drawnTrunks } from './trunk-labels.ts'

/** Where no pair has so many links, none is strong. */
const LEAST_LINKS = 3
/** The strength from which the number of a bundle stands out, too. */
export const STRONG_LINE = 0.75

/** How much the bundles of a scene stand out, from 0 to 1: those with the most links in both directions. */
export interface Strengths {
  ofEdge(edge: number): number
  ofTrunk(trunk: SceneTrunk): number
  /** The links of an edge's bundle with those in the opposite direction. */
  linksOf(edge: number): number
  /** The order in which edges get numbers: those between domains before others, then those with the most links. */
  inOrder(a: number, b: number): number
}

const known = new WeakMap<Scene, Map<boolean, Strengths>>()

/** Memoised. */
export function strengthsOf(scene: Scene, overview: boolean): Strengths {
  const memo = known.get(scene) ?? new Map<boolean, Strengths>()
  known.set(scene, memo)
  const made = memo.get(overview) ?? measured(scene, overview)
  memo.set(overview, made)
  return made
}

/**
 * Of two directions both count, whichever way they are drawn. Lines inside open domains have a scale of their own: they are
 * of other things, often with more links, and the widest between domains stay those of the pair with the most.
 */
function measured(scene: Scene, overview: boolean): Strengths {
  const { from, to, weight, shared, count, trunks } = scene
  const keyOf = (edge: number): number => {
    const [a, b] = [from[edge] ?? 0, to[edge] ?? 0]
    return Math.min(a, b) * count + Math.max(a, b)
  }
  const pairs = new Map<number, number>()
  const own = ownLines(scene, overview).filter((edge) => from[edge] !== to[edge])
  for (const edge of own) pairs.set(keyOf(edge), (pairs.get(keyOf(edge)) ?? 0) + (weight[edge] ?? 1))
  const linksOf = (edge: number): number => pairs.get(keyOf(edge)) ?? weight[edge] ?? 1
  const total = (trunk: SceneTrunk): number => trunk.weight + (trunks[trunk.back]?.weight ?? 0)
  const bundles = drawnTrunks(trunks, overview).map(({ trunk }) => total(trunk))
  const inside = (edge: number): number => Number(isInside(scene, edge))
  const [between, within] = [new Map<number, number>(), new Map<number, number>()]
  for (const edge of own)
    if (inside(edge)) within.set(keyOf(edge), linksOf(edge))
    // The others are counted by their bundle.
    else if (shared[edge] === SHARED.none) between.set(keyOf(edge), linksOf(edge))
  const strength = scale([...between.values(), ...bundles])
  const strengthWithin = scale([...within.values()])
  return {
    inOrder: (a, b) =>
      inside(a) - inside(b) || linksOf(b) - linksOf(a) || (weight[b] ?? 1) - (weight[a] ?? 1),
    ofEdge: (edge) => (inside(edge) ? strengthWithin : strength)(linksOf(edge)),
    linksOf,
    ofTrunk: (trunk) => strength(total(trunk)),
  }
}

/** From half of the most links on, and only if less than half of the bundles have as many: what all have says nothing. */
function scale(links: readonly number[]): (links: number) => number {
  const sorted = links.filter((count) => count > 1).toSorted((a, b) => a - b)
  const most = sorted.at(-1) ?? 0
  const low = Math.max(most / 2, sorted[(sorted.length - 1) >> 1] ?? 0)
  if (most < LEAST_LINKS || low >= most) return () => 0
  return (count) => Math.max(0, (count - low) / (most - low))
}
