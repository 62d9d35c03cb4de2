import type { Locator, Page } from '@playwright/test'
import { violations } from './accessibility.ts'
import { openEnvironment } from './environments-page.ts'
import { openExplorer } from './explorer-page.ts'
import { CHECKOUT, QueryPage } from './query-page.ts'
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
  const query = await QueryPage.open(page, workbench)
  await query.run(CHECKOUT)
  await query.view('Graph').click()
  await expect(page.getByRole('application')).toBeVisible()
}

async function investigations(page: Page, workbench: Workbench): Promise<void> {
  await openBench(page, workbench, 'investigations')
  await page.getByRole('button', { name: 'New investigation' }).first().click()
  await expect(page.getByText('Nothing here yet')).toBeVisible()
}

const environments: Prepare = (page, { url }) => openEnvironment(page, url, 'game:Wordle-v0-easy')

/** An element is selected. */
const selected: Prepare = async (page, { url }) => {
  await page.goto(`${url}#/explorer/model/devops%2Fdevops.service%2Fentity_set?connection=embedded-model`)
  await expect(page.getByRole('heading', { name: 'Service', exact: true })).toBeVisible()
}

/** A sandbox runs and is selected; one of an earlier row is used again. */
const sandbox: Prepare = async (page, workbench) => {
  await openBench(page, workbench, 'sandboxes')
  const ready = page.getByRole('tablist', { name: 'Terminals' }).getByText('Ready').first()
  const start = page.getByRole('button', { name: 'Open a shell with the defaults' })
  await expect(ready.or(start)).toBeVisible()
  if (await start.isVisible()) await start.click()
  await expect(ready).toBeVisible()
}

const bench =
  (id: string): Prepare =>
  (page, workbench) =>
    openBench(page, workbench, id)

/** The commands that open a dialog with the built-in data. */
const OPENED: readonly (readonly [string, Prepare])[] = [
  ['explorer.reach.in', selected],
  ['explorer.expand', selected],
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
  ['sandboxes.rename', sandbox],
  ['sandboxes.commit', sandbox],
  ['sandboxes.fork', sandbox],
  ['sandboxes.lend', sandbox],
  ['sandboxes.delete', sandbox],
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

/** The page of settings, in which the language is chosen while a dialog is open. */
async function inChinese(page: Page, { url }: Workbench, act: () => Promise<void>): Promise<void> {
  const settings = await page.context().newPage()
  await settings.goto(`${url}#/settings`)
  const language = settings.locator('[data-setting="app.language"] select')
  await language.selectOption('zh')
  await page.bringToFront()
  try {
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh')
    await act()
  } finally {
    await language.selectOption('system')
    await settings.close()
  }
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
}

/** Stands beside what it speaks of, which can be used meanwhile. */
const BESIDE: ReadonlySet<string> = new Set(['app.tour'])

/** Tabs more often than a dialog has controls that differ; the keyboard has to stay in it. */
const TABS = 12

async function expectTrap(page: Page, dialog: Locator): Promise<void> {
  for (const key of ['Tab', 'Shift+Tab'])
    for (let pressed = 0; pressed < TABS; pressed++) {
      await page.keyboard.press(key)
      expect(await dialog.evaluate((one) => one.contains(document.activeElement)), `${key} ${pressed}`).toBe(
        true,
      )
    }
}

for (const [command, prepare] of OPENED)
  test(`axe finds nothing in the dialog of ${command}, which keeps the keyboard and gives it back`, async ({
    page,
    workbench,
  }) => {
    test.slow()
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
    await inChinese(page, workbench, async () =>
      expect(await violations(page, { include: [DIALOG] }), 'Chinese').toEqual([]),
    )
    // The keyboard is in the dialog, and is not lost with it.
    expect(await dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true)
    if (!BESIDE.has(command)) await expectTrap(page, dialog)
    // The first may close the tooltip of the button that has the focus.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden({ timeout: 500 })
    }).toPass()
    await expect(page.locator('[data-bench]:not([hidden])')).toHaveCount(1)
    await expect
      .poll(() => page.evaluate(() => Boolean(document.activeElement?.closest('[data-bench]'))))
      .toBe(true)
  })

/** Buttons that open a dialog, by their bench. */
const OPENERS = [
  ['explorer', 'Import a model', explorer],
  ['sandboxes', 'Start sandbox…', bench('sandboxes')],
  ['console', 'Add a connection', bench('console')],
  ['query', 'Save this query', query],
] as const

for (const [id, name, prepare] of OPENERS)
  test(`the dialog of “${name}” gives the focus back to its button`, async ({ page, workbench }) => {
    await prepare(page, workbench)
    const opener = page.locator(`#bench-${id}`).getByRole('button', { name }).first()
    await opener.click()
    await expect(page.locator(DIALOG).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator(DIALOG)).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

test('nothing moves where less motion is asked for', async ({ page, workbench }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openExplorer(page, workbench.url)
  for (const id of ['start', 'explorer', 'query', 'sandboxes', 'environments', 'console', 'settings']) {
    await page.evaluate((hash) => void (location.hash = hash), `#/${id}`)
    await expect(page.locator(`#bench-${id} h1`).first()).toBeAttached()
    await page.keyboard.press('Control+Shift+P')
    const moving = await page.evaluate(() => {
      const timed = document
        .getAnimations()
        .filter(({ timeline, effect }) => {
          const { duration } = effect?.getTiming() ?? {}
          return timeline instanceof DocumentTimeline && Number(duration) > 1
        })
        .map(({ effect }) => (effect as KeyframeEffect).target?.className ?? '')
      const smooth = [...document.querySelectorAll('*')]
        .filter((one) => {
          const { scrollBehavior, transitionDuration } = getComputedStyle(one)
          return scrollBehavior === 'smooth' || /[1-9]/.test(transitionDuration)
        })
        .map((one) => one.className)
      return [...timed, ...smooth].map(String)
    })
    expect(moving, id).toEqual([])
    await page.keyboard.press('Escape')
  }
})
