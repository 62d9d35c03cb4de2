import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, startWorkbench, test } from './workbench.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const web = join(root, process.env['ORRERY_DIST'] ?? 'dist', 'web.mjs')

/** Starts the web host a second time; resolves to its output and exit code. */
async function startAgain(data: string): Promise<{ text: string; code: number }> {
  const child = spawn(process.execPath, [web, '--no-open', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  const [code] = (await once(child, 'close')) as [number]
  return { text, code }
}

test('a second start on the same data folder leads to the first, and a dead one’s folder is taken over', async ({
  browser,
}) => {
  const first = await startWorkbench()
  const { text, code } = await startAgain(first.data)
  expect(code).toBe(0)
  expect(text).toContain(`Orrery runs already with ${first.data} (process ${first.process.pid})`)
  const address = /http:\/\/\S+token=\S+/.exec(text)?.[0] ?? ''
  const page = await browser.newPage()
  await page.goto(address)
  await expect(page.getByRole('navigation').getByRole('button', { name: 'Query' })).toBeVisible()
  await page.close()

  const lock = await readFile(join(first.data, 'workbench.lock'), 'utf8')
  const killed = once(first.process, 'exit')
  first.process.kill('SIGKILL')
  await killed
  await writeFile(join(first.data, 'workbench.lock'), lock)
  const second = await startWorkbench({ data: first.data })
  expect(second.url).not.toBe('')
  await second.stop()
  // The first one's sandbox server exits when it notices that its workbench is gone.
  await expect.poll(() => existsSync(join(first.data, 'sandboxes/server.lock'))).toBe(false)
  await rm(first.data, { recursive: true, force: true })
})

test('what was opened lately is opened again from the palette and from its dialog', async ({
  page,
  workbench,
}) => {
  await page.goto(`${workbench.url}#/query`)
  const editor = page.locator('.cm-content').first()
  await editor.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('.entity | limit 3')
  await page.keyboard.press('Control+Enter')
  await expect(
    page
      .getByRole('status')
      .getByText(/3 rows/)
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.goto(`${workbench.url}#/explorer`)
  await page.keyboard.press('Control+K')
  await page.getByPlaceholder('Search commands, elements, environments, settings…').fill('open recent')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Open recent…' })
  await dialog.getByRole('button', { name: '.entity | limit 3 Query' }).click()
  await expect(page).toHaveURL(/#\/query\/[^/?]+\?connection=embedded-model$/)
  await expect(page.locator('.cm-content').first()).toContainText('.entity | limit 3')
  await page.reload()
  await page.keyboard.press('Control+K')
  await page
    .getByPlaceholder('Search commands, elements, environments, settings…')
    .fill('Query .entity | limit 3')
  await expect(page.getByRole('option', { name: '.entity | limit 3 Query' })).toBeVisible()
})

test('another window opens on its own bench and shares the stored state', async ({ page, workbench }) => {
  await page.goto(`${workbench.url}#/explorer`)
  await page.keyboard.press('Control+K')
  await page
    .getByPlaceholder('Search commands, elements, environments, settings…')
    .fill('new window on environments')
  const opened = page.context().waitForEvent('page')
  await page.keyboard.press('Enter')
  const other = await opened
  await expect(other).toHaveURL(/#\/environments$/)
  await expect(other.getByRole('contentinfo').getByRole('button', { name: /Sample model/ })).toBeVisible()
  await other.goto(`${workbench.url}#/settings`)
  await other.getByLabel('Theme', { exact: true }).selectOption('dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await other.getByLabel('Theme', { exact: true }).selectOption('system')
})

test('notices and the palette speak the language that is chosen, also after a restart', async ({
  browser,
}) => {
  const workbench = await startWorkbench({
    async prepare(data) {
      await writeFile(join(data, 'connections.json'), '{ "mcpServers": oops }')
    },
  })
  const context = await browser.newContext()
  await workbench.admit(context)
  const page = await context.newPage()
  await page.goto(`${workbench.url}#/settings`)
  await expect(page.getByText(/isn’t valid JSON: .* at line 1, column 17/)).toBeVisible()
  await page.getByLabel('Language').selectOption('zh')
  await expect(page.getByText(/不是有效的 JSON：第 1 行第 17 列/)).toBeVisible()
  await page.keyboard.press('Control+K')
  await page.keyboard.insertText('深色')
  await expect(page.getByRole('option', { name: '主题：深色' })).toBeVisible()
  await page.reload()
  await page.keyboard.press('Control+K')
  await page.keyboard.insertText('深色')
  await expect(page.getByRole('option', { name: '主题：深色' })).toBeVisible()
  await context.close()
  await workbench.stop()
})

test('a file that misses its target does not replace the page', async ({ page, workbench }) => {
  await page.goto(`${workbench.url}#/settings`)
  const prevented = await page.evaluate(() => {
    const files = new DataTransfer()
    files.items.add(new File(['x'], 'x.txt'))
    return ['dragover', 'drop'].map((name) => {
      const event = new DragEvent(name, { dataTransfer: files, cancelable: true, bubbles: true })
      document.body.dispatchEvent(event)
      return event.defaultPrevented
    })
  })
  expect(prevented).toEqual([true, true])
})
