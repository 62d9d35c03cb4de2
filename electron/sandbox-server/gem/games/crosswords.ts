import { type CrosswordWord, hardCrosswords, plainCrosswords } from '#shared/gem/words/crossword-clues.ts'
import { invalid, legal, type Outcome, over, TextGame } from '../text-game.ts'
import { BLANK, gridText, layWords, type WordGrid } from '../word-grid.ts'

/** Crosswords (docs/gem.md#crosswords). Unfilled cells show `_`. */
export class Crosswords extends TextGame {
  #grid: WordGrid = { cells: [], placed: [] }
  #clues = ''
  #letterCells = 0
  /** Cells filled so far, as `row column`. */
  readonly #filled = new Set<string>()

  protected deal(): void {
    const hard = this.entry.drawn ? this.random.choice([false, true]) : this.entry.parameters.list === 'hard'
    const chosen = this.random.sample(hard ? hardCrosswords : plainCrosswords, this.parameter('words'))
    this.#grid = layWords(
      chosen.map(({ word }) => word.toUpperCase()),
      this.random,
    )
    this.#clues = this.#clueText(chosen)
    this.#letterCells = this.#grid.cells.flat().filter((cell) => cell !== BLANK).length
    this.#filled.clear()
  }

  /** Clues in the order of the words, longest first, numbered by their position in that list. */
  #clueText(chosen: readonly CrosswordWord[]): string {
    const clues = new Map(chosen.map(({ word, clue }) => [word.toUpperCase(), clue]))
    return this.#grid.placed
      .map(({ word, direction }, i) => `${i + 1}. ${clues.get(word)} (${direction}): ${word.length} letters`)
      .join('\n')
  }

  protected instructions(): string {
    return [
      'Crosswords.',
      `Fill the grid letter by letter from its clues, within ${this.maxTurns} turns.`,
      'Rows and columns are numbered from 0. A cell that shows _ wants a letter, one that shows . stays empty.',
      'Put row, column and letter in a box, such as \\boxed{0 0 D} or \\boxed{1 2 g}.',
      'Only right letters stay. The number of a clue does not tell where its word begins.',
    ].join('\n')
  }

  protected suffix(): string {
    const board = gridText(this.#grid.cells.length, (row, column) => ` ${this.#face(row, column)}  `)
    return `The grid:\n${board}\nThe clues:\n${this.#clues}\nYour letter?`
  }

  #face(row: number, column: number): string {
    const letter = this.#grid.cells[row]![column]!
    return letter === BLANK || this.#filled.has(`${row} ${column}`) ? letter : '_'
  }

  protected play([rowText, columnText, text]: readonly string[]): Outcome {
    const letter = text!.toUpperCase()
    const [row, column] = [Number(rowText), Number(columnText)]
    const outcome = this.#place(row, column, letter)
    return this.#filled.size === this.#letterCells
      ? over('Solved: the grid is full.', outcome.reward)
      : outcome
  }

  #place(row: number, column: number, letter: string): Outcome {
    const place = `(${row}, ${column})`
    const right = this.#grid.cells[row]?.[column]
    if (right === undefined) return invalid(`Turn ${this.turn}: there is no cell ${place}.`)
    if (right === BLANK) return invalid(`Turn ${this.turn}: the cell ${place} takes no letter.`)
    if (this.#filled.has(`${row} ${column}`))
      return invalid(`Turn ${this.turn}: the cell ${place} is already filled.`)
    if (right !== letter) return legal(`Turn ${this.turn}: ${letter} is wrong at ${place}.`)
    this.#filled.add(`${row} ${column}`)
    return { event: `Turn ${this.turn}: ${letter} is right at ${place}.`, reward: 1 / this.#letterCells }
  }
}
