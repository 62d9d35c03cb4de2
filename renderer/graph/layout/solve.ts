import { layGroups } from './groups.ts'
import { layForce } from './force.ts'
import type { Elk } from './layered.ts'
import type { LayoutProblem, LayoutProgress, LayoutResult } from './layout.ts'
import { layRadial } from './radial.ts'
import { separate } from './separate.ts'

/** Runs the requested layout algorithm, then applies fixed positions. */
export async function solveLayout(
  problem: LayoutProblem,
  elk: Elk,
  onProgress: (progress: LayoutProgress) => void,
  now: () => number = () => performance.now(),
): Promise<LayoutResult> {
  const result = await solve(problem, elk, onProgress, now)
  let pinned = false
  for (let i = 0; i < problem.fixed.length; i++) {
    const value = problem.fixed[i] ?? Number.NaN
    if (Number.isNaN(value)) continue
    result.xy[i] = value
    pinned = true
  }
  // Items overlapping a manually placed one are moved away.
  if (pinned) separate(problem, result.xy)
  return result
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
  const end = now() + problem.deadline
  for (const share of layForce(problem, xy)) {
    onProgress({ done: Math.round(share * 100), total: 100 })
    // A simulation that ran out of time is still a valid layout.
    if (now() > end) break
  }
  separate(problem, xy)
  return { xy, ways: new Map(), fallbacks: [] }
}
