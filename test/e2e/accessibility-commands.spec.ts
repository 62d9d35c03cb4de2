import type { Page } from '@playwright/test'
import { violations } from './accessibility.ts'
import { expect, test } from './workbench.ts'

const palette = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('combobox') })

/** A dialog other than the palette. */
const DIALOG = ':is([role="dialog"], [role="alertdialog"]):not(:has([cmdk-root]))'

/** Something to act on, so that the commands that need it are there. */
const PREPARED: Readonly<Record<string, ((page: Page) => Promise<void>) | undefined>> = {
  async query(page) {
    await page.evaluate(() => void (location.hash = '#/start'))
    await page.getByRole('button', { name: 'What does checkout-api depend on?', exact: true }).click()
    await expect(page.getByRole('application')).toBeVisible()
  },
}

/** The commands that open a dialog with the built-in data, by the bench they belong to. */
const OPENED = {
  query: ['save'],
  sandboxes: ['start', 'attach'],
  console: ['add', 'addPlatform', 'addTelemetry'],
} as const

for (const [owner, commands] of Object.entries(OPENED))
  test(`axe finds nothing in the dialogs that commands of ${owner} open, in light and dark`, async ({
    page,
    workbench,
  }) => {
    test.slow()
    await page.goto(`${workbench.url}#/${owner}`)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await PREPARED[owner]?.(page)
    for (const command of commands) {
      await page.getByRole('button', { name: 'Search', exact: true }).focus()
      await page.keyboard.press('Control+Shift+P')
      await palette(page).locator(`[role="option"][data-value="${owner}.${command}"]`).click()
      const dialog = page.locator(DIALOG).first()
      await expect(dialog, command).toBeVisible()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await violations(page, { include: [DIALOG] }), `${command} in ${colorScheme}`).toEqual([])
      }
      // The keyboard is in the dialog, and is not lost with it.
      expect(await dialog.evaluate((one) => one.contains(document.activeElement)), command).toBe(true)
      await page.keyboard.press('Escape')
      await expect(dialog, command).toBeHidden()
      await expect
        .poll(() => page.evaluate(() => document.activeElement === document.body), command)
        .toBe(false)
    }
  })
