import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { violations } from './accessibility.ts'
import { openEnvironment, pinSeed } from './environments-page.ts'
import { expect, test, type Workbench } from './workbench.ts'

const BENCH = { include: ['#bench-environments'] }

const open = (page: Page, { url }: Workbench, id: string): Promise<void> => openEnvironment(page, url, id)

test('a number is guessed by hand: warning, history, undo, end and lock', async ({ page, workbench }) => {
  await open(page, workbench, 'game:GuessTheNumber-v0-easy')
  await pinSeed(page, 0)
  const action = page.getByRole('textbox', { name: 'Action' })

  await action.fill('five')
  await expect(page.getByText('This won’t be read as an action')).toBeVisible()
  // What the rules would end the game for is held back once.
  await action.press('Enter')
  await expect(page.getByText('Not sent: the rules may end the episode for it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send anyway' })).toBeVisible()
  await expect(page.getByText('Turn 0 · return 0')).toBeVisible()
  await action.fill('5')
  await expect(page.getByRole('button', { name: 'Send anyway' })).toHaveCount(0)
  await expect(page.getByText('This won’t be read as an action')).toBeHidden()
  await action.press('Enter')
  await expect(page.getByRole('log')).toContainText('higher than 5')
  await expect(page.getByText('Turn 1 · return 0')).toBeVisible()

  await action.press('ArrowUp')
  await expect(action).toHaveValue('5')
  await action.fill('9')
  await action.press('Enter')
  await expect(page.getByRole('log')).toContainText('lower than 9')

  await page.getByRole('button', { name: 'Undo one turn' }).click()
  await expect(page.getByText('Turn 1 · return 0')).toBeVisible()
  await expect(
    page.getByText('You’re viewing turn 1 of 2. Your next action goes on from here.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Redo one turn' }).click()
  await expect(page.getByText('Turn 2 · return 0')).toBeVisible()

  // Seed 0 hides a 7 (docs/gem.md#random-numbers).
  await page.locator('[data-board]').getByRole('button', { name: '7', exact: true }).click()
  await expect(page.getByText('Turn 3 · return 1')).toBeVisible()
  await expect(page.getByRole('status').getByText('Solved')).toBeVisible()
  await expect(page.getByText('Input is locked.')).toBeVisible()
  await page.getByRole('button', { name: 'Play on anyway' }).click()
  await expect(action).toBeEditable()

  await page.getByRole('tab', { name: 'Request' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Request' })).toContainText('HTTP 200')
  await expect(page.getByRole('tabpanel', { name: 'Request' })).toContainText('authorization: •••')
  expect(await violations(page, BENCH)).toEqual([])
})

test('what the environment cannot read is sent the second time, and then nothing is asked any more', async ({
  page,
  workbench,
}) => {
  await open(page, workbench, 'game:GuessTheNumber-v0-easy')
  const action = page.getByRole('textbox', { name: 'Action' })
  await expect(action).toHaveAttribute('placeholder', /No \\boxed is needed/)
  await page.getByRole('radio', { name: 'Text' }).click()
  const game = page.getByRole('region', { name: 'Environment', exact: true })
  await expect(game).toContainText('Your guess?')
  await action.fill('five')
  await action.press('Enter')
  await action.press('Enter')
  await expect(page.getByText('Input is locked.')).toBeVisible()
  await expect(game).not.toContainText('Your guess?')
})

test('the keyboard stays in the bench when its last tab is closed', async ({ page, workbench }) => {
  await open(page, workbench, 'game:GuessTheNumber-v0-easy')
  await page.getByRole('textbox', { name: 'Action' }).focus()
  // Other tests of this worker may have left tabs.
  const tabs = page.getByRole('tablist', { name: 'Open environments' }).getByRole('tab')
  for (let left = await tabs.count(); left > 0; left--) {
    await page.keyboard.press('Control+Shift+P')
    await page.keyboard.type('close this tab')
    await page.keyboard.press('Enter')
    await expect(tabs).toHaveCount(left - 1)
  }
  await expect(page.locator('[data-bench="environments"]')).toBeFocused()
})

test('an episode that comes back takes no focus from where one types already', async ({
  page,
  workbench,
}) => {
  await open(page, workbench, 'game:GuessTheNumber-v0-easy')
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const search = document.querySelector<HTMLInputElement>('#environments-search')
      search?.focus()
      if (search) observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(page.getByRole('log')).toBeVisible()
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  })
  await expect(page.getByRole('combobox', { name: 'Search or enter an ID' })).toBeFocused()
})

test('a whole game of Sokoban is played with the keyboard alone', async ({ page, workbench }) => {
  await page.goto(workbench.url)
  await page.locator('nav button').first().waitFor()
  await page.keyboard.press('Control+4')
  await expect(page.getByRole('combobox', { name: 'Search or enter an ID' })).toBeVisible()
  await page.keyboard.press('Control+Shift+F')
  await page.keyboard.type('sokoban easy')
  await expect(page.getByRole('option', { name: 'Sokoban easy' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  const board = page.locator('[data-board="drawn"]')
  await expect(board).toBeFocused()

  // Seed 6 takes four moves, known from the solver's proposals; each key is pressed manually.
  await page.getByRole('textbox', { name: 'Seed' }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('6')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Sokoban, easy · 6', selected: true })).toBeVisible()
  // Only now the reset has begun for certain; until it has ended no action is taken or suggested.
  await expect(page.getByRole('button', { name: 'Reset', exact: true })).toBeEnabled()
  await page.keyboard.press('Control+Alt+5')
  const agent = page.getByRole('combobox', { name: 'Agent' })
  await agent.focus()
  await page.keyboard.press('s')
  await expect(agent).toHaveValue('solver')
  for (let turn = 1; turn <= 4; turn++) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Suggest one action')
    await page.keyboard.press('Enter')
    const proposal = page.getByRole('status').locator('code')
    await expect(proposal).toContainText('boxed')
    const way = /\{(\w+)\}/.exec((await proposal.textContent()) ?? '')?.[1] ?? ''
    await page.keyboard.press('Control+Alt+g')
    await expect(board).toBeFocused()
    await page.keyboard.press(`Arrow${way[0]?.toUpperCase()}${way.slice(1)}`)
    await expect(page.getByText(`turn ${turn} ·`)).toBeVisible()
    if (turn === 1) {
      await page.keyboard.press('Backspace')
      await expect(page.getByText('Turn 0 ·')).toBeVisible()
      await page.keyboard.press('Control+Alt+y')
      await expect(page.getByText('Turn 1 ·')).toBeVisible()
    }
  }
  await expect(page.getByRole('status').getByText('Solved')).toBeVisible()
  expect(await violations(page, BENCH)).toEqual([])
})

test('after the end of a game Enter leads to the next, and begins it', async ({ page, workbench }) => {
  await open(page, workbench, 'game:GuessTheNumber-v0-easy')
  const action = page.getByRole('textbox', { name: 'Action' })
  await action.focus()
  for (const turn of [1, 2, 3, 4]) {
    if (await page.getByText(/The episode ended after/).isVisible()) break
    await page.keyboard.type(String(2 * turn))
    await page.keyboard.press('Enter')
    await expect(page.getByText(new RegExp(`Turn ${turn} · return`))).toBeVisible()
  }
  await expect(page.getByText(/The episode ended after/)).toBeVisible()
  await expect(action).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'New episode' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Turn 0 · return/)).toBeVisible()
})

test('the text of a board is one key away and marks what changed', async ({ page, workbench }) => {
  await open(page, workbench, 'game:Minesweeper-v0-easy')
  await pinSeed(page, 42)
  await page.getByRole('button', { name: '2, 2: covered' }).click()
  await expect(page.getByText('Turn 1 ·')).toBeVisible()
  await expect(page.locator('[data-changed]').first()).toBeVisible()
  await page
    .getByRole('button', { name: /covered/ })
    .first()
    .click({ modifiers: ['Shift'] })
  await expect(page.getByRole('button', { name: /flag/ }).first()).toBeVisible()
  await page.keyboard.press('Control+Alt+b')
  await expect(page.locator('[data-board="text"] mark').first()).toBeVisible()
  await page.keyboard.press('Control+Alt+b')
  await expect(page.locator('[data-board="drawn"]')).toBeVisible()
})

test('an unseeded reset is marked, and an ended sandbox is replayed when a step is taken', async ({
  page,
  workbench,
}) => {
  await open(page, workbench, 'game:TowerofHanoi-v0-easy')
  await page.keyboard.press('a')
  await page.keyboard.press('c')
  await expect(page.getByText('Turn 1 ·')).toBeVisible()
  await page.getByRole('button', { name: 'End the environment on its platform' }).click()
  await expect(page.getByText('This episode’s environment is closed')).toBeVisible()
  await page.getByRole('textbox', { name: 'Action' }).fill('A B')
  await page.getByRole('textbox', { name: 'Action' }).press('Enter')
  await expect(page.getByText('Turn 2 ·')).toBeVisible()
  await page.getByRole('combobox', { name: 'Seed for the next reset' }).selectOption('none')
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(page.getByText('unseeded')).toBeVisible()
  const undo = page.getByRole('button', { name: 'Undo one turn' })
  await expect(undo).toBeDisabled()
  await expect(undo).toHaveAccessibleDescription(/can’t go back/)

  // Recorded turns can still be viewed; nothing is sent meanwhile.
  const action = page.getByRole('textbox', { name: 'Action' })
  await action.fill('A C')
  await action.press('Enter')
  await expect(page.getByText('Turn 1 ·')).toBeVisible()
  const turns = page.getByRole('listbox', { name: 'Transcript' }).getByRole('option')
  await turns.first().click()
  await expect(page.getByText('You’re viewing turn 0')).toBeVisible()
  await expect(turns.first()).toHaveAttribute('aria-selected', 'true')
  await expect(action).toBeHidden()
  await expect(page.getByText('Turn 0 ·')).toBeVisible()
  await page.getByRole('button', { name: 'Go to the current turn' }).click()
  await action.fill('A B')
  await action.press('Enter')
  await expect(page.getByText('Turn 2 ·')).toBeVisible()
})

test('an unknown id is refused with near ones, and every tab closes', async ({ page, workbench }) => {
  await open(page, workbench, 'game:Hangman-v0-easy')
  await page.getByRole('combobox', { name: 'Search or enter an ID' }).fill('game:Wordle-v0-esay')
  await page.getByRole('option', { name: 'Wordle-v0-esay' }).dblclick()
  await expect(page.getByRole('alert')).toContainText('game:Wordle-v0-easy')
  await page.getByRole('button', { name: 'Close all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close all' }).click()
  await expect(page.getByText('No environment is open')).toBeVisible()
  // The catalogue stands beside it; without, a button opens it.
  const find = page.getByRole('button', { name: 'Find an environment' })
  await expect(find).toHaveCount(0)

  // If the catalogue is a drawer, it closes when an environment is opened.
  await page.setViewportSize({ width: 683, height: 450 })
  await expect(find).toBeVisible()
  await page.getByRole('button', { name: 'Show or hide the side panel' }).click()
  await page.getByRole('combobox', { name: 'Search or enter an ID' }).fill('game:Wordle-v0-easy')
  await page.getByRole('combobox', { name: 'Search or enter an ID' }).press('Enter')
  await expect(page.getByRole('toolbar', { name: 'Episode' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('two episodes of one environment have addresses of their own', async ({ page, workbench }) => {
  await open(page, workbench, 'game:GuessTheNumber-v0-easy')
  await expect(page.getByText(/Turn 0 ·/)).toBeVisible()
  const bar = page.getByRole('toolbar', { name: 'Episode' })
  const seed = (): Promise<string> => bar.getByRole('textbox').first().inputValue()
  await expect(page).toHaveURL(/environments\/game%3AGuessTheNumber-v0-easy\/.+/)
  const [address, first] = [page.url(), await seed()]
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect.poll(() => page.url()).not.toBe(address)
  await expect.poll(seed).not.toBe(first)
  await page.goBack()
  await expect.poll(seed).toBe(first)
  await page.goto(`${workbench.url}#/settings`)
  await page.goto(address)
  await expect.poll(seed).toBe(first)
})

test('a platform that restarts loses no episode', async ({ page, workbench }) => {
  await open(page, workbench, 'game:Hangman-v0-easy')
  await page.getByRole('group', { name: 'Keyboard' }).getByRole('button', { name: 'E', exact: true }).click()
  await expect(page.getByText(/Turn 1 ·/)).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Restart Local sandboxes')
  await page.keyboard.press('Enter')
  // A step waits until the server is back; its sandbox is gone, so the episode is replayed in another one
  // first.
  await page.getByRole('group', { name: 'Keyboard' }).getByRole('button', { name: 'A', exact: true }).click()
  await expect(page.getByText(/Turn 2 ·/)).toBeVisible()
})

test('a code is typed into its row, and played again with the same seed', async ({ page, workbench }) => {
  await open(page, workbench, 'game:Mastermind-v0-easy')
  await pinSeed(page, 3)
  const board = page.locator('[data-board="drawn"]')
  await board.getByRole('group', { name: 'Keyboard' }).getByRole('button', { name: '4' }).click()
  await expect(board.locator('[data-kind="typed"]')).toHaveText('4')
  const action = page.getByRole('textbox', { name: 'Action' })
  await action.fill('4,5')
  await action.press('Enter')
  await page.getByRole('button', { name: 'Send anyway' }).click()
  await expect(page.getByText('Input is locked.')).toBeVisible()
  await page.getByRole('button', { name: 'Same again' }).click()
  await expect(page.getByText('Turn 0 · return 0')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Seed' })).toHaveValue('3')
  // The episode is there before the reset has ended; until then nothing is sent.
  await expect(page.getByRole('button', { name: 'Reset', exact: true })).toBeEnabled()

  // Two episodes are compared with one button; the open one is not removed.
  await action.fill('4 5')
  await action.press('Enter')
  await expect(page.getByText(/^Turn 1 ·/)).toBeVisible()
  await page.getByRole('radio', { name: 'Library' }).click()
  const library = page.getByRole('group', { name: 'Library', exact: true })
  const boxes = library.getByRole('checkbox', { name: 'Select Mastermind, easy, seed 3' })
  await boxes.nth(0).check()
  const compare = library.getByRole('button', { name: 'Compare', exact: true })
  await expect(compare).toHaveAttribute('aria-disabled', 'true')
  await boxes.nth(1).check()
  await library.getByRole('button', { name: 'Remove these episodes' }).click()
  await expect(page.getByText('1 of them is open in a tab and stays.')).toBeVisible()
  await page.keyboard.press('Escape')
  await compare.click()
  await expect(page.getByText('First difference at turn 1: the action')).toBeVisible()
})

test('after a game the next one is another', async ({ page, workbench }) => {
  await open(page, workbench, 'game:Mastermind-v0-easy')
  await pinSeed(page, 3)
  const action = page.getByRole('textbox', { name: 'Action' })
  await action.fill('4,5')
  await action.press('Enter')
  await page.getByRole('button', { name: 'Send anyway' }).click()
  const next = page.getByRole('button', { name: 'New episode' })
  await expect(next).toHaveAttribute('data-tone', 'primary')
  await next.click()
  await expect(page.getByText('Turn 0 · return 0')).toBeVisible()
  await expect(page.getByLabel('Seed for the next reset')).toHaveValue('random')
})

test('a strip of tabs that scrolls begins with a whole label', async ({ page, workbench }) => {
  await open(page, workbench, 'game:GuessTheNumber-v0-easy')
  await page.setViewportSize({ width: 683, height: 900 })
  // The record is a drawer there, and the board has the room.
  const views = page.getByRole('tablist', { name: 'Record views' })
  await expect(views).toHaveCount(0)
  await page.getByRole('button', { name: 'Show or hide the record' }).click()
  await views.getByRole('tab', { name: 'Auto-play' }).click()
  await expect(views.getByRole('tab', { name: 'Auto-play' })).toBeInViewport({ ratio: 1 })
  const cut = (): Promise<number> =>
    views.evaluate((list) => {
      const { left } = list.parentElement!.getBoundingClientRect()
      const labels = [...list.children].map((tab) => tab.lastElementChild!.getBoundingClientRect())
      return labels.filter((label) => label.left < left - 1 && label.right > left + 1).length
    })
  await expect.poll(cut).toBe(0)
})

test('library and comparison are accessible in every theme', async ({ page, workbench }) => {
  await open(page, workbench, 'game:GuessTheNumber-v0-easy')
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(page.getByText(/Turn 0 ·/)).toBeVisible()
  // The observation beside it says already what an agent sees at the start.
  await expect(page.getByRole('tab', { name: 'Rules' })).toHaveAttribute('aria-selected', 'true')
  for (const view of ['Branches', 'Remarks', 'Auto-play', 'Rules', 'Agent’s view']) {
    await page.getByRole('tab', { name: view }).click()
    expect(await violations(page, BENCH), view).toEqual([])
  }
  await page.getByRole('radio', { name: 'Library' }).click()
  await expect(page.getByRole('list', { name: 'Library' })).toBeVisible()
  expect(await violations(page, BENCH), 'library').toEqual([])
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Compare two episodes')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('listbox', { name: 'Turns of both branches' })).toBeVisible()
  for (const theme of ['dark', 'contrast', 'light'] as const) {
    await page.emulateMedia({
      colorScheme: theme === 'light' ? 'light' : 'dark',
      contrast: theme === 'contrast' ? 'more' : 'no-preference',
    })
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    expect(await violations(page, BENCH), `comparison, ${theme}`).toEqual([])
  }
})

test('what two windows open is all there at the next start', async ({ page, context, workbench }) => {
  const tabs = (window: Page) => window.getByRole('tablist', { name: 'Open environments' }).getByRole('tab')
  await open(page, workbench, 'game:Mastermind-v0-hard')
  const other = await context.newPage()
  await open(other, workbench, 'game:Hangman-v0-hard')
  await expect(tabs(other).filter({ hasText: 'Mastermind, hard' })).toHaveCount(1)
  const kept = async () => readFile(join(workbench.data, 'documents/gem/tabs.json'), 'utf8').catch(() => '')
  await expect.poll(kept).toContain('game:Hangman-v0-hard')
  await open(page, workbench, 'game:Wordle-v0-hard')
  await expect.poll(kept).toContain('game:Wordle-v0-hard')
  await page.reload()
  for (const name of ['Mastermind, hard', 'Hangman, hard', 'Wordle, hard'])
    await expect(tabs(page).filter({ hasText: name })).toHaveCount(1)
})

test('two windows show one episode: each follows the other, and going back sends no request', async ({
  page,
  context,
  workbench,
}) => {
  await open(page, workbench, 'game:TowerofHanoi-v0-easy')
  const other = await context.newPage()
  await other.goto(`${workbench.url}#/environments`)
  const figures = (window: Page, turn: number) => window.getByText(`Turn ${turn} · return 0`)
  const send = async (window: Page, text: string) => {
    await window.getByRole('textbox', { name: 'Action' }).fill(text)
    await window.getByRole('textbox', { name: 'Action' }).press('Enter')
  }
  await expect(figures(other, 0)).toBeVisible()
  await send(page, 'A C')
  await expect(figures(other, 1)).toBeVisible()
  await send(other, 'A B')
  await expect(figures(page, 2)).toBeVisible()
  // One window goes back; the other stays and continues.
  await other.getByRole('button', { name: 'Undo one turn' }).click()
  await expect(figures(other, 1)).toBeVisible()
  await expect(figures(page, 2)).toBeVisible()
  await send(page, 'C B')
  await expect(figures(page, 3)).toBeVisible()
  await expect(other.getByText('You’re viewing turn 1')).toBeVisible()
  // Acting there starts a branch, in both.
  await send(other, 'A B')
  await expect(figures(page, 2)).toBeVisible()
  await page.getByRole('tab', { name: 'Branches' }).click()
  await expect(page.getByText('2 branches from this seed')).toBeVisible()
})
