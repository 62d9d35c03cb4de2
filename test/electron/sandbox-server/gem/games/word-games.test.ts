import { describe, expect, test } from 'vitest'
import { basicWords, allWords, wordsOfLength } from '../../../../../shared/gem/words/vocabulary.ts'
import { hardCrosswords, plainCrosswords } from '../../../../../shared/gem/words/crossword-clues.ts'
import { wordleMarks } from '../../../../../shared/gem/wordle-marks.ts'
import { solvingPlayer, type Turn } from '../../../../../shared/gem/players/index.ts'
import { builtInEntry } from '../../../../../shared/gem/catalogue/index.ts'
import { FORMAT_ERROR, GOES_ON, outcome, play } from '../play.ts'

/** The hidden word of a seed, found by playing a separate game. */
function hidden(name: string, seed: number): string {
  const game = play(name, seed)
  const player = solvingPlayer(builtInEntry(`game:${name}`)!)!
  const turns: Turn[] = []
  for (;;) {
    const action: string = player.propose({ opening: game.opening, turns })!
    const result = game.say(action)
    turns.push({ action, result })
    if (result.terminated) return /\{(.*)\}/.exec(action)![1]!
  }
}

describe('Wordle', () => {
  const word = hidden('Wordle-v0-hard', 0)
  const game = () => play('Wordle-v0-hard', 0)
  const wrong = word === 'QQQQQ' ? 'ZZZZZ' : 'QQQQQ'

  test.each([
    ['CRANE', 'CRANE', 'GGGGG'],
    ['CRANE', 'NACRE', 'YYYYG'],
    ['ALLOY', 'LLAMA', 'YGYXX'],
    ['ABBEY', 'BABES', 'YYGGX'],
    ['SPEED', 'ERASE', 'YXXYY'],
    ['SUN', 'NUN', 'XGG'],
  ])('%s guessed as %s is marked %s', (secret, guess, marks) => {
    expect(wordleMarks(secret, guess).join('')).toBe(marks)
  })

  test('the observation ends with the guess and its marks as a Python list', () => {
    expect(game().move(wrong.toLowerCase()).observation).toMatch(/\nQ Q Q Q Q\n\['X', 'X', 'X', 'X', 'X'\]$/)
  })

  test.each(['CRAN3', 'CRA-E', '', 'CRANE!'])('“%s” is a format error', (action) => {
    expect(outcome(game().move(action))).toEqual(FORMAT_ERROR)
  })

  test('spaces inside are ignored, any other white space makes the length wrong', () => {
    expect(game().move('QQ QQQ').observation).toMatch(/Q Q Q Q Q/)
    expect(game().move('QQ\tQQQ').observation).toMatch(/6 letters/)
  })

  test('a wrong length and a repetition are illegal; any letters of the right length are taken', () => {
    const played = game()
    expect(outcome(played.move('QQQQ'))).toEqual(GOES_ON)
    expect(played.move(wrong).observation).toMatch(/'X'/)
    expect(played.move(wrong).observation).toMatch(/before/)
  })

  test('each newly green place earns 0.1, the solution 0.5 more, 1 in all', () => {
    const played = game()
    const two = word.slice(0, 2) + 'QQQ'
    expect(played.move(two).reward).toBeCloseTo(0.2, 12)
    expect(played.move(word[0] + 'QQQQ').reward).toBe(0)
    const last = played.move(word)
    expect(last.reward).toBeCloseTo(0.8, 12)
    expect(last).toMatchObject({ terminated: true, truncated: false })
  })

  test('the suffix is a fixed prompt', () => {
    const played = game()
    const before = played.suffix()
    played.move(wrong)
    expect(played.suffix()).toBe(before)
  })
})

describe('Hangman', () => {
  const word = hidden('Hangman-v0-hard', 0)
  const game = () => play('Hangman-v0-hard', 0)
  const absent = Array.from('QZXJVWK').find((letter) => !word.includes(letter))!

  test('the board has a header and two blanks before every cell', () => {
    expect(game().suffix()).toContain('C00 C01 C02 C03 C04 C05 C06\n  _   _   _   _   _   _   _ \n\n')
  })

  test('a letter shows all its places and earns half of their share', () => {
    const played = game()
    const letter = word[0]!
    const count = word.split(letter).length - 1
    expect(played.move(letter.toLowerCase()).reward).toBeCloseTo((0.5 * count) / 7, 12)
    const row = Array.from(word, (one) => `  ${one === letter ? one : '_'} `).join('')
    expect(played.suffix()).toContain(row)
  })

  test('an absent letter earns nothing, a repeated one is illegal', () => {
    const played = game()
    expect(outcome(played.move(absent))).toEqual(GOES_ON)
    expect(played.move(absent).observation).toMatch(/before/)
  })

  test('the word is worth half plus half of what is hidden', () => {
    expect(outcome(game().move(word.toLowerCase()))).toEqual([1, true, false])
  })

  test('all letters shown do not end the episode; then the word is worth 0.5 and all totals 1', () => {
    const played = game()
    let total = 0
    for (const letter of new Set(word)) {
      const step = played.move(letter)
      expect(step.terminated).toBe(false)
      total += step.reward
    }
    const last = played.move(word)
    expect(last.reward).toBe(0.5)
    expect(total + last.reward).toBeCloseTo(1, 12)
  })

  test('a wrong word earns nothing and may be repeated; a wrong length is illegal', () => {
    const played = game()
    expect(outcome(played.move('QQQQQQQ'))).toEqual(GOES_ON)
    expect(played.move('QQQQQQQ').observation).toMatch(/not QQQQQQQ/)
    expect(played.move('QQ').observation).toMatch(/2 letters/)
  })

  test.each(['A B', 'AB1', '', '1'])('“%s” is a format error', (action) => {
    expect(outcome(game().move(action))).toEqual(FORMAT_ERROR)
  })

  test('the instructions give a letter for a letter and a word for a word', () => {
    expect(game().opening.observation).toMatch(/one letter, such as \\boxed\{E\}/)
    expect(game().opening.observation).toMatch(/whole word, such as \\boxed\{KITCHEN\}/)
  })
})

describe('Crosswords', () => {
  const game = () => play('Crosswords-v0-easy', 1)
  const grid = (suffix: string) => suffix.match(/^R\d\d .*$/gm)!.map((row) => row.slice(4).match(/[A-Z_.]/g)!)
  const find = (face: string) => {
    const rows = grid(game().suffix())
    const row = rows.findIndex((cells) => cells.includes(face))
    return `${row} ${rows[row]!.indexOf(face)}`
  }
  /** The correct letter of the first letter cell, by trying all. */
  const [place, letter] = (() => {
    const cell = find('_')
    const right = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ').find(
      (one) => game().move(`${cell} ${one}`).reward > 0,
    )!
    return [cell, right] as const
  })()
  const wrong = letter === 'Q' ? 'Z' : 'Q'

  test('the board has labels and four characters a cell', () => {
    const rows = game()
      .suffix()
      .match(/^(?: {3}C00.*|R\d\d .*)$/gm)!
    const side = rows.length - 1
    expect(rows[0]).toBe(
      `   ${Array.from({ length: side }, (_, i) => `C${String(i).padStart(2, '0')}`).join(' ')}`,
    )
    for (const [i, row] of rows.slice(1).entries()) {
      expect(row).toMatch(new RegExp(`^R${String(i).padStart(2, '0')} (?: [_.] {2}){${side}}$`))
    }
  })

  test('the clues carry their place in the list, direction and length', () => {
    const clues = game()
      .suffix()
      .match(/^\d\. .+ \((?:across|down)\): \d+ letters$/gm)!
    expect(clues.map((clue) => clue[0])).toEqual(['1', '2', '3'])
    const lengths = clues.map((clue) => Number(/(\d+) letters/.exec(clue)![1]))
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a))
    expect(grid(game().suffix())).toHaveLength(
      [4, 6, 8, 9, 10, 12, 14, 16][[3, 4, 5, 6, 7, 8, 9, 11].indexOf(lengths[0]!)]!,
    )
  })

  test('a right letter stays and earns its share; then the cell is filled', () => {
    const played = game()
    const cells = grid(played.suffix())
      .flat()
      .filter((cell) => cell === '_').length
    const step = played.move(`${place} ${letter.toLowerCase()}`)
    expect(outcome(step)).toEqual([1 / cells, false, false])
    expect(grid(played.suffix()).flat()).toContain(letter)
    expect(played.move(`${place} ${letter}`).observation).toMatch(/already filled/)
  })

  test.each([
    ['a wrong letter', `${place} ${wrong}`, /wrong/],
    ['a black cell', `${find('.')} A`, /takes no letter/],
    ['a cell outside', '99 0 A', /no cell/],
  ])('%s earns nothing and changes nothing', (_, action, words) => {
    const played = game()
    const before = played.suffix()
    const step = played.move(action)
    expect(outcome(step)).toEqual(GOES_ON)
    expect(step.observation).toMatch(words)
    expect(played.suffix()).toBe(before)
  })

  test.each(['0 0', '0 0 AB', '0 0 1', '[0 0 A]', '0,0,A', ' 0 0 A'])('“%s” is a format error', (action) => {
    expect(outcome(game().move(action))).toEqual(FORMAT_ERROR)
  })

  test('the lists are fifty words each, each with one clue, short enough for the turn limits', () => {
    for (const [list, least, most, cap] of [
      [plainCrosswords, 3, 11, 30],
      [hardCrosswords, 5, 16, 40],
    ] as const) {
      expect(new Set(list.map(({ word }) => word)).size).toBe(50)
      expect(new Set(list.map(({ clue }) => clue)).size).toBe(50)
      const lengths = list.map(({ word }) => word.length).toSorted((a, b) => a - b)
      expect([lengths[0], lengths.at(-1)]).toEqual([least, most])
      expect(lengths.slice(-3).reduce((a, b) => a + b)).toBeLessThanOrEqual(cap)
      for (const { word, clue } of list) {
        expect(word).toMatch(/^[a-z]+$/)
        expect(clue.toLowerCase()).not.toContain(word)
      }
    }
  })
})

describe('WordSearch', () => {
  const game = () => play('WordSearch-v0-easy', 2)
  /** Endpoints of the hidden words, found by the solver. */
  const words = (() => {
    const played = game()
    const player = solvingPlayer(builtInEntry('game:WordSearch-v0-easy')!)!
    const turns: Turn[] = []
    for (;;) {
      const action: string = player.propose({ opening: played.opening, turns })!
      const result = played.say(action)
      turns.push({ action, result })
      if (result.terminated) break
    }
    const found = turns.filter(({ result }) => result.reward > 0)
    return found.filter((_, i) => i % 2 === 0).map(({ action }) => /\{(.*)\}/.exec(action)![1]!.split(' '))
  })()
  const [first] = words as [string[], ...string[][]]
  const turned = (ends: string[]) => [ends[2], ends[3], ends[0], ends[1]].join(' ')

  test('five words are hidden; the count is shown, the words are not', () => {
    expect(words).toHaveLength(5)
    expect(game().suffix()).toContain('Words found: 0/5')
  })

  test('the grid has capitals everywhere, found words in brackets', () => {
    const played = game()
    expect(played.suffix()).toMatch(/^R00 (?: [A-Z] {2})+$/m)
    expect(outcome(played.move(first.join(' ')))).toEqual([0.2, false, false])
    expect(played.suffix().match(/\[[A-Z]\] /g)!.length).toBeGreaterThanOrEqual(3)
    expect(played.suffix()).toContain('Words found: 1/5')
  })

  test('either end may come first, and the other end pays once more', () => {
    const played = game()
    expect(played.move(turned(first)).reward).toBe(0.2)
    expect(played.move(first.join(' ')).reward).toBe(0.2)
    expect(played.suffix()).toContain('Words found: 1/5')
    expect(played.move(first.join(' ')).observation).toMatch(/before/)
  })

  test('all words found ends the episode', () => {
    const played = game()
    for (const ends of words.slice(0, -1)) expect(played.move(ends.join(' ')).terminated).toBe(false)
    expect(outcome(played.move(words.at(-1)!.join(' ')))).toEqual([0.2, true, false])
  })

  test.each([
    ['a cell outside', '0 0 0 99', /not on the grid/],
    ['a diagonal', '0 0 2 2', /neither across nor down/],
    ['no hidden word', '0 0 0 0', /no hidden word/],
  ])('%s earns nothing', (_, action, message) => {
    const step = game().move(action)
    expect(outcome(step)).toEqual(GOES_ON)
    expect(step.observation).toMatch(message)
  })

  test('a repetition is noticed before the diagonal', () => {
    const played = game()
    played.move('0 0 2 2')
    expect(played.move('0 0 2 2').observation).toMatch(/before/)
  })

  test.each(['0 0 0', '[0 0 0 2]', '0,0,0,2', 'a b c d', ' 0 0 0 2'])('“%s” is a format error', (action) => {
    expect(outcome(game().move(action))).toEqual(FORMAT_ERROR)
  })
})

test('the vocabulary: more than a thousand words, lower case, each once, in the lengths the games want', () => {
  expect(allWords.length).toBeGreaterThan(1000)
  expect(new Set(allWords).size).toBe(allWords.length)
  for (const word of allWords) expect(word).toMatch(/^[a-z]{3,11}$/)
  for (const word of basicWords) expect(word.length).toBeLessThanOrEqual(7)
  for (const length of [3, 4, 5, 7]) expect(wordsOfLength(length).length).toBeGreaterThan(100)
})
