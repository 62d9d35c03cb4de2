import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lastBoxed, isBoxedOnly } from '../../../shared/gem/boxed.ts'
import { builtInEntry } from '../../../shared/gem/catalogue/index.ts'
import { endState, type EndState, episodeReturn, TERMINAL_STATE } from '../../../shared/gem/episode.ts'
import { builtInCatalogue } from '../../../shared/gem/catalogue/index.ts'
import { checkAction } from '../../../shared/gem/grammar-check.ts'
import { editDistance, nearest } from '../../../shared/gem/nearest.ts'
import { isSeed } from '../../../shared/gem/seed.ts'

describe('the last boxed answer', () => {
  test.each([
    [String.raw`\boxed{a{b}c}`, 'a{b}c'],
    [String.raw`\boxed{}`, ''],
    [String.raw`\boxed 5`, null],
    [String.raw`\boxed{1} \boxed{2`, null],
    [String.raw`\fbox{3}`, null],
    [String.raw`first \boxed{1}, then \boxed{ 2 }.`, ' 2 '],
    [String.raw`\boxed{\frac{1}{2}}`, String.raw`\frac{1}{2}`],
    ['', null],
  ])('%s: %j', (text, inside) => expect(lastBoxed(text)).toBe(inside))

  test('text with balanced braces is unchanged after a round trip', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[^{}\\]*$/), fc.string(), (inside, before) => {
        expect(lastBoxed(`${before}\\boxed{${inside}} tail`)).toBe(inside)
      }),
    )
  })
})

describe('the check of an action', () => {
  const { action } = builtInEntry('game:Sokoban-v0-easy')!
  test('what the environment reads passes', () => {
    expect(checkAction(action, 'so \\boxed{UP}!')).toEqual({ ok: true, groups: ['UP'] })
  })
  test('a bare action is offered its box', () => {
    expect(checkAction(action, ' up ')).toEqual({
      ok: false,
      problem: 'unboxed',
      suggestion: '\\boxed{up}',
    })
  })
  test('a wrong box is reported with the rule', () => {
    const check = checkAction(action, '\\boxed{north}')
    expect(check).toEqual({ ok: false, problem: 'unreadable', inside: 'north' })
    expect(checkAction(action, '\\boxed{north')).toEqual({ ok: false, problem: 'unclosed' })
  })
})

describe('the end state', () => {
  test.each<[string, number, boolean, boolean, EndState]>([
    ['', 0, false, false, 'running'],
    ['', 0.5, false, false, 'running'],
    ['', 1, true, false, 'solved'],
    ['', 0.05, true, false, 'solved'],
    ['', 0, true, false, 'over'],
    ['', -0.1, true, false, 'format-error'],
    ['', -0.1, true, true, 'format-error'],
    ['', 0.5, true, true, 'turn-limit'],
    ['', 0, true, true, 'turn-limit'],
    ['', -0.2, false, true, 'format-error'],
    [TERMINAL_STATE, 1, true, true, 'solved'],
    [TERMINAL_STATE, 0.2, true, true, 'answered'],
  ])('%s reward %d, %s, %s: %s', (observation, reward, terminated, truncated, state) => {
    expect(endState({ observation, reward, terminated, truncated })).toBe(state)
  })

  test('a return is the plain sum', () => {
    expect(episodeReturn([{ reward: 0.5 }, { reward: 0 }, { reward: -0.1 }])).toBe(0.4)
  })

  test('the sentinel has the wide bars of the protocol', () => {
    expect(TERMINAL_STATE).toBe('<\uFF5CTERMINAL_STATE\uFF5C>')
  })
})

describe('near names', () => {
  const ids = ['game:Sokoban-v0-easy', 'game:Sokoban-v0-hard', 'game:Sudoku-v0-easy', 'rg:gcd', 'rg:lcm']
  test.each([
    ['game:Sokobann-v0-easy', 'game:Sokoban-v0-easy'],
    ['Sokoban-v0-hard', 'game:Sokoban-v0-hard'],
    ['GAME:SUDOKU-V0-EASY', 'game:Sudoku-v0-easy'],
    ['rg:gdc', 'rg:gcd'],
  ])('%s is near %s', (name, near) => expect(nearest(name, ids)[0]).toBe(near))

  test('nothing is near what is like nothing', () => {
    expect(nearest('zzzzzzzzzzzzzzzzzzzzzz', ids)).toEqual([])
  })

  test('the distance is a metric', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a))
        expect(editDistance(a, b) === 0).toBe(a === b)
        expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length))
      }),
    )
  })
})

test.each([
  [0, true],
  [2 ** 32 - 1, true],
  [-1, false],
  [2 ** 32, false],
  [1.5, false],
  ['1', false],
  [Number.NaN, false],
])('%s is a seed: %s', (value, is) => expect(isSeed(value)).toBe(is))

test('what reads nothing but boxes has a box in every example', () => {
  const others = builtInCatalogue.filter(({ action }) => !isBoxedOnly(action)).map(({ id }) => id)
  expect(others.map((id) => id.split(':')[0]).filter((family, i, all) => all.indexOf(family) === i)).toEqual([
    'qa',
    'math',
    'code',
  ])
  expect(others.filter((id) => id.startsWith('math:'))).toEqual(['math:mixed-python'])
})
