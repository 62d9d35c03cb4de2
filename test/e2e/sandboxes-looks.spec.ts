import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { violations } from './accessibility.ts'
import { test } from './sandboxes-bench.ts'
import { expect, startWorkbench } from './workbench.ts'

test.use({ viewport: { width: 1024, height: 700 }, actionTimeout: 10_000 })

test('everything that opens on the bench is accessible while it is open, and closes with Escape', async ({
  page,
  bench,
}) => {
  // The minimum width for the command list beside the screen.
  await page.setViewportSize({ width: 1110, height: 700 })
  await bench.run('printf "same\\none\\n"', 'exit 0')
  await bench.run('printf "same\\ntwo\\n"; false', 'exit 1')
  const press = (name: string | RegExp) => () => page.getByRole('button', { name }).last().click()
  const more = () => page.locator('header').getByRole('button', { name: 'More', exact: true }).last().click()
  const opened: readonly (readonly [string, () => Promise<void>])[] = [
    [
      'the menu of a command',
      () =>
        bench.commands
          .last()
          .getByRole('button', { name: /^More for/ })
          .click(),
    ],
    ['the menu of the terminal', press('More terminal actions')],
    ['the ways to open one', press('More ways to open a terminal')],
    ['the snippets', press('Snippets')],
    ['the menu of the sandbox', more],
    [
      'its programs',
      async () => {
        await more()
        await page.getByRole('menuitem', { name: 'Copy as code' }).press('ArrowRight')
        await expect(page.getByRole('menuitem', { name: 'Get status' })).toBeVisible()
      },
    ],
    ['the start dialog', press('Start sandbox…')],
    ['the attach dialog', press('Attach by ID…')],
    ['the commit dialog', press('Commit image…')],
    ['the options of a new terminal', () => bench.ways('New terminal with options…')],
    [
      'the comparison',
      async () => {
        await bench.commands
          .last()
          .getByRole('button', { name: /^More for/ })
          .click()
        await page.getByRole('menuitem', { name: 'Compare with…' }).click()
        await expect(page.getByRole('dialog').locator('.cm-content').first()).toContainText('one')
        await expect(page.getByRole('dialog').locator('.cm-content').last()).toContainText('two')
      },
    ],
  ]
  for (const [name, open] of opened) {
    await open()
    const shown = page.getByRole('menu').or(page.getByRole('dialog'))
    await expect(shown.first(), name).toBeVisible()
    expect(await violations(page), name).toEqual([])
    for (let depth = await shown.count(); depth > 0; depth--) await page.keyboard.press('Escape')
    await expect(shown, name).toHaveCount(0)
  }

  // A menu inside a dialog belongs to it, is fully visible, and closes separately.
  await page.getByRole('button', { name: 'Commit image…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Copy as code' }).click()
  const last = dialog.getByRole('menuitem').last()
  await expect(last).toBeInViewport({ ratio: 1 })
  await last.hover()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

for (const language of ['en', 'zh']) {
  test(`a row of the list keeps to its two lines on a small window (${language})`, async ({ browser }) => {
    const workbench = await startWorkbench({
      args: ['--runtime', 'process'],
      prepare: async (data) => {
        await mkdir(join(data, 'documents/workbench'), { recursive: true })
        await writeFile(
          join(data, 'documents/workbench/settings.json'),
          JSON.stringify({ 'app.language': language }),
        )
      },
    })
    // The minimum width for the list; below it is a drawer.
    const context = await browser.newContext({ viewport: { width: 920, height: 600 } })
    try {
      await workbench.admit(context)
      const page = await context.newPage()
      await page.goto(`${workbench.url}#/sandboxes`)
      await page
        .getByRole('button', { name: /^(Start sandbox|启动沙箱)…$/ })
        .first()
        .click()
      await page.getByRole('button', { name: /^(Start|启动)$/ }).click()
      const row = page.locator('button[aria-current="true"]').filter({ has: page.locator('code') })
      // The row shows all it can: not isolated, and when it stops.
      await expect(row).toContainText(/\d+:\d\d/)
      const { height, lines } = await row.evaluate((button) => ({
        height: button.clientHeight,
        lines: [...(button.querySelector(':scope > svg + *')?.children ?? [])].map(
          (line) => line.scrollHeight,
        ),
      }))
      expect(lines).toHaveLength(2)
      expect(Math.max(...lines)).toBeLessThan(height / 2)
      expect(await row.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0)

      // The view says what this isolation does not guarantee, and that the command line selected it.
      const missing = page.getByText(/^(Not isolated: programs run as you|没有隔离：程序以您的身份运行)/)
      await page.getByRole('tab', { name: /^(Overview|概览)$/ }).click()
      await expect(missing).toBeVisible()
      await page.goto(`${workbench.url}#/sandboxes/images`)
      await expect(missing).toBeVisible()
      await page.goto(`${workbench.url}#/settings`)
      const chosen = page.getByRole('combobox', { name: /^(Sandbox isolation|沙箱的隔离方式)$/ })
      await expect(chosen).toBeDisabled()
      await expect(chosen).toHaveValue('process')
      await expect(chosen).toHaveAccessibleDescription(/(Set on the command line|已在命令行中指定)/)
    } finally {
      await context.close()
      await workbench.stop()
    }
  })
}

test('the header of a sandbox stays in one row on a small window', async ({ bench: { page } }) => {
  const header = page.locator('header').filter({ hasText: 'CPU' }).last()
  await expect(header.getByText(/^CPU.*%/).first()).toBeVisible()
  // The longest possible image name and values.
  await header.evaluate((element) => {
    const write = (selector: string, text: string): void =>
      element.querySelectorAll(selector).forEach((one) => (one.textContent = text))
    write('h2', 'registry.example.com/machine-learning/training-with-gpu:2026.11.3')
    write('[data-clock] span', 'stops in 23:59:59')
    write('div > span:only-of-type', '1,599.9%')
  })
  const boxes = await Promise.all(
    [
      header.getByRole('heading'),
      header.getByText(/^stops in/),
      header.getByRole('button', { name: 'Stop', exact: true }),
    ].map((one) => one.boundingBox()),
  )
  const middles = boxes.map((box) => (box ? box.y + box.height / 2 : -1))
  for (const middle of middles) expect(Math.abs(middle - (middles[0] ?? 0))).toBeLessThan(10)
})

test('a press on Start is not lost because the images arrive under the pointer', async ({
  bench: { page },
}) => {
  // In a large window the whole dialog is in sight, so nothing but its height keeps the buttons in place.
  await page.setViewportSize({ width: 1440, height: 1200 })
  await page.getByRole('button', { name: 'Start sandbox…' }).first().click()
  const dialog = page.getByRole('dialog')
  const go = dialog.getByRole('button', { name: 'Start', exact: true })
  const before = await go.boundingBox()
  await expect(dialog.getByRole('list', { name: 'Available images' })).toBeVisible()
  expect(await go.boundingBox()).toEqual(before)
})
