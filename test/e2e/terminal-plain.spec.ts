import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { type PlainPlatform, startPlainPlatform } from './plain-platform.ts'
import { Bench } from './terminal-bench.ts'
import { expect, startWorkbench, test } from './workbench.ts'

/** A workbench that is connected with a platform of the bare dialect, and a sandbox there. */
async function withPlainPlatform(
  context: BrowserContext,
  act: (bench: Bench, platform: PlainPlatform) => Promise<void>,
): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'orrery-plain-'))
  const platform = await startPlainPlatform(join(data, 'platform'))
  await writeFile(
    join(data, 'connections.json'),
    JSON.stringify({ platforms: { Bare: { url: platform.url } } }),
  )
  const workbench = await startWorkbench({ data })
  try {
    await workbench.admit(context)
    const page = await context.newPage()
    const bench = new Bench(page)
    await page.goto(`${workbench.url}#/sandboxes`)
    await page.getByRole('button', { name: 'Start sandbox…' }).first().click()
    await page.getByRole('dialog').getByRole('combobox', { name: 'Platform' }).selectOption({ label: 'Bare' })
    await page.getByLabel('Image', { exact: true }).fill('local')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(page.getByText('What you run appears here.')).toBeVisible({ timeout: 30_000 })
    await bench.ready()
    await act(bench, platform)
  } finally {
    await workbench.stop()
    await platform.stop()
    await rm(data, { recursive: true, force: true })
  }
}

test.describe('a platform with the base dialect only', () => {
  test.setTimeout(120_000)

  test('runs with live output, keeps its session, edits files, and says what is missing', async ({
    context,
  }) => {
    await withPlainPlatform(context, async (bench) => {
      const { page } = bench
      // What it lacks is greyed with the reason.
      const banner = page.getByRole('banner').or(page.locator('header')).filter({ hasText: 'CPU' }).last()
      await expect(banner.locator('[data-missing]')).toHaveCount(4)
      await expect(banner.locator('[data-missing]').first()).toHaveAttribute(
        'title',
        'Bare does not offer this.',
      )
      const commit = page.getByRole('button', { name: 'Commit image…' })
      await expect(commit).toBeDisabled()
      await expect(commit).toHaveAttribute('title', 'Bare does not offer this.')

      await bench.run('mkdir -p ~/plain && cd ~/plain && export WORD=kept', 'exit 0')
      await bench.type('for n in one two three; do echo "line $n"; sleep 1; done')
      await expect(bench.screen).toContainText('line one')
      await expect(bench.commands.last()).toContainText('running')
      await expect(bench.commands.last()).toContainText('exit 0', { timeout: 20_000 })
      await bench.run('echo "$WORD in ${PWD##*/}" | tee note.txt; (exit 3)', 'exit 3')
      await expect(bench.screen).toContainText('kept in plain')
      await bench.type('echo "be${WORD}n"; sleep 60')
      await expect(bench.screen).toContainText('bekeptn')
      await bench.line.press('Control+c')
      await expect(bench.commands.last()).toContainText('exit 130', { timeout: 20_000 })

      await bench.section('Files')
      await page.getByRole('treeitem', { name: /note\.txt/ }).click()
      const editor = page.getByLabel('Text of note.txt')
      await expect(editor).toContainText('kept in plain')
      await editor.click()
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText('written here\n')
      await page.keyboard.press('Control+s')
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
      await bench.section('Terminals')
      await bench.run('rev note.txt', 'exit 0')
      await expect(bench.screen).toContainText('ereh nettirw')
    })
  })

  test('holds the lines while it cannot be reached, and runs each once and in order', async ({ context }) => {
    await withPlainPlatform(context, async (bench, platform) => {
      const { page } = bench
      await bench.run('cd /tmp && export LOG=$(mktemp)', 'exit 0')
      platform.away()
      for (const word of ['first', 'second', 'third']) await bench.type(`echo ${word} >> $LOG`)
      await expect(page.getByRole('list', { name: '3 lines wait' })).toBeVisible({ timeout: 20_000 })
      await expect(page.getByText(/^Paused, the platform cannot be reached/)).toBeVisible()
      // No block is left behind of what never ran.
      await expect(bench.commands).toHaveCount(1)
      await expect(page.getByText('connection lost')).toHaveCount(0)

      await platform.back()
      await expect(bench.commands).toHaveCount(4, { timeout: 40_000 })
      await expect(bench.commands.last()).toContainText('exit 0', { timeout: 20_000 })
      await bench.run('paste -sd, $LOG', 'exit 0')
      await expect(bench.screen).toContainText('first,second,third')
    })
  })
})
