import { solvingPlayer } from '#shared/gem/players/index.ts'
import { formatReward } from '../../renderer/environments/parts/format.ts'
import { definitions, episodes } from '../electron/sandbox-server/gem/episodes.ts'
import { openEnvironment, pinSeed } from './environments-page.ts'
import { expect, test } from './workbench.ts'

/** The easy environment of each game family, with a seed that the solver finishes in few turns. */
const GAMES: Readonly<Record<string, number>> = {
  'game:GuessTheNumber-v0-easy': 1,
  'game:Mastermind-v0-easy': 4,
  'game:Minesweeper-v0-easy': 2,
  'game:Wordle-v0-easy': 1,
  'game:FifteenPuzzle-v0-easy': 0,
  'game:Hangman-v0-easy': 1,
  'game:Sudoku-v0-easy': 0,
  'game:TowerofHanoi-v0-easy': 0,
  'game:Game2048-v0-easy': 0,
  'game:Sokoban-v0-easy': 6,
  'game:Crosswords-v0-easy': 2,
  'game:WordSearch-v0-easy': 0,
}

const easy = definitions.filter(({ entry }) => /^game:.*-easy$/.test(entry.id))

test('there are twelve families', () => {
  expect(easy.map(({ entry }) => entry.id).sort()).toEqual(Object.keys(GAMES).sort())
})

for (const definition of easy) {
  const { id } = definition.entry
  test(`${id} is played by hand to its end`, async ({ page, workbench }) => {
    // Actions and rewards are known in advance: a seed's episode is the same everywhere.
    const seed = GAMES[id]!
    const known = [...episodes(definition, seed + 1, (entry) => solvingPlayer(entry)!)].at(-1)!
    expect(known.end).toBe('solved')
    await openEnvironment(page, workbench.url, id)
    await pinSeed(page, seed)
    const action = page.getByRole('textbox', { name: 'Action', exact: true })
    for (const [i, turn] of known.turns.entries()) {
      await action.fill(turn.action)
      await action.press('Enter')
      await expect(page.getByText(`Turn ${i + 1} ·`)).toBeVisible()
    }
    await expect(page.getByRole('status').getByText('Solved')).toBeVisible()
    const figures = `Turn ${known.turns.length} · return ${formatReward(known.return)}`
    await expect(page.getByText(figures, { exact: true })).toBeVisible()
    const shots = process.env['ORRERY_SHOTS']
    if (shots) await page.screenshot({ path: `${shots}/${id.replaceAll(/\W/g, '-')}.png` })
  })
}
