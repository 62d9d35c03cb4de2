import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './workbench.ts'

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Bytes of a file larger than the page may hold, and that limit: a few chunks in transit. */
const LARGE = 96 * 1024 ** 2
const MAX_HELD = 32 * 1024 ** 2

/** Bytes held by the page's scripts including buffers, after a garbage collection. */
async function heapOf(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page)
  return async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize, backingStorageSize } = (await devtools.send('Runtime.getHeapUsage')) as {
      usedSize: number
      backingStorageSize?: number
    }
    return usedSize + (backingStorageSize ?? 0)
  }
}

/** Starts a sandbox and returns a function that runs a command in it. */
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
  await expect(rows).toHaveCount(before + 1)
  await rows.first().getByRole('button').click()
  await expect(page.getByText('What you run appears here.')).toBeVisible()
  await expect(page.getByRole('tablist', { name: 'Terminals' }).getByText('Ready').first()).toBeVisible()
  const line = page.getByLabel(/^Command line of/)
  const commands = page.getByRole('complementary', { name: 'Commands' }).getByRole('listitem')
  const last = commands.last()
  return {
    line,
    last,
    section: (name: string) => page.getByRole('tab', { name, exact: true }).click(),
    async run(command: string, outcome = 'exit 0') {
      const before = await commands.count()
      await line.fill(command)
      await line.press('Enter')
      await expect(commands).toHaveCount(before + 1)
      await expect(last).toContainText(outcome)
    },
  }
}

test.describe('files and jobs of a sandbox', () => {
  test('a search in files opens what it found at its line', async ({ page, workbench }) => {
    const bench = await begin(page, workbench.url)
    await bench.run(
      'mkdir -p ~/hunt/deep/er && cd ~/hunt && seq 300 > deep/er/n.txt && echo Needle >> deep/er/n.txt',
    )
    await bench.run('echo "a needle" > top.md; head -c 3000000 /dev/zero > big; printf "needle\\0" > raw')
    // The palette finds a file by its name, and opens it.
    await page.keyboard.press('Control+Shift+P')
    await page.keyboard.type('top.m')
    await page
      .getByRole('dialog')
      .getByRole('option', { name: /top\.md.*hunt\/top\.md/ })
      .click()
    await expect(page.getByRole('treeitem', { name: /top\.md/, selected: true })).toBeVisible()
    await page.keyboard.press('Control+Shift+F')
    const search = page.getByRole('search', { name: 'Search in files' })
    await search.getByLabel('Search for').fill('needle')
    await search.getByLabel('Search for').press('Enter')
    const matches = search.getByRole('list', { name: 'Matches' }).getByRole('listitem')
    await expect(matches).toHaveCount(2)
    await expect(search.getByRole('status')).toHaveText(
      '2 matches in 3 files. 1 file over 2 MB left out. 1 binary file left out. Not searched: .git and node_modules.',
    )
    await matches.filter({ hasText: 'deep/er/n.txt:301' }).getByRole('button').click()
    await expect(page.getByLabel('Text of n.txt')).toBeFocused()
    await expect(page.locator('.cm-activeLine')).toHaveText('Needle')
    // Case, whole words and names; an invalid expression is reported.
    await search.getByRole('button', { name: 'Match case' }).click()
    await search.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(matches).toHaveText([/a needle/])
    await search.getByRole('button', { name: 'Regular expression' }).click()
    await search.getByLabel('Search for').fill('(')
    await search.getByLabel('Search for').press('Enter')
    await expect(search.getByRole('alert')).toContainText('can’t read this expression')
    await search.getByRole('radio', { name: 'Names' }).click()
    await search.getByLabel('Search for').fill('^n.*t$')
    await search.getByLabel('Search for').press('Enter')
    await expect(matches).toHaveText([/n\.txt/])
    await search.getByLabel('Search for').press('Escape')
    // The tree is expanded down to the file.
    await expect(page.getByRole('treeitem', { name: /n\.txt/ })).toBeVisible()
  })

  test('several are chosen, sorted, compared and deleted at once', async ({ page, workbench }) => {
    const bench = await begin(page, workbench.url)
    await bench.run('mkdir ~/many && cd ~/many && echo same > a && seq 9 > b && (echo same; echo more) > c')
    await bench.section('Files')
    const rows = page.getByRole('tree').getByRole('treeitem')
    const chosen = page.getByRole('tree').locator('[aria-selected="true"]')
    await expect(rows).toHaveCount(3)
    await page.getByRole('toolbar', { name: 'Files' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Sort' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Size' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Descending' }).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(rows).toHaveText([/^b/, /^c/, /^a/])
    await rows.filter({ hasText: /^c/ }).click()
    await page.keyboard.press('Shift+ArrowDown')
    await expect(chosen).toHaveText([/^c/, /^a/])
    await rows.filter({ hasText: /^a/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Compare files' }).click()
    await expect(page.getByRole('dialog')).toContainText('more')
    await page.keyboard.press('Escape')
    await rows.filter({ hasText: /^a/ }).click()
    await rows.filter({ hasText: /^b/ }).click({ modifiers: ['Control'] })
    await expect(page.getByText('2 selected').first()).toBeVisible()
    await page.keyboard.press('Delete')
    await expect(page.getByRole('dialog', { name: 'Delete 2 items?' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(rows).toHaveText([/^c/])
  })

  test('the keyboard stays with the files, and what cannot be shown is said', async ({ page, workbench }) => {
    const bench = await begin(page, workbench.url)
    await bench.run('mkdir -p ~/some/where && cd ~/some/where && echo no > broken.png && touch closed')
    await bench.section('Files')
    const row = page.getByRole('treeitem', { name: /broken\.png/ })
    await row.click()
    await expect(page.getByText('broken.png can’t be shown as an image. It may be damaged.')).toBeVisible()
    for (const [key, dialog] of [
      ['Delete', 'Delete /root/some/where/broken.png?'],
      ['F2', 'Rename broken.png'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    // Every ancestor has a button, and any path can be typed.
    const path = page.getByRole('navigation', { name: 'Folder' })
    await path.getByRole('button', { name: 'some' }).click()
    await expect(page.getByRole('treeitem', { name: /where/ })).toBeVisible()
    for (const [typed, said] of [
      ['/nope', 'There is no folder /nope.'],
      ['/root/some/where/closed', '/root/some/where/closed is not a folder.'],
    ] as const) {
      await path.getByRole('button', { name: 'Type a folder' }).click()
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
      await expect(page.getByText(said)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Type a folder' })).toBeFocused()
    }
  })

  test('bytes go in and come out unchanged, and files are renamed, guarded and deleted', async ({
    page,
    workbench,
  }) => {
    const bench = await begin(page, workbench.url)
    await bench.run('mkdir ~/bytes && cd ~/bytes')
    await bench.section('Files')
    await expect(page.getByRole('navigation', { name: 'Folder' })).toContainText('bytes')
    const bytes = Buffer.from(
      Array.from({ length: 3_000_000 }, (_, index) => (index * 31 + (index >> 8)) % 256),
    )
    await page
      .locator('input[aria-label="Upload files"]')
      .setInputFiles({ name: 'all bytes.bin', mimeType: 'application/octet-stream', buffer: bytes })
    const row = page.getByRole('treeitem', { name: /all bytes\.bin/ })
    await expect(row).toBeVisible()
    await row.click()
    await expect(page.getByText('Binary file, shown as bytes.')).toBeVisible()
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
    await page.getByRole('button', { name: 'Rename' }).click()
    await expect(page.getByRole('treeitem', { name: /renamed\.bin/ })).toBeVisible()

    await page.getByRole('toolbar', { name: 'Files' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('This folder is empty.')).toBeVisible()
  })

  test('a large file is shown in parts and written to the disk as it comes, in little memory', async ({
    page,
    workbench,
  }) => {
    const bench = await begin(page, workbench.url)
    await bench.run(`mkdir ~/huge && cd ~/huge && truncate -s ${LARGE} huge.bin && printf END >> huge.bin`)
    await bench.section('Files')
    await page.getByRole('treeitem', { name: /huge\.bin/ }).click()
    await expect(page.getByText('Binary file, shown as bytes.')).toBeVisible()
    await expect(page.getByText(/of 96/).first()).toBeVisible()
    // The file picker cannot be operated here: an OPFS file stands in for the chosen one.
    await page.evaluate(() => {
      const scope = globalThis as Record<string, unknown>
      scope['showSaveFilePicker'] = async ({ suggestedName }: { suggestedName: string }) => {
        const folder = await navigator.storage.getDirectory()
        return (scope['chosen'] = await folder.getFileHandle(suggestedName, { create: true }))
      }
    })
    const held = await heapOf(page)
    const before = await held()
    await page.getByRole('button', { name: 'Download' }).click()
    const transfers = page.getByRole('list', { name: 'Transfers' })
    await expect(transfers).toContainText('huge.bin')
    // The page stays responsive, and holds a few chunks, never the file.
    let most = 0
    for (let left = 1; left > 0; left = await transfers.count()) most = Math.max(most, await held())
    expect(most - before).toBeLessThan(MAX_HELD)

    const download = page.waitForEvent('download')
    await page.evaluate(async () => {
      const { chosen } = globalThis as unknown as { chosen: FileSystemFileHandle }
      const link = document.createElement('a')
      link.href = URL.createObjectURL(await chosen.getFile())
      link.download = chosen.name
      link.click()
    })
    const wanted = Buffer.concat([Buffer.alloc(LARGE), Buffer.from('END')])
    expect(digest(await readFile(await (await download).path()))).toBe(digest(wanted))
  })

  test('a browser that lets no page write a file fetches a large one itself, and its page holds none of it', async ({
    page,
    workbench,
  }) => {
    const bench = await begin(page, workbench.url)
    await bench.run(
      `mkdir ~/huge && cd ~/huge && truncate -s ${LARGE} 'größe 1.bin' && printf END >> 'größe 1.bin'`,
    )
    await bench.section('Files')
    await page.getByRole('treeitem', { name: /größe 1\.bin/ }).click()
    await expect(page.getByText('Binary file, shown as bytes.')).toBeVisible()
    await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
    const held = await heapOf(page)
    const before = await held()
    const began = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const download = await began
    const address = download.url()
    expect(new URL(address).origin).toBe(new URL(workbench.url).origin)
    expect(download.suggestedFilename()).toBe('größe 1.bin')
    const transfers = page.getByRole('list', { name: 'Transfers' })
    let most = 0
    for (let left = 1; left > 0; left = await transfers.count()) most = Math.max(most, await held())
    expect(most - before).toBeLessThan(MAX_HELD)
    const wanted = Buffer.concat([Buffer.alloc(LARGE), Buffer.from('END')])
    expect(digest(await readFile(await download.path()))).toBe(digest(wanted))
    // Its URL is single-use, even for this page.
    expect(await page.evaluate(async (url) => (await fetch(url)).status, address)).toBe(404)

    // A cancel in the page also ends the browser's download.
    const again = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const second = await again
    await transfers.getByRole('button', { name: 'Cancel' }).click()
    expect(await second.failure()).not.toBeNull()
    await expect(transfers).toHaveCount(0)
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
    await expect(page.getByText('Unsaved')).toBeVisible()

    // Another window on the same sandbox changes it meanwhile.
    const other = await context.newPage()
    await other.goto(`${workbench.url}#/sandboxes`)
    const line = other.getByLabel(/^Command line of/)
    await expect(other.getByRole('tablist', { name: 'Terminals' }).getByText('Ready').first()).toBeVisible()
    await line.fill('echo theirs > ~/edited/note.txt && cat ~/edited/note.txt')
    await line.press('Enter')
    await expect(other.locator('.xterm-rows')).toContainText('theirs')
    await expect(
      other.getByRole('complementary', { name: 'Commands' }).getByRole('listitem').last(),
    ).toContainText('exit 0')
    await other.close()

    await page.keyboard.press('Control+s')
    await expect(page.getByText('changed in the sandbox after you opened it')).toBeVisible()
    await page.getByRole('button', { name: 'Reload' }).click()
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

  test('a file keeps its line ends through paste, draft and save', async ({ page, workbench }) => {
    const bench = await begin(page, workbench.url)
    await bench.run(String.raw`mkdir ~/ends && cd ~/ends && printf 'one\r\nend' > dos.txt`)
    await bench.section('Files')
    await page.getByRole('treeitem', { name: /dos\.txt/ }).click()
    const editor = page.getByLabel('Text of dos.txt')
    await editor.click()
    await page.keyboard.press('Control+Home')
    await editor.evaluate((element) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'two\nthree\n')
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect(editor.locator('.cm-line')).toHaveText(['two', 'three', 'one', 'end'])
    await expect(page.getByText('Unsaved')).toBeVisible()
    await page.reload()
    await bench.section('Files')
    await page.getByRole('treeitem', { name: /dos\.txt/ }).click()
    await expect(editor.locator('.cm-line')).toHaveText(['two', 'three', 'one', 'end'])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await bench.section('Terminals')
    await bench.run(String.raw`printf 'two\r\nthree\r\none\r\nend' | cmp - dos.txt && echo 'all as it was'`)
    await expect(page.locator('.xterm-rows')).toContainText('all as it was')
  })

  test('a job continues in the background and reports how it ended', async ({ page, workbench }) => {
    const bench = await begin(page, workbench.url)
    await bench.run('export WORD=background')
    await bench.line.fill('echo begin; sleep 2; echo "the $WORD job ended"; exit 3')
    await page.getByRole('button', { name: 'Run in the background' }).click()
    const jobs = page.getByRole('region', { name: 'Jobs' })
    await expect(jobs).toContainText('Running')
    await bench.run('echo the terminal is free meanwhile')
    await jobs.getByRole('button', { name: /echo begin/ }).click()
    await expect(jobs).toContainText('Ended with 3')
    await expect(jobs.locator('pre')).toContainText('the background job ended')
  })

  test('Ctrl+C twice ends a command that will not be interrupted', async ({ page, workbench }) => {
    const bench = await begin(page, workbench.url)
    await bench.line.fill(
      `python3 -c 'import signal, time; signal.signal(2, signal.SIG_IGN); print("deaf"); time.sleep(60)'`,
    )
    await bench.line.press('Enter')
    await expect(bench.last).toContainText('Running')
    // The output line, not the command's text, which has it in quotes.
    await expect(page.locator('.xterm-rows > div').filter({ hasText: /^deaf\s*$/ })).toBeVisible()
    await bench.line.press('Control+c')
    await expect(page.getByText('Press Ctrl+C again to kill it.')).toBeVisible()
    await bench.line.press('Control+c')
    await expect(bench.last).toContainText('exit 137')
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
    await page.getByRole('button', { name: 'More terminal actions' }).click()
    await page.getByRole('menuitem', { name: 'Export terminal output' }).press('ArrowRight')
    await page.getByRole('menuitem', { name: 'As Markdown' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toContain('```console')
  })
})
