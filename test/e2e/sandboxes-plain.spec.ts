import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { type PlainPlatform, SEED_ONLY, startPlainPlatform } from './plain-platform.ts'
import { Bench } from './sandboxes-bench.ts'
import { expect, startWorkbench, test } from './workbench.ts'

/** A workbench connected to a platform with the bare dialect, and a sandbox on it. */
async function withPlainPlatform(
  context: BrowserContext,
  act: (bench: Bench, platform: PlainPlatform) => Promise<void>,
  absent?: readonly string[],
): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'orrery-plain-'))
  const platform = await startPlainPlatform(join(data, 'platform'), absent)
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
    await expect(page.getByText('What you run appears here.')).toBeVisible()
    await bench.ready()
    await act(bench, platform)
  } finally {
    await workbench.stop()
    await platform.stop()
    await rm(data, { recursive: true, force: true })
  }
}

test.describe('a platform with the base dialect only', () => {
  test('runs with live output, keeps its session, edits files, and says what is missing', async ({
    context,
  }) => {
    await withPlainPlatform(context, async (bench) => {
      const { page } = bench
      // It has its own heading beside the embedded platform.
      await expect(page.getByRole('heading', { name: 'Bare', exact: true })).toBeVisible()
      await expect(page.getByRole('list', { name: 'Sandboxes of Bare' }).getByRole('listitem')).toHaveCount(1)
      await page.getByRole('button', { name: 'Start sandbox…' }).first().click()
      // Where the shown sandbox is, unless another platform is chosen.
      const platforms = page.getByRole('dialog').getByRole('combobox', { name: 'Platform' })
      await expect(platforms.getByRole('option', { selected: true })).toHaveText('Bare')
      await platforms.selectOption({ label: 'Local sandboxes' })
      await page.getByLabel('Image', { exact: true }).fill('local')
      await page.getByRole('button', { name: 'Start', exact: true }).click()
      const groups = page.getByRole('region', { name: 'Sandboxes' }).getByRole('heading', {
        level: 2,
        name: /^(Local sandboxes|Bare)$/,
      })
      await expect(groups).toHaveText(['Local sandboxes', 'Bare'])
      await page.getByRole('list', { name: 'Sandboxes of Bare' }).getByRole('button').first().click()
      // Missing features are greyed with the reason.
      const banner = page.getByRole('banner').or(page.locator('header')).filter({ hasText: 'CPU' }).last()
      await expect(banner.locator('[data-missing]')).toHaveCount(4)
      await expect(banner.locator('[data-missing]').first()).toHaveAttribute(
        'title',
        'Bare doesn’t offer this.',
      )
      const commit = page.getByRole('button', { name: 'Commit image…' })
      await expect(commit).toBeDisabled()
      await expect(commit).toHaveAccessibleDescription('Bare doesn’t offer this.')

      await bench.run('mkdir -p ~/plain && cd ~/plain && export WORD=kept', 'exit 0')
      await bench.type('for n in one two three; do echo "line $n"; sleep 1; done')
      await expect(bench.screen).toContainText('line one')
      await expect(bench.commands.last()).toContainText('Running')
      await expect(bench.commands.last()).toContainText('exit 0')
      await bench.run('echo "$WORD in ${PWD##*/}" | tee note.txt; (exit 3)', 'exit 3')
      await expect(bench.screen).toContainText('kept in plain')
      await bench.type('echo "be${WORD}n"; sleep 60')
      await expect(bench.screen).toContainText('bekeptn')
      await bench.line.press('Control+c')
      await expect(bench.commands.last()).toContainText('exit 130')

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

      // Requesting the idle stop time would renew it, so the last known one is shown.
      await page.getByRole('button', { name: 'Refresh the list' }).click()
      await bench.section('Overview')
      await expect(page.getByText(/^Not before .*Bare doesn’t list the exact time/)).toBeVisible()
      // Exiting a shell reports its exit code.
      await bench.section('Terminals')
      await bench.type('exit $((3 + 4))')
      await expect(bench.commands.last()).toContainText('exit 7')
    })
  })

  test('greys every action that the platform lacks, wherever it stands, with the reason', async ({
    context,
  }) => {
    const REASON = 'Bare doesn’t offer this.'
    await withPlainPlatform(
      context,
      async (bench) => {
        const { page } = bench
        const greyed = async (role: 'button' | 'menuitem', name: string): Promise<void> => {
          const action = page.getByRole(role, { name, exact: role === 'button' }).last()
          await expect(action, name).toBeDisabled()
          if (role === 'button') await expect(action, name).toHaveAccessibleDescription(REASON)
          else await expect(action, name).toContainText(REASON)
        }
        // In the list: a platform without listing says so, and sandboxes started here are found by id, also
        // after a reload.
        await expect(page.getByRole('note').filter({ hasText: 'Bare doesn’t list sandboxes' })).toBeVisible()
        const row = page.getByRole('list', { name: 'Sandboxes' }).getByRole('listitem')
        await expect(row).toHaveCount(1)
        await page.reload()
        await expect(row).toHaveCount(1)
        await bench.ready()

        // In the header.
        await expect(page.locator('header [data-missing]')).toHaveCount(4)
        for (const gauge of await page.locator('header [data-missing]').all())
          await expect(gauge).toHaveAttribute('title', REASON)
        for (const name of ['Commit image…', 'Stop']) await greyed('button', name)
        await page.locator('header').getByRole('button', { name: 'More', exact: true }).last().click()
        await greyed('menuitem', 'Delete')
        await expect(page.getByRole('menuitem', { name: 'Keep alive' })).toBeEnabled()
        await page.keyboard.press('Escape')

        // For several at once.
        await row.getByRole('checkbox').check()
        const bulk = page.getByRole('toolbar', { name: '1 selected' })
        for (const name of ['Stop', 'Restart', 'Delete']) {
          const action = bulk.getByRole('button', { name, exact: true })
          await expect(action, name).toBeDisabled()
          await expect(action, name).toHaveAccessibleDescription(REASON)
        }
        await expect(bulk.getByRole('button', { name: 'Keep alive' })).toBeEnabled()
        await row.getByRole('checkbox').uncheck()

        // In the palette.
        for (const name of ['Stop', 'Restart', 'Commit image…', 'Delete sandbox…']) {
          await page.keyboard.press('Control+k')
          await page.getByRole('combobox').fill(name)
          const option = page.getByRole('option', { name }).first()
          await expect(option).toContainText(REASON)
          await expect(option).toBeDisabled()
          await page.keyboard.press('Escape')
        }

        // Among the files: uploading needs the upload API, downloading does not.
        await bench.run('cd ~ && echo readable > kept.txt', 'exit 0')
        await bench.section('Files')
        for (const name of ['New file', 'Upload files']) await greyed('button', name)
        await page.getByRole('treeitem', { name: /kept\.txt/ }).click()
        await expect(page.getByLabel('Text of kept.txt')).toContainText('readable')
        await greyed('button', 'Save')
        const download = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Download' }).click()
        await (await download).path()

        await bench.section('Ports')
        await greyed('button', 'Forward')

        // The platform's other features work: a command is interrupted.
        await bench.section('Terminals')
        await bench.type('sleep 60')
        await expect(bench.commands.last()).toContainText('Running')
        await page.getByRole('button', { name: 'Interrupt (Ctrl+C)' }).click()
        await expect(bench.commands.last()).toContainText('exit 130')
      },
      SEED_ONLY,
    )
  })

  test('holds the lines while it cannot be reached, and runs each once and in order', async ({ context }) => {
    await withPlainPlatform(context, async (bench, platform) => {
      const { page } = bench
      await bench.run('cd /tmp && export LOG=$(mktemp)', 'exit 0')
      platform.away()
      for (const word of ['first', 'second', 'third']) await bench.type(`echo ${word} >> $LOG`)
      await expect(page.getByRole('list', { name: '3 lines wait' })).toBeVisible()
      await expect(page.getByText(/^Paused because the platform can’t be reached/)).toBeVisible()
      await expect(page.getByText('unreachable').first()).toBeVisible()
      // A command that never ran leaves no block.
      await expect(bench.commands).toHaveCount(1)
      await expect(page.getByText('connection lost')).toHaveCount(0)

      await platform.back()
      await expect(bench.commands).toHaveCount(4, { timeout: 40_000 })
      await expect(bench.commands.last()).toContainText('exit 0')
      await bench.run('paste -sd, $LOG', 'exit 0')
      await expect(bench.screen).toContainText('first,second,third')
    })
  })

  test('gives a line back that could not go to the background', async ({ context }) => {
    await withPlainPlatform(context, async (bench, platform) => {
      await bench.run('cd /tmp', 'exit 0')
      platform.away()
      await bench.line.fill('make all')
      await bench.page.getByRole('button', { name: 'Run in the background' }).click()
      await expect(bench.line).toHaveValue('')
      await expect(bench.line).toHaveValue('make all')
    })
  })
})
