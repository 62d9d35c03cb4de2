import { layGroups } from './groups.ts'
import { layForce, level, spread } from './force.ts'
import { layOpened } from './opened.ts'
import type { Elk } from './layered.ts'
import type { LayoutProblem, LayoutProgress, LayoutResult } from './layout.ts'
import { applyPins } from './pins.ts'
import { layRadial } from './radial.ts'
import { CARD_ROOM, roomAround, separate } from './separate.ts'

/** Room at both sides of each of many cards for its name, which from afar is wider. */
const NAME_ROOM = 44

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
  if (problem.algorithm === 'layered' || problem.algorithm === 'grid')
    return layGroups(problem, elk, onProgress, now)
  const end = now() + problem.deadline
  const simulate = (part: LayoutProblem, xy: Float32Array): void => {
    for (const share of layForce(part, xy)) {
      onProgress({ done: Math.round(share * 100), total: 100 })
      // A simulation that ran out of time is still a valid layout.
      if (now() > end) break
    }
    const isEven = level(part, xy, { width: CARD_ROOM + NAME_ROOM, height: CARD_ROOM })
    if (!isEven) spread(part, xy, roomAround)
    separate(part, xy, roomAround, isEven ? NAME_ROOM : 0)
  }
  const lay = problem.algorithm === 'radial' ? layRadial : simulate
  if (problem.isFramed) return layGroups(problem, elk, onProgress, now, lay)
  const opened = layOpened(problem, lay)
  const xy = opened ?? new Float32Array(2 * problem.count)
  if (!opened) lay(problem, xy)
  return { xy, ways: new Map(), fallbacks: [] }
}
