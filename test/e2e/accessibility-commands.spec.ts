import type { Page } from '@playwright/test'
import { violations } from './accessibility.ts'
import { openEnvironment } from './environments-page.ts'
import { openExplorer } from './explorer-page.ts'
import { expect, test, type Workbench } from './workbench.ts'

const palette = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('combobox') })

/** A dialog other than the palette. */
const DIALOG = ':is([role="dialog"], [role="alertdialog"]):not(:has([cmdk-root]))'

async function openBench(page: Page, { url }: Workbench, bench: string): Promise<void> {
  await page.goto(`${url}#/${bench}`)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
}

/** Begins with something to act on, so that the commands that need it are there. */
type Prepare = (page: Page, workbench: Workbench) => Promise<void>

const explorer: Prepare = (page, { url }) => openExplorer(page, url)

async function query(page: Page, workbench: Workbench): Promise<void> {
  await openBench(page, workbench, 'start')
  await page.getByRole('button', { name: 'What does checkout-api depend on?', exact: true }).click()
  await expect(page.getByRole('application')).toBeVisible()
}

async function investigations(page: Page, workbench: Workbench): Promise<void> {
  await openBench(page, workbench, 'investigations')
  await page.getByRole('button', { name: 'New investigation' }).first().click()
  await expect(page.getByText('Nothing here yet')).toBeVisible()
}

const environments: Prepare = (page, { url }) => openEnvironment(page, url, 'game:Wordle-v0-easy')

const bench =
  (id: string): Prepare =>
  (page, workbench) =>
    openBench(page, workbench, id)

/** The commands that open a dialog with the built-in data. */
const OPENED: readonly (readonly [string, Prepare])[] = [
  ['explorer.views', explorer],
  ['explorer.styles', explorer],
  ['explorer.heat', explorer],
  ['explorer.compare', explorer],
  ['explorer.matrix', explorer],
  ['explorer.import', explorer],
  ['explorer.restore', explorer],
  ['explorer.export', explorer],
  ['query.save', query],
  ['investigations.rename', investigations],
  ['sandboxes.start', bench('sandboxes')],
  ['sandboxes.attach', bench('sandboxes')],
  ['environments.report', environments],
  ['environments.compare', environments],
  ['environments.batch', environments],
  ['environments.endpoint', environments],
  ['console.add', bench('console')],
  ['console.addPlatform', bench('console')],
  ['console.addTelemetry', bench('console')],
  ['app.tour', explorer],
  ['app.openRecent', bench('start')],
  ['app.openLink', bench('start')],
]

for (const [command, prepare] of OPENED)
  test(`axe finds nothing in the dialog of ${command}, which leaves the keyboard in the bench`, async ({
    page,
    workbench,
  }) => {
    await prepare(page, workbench)
    // As after a press on an empty place.
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('Control+Shift+P')
    await palette(page).getByRole('combobox').fill(command)
    await palette(page).locator(`[role="option"][data-value="${command}"]`).click()
    const dialog = page.locator(DIALOG).first()
    await expect(dialog).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violations(page, { include: [DIALOG] }), colorScheme).toEqual([])
    }
    // The keyboard is in the dialog, and is not lost with it.
    expect(await dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.locator('[data-bench]:not([hidden])')).toHaveCount(1)
    await expect
      .poll(() => page.evaluate(() => Boolean(document.activeElement?.closest('[data-bench]'))))
      .toBe(true)
  })
