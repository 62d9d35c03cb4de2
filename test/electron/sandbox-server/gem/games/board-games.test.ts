import { describe, expect, test } from 'vitest'
import { mergeLine, slide } from '../../../../../electron/sandbox-server/gem/games/game-2048.ts'
import { sokobanRoom } from '../../../../../electron/sandbox-server/gem/sokoban-room.ts'
import { sudokuGrid, SudokuSolver } from '../../../../../electron/sandbox-server/gem/sudoku-grid.ts'
import { FORMAT_ERROR, GOES_ON, outcome, play } from '../play.ts'

describe('FifteenPuzzle', () => {
  const game = (seed = 0) => play('FifteenPuzzle-v0-easy', seed)
  const boardOf = (suffix: string) => /((?:(?: \d|__) (?: \d|__)\n)+)/.exec(suffix)![1]!

  test('only two starts exist on 2×2, each four moves away', () => {
    const starts = new Set(Array.from({ length: 60 }, (_, seed) => boardOf(game(seed).suffix())))
    expect([...starts].toSorted()).toEqual([' 3  1\n 2 __\n', ' 2  3\n 1 __\n'].toSorted())
  })

  test('a tile moves the way that is named', () => {
    const played = game([0, 1, 2, 3].find((seed) => boardOf(game(seed).suffix()) === ' 3  1\n 2 __\n'))
    expect(outcome(played.move('down'))).toEqual(GOES_ON)
    expect(boardOf(played.suffix())).toBe(' 3 __\n 2  1\n')
    expect(outcome(played.move('right'))).toEqual(GOES_ON)
    expect(boardOf(played.suffix())).toBe('__  3\n 2  1\n')
    played.move('up')
    expect(outcome(played.move('left'))).toEqual(GOES_ON)
    expect(boardOf(played.suffix())).toBe(' 2  3\n 1 __\n')
  })

  test('a direction without a tile is illegal and changes nothing', () => {
    const played = game()
    const before = played.suffix()
    expect(outcome(played.move('up'))).toEqual(GOES_ON)
    expect(outcome(played.move('left'))).toEqual(GOES_ON)
    expect(played.suffix()).toBe(before)
  })

  test.each(['LEFT', 'Up', 'left ', 'l', 'north', '3'])('“%s” is a format error: case matters', (action) => {
    expect(outcome(game().move(action))).toEqual(FORMAT_ERROR)
  })

  test('solved: 1; in the solved state an illegal move is not noticed as solved', () => {
    const played = game([0, 1, 2, 3].find((seed) => boardOf(game(seed).suffix()) === ' 2  3\n 1 __\n'))
    for (const move of ['down', 'right', 'up']) expect(outcome(played.move(move))).toEqual(GOES_ON)
    expect(outcome(played.move('left'))).toEqual([1, true, false])
    expect(boardOf(played.suffix())).toBe(' 1  2\n 3 __\n')
    expect(outcome(played.move('up'))).toEqual(GOES_ON)
  })

  test('the last turn pays for right cells, the gap counted too', () => {
    const played = game()
    for (let i = 0; i < 9; i++) played.move('up')
    // In both starts only the empty cell is in place.
    expect(outcome(played.move('up'))).toEqual([0.25, true, true])
  })

  test('the random variant works and draws 2×2, 3×3 and 4×4', () => {
    const sides = new Set(
      Array.from(
        { length: 30 },
        (_, seed) =>
          play('FifteenPuzzle-v0-random', seed)
            .suffix()
            .match(/__|\d+/g)!.length,
      ),
    )
    expect([...sides].toSorted((a, b) => a - b)).toEqual([4, 9, 16])
  })
})

describe('Game2048', () => {
  test.each([
    [
      [2, 2, 2, 2],
      [4, 4],
    ],
    [
      [4, 4, 8, 0],
      [8, 8],
    ],
    [[2, 0, 0, 2], [4]],
    [
      [2, 4, 2, 4],
      [2, 4, 2, 4],
    ],
    [[0, 0, 0, 0], []],
    [
      [4, 2, 2, 0],
      [4, 4],
    ],
    [
      [2, 2, 2, 0],
      [4, 2],
    ],
  ])('%j merges to %j', (line, merged) => {
    expect(mergeLine(line)).toEqual(merged)
  })

  const column = [2, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0]
  test.each([
    ['up', [4, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['down', [0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 8, 0, 0, 0]],
    ['right', [0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 4]],
  ] as const)('a column slides %s', (direction, moved) => {
    expect(slide(column, direction)).toEqual(moved)
  })

  test('a slide that changes nothing is none', () => {
    expect(slide(column, 'left')).toBeNull()
  })

  const game = () => play('Game2048-v0-random', 1)

  test('a move without change is illegal, and no tile appears', () => {
    const played = game()
    played.move('left')
    const before = played.suffix()
    expect(outcome(played.move('left'))).toEqual(GOES_ON)
    expect(played.suffix()).toBe(before)
  })

  test('any case, no blanks', () => {
    expect(game().move('LeFt').terminated).toBe(false)
    expect(outcome(game().move(' left'))).toEqual(FORMAT_ERROR)
  })

  test('a new highest tile earns its share of the way on a log scale', () => {
    const played = game()
    expect(played.move('left').reward).toBe(0)
    // Two twos become a four: one of three doublings from 2 to 16.
    expect(played.move('down').reward).toBeCloseTo(1 / 3, 12)
  })

  test('the turn limit ends it', () => {
    const played = play('Game2048-v0-easy', 0)
    for (let i = 0; i < 49; i++) expect(played.move('up').terminated).toBe(false)
    const last = played.move('up')
    expect(last).toMatchObject({ terminated: true, truncated: true })
  })
})

describe('Sokoban', () => {
  test('rooms have a border, as many goals as boxes, one player, and nothing on a goal', () => {
    for (let seed = 0; seed < 60; seed++) {
      const { rows } = sokobanRoom({ rows: 6, columns: 6, boxes: 2, maxTurns: 20, seed })
      const cells = rows.join('')
      expect(rows.map((row) => row.length)).toEqual([6, 6, 6, 6, 6, 6])
      expect(`${rows[0]}${rows[5]}${rows.map((row) => row[0]! + row[5]!).join('')}`).toMatch(/^#+$/)
      for (const [symbol, count] of [
        ['X', 2],
        ['O', 2],
        ['P', 1],
      ] as const) {
        expect(cells.split(symbol).length - 1).toBe(count)
      }
    }
  })

  test('the given length of a shortest solution is that of a forward search', () => {
    for (let seed = 0; seed < 25; seed++) {
      const room = sokobanRoom({ rows: 6, columns: 6, boxes: 2, maxTurns: 20, seed })
      expect({ room, found: shortestSolution(room.rows) }).toEqual({ room, found: room.solution })
      expect(room.solution).toBeLessThanOrEqual(20)
    }
  })

  const boardOf = (suffix: string) => suffix.split('\n').slice(1, -2).join('\n')

  test('the suffix is a lead-in line, the board with blanks between, an empty line and the prompt', () => {
    expect(play('Sokoban-v0-easy', 3).suffix()).toMatch(/^.+\n(?:[#_OXP](?: [#_OXP]){5}\n){6}\n.+$/)
  })

  test('a wall blocks: nothing changes, the turn is used', () => {
    const played = play('Sokoban-v0-easy', 3)
    const steps = Array.from({ length: 6 }, () => {
      const before = played.suffix()
      return { before, step: played.move('up'), after: played.suffix() }
    })
    const blocked = steps.filter(({ step }) => /blocked/.test(String(step.observation)))
    expect(blocked.length).toBeGreaterThan(0)
    for (const { before, step, after } of blocked) {
      expect(outcome(step)).toEqual(GOES_ON)
      expect(after).toBe(before)
    }
  })

  test('pushing moves the box ahead; a goal under the player is hidden, a box on a goal is √', () => {
    const faces = new Set<string>()
    for (let seed = 0; seed < 40; seed++) {
      const played = play('Sokoban-v0-easy', seed)
      for (const move of ['up', 'LEFT', 'Down', 'right', 'right', 'up', 'left', 'down']) {
        const step = played.move(move)
        const after = boardOf(played.suffix())
        for (const face of after) faces.add(face)
        expect(after.match(/[X√]/g)).toHaveLength(2)
        if (step.terminated) break
      }
    }
    expect([...faces].toSorted()).toEqual(['\n', ' ', '#', 'O', 'P', 'X', '_', '√'].toSorted())
  })

  test('the last turn pays for boxes on goals', () => {
    const returns = new Set<number>()
    for (let seed = 0; seed < 200; seed++) {
      const played = play('Sokoban-v0-easy', seed)
      let last = played.move('up')
      for (let i = 1; i < 20 && !last.terminated; i++)
        last = played.move(['left', 'down', 'right', 'up'][(i * 7 + seed) % 4]!)
      if (!last.truncated) continue
      const onGoals = (boardOf(played.suffix()).match(/√/g) ?? []).length
      expect(last.reward).toBe(onGoals / 2)
      returns.add(last.reward)
    }
    expect(returns).toEqual(new Set([0, 0.5]))
  })

  test('the random variant has 2 boxes of 6×6 or 5 of 8×8, the hard one 4', () => {
    const boxes = (name: string, seed: number) => play(name, seed).suffix().match(/X/g)!.length
    expect(new Set(Array.from({ length: 12 }, (_, seed) => boxes('Sokoban-v0-random', seed)))).toEqual(
      new Set([2, 5]),
    )
    expect(boxes('Sokoban-v0-hard', 0)).toBe(4)
  })
})

/** Length of a shortest solution, by a plain forward search over rooms as text. */
function shortestSolution(rows: readonly string[]): number | null {
  const width = rows[0]!.length
  const start = rows.join('')
  const goals = new Set(Array.from(start).flatMap((cell, i) => (cell === 'O' ? [i] : [])))
  const first = Array.from(start, (cell) => (cell === 'O' ? '_' : cell)).join('')
  const seen = new Map([[first, 0]])
  for (const [state, moves] of seen) {
    if (Array.from(goals).every((goal) => state[goal] === 'X')) return moves
    const player = state.indexOf('P')
    for (const step of [-width, width, -1, 1]) {
      const cells = Array.from(state)
      if (cells[player + step] === 'X' && cells[player + 2 * step] === '_') cells[player + 2 * step] = 'X'
      else if (cells[player + step] !== '_') continue
      cells[player] = '_'
      cells[player + step] = 'P'
      const next = cells.join('')
      if (!seen.has(next)) seen.set(next, moves + 1)
    }
  }
  return null
}

describe('Sudoku', () => {
  const game = () => play('Sudoku-v0-easy', 0)
  const rowsOf = (suffix: string) => suffix.match(/^R\d.*$/gm)!.map((row) => row.slice(2).match(/\d|\./g)!)
  const grid = rowsOf(game().suffix()).map((row) => row.map((cell) => (cell === '.' ? 0 : Number(cell))))
  const solution = new SudokuSolver(4).solutions(grid.flat(), 2)
  const empty = grid.flat().flatMap((cell, i) => (cell === 0 ? [i] : []))
  const at = (cell: number, number: number) => `${Math.floor(cell / 4) + 1} ${(cell % 4) + 1} ${number}`
  const right = (cell: number) => solution[0]![cell]!

  test('the board has its exact form', () => {
    const face = (cell: number) => (grid.flat()[cell] === 0 ? '.' : String(grid.flat()[cell]))
    const row = (r: number) =>
      `R${r + 1}  ${face(r * 4)}  ${face(r * 4 + 1)} |  ${face(r * 4 + 2)}  ${face(r * 4 + 3)}`
    expect(game().suffix()).toContain(
      `   C1 C2   C3 C4  \n${row(0)}\n${row(1)}\n   - - - - - - \n${row(2)}\n${row(3)}\n\n`,
    )
  })

  test('one solution, 8 to 10 empty cells of 16 and 44 to 50 of 81', () => {
    for (let seed = 0; seed < 60; seed++) {
      const { puzzle, solution: only } = sudokuGrid({ size: 4, clues: 10, seed })
      expect(new SudokuSolver(4).solutions(puzzle, 2)).toEqual([only])
      expect([8, 9, 10]).toContain(puzzle.filter((cell) => cell === 0).length)
    }
    for (let seed = 0; seed < 8; seed++) {
      const { puzzle, solution: only } = sudokuGrid({ size: 9, clues: 50, seed })
      expect(new SudokuSolver(9).solutions(puzzle, 2)).toEqual([only])
      const blanks = puzzle.filter((cell) => cell === 0).length
      expect(blanks).toBeGreaterThanOrEqual(44)
      expect(blanks).toBeLessThanOrEqual(50)
    }
  })

  test('a right number stays and earns its share; all of them total 1', () => {
    const played = game()
    let total = 0
    for (const [i, cell] of empty.entries()) {
      const step = played.move(at(cell, right(cell)))
      expect(outcome(step)).toEqual([1 / empty.length, i === empty.length - 1, false])
      total += step.reward
    }
    expect(total).toBeCloseTo(1, 12)
  })

  test('a wrong number earns nothing and leaves the board', () => {
    const played = game()
    const before = played.suffix()
    const step = played.move(at(empty[0]!, (right(empty[0]!) % 4) + 1))
    expect(outcome(step)).toEqual(GOES_ON)
    expect(step.observation).toMatch(/breaks the rules/)
    expect(played.suffix()).toBe(before)
  })

  test.each(['0 1 1', '5 1 1', '1 0 1', '1 1 5', '1 1 0'])('%s is out of bounds', (action) => {
    expect(game().move(action).observation).toMatch(/outside/)
  })

  test('a given and an own right number cannot be changed', () => {
    const played = game()
    const given = grid.flat().findIndex((cell) => cell !== 0)
    expect(played.move(at(given, grid.flat()[given]!)).observation).toMatch(/already filled/)
    played.move(at(empty[0]!, right(empty[0]!)))
    expect(played.move(at(empty[0]!, right(empty[0]!))).observation).toMatch(/already filled/)
  })

  test.each(['1  1 1', '1,1,1', ' 1 1 1', '1 1', 'a b c'])('“%s” is a format error', (action) => {
    expect(outcome(game().move(action))).toEqual(FORMAT_ERROR)
  })
})
