import type { Page } from '@playwright/test'
import { test } from './sandboxes-bench.ts'
import { expect } from './workbench.ts'

const screen = (page: Page) => page.getByRole('textbox', { name: 'Terminal input' })
/** What xterm gives screen readers: its rows, and what it announces. */
const rows = (page: Page) => page.locator('.xterm-accessibility-tree')
const said = (page: Page) => page.locator('.xterm-accessibility .live-region')

const readAsText = (page: Page) => page.keyboard.press('Alt+Shift+F2')

async function support(page: Page, on: boolean): Promise<void> {
  await page.keyboard.press('Control+Shift+P')
  await page.keyboard.type('turn screen reader support')
  await expect(page.getByRole('option', { name: /^Turn screen reader support/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(on ? 1 : 0)
}

test.describe('a terminal without sight', () => {
  test('is read as text by keys alone: a command, and a program that has the screen', async ({
    page,
    bench,
  }) => {
    await bench.run('cd /tmp; for i in $(seq 60); do echo line $i; done', 'exit 0')
    await bench.line.focus()
    await readAsText(page)
    const text = page.getByRole('textbox', { name: /^Text of cd \/tmp/ })
    await expect(text).toBeFocused()
    await expect(text).toHaveValue(/^line 1\nline 2\n[\s\S]*line 60$/)
    await expect(page.getByRole('dialog')).toHaveAccessibleDescription('exit 0')
    // It is walked through and selected by keys.
    await page.keyboard.press('Shift+ArrowDown')
    const chosen = text.evaluate((field: HTMLTextAreaElement) =>
      field.value.slice(field.selectionStart, field.selectionEnd),
    )
    expect(await chosen).toBe('line 1\n')
    await page.keyboard.type('x')
    await page.keyboard.press('Delete')
    await expect(text).toHaveValue(/^line 1\n/)
    await page.keyboard.press('Escape')
    await expect(bench.line).toBeFocused()

    await bench.type('vi -u NONE note.txt')
    await expect(screen(page)).toBeFocused()
    await page.keyboard.type('ihello from vi')
    await expect(bench.screen).toContainText('hello from vi')
    // Without the setting the keys are the program's; the palette always works.
    await page.keyboard.press('Control+Shift+P')
    await page.keyboard.type('read as text')
    await expect(page.getByRole('option', { name: /^Read as text/ })).toBeVisible()
    await page.keyboard.press('Enter')
    const shown = page.getByRole('textbox', { name: 'Text of vi -u NONE note.txt' })
    await expect(shown).toHaveValue(/^hello from vi\n~\n/)
    await expect(page.getByRole('dialog')).toHaveAccessibleDescription('Running')
    await page.keyboard.press('Escape')
    await expect(screen(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.type(':q!\n')
    await expect(bench.commands.last()).toContainText('exit 0')
  })

  test('announces what a program prints, once the user says that there is a screen reader', async ({
    page,
    bench,
  }) => {
    await bench.run('echo first', 'exit 0')
    await expect(rows(page)).toHaveCount(0)
    await support(page, true)
    await bench.line.focus()
    await bench.type('python3 -q')
    await expect(screen(page)).toBeFocused()
    await page.keyboard.type('6*7\n')
    await expect(said(page)).toContainText('42')
    await expect(rows(page).getByRole('listitem').filter({ hasText: /^42$/ })).toHaveCount(1)
    // What was said is not said again, nor is what was there before.
    await expect(said(page)).not.toContainText('first')
    await readAsText(page)
    const text = page.getByRole('textbox', { name: 'Text of python3 -q' })
    await expect(text).toHaveValue(/>>> 6\*7\n42\n>>>$/)
    await page.keyboard.press('Escape')
    await expect(screen(page)).toBeFocused()
    await page.keyboard.press('Control+d')
    await expect(bench.commands.last()).toContainText('exit 0')

    // A flood is announced up to a limit, and again from its start with the next command.
    await bench.run('for i in $(seq 500); do echo row $i; done', 'exit 0')
    await expect(said(page)).toContainText('Alt+Shift+F2 reads all of it')
    await expect(said(page)).not.toContainText('row 40')
    await bench.run('echo after', 'exit 0')
    await expect(said(page)).toContainText('after')
    // The outcome alone is said beside it.
    await expect(page.getByRole('log', { name: /^Last output of/ })).toHaveText('exit 0')
    await support(page, false)
  })
})
