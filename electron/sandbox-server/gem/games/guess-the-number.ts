import { boxed } from '#shared/gem/boxed.ts'
import { guessTheNumber as entries } from '#shared/gem/catalogue/guess-the-number.ts'
import { REWARD } from '#shared/gem/episode.ts'
import type { EnvironmentContext } from '../environment.ts'
import { invalid, legal, type Outcome, TextGame } from '../text-game.ts'

interface Range {
  readonly min: number
  readonly max: number
  readonly turns: number
}

/** GuessTheNumber (spec/gem-environments.md §2.2). */
export class GuessTheNumber extends TextGame {
  protected readonly grammar = entries[0]!.action
  protected maxTurns = 0
  #min = 0
  #max = 0
  #target = 0
  /** What the last turn would earn: 1 − distance ÷ range, also for a repeated guess; 0 outside the range. */
  #closeness = 0
  readonly #guessed = new Set<number>()
  readonly #fixed: Range | null

  /** @param fixed the range and turn limit, or null to draw them at every reset. */
  constructor(context: Pick<EnvironmentContext, 'seed'>, fixed: Range | null) {
    super(context)
    this.#fixed = fixed
  }

  protected deal(): void {
    const { min, max, turns } = this.#fixed ?? this.#drawRange()
    this.#min = min
    this.#max = max
    this.maxTurns = turns
    this.#target = this.random.randint(min, max)
    this.#guessed.clear()
  }

  #drawRange(): Range {
    const min = this.random.randint(1, 10)
    const max = this.random.randint(min + 5, min + 50)
    return { min, max, turns: Math.ceil(Math.sqrt(max - min)) + 1 }
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
    this.#closeness = this.#inRange(guess) ? 1 - Math.abs(guess - this.#target) / (this.#max - this.#min) : 0
    if (!this.#inRange(guess)) {
      return invalid(`Turn ${this.turn}: ${digits} lies outside ${this.#min} to ${this.#max}.`)
    }
    if (this.#guessed.has(guess)) return invalid(`Turn ${this.turn}: you guessed ${guess} before.`)
    this.#guessed.add(guess)
    if (guess === this.#target) {
      return {
        event: `Solved: ${guess} is the number, found in ${this.turn} turns.`,
        reward: REWARD.success,
        over: true,
      }
    }
    const hint = guess > this.#target ? 'lower' : 'higher'
    return legal(`Turn ${this.turn}: you guessed ${guess}; the number is ${hint} than ${guess}.`)
  }

  #inRange(guess: number): boolean {
    return guess >= this.#min && guess <= this.#max
  }
}
