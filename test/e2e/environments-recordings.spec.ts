import { readFile } from 'node:fs/promises'
import { expect, test } from './workbench.ts'

const LINE = { kind: 'step', reward: 0, terminated: false, truncated: false, info: {} }
const begin = (seed: number): object[] => [
  { kind: 'header', schema: 'gem-trajectory', version: 1, env_id: 'game:GuessTheNumber-v0-easy', seed },
  { kind: 'reset', t: 0, observation: 'Guess.', info: {} },
]
const guess = (t: number, number: number): object => ({
  ...LINE,
  t,
  action: `\\boxed{${number}}`,
  observation: 'At turn 1.',
})
/** Three synthetic rollouts; the last one repeats a single answer. */
const rollouts = [
  ...begin(0),
  guess(1, 5),
  { ...guess(2, 7), reward: 1, terminated: true },
  ...begin(1),
  guess(1, 9),
  ...begin(2),
  ...[1, 2, 3, 4].map((t) => guess(t, 3)),
]
const jsonLines = (values: readonly object[]): Buffer =>
  Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''))

test('a reviewer reads a file of many episodes by keyboard, replays it and writes it in another form', async ({
  page,
  workbench,
}) => {
  await page.goto(`${workbench.url}#/environments`)
  await page.getByRole('radio', { name: 'Library' }).click()
  await page.getByLabel('Open files…').setInputFiles({
    name: 'rollouts.jsonl',
    mimeType: 'application/x-ndjson',
    buffer: jsonLines(rollouts),
  })
  const list = page.getByRole('list', { name: 'Recorded episodes' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByText('The ends of 2 episodes are missing')).toBeVisible()
  const review = page.getByRole('group', { name: 'rollouts.jsonl' })

  await test.step('keys go from episode to episode and give verdicts', async () => {
    await review.focus()
    await page.keyboard.press('j')
    await expect(page.getByText('Episode 2', { exact: true })).toBeVisible()
    await page.keyboard.press('b')
    await expect(list.getByRole('listitem').nth(1).getByLabel('Bug')).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('f')
    await expect(review.locator('[aria-current="true"]', { hasText: 'Loop' }).first()).toBeVisible()
    await page.keyboard.press('n')
    await page.keyboard.type('stuck')
    await page.keyboard.press('Escape')
    await page.keyboard.press('k')
  })

  await test.step('every divergence is listed', async () => {
    await page.getByRole('button', { name: 'Replay all and compare' }).click()
    await expect(list.getByText('Differs')).toHaveCount(3)
    await expect(page.getByText('Now differs: observation').first()).toBeVisible()
  })

  await test.step('what a form cannot hold is said before it is written', async () => {
    await page.getByRole('button', { name: 'Save episodes…' }).click()
    await page.getByLabel('Format').selectOption('OpenAI messages (JSON Lines)')
    await expect(page.getByText(/This format cannot hold: .*remarks on the whole episode/)).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toBe('rollouts.jsonl')
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { seed: number }).seed)).toEqual([0, 1, 2])
  })

  await test.step('a reload loses nothing, and a link leads to a step', async () => {
    await page.reload()
    await expect(list.getByRole('listitem').nth(1).getByLabel('Bug')).toBeVisible()
    await expect(list.getByText('Differs')).toHaveCount(3)
    const { hash } = new URL(await page.evaluate(() => location.href))
    expect(hash).toContain('#/environments')
    await page.getByLabel('Findings').selectOption({ label: 'Loop (1)' })
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: 'Open as an episode' }).click()
    await expect(page.getByText('from a file', { exact: true })).toBeVisible()
  })
})

test('a file whose columns are not clear asks which one is what', async ({ page, workbench }) => {
  await page.goto(`${workbench.url}#/environments`)
  await page.getByRole('radio', { name: 'Library' }).click()
  await page.getByLabel('Open files…').setInputFiles({
    name: 'odd.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('game,move,frame\ngame:X,up,wall\ngame:X,down,door\n'),
  })
  await expect(page.getByText('Say what each one holds')).toBeVisible()
  const columns = page.getByRole('region', { name: 'Columns of the file' })
  await expect(columns.getByRole('button', { name: 'Read the file' })).toBeDisabled()
  await columns.getByLabel('Action').selectOption('move')
  await columns.getByLabel('Observation', { exact: false }).first().selectOption('frame')
  await columns.getByLabel('Environment').selectOption('game')
  await columns.getByRole('button', { name: 'Read the file' }).click()
  await expect(columns).toBeHidden()
  await expect(page.getByText('wall')).toBeVisible()
})
