import { REWARD } from '#shared/gem/episode.ts'
import { invalid, legal, type Outcome, over, TextGame } from '../text-game.ts'

/** Ranges for `-random`: disks, turns. */
const DRAWS = [
  [3, 10],
  [4, 20],
  [5, 35],
] as const
const TOWERS = ['A', 'B', 'C'] as const
type Tower = (typeof TOWERS)[number]

/** TowerofHanoi (docs/gem.md#towerofhanoi). */
export class TowerOfHanoi extends TextGame {
  #disks = 0
  /** Disks of each tower from bottom to top; the number is the size. */
  #towers: Record<Tower, number[]> = { A: [], B: [], C: [] }

  protected deal(): void {
    if (this.entry.drawn) [this.#disks, this.maxTurns] = this.random.choice(DRAWS)
    else this.#disks = this.parameter('disks')
    this.#towers = { A: Array.from({ length: this.#disks }, (_, i) => this.#disks - i), B: [], C: [] }
  }

  protected instructions(): string {
    return [
      'Tower of Hanoi.',
      `${this.#disks} disks stand on tower A. Bring them all to tower C within ${this.maxTurns} turns.`,
      'Each turn moves the top disk of one tower onto another; a disk may never lie on a smaller one.',
      'Put the tower you take from and the tower you put on in a box, such as \\boxed{A C}.',
    ].join('\n')
  }

  protected suffix(): string {
    const lines = TOWERS.map((tower) => `${tower}: [${this.#towers[tower].join(', ')}]`)
    return `The towers, from the bottom up:\n${lines.join('\n')}\n\nYour move?`
  }

  protected override cappedReward(): number {
    return this.#towers.C.length / this.#disks
  }

  protected play(groups: readonly string[]): Outcome {
    const [from, to] = groups.map((letter) => letter.toUpperCase()) as [Tower, Tower]
    const disk = this.#towers[from].at(-1)
    if (disk === undefined) return invalid(`Turn ${this.turn}: tower ${from} is empty.`)
    const below = this.#towers[to].at(-1)
    if (below !== undefined && below < disk) {
      return invalid(`Turn ${this.turn}: disk ${disk} may not lie on disk ${below}.`)
    }
    this.#towers[from].pop()
    this.#towers[to].push(disk)
    if (this.#towers.C.length === this.#disks) return over(`Solved in ${this.turn} turns.`, REWARD.success)
    return legal(`Turn ${this.turn}: disk ${disk} moved from ${from} to ${to}.`)
  }
}
