import { describe, expect, test } from 'vitest'
import { pegs } from '../../../../../electron/sandbox-server/gem/games/mastermind.ts'
import { pythonStarts as fixture } from '../python-starts.ts'
import { FORMAT_ERROR, GOES_ON, outcome, play } from '../play.ts'

describe('GuessTheNumber', () => {
  // Seed 0 hides 7 in 1 … 10, four turns.
  const game = () => play('GuessTheNumber-v0-easy', 0)

  test.each([' 5 ', '-5', '5.0', '0', '00', '5,', 'five', '5 6'])(
    '“%s” in the box is a format error',
    (action) => {
      expect(outcome(game().move(action))).toEqual(FORMAT_ERROR)
    },
  )

  test('leading zeros are read', () => {
    expect(game().move('07').reward).toBe(1)
  })

  test.each([
    ['3', /higher than 3/],
    ['9', /lower than 9/],
    ['11', /outside 1 to 10/],
    ['99999999999999999999', /99999999999999999999 lies outside/],
  ])('%s is answered by %s', (guess, words) => {
    const step = game().move(guess)
    expect(outcome(step)).toEqual(GOES_ON)
    expect(step.observation).toMatch(words)
  })

  test('a repeated guess uses a turn and gives no hint', () => {
    const played = game()
    played.move('3')
    const again = played.move('3')
    expect(outcome(again)).toEqual(GOES_ON)
    expect(again.observation).toMatch(/before/)
    expect(again.observation).not.toMatch(/higher/)
  })

  test.each([
    ['wrong', '4', 1 - 3 / 9],
    ['repeated', '1', 1 - 6 / 9],
    ['out of range', '11', 0],
  ])('the last turn pays for closeness when %s', (_, guess, reward) => {
    const played = game()
    for (const before of ['1', '2', '3']) played.move(before)
    expect(outcome(played.move(guess))).toEqual([reward, true, true])
  })

  test('the suffix is a fixed prompt', () => {
    const played = game()
    const before = played.suffix()
    played.move('3')
    expect(played.suffix()).toBe(before)
  })
})

describe('Mastermind', () => {
  // Seed 0, easy: the code from the CPython fixture.
  const code = fixture.games.find(({ seed }) => seed === 0)!.Mastermind.easy!.code as [number, number]
  const game = () => play('Mastermind-v0-easy', 0)
  const other = [1, 2, 3, 4, 5, 6].filter((digit) => !code.includes(digit))

  test('the reset has no suffix, the steps have one', () => {
    expect(game().opening.info).toEqual({})
    expect(game().move('1 2').info.suffix).toBeTypeOf('string')
  })

  test.each(['1,2', '1, 2', 'a b', ' 1 2', '1 2 ', ''])('“%s” is a format error', (action) => {
    expect(outcome(game().move(action))).toEqual(FORMAT_ERROR)
  })

  test('any white space separates', () => {
    expect(game().move(code.join('\n \t')).reward).toBe(1)
  })

  test.each([
    ['too long', '1 2 3', /3 digits/],
    ['too short', '1', /1 digits/],
    ['out of range', '1 7', /outside 1 to 6/],
    ['zero', '0 1', /outside 1 to 6/],
  ])('%s is illegal', (_, action, words) => {
    const step = game().move(action)
    expect(outcome(step)).toEqual(GOES_ON)
    expect(step.observation).toMatch(words)
  })

  test('length is checked before range, range before repetition', () => {
    expect(game().move('9 9 9').observation).toMatch(/3 digits/)
  })

  test('a repeated guess is illegal, a guess with a repeated digit is not', () => {
    const played = game()
    const double = `${other[0]} ${other[0]}`
    expect(played.move(double).observation).toMatch(/0 black and 0 white/)
    expect(played.move(double).observation).toMatch(/before/)
  })

  test('new black pegs earn their share, old ones nothing, and a solved episode totals 1', () => {
    const played = game()
    const half = `${code[0]} ${other[0]}`
    expect(played.move(half).reward).toBe(0.5)
    expect(played.move(`${code[0]} ${other[1]}`).reward).toBe(0)
    expect(outcome(played.move(code.join(' ')))).toEqual([0.5, true, false])
  })

  test('white pegs earn nothing', () => {
    const step = game().move(code.toReversed().join(' '))
    expect(step.reward).toBe(0)
    expect(step.observation).toContain(`[${code.toReversed().join(', ')}] receives 0 black and 2 white`)
  })

  test('the reward of the last guess stands', () => {
    const played = game()
    for (let i = 0; i < 9; i++) played.move(`${other[0]} ${other[0]}`)
    expect(outcome(played.move(`${code[0]} ${other[0]}`))).toEqual([0.5, true, true])
  })

  test.each([
    [[1, 2, 3, 4], [1, 2, 3, 4], 4, 0],
    [[1, 2, 3, 4], [4, 3, 2, 1], 0, 4],
    [[1, 2, 3, 4], [1, 1, 1, 1], 1, 0],
    [[1, 2, 3, 4], [2, 2, 1, 1], 1, 1],
    [[1, 2, 3, 4], [5, 6, 7, 8], 0, 0],
  ])('%j guessed as %j: %i black, %i white', (secret, guess, black, white) => {
    expect(pegs(secret, guess)).toEqual({ black, white })
  })
})

describe('TowerofHanoi', () => {
  const game = () => play('TowerofHanoi-v0-easy')

  test('the board lists disks from the bottom up', () => {
    const played = game()
    expect(played.suffix()).toContain('A: [3, 2, 1]\nB: []\nC: []\n')
    played.move('A C')
    expect(played.suffix()).toContain('A: [3, 2]\nB: []\nC: [1]\n')
  })

  test.each(['A C', 'AC', 'A,C', 'a , c', 'a,C'])('“%s” moves a disk', (action) => {
    const played = game()
    expect(outcome(played.move(action))).toEqual(GOES_ON)
    expect(played.suffix()).toContain('C: [1]')
  })

  test.each(['A -> C', 'A D', ' A C ', 'A', 'A C B', 'B to C'])('“%s” is a format error', (action) => {
    expect(outcome(game().move(action))).toEqual(FORMAT_ERROR)
  })

  test('an empty source and a larger disk on a smaller are illegal', () => {
    const played = game()
    expect(played.move('B C').observation).toMatch(/empty/)
    played.move('A C')
    expect(outcome(played.move('A C'))).toEqual(GOES_ON)
    expect(played.suffix()).toContain('A: [3, 2]\nB: []\nC: [1]')
  })

  test('a tower onto itself is a legal move that changes nothing', () => {
    const played = game()
    expect(played.move('A A').observation).toMatch(/moved from A to A/)
    expect(played.suffix()).toContain('A: [3, 2, 1]')
  })

  test('seven moves solve it; further moves are accepted', () => {
    const played = game()
    const moves = ['A C', 'A B', 'C B', 'A C', 'B A', 'B C']
    for (const move of moves) expect(outcome(played.move(move))).toEqual(GOES_ON)
    expect(outcome(played.move('A C'))).toEqual([1, true, false])
    expect(outcome(played.move('C A'))).toEqual(GOES_ON)
  })

  test('the last turn pays for the disks on C', () => {
    const played = game()
    played.move('A C')
    for (let i = 0; i < 8; i++) played.move('B B')
    expect(outcome(played.move('B B'))).toEqual([1 / 3, true, true])
  })
})
