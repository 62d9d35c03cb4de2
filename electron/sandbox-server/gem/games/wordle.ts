import { type WordleMark, wordleMarks } from '#shared/gem/wordle-marks.ts'
import { wordsOfLength } from '#shared/gem/words/vocabulary.ts'
import { legal, invalid, type Outcome, over, TextGame } from '../text-game.ts'

/** Wordle (docs/gem.md#wordle). */
export class Wordle extends TextGame {
  #word = ''
  readonly #guessed = new Set<string>()
  /** Positions that have been green in this episode. */
  readonly #green = new Set<number>()

  protected deal(): void {
    const length = this.entry.drawn ? this.random.randint(3, 5) : this.parameter('length')
    if (this.entry.drawn) this.maxTurns = 5 * length
    this.#word = this.random.choice(wordsOfLength(length)).toUpperCase()
    this.#guessed.clear()
    this.#green.clear()
  }

  protected instructions(): string {
    return [
      'Wordle.',
      `Find the secret word of ${this.#word.length} letters within ${this.maxTurns} turns.`,
      'Each guess is marked letter by letter: G for a letter in its place, Y for one that stands elsewhere in the word, X for any other letter.',
      `Put your guess in a box, such as \\boxed{${'PLANE'.slice(0, this.#word.length)}}.`,
    ].join('\n')
  }

  protected suffix(): string {
    return 'Your guess?'
  }

  protected play([text]: readonly string[]): Outcome {
    // Only spaces are removed: any other whitespace stays and makes the length wrong.
    const guess = text!.toUpperCase().replaceAll(' ', '')
    const length = this.#word.length
    if (guess.length !== length) {
      return invalid(`Turn ${this.turn}: ${guess} has ${guess.length} letters; the word has ${length}.`)
    }
    if (this.#guessed.has(guess)) return invalid(`Turn ${this.turn}: you guessed ${guess} before.`)
    this.#guessed.add(guess)
    const marks = wordleMarks(this.#word, guess)
    const reward = (this.#newlyGreen(marks) * 0.5) / length
    const feedback = `${Array.from(guess).join(' ')}\n[${marks.map((mark) => `'${mark}'`).join(', ')}]`
    if (guess === this.#word) return over(`Solved in ${this.turn} turns:\n${feedback}`, reward + 0.5)
    return { ...legal(`Turn ${this.turn}:\n${feedback}`), reward }
  }

  #newlyGreen(marks: readonly WordleMark[]): number {
    const before = this.#green.size
    for (const [i, mark] of marks.entries()) if (mark === 'G') this.#green.add(i)
    return this.#green.size - before
  }
}
