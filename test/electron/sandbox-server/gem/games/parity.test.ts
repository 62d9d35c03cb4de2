import { describe, expect, test } from 'vitest'
import { pythonStarts as fixture } from '../python-starts.ts'
import { play } from '../play.ts'

/** The numbers and empty cells of a tile board in one line. */
const cells = (suffix: string) =>
  suffix
    .split('\n')
    .filter((line) => /^\s*(\d+|\.|__)(\s+(\d+|\.|__))+\s*$/.test(line))
    .flatMap((line) => line.trim().split(/\s+/))
    .map((cell) => (/\d/.test(cell) ? Number(cell) : 0))

test('the check values: GuessTheNumber-easy hides 7 for seed 0 and 3 for seed 1', () => {
  expect(play('GuessTheNumber-v0-easy', 0).move('7').reward).toBe(1)
  expect(play('GuessTheNumber-v0-easy', 1).move('3').reward).toBe(1)
})

describe.each(fixture.games)('start states of seed $seed are upstream’s', ({ seed, ...games }) => {
  test.each(Object.entries(games.GuessTheNumber))('GuessTheNumber-%s', (variant, start) => {
    const game = play(`GuessTheNumber-v0-${variant}`, seed)
    expect(game.opening.observation).toContain(`between ${start.min} and ${start.max},`)
    expect(game.opening.observation).toContain(`within ${start.turns} turns`)
    expect(game.move(String(start.target))).toMatchObject({ reward: 1, terminated: true })
  })

  test.each(Object.entries(games.Mastermind))('Mastermind-%s', (variant, start) => {
    const game = play(`Mastermind-v0-${variant}`, seed)
    expect(game.opening.observation).toContain(
      `code of ${start.length} digits, each from 1 to ${start.numbers},`,
    )
    expect(game.opening.observation).toContain(`within ${start.turns} turns`)
    expect(game.move(start.code.join(' '))).toMatchObject({ reward: 1, terminated: true })
  })

  test.each(Object.entries(games.FifteenPuzzle))('FifteenPuzzle-%s', (variant, board) => {
    expect(cells(play(`FifteenPuzzle-v0-${variant}`, seed).suffix())).toEqual(board)
  })

  test.each(Object.entries(games.Game2048))('Game2048-%s', (variant, { target, board }) => {
    const game = play(`Game2048-v0-${variant}`, seed)
    expect(game.opening.observation).toContain(`one shows ${target},`)
    expect(cells(game.suffix())).toEqual(board)
  })

  test.each(Object.entries(games.Minesweeper))('Minesweeper-%s', (variant, { side, first, mines }) => {
    const laid = new Set(mines.map(([row, column]) => `${row} ${column}`))
    for (const row of Array.from({ length: side }).keys()) {
      for (const column of Array.from({ length: side }).keys()) {
        const game = play(`Minesweeper-v0-${variant}`, seed)
        game.move(`reveal ${first.join(' ')}`)
        expect(game.move(`reveal ${row} ${column}`).terminated).toBe(laid.has(`${row} ${column}`))
      }
    }
  })
})
