import { boxed } from '../boxed.ts'
import { currentSuffix, type Player, turnLimit } from './player.ts'
import { solveTiles } from './tile-search.ts'

/** Remembers the way it found and follows it while the board stays on it. */
export function fifteenPuzzleSolver(): Player {
  let plan = new Map<string, string>()
  return {
    propose: (episode) => {
      const tiles = tileBoard(currentSuffix(episode))
      if (tiles.length < 4) return null
      if (!plan.has(tiles.join())) {
        const left = (turnLimit(episode) ?? 50) - episode.turns.length
        plan = solveTiles(tiles, Math.max(1, left))
      }
      const move = plan.get(tiles.join())
      return move ? boxed(move) : null
    },
  }
}

/** Tiles row by row, 0 for the gap. */
function tileBoard(suffix: string): number[] {
  const rows = suffix.split('\n').filter((line) => /^\s*(?:\d+|__)(?:\s+(?:\d+|__))+\s*$/.test(line))
  return rows.flatMap((row) =>
    row
      .trim()
      .split(/\s+/)
      .map((cell) => (cell === '__' ? 0 : Number(cell))),
  )
}
