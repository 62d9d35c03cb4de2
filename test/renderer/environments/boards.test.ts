import { describe, expect, it } from 'vitest'
import { solvingPlayer, type Turn } from '#shared/gem/players/index.ts'
import { gameCatalogue } from '../../../shared/gem/catalogue/index.ts'
import { openGem } from '../../../electron/sandbox-server/gem/index.ts'
import { type Board, changed, isFull, withDraft } from '../../../renderer/environments/boards/board.ts'
import { boardGameOf, readBoard } from '../../../renderer/environments/boards/games.ts'

const faces = (board: Board | null) =>
  board?.rows.map((row) => row.map(({ face, kind }) => face || kind).join(' '))

/** Plays the real environments, and parses the board after the reset and each action. */
async function boardsOf(envId: string, seed: number, actions: readonly string[]) {
  const gem = await openGem()
  const { sandbox_id: id } = await gem.make(envId)
  const game = boardGameOf(envId)!
  const opening = await gem.reset(id, seed)
  const turns: Turn[] = []
  const boards = [readBoard(game, { opening, turns: [] })]
  for (const action of actions) {
    turns.push({ action: `\\boxed{${action}}`, result: await gem.step(id, `\\boxed{${action}}`) })
    boards.push(readBoard(game, { opening, turns: [...turns] }))
  }
  await gem.close(id)
  return boards
}

describe('every game is drawn from what it shows', () => {
  it.each(gameCatalogue.map(({ id }) => id))(
    '%s, at the start and after a step of its solver',
    async (envId) => {
      const gem = await openGem()
      const { sandbox_id: id } = await gem.make(envId)
      const game = boardGameOf(envId)
      const opening = await gem.reset(id, 3)
      const first = readBoard(game, { opening, turns: [] })
      expect(first).not.toBeNull()
      const action = solvingPlayer(gameCatalogue.find((entry) => entry.id === envId)!)?.propose({
        opening,
        turns: [],
      })
      if (action) {
        const result = await gem.step(id, action)
        expect(readBoard(game, { opening, turns: [{ action, result }] })).not.toBeNull()
      }
      await gem.close(id)
    },
  )
})

describe('single boards', () => {
  it('Hanoi: disks on their pegs', async () => {
    const [, after] = await boardsOf('game:TowerofHanoi-v0-easy', 0, ['A C'])
    expect(after?.pegs).toEqual([[3, 2], [], [1]])
  })

  it('Sokoban: a box is drawn, on a goal and off it', async () => {
    const [board] = await boardsOf('game:Sokoban-v0-easy', 0, [])
    expect(faces(board!)!.join(' ')).toContain('X')
    for (const cell of board!.rows.flat()) if (cell.face === 'X') expect(cell.kind).toBe('box')
  })

  it.each([
    ['Wordle', 'te', ['T E free', 'free free free'], false],
    ['Wordle', 'ten', ['T E N', 'free free free'], true],
    ['Wordle', 'tent', ['free free free', 'free free free'], false],
    ['Wordle', 't3', ['free free free', 'free free free'], false],
    ['Wordle', '', ['free free free', 'free free free'], false],
    ['Mastermind', '4', ['4 free none none', 'free free none none'], false],
    ['Mastermind', '4 1', ['4 1 none none', 'free free none none'], true],
    ['Mastermind', '4,1', ['free free none none', 'free free none none'], false],
  ])('%s: the typed %j is in the next row', async (game, draft, rows, full) => {
    const [board] = await boardsOf(`game:${game}-v0-easy`, 0, [])
    const family = boardGameOf(`game:${game}-v0-easy`)!
    const typed = withDraft(family, board!, draft)
    expect(faces(typed)).toEqual(rows)
    expect(isFull(family, board!, draft)).toBe(full)
    // Typing is no change of the board.
    expect(changed(typed, board!, 0, 0)).toBe(false)
  })

  it('Wordle: the guess after another is typed below it, and no other board takes one', async () => {
    const [, after] = await boardsOf('game:Wordle-v0-easy', 0, ['act'])
    expect(faces(withDraft(boardGameOf('game:Wordle-v0-easy')!, after!, 'ten'))?.slice(0, 2)).toEqual([
      'A C T',
      'T E N',
    ])
    const [numbers] = await boardsOf('game:GuessTheNumber-v0-easy', 0, [])
    expect(withDraft(boardGameOf('game:GuessTheNumber-v0-easy')!, numbers!, '5')).toBe(numbers)
  })

  it('GuessTheNumber: hints rule numbers out', async () => {
    const boards = await boardsOf('game:GuessTheNumber-v0-easy', 0, ['5', '7'])
    expect(boards[1]?.rows[0]?.map(({ kind }) => kind).join(' ')).toBe(
      'out out out out tried open open open open open',
    )
    expect(boards[2]?.rows[0]?.[6]?.kind).toBe('right')
  })

  it('Minesweeper: the mine that was hit is drawn although the text does not show it', async () => {
    const [before, open] = await boardsOf('game:Minesweeper-v0-easy', 42, ['reveal 2 2'])
    expect(faces(before ?? null)?.[0]).toBe('covered covered covered covered covered')
    expect(changed(open!, before!, 2, 2)).toBe(true)
    const covered = open!.rows.flatMap((row, r) =>
      row.flatMap(({ kind }, c) => (kind === 'covered' ? [`${r} ${c}`] : [])),
    )
    let hit = 0
    for (const place of covered) {
      const boards = await boardsOf('game:Minesweeper-v0-easy', 42, ['reveal 2 2', `reveal ${place}`])
      hit += boards
        .at(-1)!
        .rows.flat()
        .filter(({ kind }) => kind === 'mine').length
    }
    expect(hit).toBe(5)
  })

  it('Sudoku: own entries differ from givens', async () => {
    const [board] = await boardsOf('game:Sudoku-v0-easy', 1, [])
    expect(board?.block).toBe(2)
    expect(new Set(board?.rows.flat().map(({ kind }) => kind))).toEqual(new Set(['given', 'empty']))
  })

  it('another text is no board and stays text', () => {
    const opening = { observation: 'x', info: { suffix: 'nothing to draw' } }
    for (const { id } of gameCatalogue) expect(readBoard(boardGameOf(id), { opening, turns: [] })).toBeNull()
    expect(boardGameOf('rg:leg_counting')).toBeUndefined()
  })
})

describe('clicks and keys become actions', () => {
  const press = async (envId: string, row: number, column: number) => {
    const [board] = await boardsOf(envId, 5, [])
    return boardGameOf(envId)?.press?.({ row, column }, 'plain', null, board!)
  }
  it('Minesweeper reveals and flags', async () => {
    expect(await press('game:Minesweeper-v0-easy', 1, 2)).toEqual({ send: 'reveal 1 2' })
    expect(boardGameOf('game:Minesweeper-v0-easy')?.type?.('f', { row: 0, column: 3 })).toEqual({
      send: 'flag 0 3',
    })
  })
  it('WordSearch wants both ends', async () => {
    const game = boardGameOf('game:WordSearch-v0-easy')
    expect(await press('game:WordSearch-v0-easy', 1, 2)).toEqual({ mark: { row: 1, column: 2 } })
    const [board] = await boardsOf('game:WordSearch-v0-easy', 5, [])
    expect(game?.press?.({ row: 1, column: 6 }, 'plain', { row: 1, column: 2 }, board!)).toEqual({
      send: '1 2 1 6',
    })
  })
  it('FifteenPuzzle names the way of the tile', async () => {
    const [board] = await boardsOf('game:FifteenPuzzle-v0-hard', 5, [])
    const game = boardGameOf('game:FifteenPuzzle-v0-hard')!
    const row = board!.rows.findIndex((cells) => cells.some(({ kind }) => kind === 'gap'))
    const column = board!.rows[row]!.findIndex(({ kind }) => kind === 'gap')
    const below = game.press?.({ row: row + 1, column }, 'plain', null, board!)
    expect(row === 3 ? below : (below as { send: string }).send).toEqual(row === 3 ? null : 'up')
    expect(game.press?.({ row, column }, 'plain', null, board!)).toBeNull()
  })
  it.each([
    ['game:Sudoku-v0-easy', '4', '2 3 4'],
    ['game:Crosswords-v0-easy', 'q', '1 2 Q'],
  ])('%s takes a typed character', (envId, key, action) => {
    expect(boardGameOf(envId)?.type?.(key, { row: 1, column: 2 })).toEqual({ send: action })
    expect(boardGameOf(envId)?.type?.('?', { row: 1, column: 2 })).toBeNull()
  })
})
