import type { Locator, Page } from '@playwright/test'
import { openEnvironment } from './environments-page.ts'
import { expect, test } from './workbench.ts'

test.use({ viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true })

/** Controls that a finger would miss: lower than 44 px, with their labels; links within text are as high as it. */
const low = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all = document.querySelectorAll<HTMLInputElement>(
      'button, a[href], input, select, textarea, summary, [role="tab"], [role="option"], [role="treeitem"], [role="menuitem"]',
    )
    return [...all]
      .filter(
        (one) =>
          one.checkVisibility({ visibilityProperty: true }) &&
          !one.matches('[data-tone="link"], p *, :not(:focus)[class*="skip"]'),
      )
      .filter((one) => {
        const boxes = [one, ...(one.labels ?? [])].map((each) => each.getBoundingClientRect())
        const isSeen = boxes.some(
          ({ top, bottom, width }) => width > 1 && bottom > 0 && top < window.innerHeight,
        )
        return isSeen && Math.max(...boxes.map(({ height }) => height)) < 43.5
      })
      .map((one) => one.outerHTML.slice(0, 120))
  })

test('every control is high enough for a finger', async ({ page, workbench }) => {
  test.slow()
  await page.goto(`${workbench.url}#/start`)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
  for (const [bench, control] of [
    ['Start', page.getByRole('button', { name: 'Open a shell' })],
    ['Explorer', page.getByRole('region', { name: 'Kinds' })],
    ['Query', page.getByRole('button', { name: 'Run', exact: true })],
    ['Sandboxes', page.getByRole('button', { name: 'Start sandbox…' }).first()],
    ['Environments', page.getByPlaceholder('Search or enter an ID')],
    ['Console', page.getByRole('button', { name: 'Add a connection' })],
    ['Investigations', page.getByRole('heading', { name: 'Investigations', level: 1 })],
    ['Settings', page.getByPlaceholder('Search settings')],
  ] as const) {
    await page.getByRole('navigation').getByRole('button', { name: bench, exact: true }).click()
    await expect(control).toBeVisible()
    expect(await low(page), bench).toEqual([])
  }
  await page.keyboard.press('Control+Shift+P')
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await low(page), 'palette').toEqual([])
})

test('the bar of an episode and the keys of Wordle take no more lines than they need', async ({
  page,
  workbench,
}) => {
  await openEnvironment(page, workbench.url, 'game:Wordle-v0-easy')
  /** Lines in which controls stand. */
  const lines = async (all: Locator): Promise<number> =>
    all.evaluateAll((each) => {
      const middles = each.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => top + bottom)
      return new Set(middles.map((middle) => Math.round(middle / 8))).size
    })
  const bar = page.getByRole('toolbar', { name: 'Episode', exact: true })
  expect(await lines(bar.getByRole('button'))).toBe(1)
  await bar.getByRole('button', { name: 'Show or hide the record' }).click()
  await expect(page.getByRole('listbox', { name: 'Transcript' })).toBeHidden()
  expect(await lines(page.getByRole('group', { name: 'Keyboard' }).getByRole('button'))).toBe(2)
})
