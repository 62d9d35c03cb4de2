import { boxed } from '../boxed.ts'
import { allWords } from '../words/vocabulary.ts'
import { letterGrid, run, starts } from './letter-grid.ts'
import { numbersIn, openingSuffix, type Player, rememberLast } from './player.ts'

/**
 * Tries the longest vocabulary words in the grid, and enters a found one again from its other end, which
 * earns a reward too.
 */
export function wordSearchSolver(): Player {
  const standing = rememberLast<readonly (readonly number[])[]>()
  return {
    propose: (episode) => {
      const tried = new Set(episode.turns.map(({ action }) => /\\boxed\{(.*)\}/.exec(action)?.[1]))
      const last = episode.turns.at(-1)
      if (last && last.result.reward > 0) {
        const [r, c, er, ec] = numbersIn(last.action)
        const reversed = `${er} ${ec} ${r} ${c}`
        if (!tried.has(reversed)) return boxed(reversed)
      }
      const found = new Set(
        episode.turns
          .filter(({ result }) => result.reward > 0)
          .flatMap(({ action }) => covered(numbersIn(action))),
      )
      const start = openingSuffix(episode)
      const words = standing(start, () => wordsInGrid(letterGrid(start)))
      const candidates = words.filter((ends) => !tried.has(ends.join(' ')))
      const inside = (ends: readonly number[]) => covered(ends).every((cell) => found.has(cell))
      const best = candidates.find((ends) => !inside(ends)) ?? candidates[0]
      return best ? boxed(best.join(' ')) : null
    },
  }
}

/** Cells between two ends on a line. */
function covered(ends: readonly number[]): string[] {
  const [r, c, er, ec] = ends as [number, number, number, number]
  const length = Math.abs(er - r) + Math.abs(ec - c) + 1
  return run([Math.min(r, er), Math.min(c, ec)], length, r === er).map(([row, column]) => `${row} ${column}`)
}

/** Ends of every vocabulary word in the grid, longest first. */
function wordsInGrid(grid: readonly (readonly string[])[]): number[][] {
  const longest = Math.min(grid.length, 11)
  const found: { ends: number[]; length: number }[] = []
  for (const start of starts(grid)) {
    for (const across of [true, false]) {
      for (let length = 3; length <= longest; length++) {
        const cells = run(start, length, across)
        const word = cells.map(([r, c]) => grid[r]?.[c] ?? ' ').join('')
        if (VOCABULARY.has(word)) found.push({ ends: [...start, ...cells.at(-1)!], length })
      }
    }
  }
  return found.toSorted((a, b) => b.length - a.length).map(({ ends }) => ends)
}

const VOCABULARY: ReadonlySet<string> = new Set(allWords.map((word) => word.toUpperCase()))
