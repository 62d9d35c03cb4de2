import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openEnvironment } from './environments-page.ts'
import { expect, test } from './workbench.ts'

test('a solver plays to the end, and a batch of seeds shows its distribution', async ({
  page,
  workbench,
}) => {
  await page.goto(`${workbench.url}#/environments`)
  await page.getByRole('combobox', { name: 'Search or enter an ID' }).fill('game:TowerofHanoi-v0-easy')
  await page.getByRole('combobox', { name: 'Search or enter an ID' }).press('Enter')
  await page.getByRole('tab', { name: 'Auto-play' }).click()
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('solver')
  await page.getByRole('combobox', { name: 'Pause between steps' }).selectOption('0')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText('Turn 7 · return 1')).toBeVisible()
  // The episode has ended: the agent begins another one, which is also solved.
  await page.getByRole('button', { name: 'Reset and run' }).click()
  await page.getByRole('radio', { name: 'Library' }).click()
  const solved = page
    .getByRole('group', { name: 'Library' })
    .getByRole('button', { name: /7 steps · return 1 · Solved/ })
  await expect(solved).toHaveCount(2)
  await page.getByRole('radio', { name: 'Catalogue' }).click()

  // A batch uses the selected environment, not the active tab's.
  await page.getByRole('combobox', { name: 'Search or enter an ID' }).fill('game:GuessTheNumber-v0-easy')
  await page
    .getByRole('option', { name: /Guess the number/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Batch…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: /^Environment / })).toHaveValue(
    'game:GuessTheNumber-v0-easy',
  )
  await dialog.getByRole('combobox', { name: 'Agent' }).selectOption('solver')
  await dialog.getByLabel('Number of seeds').fill('12')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText('12 of 12 completed')).toBeVisible()
  await expect(page.getByText('100%', { exact: false }).first()).toBeVisible()
  await page.getByRole('list', { name: 'Episodes' }).getByRole('button').first().click()
  await expect(page.getByRole('status').getByText('Solved')).toBeVisible()

  const library = page.getByRole('group', { name: 'Library' })
  await page.getByRole('radio', { name: 'Library' }).click()
  await library.getByRole('combobox', { name: 'Saved batches' }).selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Delete this batch' }).click()
  await expect(page.getByText('12 of 12 completed')).toHaveCount(0)
  await expect(library.getByRole('combobox', { name: 'Saved batches' })).toHaveCount(0)
})

test('two agents are compared without scrolling, and a batch of no seeds is refused', async ({
  page,
  workbench,
}) => {
  await openEnvironment(page, workbench.url, 'game:Wordle-v0-easy')
  await page.getByRole('button', { name: 'Run a batch of seeds' }).click()
  const dialog = page.getByRole('dialog')
  const count = dialog.getByLabel('Number of seeds')
  const start = dialog.getByRole('button', { name: 'Start' })
  for (const wrong of ['0', '']) {
    await count.fill(wrong)
    await expect(dialog.getByRole('alert')).toContainText('Choose 1 to 10,000 episodes')
    await expect(count).toHaveAttribute('aria-invalid', 'true')
    await expect(start).toHaveAttribute('aria-disabled', 'true')
  }
  await count.fill('10')
  await dialog.getByRole('button', { name: 'Add an agent' }).click()
  await dialog.getByRole('combobox', { name: 'Agent' }).nth(1).selectOption('solver')
  await start.click()
  await expect(page.getByText('20 of 20 completed')).toBeVisible()
  const figures = page.getByRole('region', { name: 'Agents' })
  await expect(figures.getByRole('columnheader').nth(1)).toHaveText('Solved')
  expect(await figures.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0)
  // In a narrow window the rest scrolls under the agents' names.
  await page.setViewportSize({ width: 683, height: 900 })
  await figures.evaluate((it) => it.scrollTo({ left: 200 }))
  await expect(figures.getByRole('rowheader', { name: 'Solver' })).toBeInViewport({ ratio: 0.9 })
})

test('a script diverges from a solver, and both are compared', async ({ page, workbench }) => {
  await page.goto(`${workbench.url}#/environments`)
  await page.getByRole('combobox', { name: 'Search or enter an ID' }).fill('game:TowerofHanoi-v0-easy')
  await page.getByRole('combobox', { name: 'Search or enter an ID' }).press('Enter')
  await page.getByRole('tab', { name: 'Auto-play' }).click()
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('script')
  await page.getByRole('combobox', { name: 'Pause between steps' }).selectOption('0')
  const script = page.getByLabel('Actions, one per line')
  await script.fill('\\boxed{A C}\n\\boxed{A B}')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText('Turn 2 · return 0')).toBeVisible()
  await page.getByRole('button', { name: 'Undo one turn' }).click()
  await expect(page.getByText('Turn 1 · return 0')).toBeVisible()
  await script.fill('\\boxed{A C}\n\\boxed{C B}')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText('Turn 2 · return 0')).toBeVisible()
  await page.getByRole('tab', { name: 'Branches' }).click()
  await page.getByRole('button', { name: 'Compare with the current branch' }).click()
  await expect(page.getByText('First difference at turn 2: the action')).toBeVisible()
})

test('a model behind an endpoint proposes once it was named, and not before', async ({ page, workbench }) => {
  const asked: { authorization: string | undefined; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      asked.push({ authorization: request.headers.authorization, body })
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'I say \\boxed{5}' } }] }),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await page.goto(`${workbench.url}#/environments`)
    await page.getByRole('combobox', { name: 'Search or enter an ID' }).fill('game:GuessTheNumber-v0-hard')
    await page.getByRole('combobox', { name: 'Search or enter an ID' }).press('Enter')
    await page.getByRole('tab', { name: 'Auto-play' }).click()
    await page.getByRole('combobox', { name: 'Agent' }).selectOption('endpoint')
    await expect(
      page.getByRole('paragraph').filter({ hasText: 'Nothing is sent until you add one' }),
    ).toBeVisible()
    expect(asked).toEqual([])
    await page.getByRole('button', { name: 'Endpoints…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').fill(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`)
    await dialog.getByLabel('Model').fill('tiny')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Suggest one action' }).click()
    await expect(page.getByRole('status').locator('code')).toHaveText('I say \\boxed{5}')
    await page.getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByText('Turn 1 ·')).toBeVisible()
    expect(asked[0]?.authorization).toBeUndefined()
    expect(asked[0]?.body).toContain('"model":"tiny"')
    // The file is written shortly after the acknowledgement; until then the change is in the journal.
    await expect
      .poll(() =>
        readFile(join(workbench.data, 'documents', 'gem', 'endpoints.json'), 'utf8').catch(() => ''),
      )
      .toContain('tiny')

    // Storing a key: without a keyring the user may agree to an unencrypted file.
    await page.getByRole('button', { name: 'Endpoints…' }).click()
    await dialog.getByRole('combobox', { name: 'Key' }).selectOption('secret')
    await dialog.getByLabel('API key').fill('sesame')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const unsafe = dialog.getByRole('button', { name: 'Store it unencrypted' })
    await expect.poll(async () => (await unsafe.isVisible()) || !(await dialog.isVisible())).toBe(true)
    if (await unsafe.isVisible()) await unsafe.click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Suggest one action' }).click()
    await expect.poll(() => asked.at(-1)?.authorization).toBe('Bearer sesame')
  } finally {
    server.close()
  }
})
