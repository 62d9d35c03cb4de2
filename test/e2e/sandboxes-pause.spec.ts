import { test } from './sandboxes-bench.ts'
import { expect } from './workbench.ts'

const FIRST = 'Resume the sandbox first.'

test('a paused sandbox is shown as paused everywhere, resumes where it was, and can be stopped and deleted', async ({
  page,
  bench,
}) => {
  const header = page.locator('header').last()
  const more = header.getByRole('button', { name: 'More', exact: true })
  const choose = async (name: string): Promise<void> => {
    await more.click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await bench.type('for n in $(seq 1 1000); do echo "tick $n"; sleep 0.5; done')
  await expect(bench.screen).toContainText('tick 1')
  const badge = header.getByText('Paused', { exact: true })
  await more.click()
  const pause = page.getByRole('menuitem', { name: /^Pause/ })
  const isOff = await pause.isDisabled()
  if (isOff) await expect(pause).toContainText('there is no freezer of control groups')
  test.skip(isOff, 'processes cannot be held here: there is no freezer of control groups')
  await pause.click()
  await expect(badge).toBeVisible()
  const commit = header.getByRole('button', { name: 'Commit image…' })
  await expect(commit).toBeDisabled()
  await expect(commit).toHaveAccessibleDescription(FIRST)
  await more.click()
  for (const name of ['Fork…', 'Compare files…', 'Lend a key…'])
    await expect(page.getByRole('menuitem', { name })).toContainText(FIRST)
  await page.keyboard.press('Escape')
  await bench.section('Files')
  await expect(page.getByRole('heading', { name: FIRST })).toBeVisible()
  await expect(page.getByText(/sandbox [0-9a-f-]{8}/)).toHaveCount(0)

  // Paused, not lost.
  await bench.section('Terminals')
  await expect(bench.commands.last()).toContainText('Running')
  const held = await bench.screen.innerText()
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await expect(badge).toHaveCount(0)
  await expect.poll(() => bench.screen.innerText()).not.toBe(held)
  await page.getByRole('button', { name: 'Interrupt (Ctrl+C)' }).click()
  await expect(bench.commands.last()).toContainText('exit 130')
  await bench.section('Files')
  await expect(
    page.getByRole('tree', { name: /^Files/ }).or(page.getByText('This folder is empty.')),
  ).toBeVisible()

  await choose('Pause')
  await expect(badge).toBeVisible()
  await header.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(header.getByText('Stopped', { exact: true })).toBeVisible()
  await header.getByRole('button', { name: 'Restart', exact: true }).click()
  await expect(header.getByText('Running', { exact: true })).toBeVisible()
  await choose('Pause')
  await expect(badge).toBeVisible()
  const rows = page.getByRole('list', { name: 'Sandboxes' }).getByRole('listitem')
  const before = await rows.count()
  const id = decodeURIComponent(page.url()).split('/').at(-2) ?? 'unknown'
  await choose('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(rows).toHaveCount(before - 1)
  // The Start page offers it no longer.
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const recent = page.getByRole('list', { name: 'Continue' })
  await expect(recent.getByText(id.slice(0, 8))).toHaveCount(0)
})
