import { boxed } from '../boxed.ts'
import { currentSuffix, numbersIn, type Player } from './player.ts'

/** Moves the largest disk that is not on its goal there, from any valid state. */
export const towerOfHanoiSolver: Player = {
  propose: (episode) => {
    const towers = new Map<string, number[]>()
    for (const [, tower, disks] of currentSuffix(episode).matchAll(/^([ABC]): \[([\d, ]*)\]/gm)) {
      towers.set(tower!, numbersIn(disks!))
    }
    const places = new Map(
      [...towers].flatMap(([tower, disks]) => disks.map((disk) => [disk, tower] as const)),
    )
    const move = nextHanoiMove(places, places.size, 'C')
    return move && boxed(move)
  },
}

function nextHanoiMove(places: ReadonlyMap<number, string>, disk: number, goal: string): string | null {
  if (disk === 0) return null
  const from = places.get(disk)!
  if (from === goal) return nextHanoiMove(places, disk - 1, goal)
  const spare = ['A', 'B', 'C'].find((tower) => tower !== from && tower !== goal)!
  return nextHanoiMove(places, disk - 1, spare) ?? `${from} ${goal}`
}
