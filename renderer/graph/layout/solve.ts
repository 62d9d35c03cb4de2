import { layGroups } from './groups.ts'
import { layForce, spread } from './force.ts'
import { layOpened } from './force-opened.ts'
import type { Elk } from './layered.ts'
import type { LayoutProblem, LayoutProgress, LayoutResult } from './layout.ts'
import { applyPins } from './pins.ts'
import { layRadial } from './radial.ts'
import { roomAround, separate } from './separate.ts'

/** Runs the requested layout algorithm, then applies fixed positions. */
export async function solveLayout(
  problem: LayoutProblem,
  elk: Elk,
  onProgress: (progress: LayoutProgress) => void,
  now: () => number = () => performance.now(),
): Promise<LayoutResult> {
  const result = await solve(problem, elk, onProgress, now)
  return { ...result, ways: applyPins(problem, result) }
}

async function solve(
  problem: LayoutProblem,
  elk: Elk,
  onProgress: (progress: LayoutProgress) => void,
  now: () => number,
): Promise<LayoutResult> {
  const xy = new Float32Array(2 * problem.count)
  if (problem.algorithm === 'radial') {
    layRadial(problem, xy)
    return { xy, ways: new Map(), fallbacks: [] }
  }
  if (problem.algorithm !== 'force') return layGroups(problem, elk, onProgress, now)
  const opened = layOpened(problem)
  if (opened) return { xy: opened, ways: new Map(), fallbacks: [] }
  const end = now() + problem.deadline
  for (const share of layForce(problem, xy)) {
    onProgress({ done: Math.round(share * 100), total: 100 })
    // A simulation that ran out of time is still a valid layout.
    if (now() > end) break
  }
  spread(problem, xy, roomAround)
  separate(problem, xy, roomAround)
  return { xy, ways: new Map(), fallbacks: [] }
}
