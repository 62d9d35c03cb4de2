import { boxed } from '../boxed.ts'
import { currentSuffix, openingSuffix, type Player, rememberLast } from './player.ts'

/** Computes the unique solution of the initial board and writes the first missing number. */
export function sudokuSolver(): Player {
  const solved = rememberLast<number[][] | null>()
  return {
    propose: (episode) => {
      const start = openingSuffix(episode)
      const solution = solved(start, () => solveSudoku(numberGrid(start)))
      for (const [r, row] of numberGrid(currentSuffix(episode)).entries()) {
        for (const [c, cell] of row.entries()) {
          const number = solution?.[r]?.[c]
          if (cell === 0 && number !== undefined) return boxed(`${r + 1} ${c + 1} ${number}`)
        }
      }
      return null
    },
  }
}

/** Parses rows with `R1` labels; 0 for an empty cell. */
function numberGrid(suffix: string): number[][] {
  const rows = suffix.match(/^R\d+ .*$/gm) ?? []
  return rows.map((row) =>
    (row.replace(/^R\d+/, '').match(/\d+|\./g) ?? []).map((cell) => (cell === '.' ? 0 : Number(cell))),
  )
}

/** Solves a grid with 0 for empty cells; null if there is no solution. */
export function solveSudoku(board: readonly (readonly number[])[]): number[][] | null {
  const size = board.length
  const block = Math.sqrt(size)
  const cells = board.map((row) => [...row])
  const left = (r: number, c: number) => {
    const used = new Set<number>()
    for (let i = 0; i < size; i++) {
      used.add(cells[r]![i]!).add(cells[i]![c]!)
      used.add(cells[r - (r % block) + Math.floor(i / block)]![c - (c % block) + (i % block)]!)
    }
    return Array.from({ length: size }, (_, i) => i + 1).filter((number) => !used.has(number))
  }
  const solve = (): boolean => {
    let best: { r: number; c: number; numbers: number[] } | null = null
    for (const [r, row] of cells.entries()) {
      for (const [c, cell] of row.entries()) {
        if (cell !== 0) continue
        const numbers = left(r, c)
        if (!best || numbers.length < best.numbers.length) best = { r, c, numbers }
      }
    }
    if (!best) return true
    for (const number of best.numbers) {
      cells[best.r]![best.c] = number
      if (solve()) return true
    }
    cells[best.r]![best.c] = 0
    return false
  }
  return size > 0 && solve() ? cells : null
}
