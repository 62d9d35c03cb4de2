import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from './workbench.ts'

const recording = fileURLToPath(new URL('../fixtures/gem/hanoi-illegal-move.jsonl', import.meta.url))

test('a tester reproduces a run made elsewhere, branches before its difference and files the report', async ({
  page,
  workbench,
}) => {
  await page.goto(`${workbench.url}#/environments`)
  await page.getByRole('radio', { name: 'Library' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByText('Open files…').click(),
  ])
  await chooser.setFiles(recording)

  await expect(page.getByText('from a file', { exact: true })).toBeVisible()
  const transcript = page.getByRole('listbox', { name: 'Transcript' })
  await expect(transcript.getByRole('option')).toHaveCount(11)

  await page.getByRole('button', { name: 'Replay and compare' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Step 7')
  await expect(alert).toContainText('differs from the record in its observation')
  await expect(alert.getByText('Turn 7: disk 2 moved from C to A.')).toBeVisible()
  await expect(alert.getByText('Turn 7: disk 2 may not lie on disk 1.')).toBeVisible()

  await page.getByRole('button', { name: 'Branch from turn 6, before it' }).click()
  await expect(page.getByText('Turn 6 · return 0')).toBeVisible()
  await page.getByRole('textbox', { name: 'Action' }).fill('A C')
  await page.getByRole('textbox', { name: 'Action' }).press('Enter')
  await expect(page.getByRole('log')).toContainText('disk 1 moved from A to C')

  await page.getByRole('tab', { name: 'Branches' }).click()
  await expect(page.getByText('3 branches from this seed')).toBeVisible()
  await page.getByRole('tab', { name: 'Remarks' }).click()
  await page.getByRole('group', { name: 'Whole episode' }).getByRole('button', { name: 'Bug' }).click()

  await page.getByRole('button', { name: 'Bug report' }).click()
  await page
    .getByLabel('What should have happened (optional)')
    .fill('A larger disk must be refused everywhere.')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save report' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('TowerofHanoi-v0-hard-seed-7.md')
  const report = await readFile(await download.path(), 'utf8')
  expect(report).toContain('observation and info differ at step 7')
  expect(report).toContain('- Seed: `7`')
  expect(report).toContain('Turn 7: disk 2 may not lie on disk 1.')
  expect(report).toContain('## Tried instead')
  expect(report.match(/\$GEM\/step"/g)).toHaveLength(7)
  await page.keyboard.press('Escape')

  await test.step('nothing is lost by a reload', async () => {
    const folder = join(workbench.data, 'logs', 'episodes')
    await expect
      .poll(async () =>
        (await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))).join(
          '\n',
        ),
      )
      .toMatch(/"verdict":\s*"bug"/)
    await page.reload()
    await expect(page.getByText('from a file', { exact: true })).toBeVisible()
    await page.getByRole('tab', { name: 'Branches' }).click()
    await expect(page.getByText('3 branches from this seed')).toBeVisible()
    await page.getByRole('radio', { name: 'Library' }).click()
    await page.getByLabel('Remark').selectOption('bug')
    await expect(page.getByRole('list', { name: 'Library' }).getByRole('listitem')).toHaveCount(1)
  })
})

test('a file that is no trajectory is refused with its line', async ({ page, workbench }) => {
  await page.goto(`${workbench.url}#/environments`)
  await page.getByRole('radio', { name: 'Library' }).click()
  await page.getByLabel('Open files…').setInputFiles({
    name: 'broken.jsonl',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from('{"kind":"header"}\n{"kind":"reset"}\n'),
  })
  await expect(page.getByRole('alert')).toContainText('broken.jsonl: Line 1')
})
