import { wordsOfLength } from '#shared/gem/words/vocabulary.ts'
import { invalid, legal, type Outcome, over, TextGame } from '../text-game.ts'

/** Ranges for `-random`: letters, turns. */
const DRAWS = [
  [3, 10],
  [5, 15],
  [7, 20],
] as const

/** Hangman (docs/gem.md#hangman). */
export class Hangman extends TextGame {
  #word = ''
  readonly #guessed = new Set<string>()

  protected deal(): void {
    let length = this.parameter('length')
    if (this.entry.drawn) [length, this.maxTurns] = this.random.choice(DRAWS)
    this.#word = this.random.choice(wordsOfLength(length)).toUpperCase()
    this.#guessed.clear()
  }

  protected instructions(): string {
    return [
      'Hangman.',
      `Find the hidden word of ${this.#word.length} letters within ${this.maxTurns} turns.`,
      'Guess one letter, such as \\boxed{E}: where it stands in the word, it is shown.',
      `Guess the whole word, such as \\boxed{${'KITCHEN'.slice(0, this.#word.length)}}: only that ends the game, also when every letter is shown.`,
    ].join('\n')
  }

  protected suffix(): string {
    const cells = Array.from(this.#word, (letter) => (this.#guessed.has(letter) ? letter : '_'))
    const header = cells.map((_, i) => `C${String(i).padStart(2, '0')}`).join(' ')
    return `The word:\n${header}\n${cells.map((cell) => `  ${cell} `).join('')}\n\nYour guess?`
  }

  protected play([text]: readonly string[]): Outcome {
    const guess = text!.toUpperCase()
    return guess.length === 1 ? this.#guessLetter(guess) : this.#guessWord(guess)
  }

  #guessWord(guess: string): Outcome {
    const length = this.#word.length
    if (guess === this.#word) {
      const hidden = Array.from(this.#word).filter((letter) => !this.#guessed.has(letter)).length
      return over(`Solved: the word is ${guess}.`, 0.5 + (0.5 * hidden) / length)
    }
    if (guess.length !== length) {
      return invalid(`Turn ${this.turn}: ${guess} has ${guess.length} letters; the word has ${length}.`)
    }
    return legal(`Turn ${this.turn}: the word is not ${guess}.`)
  }

  #guessLetter(letter: string): Outcome {
    if (this.#guessed.has(letter)) return invalid(`Turn ${this.turn}: you guessed ${letter} before.`)
    this.#guessed.add(letter)
    const count = this.#word.split(letter).length - 1
    if (count === 0) return legal(`Turn ${this.turn}: ${letter} is not in the word.`)
    return {
      event: `Turn ${this.turn}: ${letter} is in the word.`,
      reward: (0.5 * count) / this.#word.length,
    }
  }
}
