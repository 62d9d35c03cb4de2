import { describe, expect, test } from 'vitest'
import { FORMAT_ERROR, GOES_ON, outcome, play } from '../play.ts'

// Seed 42 of the easy board, from a recorded game: the mines after "reveal 2 2".
const MINES = ['0 0', '0 4', '1 4', '3 0', '4 4']
const game = () => play('Minesweeper-v0-easy', 42)
const started = () => {
  const played = game()
  played.move('reveal 2 2')
  return played
}

const board = (...rows: string[]) => `    0  1  2  3  4\n${rows.map((row) => `${row}\n`).join('')}\n`

describe('Minesweeper', () => {
  test('the first reveal opens the field of the transcript, to the blank', () => {
    const played = game()
    expect(outcome(played.move('reveal 2 2'))).toEqual([0.75, false, false])
    expect(played.suffix()).toContain(
      board(
        ' 0  .  1  0  2  . ',
        ' 1  .  1  0  2  . ',
        ' 2  .  1  0  1  . ',
        ' 3  .  1  0  1  . ',
        ' 4  .  1  0  1  . ',
      ),
    )
  })

  test('no mine lies within one cell of the first reveal', () => {
    for (let seed = 0; seed < 50; seed++) {
      const played = play('Minesweeper-v0-easy', seed)
      expect(played.move('reveal 1 1').terminated).toBe(false)
      expect(played.suffix()).toMatch(/^ 1 {2}[.\d] {2}0 {2}/m)
    }
  })

  test.each(['reveal  2 2', 'reveal 2,2', ' reveal 2 2', 'reveal 2', '2 2', 'reveal -1 2'])(
    '“%s” is a format error',
    (action) => expect(outcome(game().move(action))).toEqual(FORMAT_ERROR),
  )

  test('the verb may have any case; any one white-space character separates', () => {
    expect(game().move('ReVeal\t2\n2').reward).toBe(0.75)
  })

  test.each([
    ['an unknown verb', 'open 2 2', /open is no command/],
    ['a row outside', 'reveal 5 0', /not on the field/],
    ['a column outside', 'flag 0 5', /not on the field/],
    ['outside, before the verb is looked at', 'open 9 9', /not on the field/],
  ])('%s is illegal', (_, action, words) => {
    const step = game().move(action)
    expect(outcome(step)).toEqual(GOES_ON)
    expect(step.observation).toMatch(words)
  })

  test('a revealed or flagged safe cell cannot be revealed', () => {
    const played = started()
    expect(played.move('reveal 2 2').observation).toMatch(/already/)
    played.move('flag 2 0')
    expect(outcome(played.move('reveal 2 0'))).toEqual(GOES_ON)
  })

  test('a flag is shown, taken away by a second one, and refused on a revealed cell', () => {
    const played = started()
    expect(played.move('flag 0 0').observation).toMatch(/set a flag/)
    expect(played.suffix()).toContain(' 0  F  1  0  2  . \n')
    expect(played.move('flag 0 0').observation).toMatch(/took the flag away/)
    expect(played.suffix()).toContain(' 0  .  1  0  2  . \n')
    expect(played.move('flag 2 2').observation).toMatch(/already revealed/)
  })

  test('flags may be set before the first reveal, and a flood passes them by', () => {
    const played = game()
    played.move('flag 2 3')
    expect(played.move('reveal 2 2').reward).toBe(0.7)
    expect(played.suffix()).toContain(' 2  .  1  0  F  . \n')
  })

  test('a mine ends the episode with nothing, even under a flag, and is not drawn', () => {
    const played = started()
    played.move('flag 0 0')
    const before = played.suffix()
    expect(outcome(played.move('reveal 0 0'))).toEqual([0, true, false])
    expect(played.suffix()).toBe(before)
  })

  test('the first reveal lays the mines even when its cell is flagged', () => {
    const played = game()
    played.move('flag 2 2')
    expect(outcome(played.move('reveal 2 2'))).toEqual(GOES_ON)
    expect(outcome(played.move('reveal 0 0'))).toEqual([0, true, false])
  })

  const open = ['1 0', '2 0', '4 0', '2 4', '3 4']

  test('flags first, then the last safe cell: won', () => {
    const played = started()
    for (const mine of MINES) played.move(`flag ${mine}`)
    for (const cell of open.slice(0, -1))
      expect(outcome(played.move(`reveal ${cell}`))).toEqual([0.05, false, false])
    expect(outcome(played.move(`reveal ${open.at(-1)}`))).toEqual([0.05, true, false])
  })

  test('all safe cells without flags do not win, and flagging last does not either', () => {
    const played = started()
    for (const cell of open) expect(played.move(`reveal ${cell}`).terminated).toBe(false)
    for (const mine of MINES) expect(outcome(played.move(`flag ${mine}`))).toEqual(GOES_ON)
  })

  test.each([
    ['hard', 9, 8],
    ['random', 1, 6],
  ])('the %s field of seed %i has as many rows as columns', (variant, seed, side) => {
    const rows = play(`Minesweeper-v0-${variant}`, seed)
      .suffix()
      .match(/^ \d .*$/gm)!
    expect(rows).toHaveLength(side)
    for (const row of rows) expect(row).toHaveLength(3 + 3 * side)
  })
})
