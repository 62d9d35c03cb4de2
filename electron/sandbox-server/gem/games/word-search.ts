import { allWords, basicWords } from '#shared/gem/words/vocabulary.ts'
import { invalid, legal, type Outcome, over, TextGame } from '../text-game.ts'
import { BLANK, cellsOf, gridText, layWords, type PlacedWord } from '../word-grid.ts'

const CAPITALS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** WordSearch (docs/gem.md#wordsearch). */
export class WordSearch extends TextGame {
  #letters: string[][] = []
  #hidden: readonly PlacedWord[] = []
  readonly #found = new Set<PlacedWord>()
  readonly #tried = new Set<string>()

  protected deal(): void {
    const full = this.entry.drawn ? this.random.choice([false, true]) : this.entry.parameters.list === 'full'
    const words = this.random.sample(full ? allWords : basicWords, this.parameter('words'))
    const grid = layWords(
      words.map((word) => word.toUpperCase()),
      this.random,
    )
    this.#hidden = grid.placed
    this.#letters = grid.cells.map((row) =>
      row.map((cell) => (cell === BLANK ? this.random.choice(CAPITALS) : cell)),
    )
    this.#found.clear()
    this.#tried.clear()
  }

  protected instructions(): string {
    return [
      'Word search.',
      `The grid hides ${this.#hidden.length} words, across or down. Find them within ${this.maxTurns} turns; they are not told.`,
      'Rows and columns are numbered from 0. Put the row and column of one end of a word, then those of the other, in a box, such as \\boxed{1 1 1 5}.',
      'Letters of words that are found stand in square brackets. The same four numbers count only once.',
    ].join('\n')
  }

  protected suffix(): string {
    const marked = new Set(
      Array.from(this.#found).flatMap((word) => cellsOf(word).map(([row, column]) => `${row} ${column}`)),
    )
    const board = gridText(this.#letters.length, (row, column) => {
      const letter = this.#letters[row]![column]!
      return marked.has(`${row} ${column}`) ? `[${letter}] ` : ` ${letter}  `
    })
    return `The grid:\n${board}\nWords found: ${this.#found.size}/${this.#hidden.length}\nYour word?`
  }

  protected play(groups: readonly string[]): Outcome {
    const ends = groups.map(Number) as [number, number, number, number]
    const outcome = this.#mark(ends)
    this.#tried.add(ends.join(' '))
    return this.#found.size === this.#hidden.length
      ? over('Solved: every word is found.', outcome.reward)
      : outcome
  }

  #mark([row, column, endRow, endColumn]: [number, number, number, number]): Outcome {
    const place = `(${row}, ${column}) to (${endRow}, ${endColumn})`
    const side = this.#letters.length
    if ([row, column, endRow, endColumn].some((number) => number >= side)) {
      return invalid(`Turn ${this.turn}: ${place} is not on the grid.`)
    }
    if (this.#tried.has([row, column, endRow, endColumn].join(' '))) {
      return invalid(`Turn ${this.turn}: you tried ${place} before.`)
    }
    if (row !== endRow && column !== endColumn) {
      return invalid(`Turn ${this.turn}: ${place} runs neither across nor down.`)
    }
    const word = this.#hidden.find((hidden) => {
      const cells = cellsOf(hidden)
      const ends = [cells[0]!, cells.at(-1)!].map(([r, c]) => `${r} ${c}`)
      const tried = [`${row} ${column}`, `${endRow} ${endColumn}`]
      return ends.join() === tried.join() || ends.join() === tried.toReversed().join()
    })
    if (!word) return legal(`Turn ${this.turn}: no hidden word runs from ${place}.`)
    this.#found.add(word)
    return { event: `Turn ${this.turn}: ${word.word} runs from ${place}.`, reward: 1 / this.#hidden.length }
  }
}
