import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './workbench.ts'

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Starts a sandbox of its own and answers how to run a command in it. */
async function begin(page: Page, url: string) {
  await page.goto(`${url}#/sandboxes`)
  await expect(
    page.getByText('No sandbox yet').or(page.locator('[aria-current="true"] code').first()),
  ).toBeVisible()
  const before = await page.getByRole('list', { name: 'Sandboxes' }).getByRole('listitem').count()
  await page.getByRole('button', { name: 'Start sandbox…' }).first().click()
  await page.getByLabel('Image', { exact: true }).fill('local')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const rows = page.getByRole('list', { name: 'Sandboxes' }).getByRole('listitem')
  await expect(rows).toHaveCount(before + 1, { timeout: 30_000 })
  await rows.first().getByRole('button').click()
  await expect(page.getByText('What you run appears here.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('list', { name: 'Terminals' }).getByText('ready').first()).toBeVisible()
  const line = page.getByLabel(/^Command line of/)
  const last = page.getByRole('complementary', { name: 'Commands' }).getByRole('listitem').last()
  return {
    line,
    last,
    section: (name: string) => page.getByRole('tab', { name, exact: true }).click(),
    async run(command: string, outcome = 'exit 0') {
      await line.fill(command)
      await line.press('Enter')
      await expect(last).toContainText(command.slice(0, 12))
      await expect(last).toContainText(outcome, { timeout: 30_000 })
    },
  }
}

test.describe('files and jobs of a sandbox', () => {
  test('bytes go in and come out unchanged, and files are renamed, guarded and deleted', async ({
    page,
    workbench,
  }) => {
    const bench = await begin(page, workbench.url)
    await bench.run('mkdir ~/bytes && cd ~/bytes')
    await bench.section('Files')
    await expect(page.getByLabel('Folder', { exact: true })).toHaveValue(/bytes$/)
    const bytes = Buffer.from(
      Array.from({ length: 3_000_000 }, (_, index) => (index * 31 + (index >> 8)) % 256),
    )
    await page
      .locator('input[type=file][multiple]')
      .setInputFiles({ name: 'all bytes.bin', mimeType: 'application/octet-stream', buffer: bytes })
    const row = page.getByRole('treeitem', { name: /all bytes\.bin/ })
    await expect(row).toBeVisible({ timeout: 20_000 })
    await row.click()
    await expect(page.getByText('Not text; shown as bytes.')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect(digest(await readFile(await (await download).path()))).toBe(digest(bytes))

    await page.getByRole('toolbar', { name: 'Files' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Permissions' }).click()
    await page.getByRole('dialog').getByLabel('Permissions').fill('600')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText(/all bytes\.bin · 600/)).toBeVisible()

    await page.getByRole('toolbar', { name: 'Files' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('renamed.bin')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByRole('treeitem', { name: /renamed\.bin/ })).toBeVisible()

    await page.getByRole('toolbar', { name: 'Files' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('This folder is empty.')).toBeVisible()
  })

  test('a file of 256 MB is shown in parts and downloaded whole, in little memory', async ({
    page,
    workbench,
  }) => {
    test.setTimeout(180_000)
    const bench = await begin(page, workbench.url)
    await bench.run('mkdir ~/huge && cd ~/huge && truncate -s 268435456 huge.bin && printf END >> huge.bin')
    await bench.section('Files')
    await page.getByRole('treeitem', { name: /huge\.bin/ }).click()
    await expect(page.getByText('Not text; shown as bytes.')).toBeVisible()
    await expect(page.getByText(/of 256/).first()).toBeVisible()
    const download = page.waitForEvent('download', { timeout: 160_000 })
    await page.getByRole('button', { name: 'Download' }).click()
    // The page answers meanwhile, and holds a few parts, never the file.
    let most = 0
    for (let transfers = 1; transfers > 0;) {
      transfers = await page.getByRole('list', { name: 'Transfers' }).count()
      const used = await page.evaluate(
        () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize,
      )
      most = Math.max(most, used)
    }
    const hash = createHash('sha256')
    let size = 0
    for await (const part of createReadStream(await (await download).path())) {
      hash.update(part as Buffer)
      size += (part as Buffer).length
    }
    expect(size).toBe(268_435_459)
    // As base64 in messages the whole would be a third more than its size; garbage not yet collected counts along.
    expect(most).toBeLessThan(size)
    const wanted = createHash('sha256')
    for (let megabyte = 0; megabyte < 256; megabyte++) wanted.update(Buffer.alloc(1024 ** 2))
    expect(hash.digest('hex')).toBe(wanted.update('END').digest('hex'))
  })

  test('a save notices that the file was changed in the sandbox', async ({ page, context, workbench }) => {
    const bench = await begin(page, workbench.url)
    await bench.run('mkdir ~/edited && cd ~/edited && echo first > note.txt')
    await bench.section('Files')
    await page.getByRole('treeitem', { name: /note\.txt/ }).click()
    const editor = page.getByLabel('Text of note.txt')
    await expect(editor).toContainText('first')
    await editor.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('mine\n')
    await expect(page.getByText('not saved')).toBeVisible()

    // Somebody else changes it meanwhile: another window on the same sandbox.
    const other = await context.newPage()
    await other.goto(`${workbench.url}#/sandboxes`)
    const line = other.getByLabel(/^Command line of/)
    await expect(other.getByRole('list', { name: 'Terminals' }).getByText('ready').first()).toBeVisible()
    await line.fill('echo theirs > ~/edited/note.txt && cat ~/edited/note.txt')
    await line.press('Enter')
    await expect(other.locator('.xterm-rows')).toContainText('theirs')
    await expect(
      other.getByRole('complementary', { name: 'Commands' }).getByRole('listitem').last(),
    ).toContainText('exit 0')
    await other.close()

    await page.keyboard.press('Control+s')
    await expect(page.getByText('was changed in the sandbox after it was opened here')).toBeVisible()
    await page.getByRole('button', { name: 'Load again' }).click()
    await expect(editor).toContainText('theirs')
    await editor.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('mine at last\n')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await bench.section('Terminals')
    await bench.run('cat note.txt')
    await expect(page.locator('.xterm-rows')).toContainText('mine at last')
  })

  test('a job goes on in the background and tells how it ended', async ({ page, workbench }) => {
    const bench = await begin(page, workbench.url)
    await bench.run('export WORD=background')
    await bench.line.fill('echo begin; sleep 2; echo "the $WORD job ended"; exit 3')
    await page.getByRole('button', { name: 'Run in the background' }).click()
    const jobs = page.getByRole('region', { name: 'Jobs' })
    await expect(jobs).toContainText('running')
    await bench.run('echo the terminal is free meanwhile')
    await jobs.getByRole('button', { name: /echo begin/ }).click()
    await expect(jobs).toContainText('ended with 3', { timeout: 20_000 })
    await expect(jobs.locator('pre')).toContainText('the background job ended')
  })

  test('Ctrl+C twice ends a command that will not be interrupted', async ({ page, workbench }) => {
    const bench = await begin(page, workbench.url)
    await bench.line.fill(
      `python3 -c 'import signal, time; signal.signal(2, signal.SIG_IGN); print("deaf"); time.sleep(60)'`,
    )
    await bench.line.press('Enter')
    await expect(bench.last).toContainText('running')
    // The output line, not the command's own text: that has it in quotes.
    await expect(page.locator('.xterm-rows > div').filter({ hasText: /^deaf\s*$/ })).toBeVisible()
    await bench.line.press('Control+c')
    await expect(page.getByText('Press Ctrl+C again to kill it.')).toBeVisible()
    await bench.line.press('Control+c')
    await expect(bench.last).toContainText('exit 137', { timeout: 20_000 })
    await bench.run('echo still here')
  })

  test('two outputs are compared, blocks collapse, and a terminal is exported', async ({
    page,
    workbench,
  }) => {
    const bench = await begin(page, workbench.url)
    await bench.run('printf "same\\none\\n"')
    await bench.run('printf "same\\ntwo\\n"')
    await bench.last.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Compare with…' }).click()
    await expect(page.getByRole('dialog')).toContainText('one')
    await expect(page.getByRole('dialog')).toContainText('two')
    await page.keyboard.press('Escape')
    await bench.last.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Collapse' }).click()
    await expect(page.locator('.xterm-rows')).toContainText('collapsed')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export terminal' }).click()
    await page.getByRole('menuitem', { name: 'As Markdown' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toContain('```console')
  })
})
