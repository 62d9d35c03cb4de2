import { boxed } from '#shared/gem/boxed.ts'
import type { Info } from '#shared/gem/episode.ts'
import { invalid, type Outcome, over, TextGame } from '../text-game.ts'

/** Ranges for `-random`: length, numbers, turns. */
const DRAWS = [
  [2, 4, 10],
  [4, 6, 20],
  [4, 8, 30],
] as const

/** Mastermind (docs/gem.md#mastermind). */
export class Mastermind extends TextGame {
  #length = 0
  #numbers = 0
  #code: readonly number[] = []
  /** Highest number of black pegs so far; only a higher one is rewarded. */
  #best = 0
  readonly #guessed = new Set<string>()

  protected deal(): void {
    if (this.entry.drawn) [this.#length, this.#numbers, this.maxTurns] = this.random.choice(DRAWS)
    else {
      this.#length = this.parameter('length')
      this.#numbers = this.parameter('numbers')
    }
    this.#code = this.random.sample(this.#digits(), this.#length)
    this.#best = 0
    this.#guessed.clear()
  }

  #digits(): number[] {
    return Array.from({ length: this.#numbers }, (_, i) => i + 1)
  }

  protected instructions(): string {
    const example = boxed(this.random.sample(this.#digits(), this.#length).join(' '))
    return [
      'Mastermind.',
      `I have a secret code of ${this.#length} digits, each from 1 to ${this.#numbers}, no digit twice. Find it within ${this.maxTurns} turns.`,
      'Each guess receives pegs: black for a right digit in the right place, white for a right digit in a wrong place.',
      `Put your guess in a box, digits separated by blanks, such as ${example}.`,
    ].join('\n')
  }

  protected suffix(): string {
    return 'Your guess?'
  }

  protected override openingInfo(): Info {
    return {}
  }

  protected play([text]: readonly string[]): Outcome {
    const guess = text!.split(/\s+/).map(Number)
    const shown = `[${guess.join(', ')}]`
    if (guess.length !== this.#length) {
      return invalid(`Turn ${this.turn}: ${shown} has ${guess.length} digits; the code has ${this.#length}.`)
    }
    if (guess.some((digit) => digit < 1 || digit > this.#numbers)) {
      return invalid(`Turn ${this.turn}: ${shown} has a digit outside 1 to ${this.#numbers}.`)
    }
    if (this.#guessed.has(shown)) return invalid(`Turn ${this.turn}: you guessed ${shown} before.`)
    this.#guessed.add(shown)
    const { black, white } = pegs(this.#code, guess)
    const reward = Math.max(0, black - this.#best) / this.#length
    this.#best = Math.max(this.#best, black)
    if (black === this.#length)
      return over(`Solved: ${shown} is the code, found in ${this.turn} turns.`, reward)
    return { event: `Turn ${this.turn}: ${shown} receives ${black} black and ${white} white pegs.`, reward }
  }
}

/** Black and white pegs of a guess; each digit of the code counts once, black first. */
export function pegs(code: readonly number[], guess: readonly number[]): { black: number; white: number } {
  const black = guess.filter((digit, i) => digit === code[i]).length
  const left = code.filter((digit, i) => digit !== guess[i])
  let white = 0
  for (const [i, digit] of guess.entries()) {
    const at = digit === code[i] ? -1 : left.indexOf(digit)
    if (at < 0) continue
    left.splice(at, 1)
    white++
  }
  return { black, white }
}
