import { boxed } from '#shared/gem/boxed.ts'
import { REWARD } from '#shared/gem/episode.ts'
import { invalid, legal, type Outcome, over, TextGame } from '../text-game.ts'

/** GuessTheNumber (docs/gem.md#guessthenumber). */
export class GuessTheNumber extends TextGame {
  #min = 0
  #max = 0
  #target = 0
  /** The reward of the last turn: 1 − distance ÷ range, also for a repeated guess; 0 outside the range. */
  #closeness = 0
  readonly #guessed = new Set<number>()

  protected deal(): void {
    if (this.entry.drawn) this.#drawRange()
    else {
      this.#min = this.parameter('min')
      this.#max = this.parameter('max')
    }
    this.#target = this.random.randint(this.#min, this.#max)
    this.#guessed.clear()
  }

  #drawRange(): void {
    this.#min = this.random.randint(1, 10)
    this.#max = this.random.randint(this.#min + 5, this.#min + 50)
    this.maxTurns = Math.ceil(Math.sqrt(this.#max - this.#min)) + 1
  }

  protected instructions(): string {
    const example = boxed(String(this.random.randint(this.#min, this.#max)))
    return [
      'Guess the Number.',
      `I have picked a whole number between ${this.#min} and ${this.#max}, both ends included. Find it within ${this.maxTurns} turns.`,
      'After each guess I say whether the number is higher or lower than your guess.',
      `Write whatever you like; your guess is the last number that stands alone in a box, such as ${example}.`,
    ].join('\n')
  }

  protected suffix(): string {
    return 'Your guess?'
  }

  protected override cappedReward(): number {
    return this.#closeness
  }

  protected play([digits]: readonly string[]): Outcome | null {
    const guess = Number(digits)
    if (guess === 0) return null
    const inRange = guess >= this.#min && guess <= this.#max
    this.#closeness = inRange ? 1 - Math.abs(guess - this.#target) / (this.#max - this.#min) : 0
    if (!inRange) return invalid(`Turn ${this.turn}: ${digits} lies outside ${this.#min} to ${this.#max}.`)
    if (this.#guessed.has(guess)) return invalid(`Turn ${this.turn}: you guessed ${guess} before.`)
    this.#guessed.add(guess)
    if (guess === this.#target) {
      return over(`Solved: ${guess} is the number, found in ${this.turn} turns.`, REWARD.success)
    }
    const hint = guess > this.#target ? 'lower' : 'higher'
    return legal(`Turn ${this.turn}: you guessed ${guess}; the number is ${hint} than ${guess}.`)
  }
}
