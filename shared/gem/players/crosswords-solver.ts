import { boxed } from '../boxed.ts'
import { hardCrosswords, plainCrosswords } from '../words/crossword-clues.ts'
import { letterGrid, run, starts } from './letter-grid.ts'
import { currentSuffix, numbersIn, openingSuffix, type Player, rememberLast } from './player.ts'

const ANSWERS = new Map(
  [...plainCrosswords, ...hardCrosswords].map(({ word, clue }) => [clue, word.toUpperCase()]),
)

/** Looks up the clues in Orrery's own list, fits the words into the grid, and writes the first missing letter. */
export function crosswordsSolver(): Player {
  const laid = rememberLast<ReadonlyMap<string, string> | null>()
  return {
    propose: (episode) => {
      const wrong = new Set(
        episode.turns
          .filter(({ result }) => result.reward === 0)
          .map(({ action }) => /\\boxed\{(.*)\}/.exec(action)?.[1]?.toUpperCase()),
      )
      const start = openingSuffix(episode)
      const letters = laid(`${start}${[...wrong].join()}`, () => layWords(start, wrong))
      const grid = letterGrid(currentSuffix(episode))
      for (const [place, letter] of letters ?? []) {
        const [row, column] = numbersIn(place) as [number, number]
        if (grid[row]?.[column] === '_') return boxed(`${place} ${letter}`)
      }
      return null
    },
  }
}

function layWords(start: string, wrong: ReadonlySet<string | undefined>): ReadonlyMap<string, string> | null {
  const clues = [...start.matchAll(/^\d+\. (.+) \((across|down)\): \d+ letters$/gm)]
  const words = clues.flatMap(([, clue, direction]) => {
    const word = ANSWERS.get(clue!)
    return word ? [{ word, across: direction === 'across' }] : []
  })
  return words.length > 0 && words.length === clues.length ? layOver(letterGrid(start), words, wrong) : null
}

interface Word {
  readonly word: string
  readonly across: boolean
}

/**
 * Returns a letter for each cell from a placement of all words that covers exactly the letter cells and
 * agrees with the wrong guesses so far.
 */
function layOver(
  grid: readonly (readonly string[])[],
  words: readonly Word[],
  wrong: ReadonlySet<string | undefined>,
  letters: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> | null {
  const [first, ...rest] = words
  if (!first) {
    const cells = grid.flat().filter((cell) => cell !== '.').length
    return letters.size === cells ? letters : null
  }
  for (const start of starts(grid)) {
    const next = new Map(letters)
    const fits = run(start, first.word.length, first.across).every(([r, c], i) => {
      const [place, letter, cell] = [`${r} ${c}`, first.word[i]!, grid[r]?.[c]]
      const free = cell === '_' || cell === letter
      const agrees = (next.get(place) ?? letter) === letter
      next.set(place, letter)
      return free && agrees && !wrong.has(`${place} ${letter}`)
    })
    const found = fits ? layOver(grid, rest, wrong, next) : null
    if (found) return found
  }
  return null
}
