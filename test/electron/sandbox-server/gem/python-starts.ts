import { readFileSync } from 'node:fs'

interface Starts {
  readonly draws: readonly {
    readonly seed: number
    readonly random: readonly number[]
    readonly randint: readonly number[]
    readonly choice: readonly number[]
    readonly shuffle: readonly number[]
    readonly samplePool: readonly number[]
    readonly sampleSet: readonly number[]
    readonly manySample: readonly number[]
    readonly afterMany: readonly number[]
  }[]
  readonly games: readonly {
    readonly seed: number
    readonly GuessTheNumber: Readonly<
      Record<string, { min: number; max: number; turns: number; target: number }>
    >
    readonly Mastermind: Readonly<
      Record<string, { length: number; numbers: number; turns: number; code: number[] }>
    >
    readonly FifteenPuzzle: Readonly<Record<string, number[]>>
    readonly Game2048: Readonly<Record<string, { target: number; board: number[] }>>
    readonly Minesweeper: Readonly<Record<string, { side: number; first: number[]; mines: number[][] }>>
  }[]
}

/** CPython's draws for the start states of some seeds, written by python-starts.py beside the file. */
export const pythonStarts = JSON.parse(
  readFileSync(new URL('../../../fixtures/gem/python-starts.json', import.meta.url), 'utf8'),
) as Starts
