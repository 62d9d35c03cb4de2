import { expect, test } from 'vitest'
import { gameCatalogue } from '#shared/gem/catalogue/index.ts'
import { builtInEntry } from '#shared/gem/catalogue/index.ts'
import { randomPlayer, type Turn } from '#shared/gem/players/index.ts'
import { allWords } from '#shared/gem/words/vocabulary.ts'
import { openGem } from '../../../electron/sandbox-server/gem/index.ts'
import { boardGameOf, readBoard } from '../../../renderer/environments/boards/games.ts'
import { presetsNow } from '../../../renderer/environments/boards/legal.ts'

const gem = await openGem()
const boards = gameCatalogue.filter(({ id }) => id.endsWith('-hard') && !/Game2048|Sokoban|Fifteen/.test(id))

/** The answers of our games to an illegal move. */
const REFUSED =
  /already|not on|outside|breaks the rules|may not|no cell|takes no|before|no disk|empty|letters? long|must/i

test.each(boards.map((entry) => [entry.id, entry] as const))(
  'what is offered in %s can be played now',
  async (id, entry) => {
    const { sandbox_id } = await gem.make(id)
    const opening = await gem.reset(sandbox_id, 4)
    const turns: Turn[] = []
    const player = randomPlayer(entry, 9)
    for (let turn = 0; turn < 5; turn++) {
      const action = player.propose({ opening, turns })!
      const result = await gem.step(sandbox_id, action)
      if (result.terminated) break
      turns.push({ action, result })
    }
    const view = { opening, turns }
    const presets = presetsNow(entry, view, readBoard(boardGameOf(id), view))
    expect(presets.length).toBeGreaterThan(0)
    for (const preset of presets) {
      const { sandbox_id: again } = await gem.make(id)
      await gem.reset(again, 4)
      for (const { action } of turns) await gem.step(again, action)
      const { observation, reward } = await gem.step(again, preset)
      expect(reward, preset).toBeGreaterThanOrEqual(0)
      // A Sudoku number may turn out wrong later, which only its solution reveals.
      if (!id.includes('Sudoku')) expect(observation, preset).not.toMatch(REFUSED)
    }
  },
)

test('a number that the answers ruled out is not offered', async () => {
  const entry = builtInEntry('game:GuessTheNumber-v0-easy')!
  const { sandbox_id } = await gem.make(entry.id)
  const opening = await gem.reset(sandbox_id, 0)
  // Seed 0 hides a 7.
  const action = '\\boxed{5}'
  const view = { opening, turns: [{ action, result: await gem.step(sandbox_id, action) }] }
  const presets = presetsNow(entry, view, readBoard(boardGameOf(entry.id), view))
  expect(presets).toHaveLength(2)
  for (const preset of presets) expect(preset).toMatch(/\{(?:6|7|8|9|10)\}/)
})

/** What each of ten seeds offers at its start. */
async function offeredIn(id: string): Promise<string[]> {
  const entry = builtInEntry(id)!
  const { sandbox_id } = await gem.make(id)
  const offered: string[] = []
  for (let seed = 0; seed < 10; seed++) {
    const view = { opening: await gem.reset(sandbox_id, seed), turns: [] }
    const presets = presetsNow(entry, view, readBoard(boardGameOf(id), view))
    expect(presets).toHaveLength(2)
    offered.push(...presets)
  }
  await gem.close(sandbox_id)
  return offered
}

test.each(['easy', 'hard', 'random'])(
  'no digit is twice in a code offered in Mastermind, %s',
  async (level) => {
    for (const preset of await offeredIn(`game:Mastermind-v0-${level}`))
      expect(preset).not.toMatch(/(\d).*\1/)
  },
)

test.each(['easy', 'hard', 'random'])('what is offered in Wordle is a word, %s', async (level) => {
  for (const preset of await offeredIn(`game:Wordle-v0-${level}`))
    expect(allWords).toContain(/\{([A-Z]+)\}/.exec(preset)?.[1]?.toLowerCase())
})

test('a choice is offered whole, and what Orrery does not know by its examples', () => {
  const sokoban = builtInEntry('game:Sokoban-v0-easy')!
  const view = { opening: { observation: '', info: {} }, turns: [] }
  expect(presetsNow(sokoban, view, null)).toHaveLength(4)
  const own = {
    ...sokoban,
    source: 'plugin' as const,
    action: { ...sokoban.action, pattern: 'x', examples: ['x'] },
  }
  expect(presetsNow(own, view, null)).toEqual(['x'])
  expect(presetsNow(undefined, view, null)).toEqual([])
})
