import { violations } from './accessibility.ts'
import { expect, test } from './workbench.ts'

test.use({ locale: 'zh-CN' })

test('axe finds nothing in any bench, in Chinese and in high contrast', async ({ page, workbench }) => {
  // axe reads eight benches, whose contrasts take it longest.
  test.slow()
  await page.emulateMedia({ contrast: 'more' })
  await page.goto(`${workbench.url}#/start`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast')
  for (const bench of [
    'start',
    'explorer',
    'query',
    'sandboxes',
    'environments',
    'console',
    'investigations',
    'settings',
  ]) {
    await page.evaluate((hash) => void (location.hash = hash), `#/${bench}`)
    await expect(page.locator(`#bench-${bench} h1`).first()).toBeAttached()
    if (bench === 'environments')
      await expect(page.getByRole('button', { name: /^打开 / }).first()).toBeVisible()
    expect(await violations(page), bench).toEqual([])
  }
  await page.keyboard.press('Control+Shift+P')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await violations(page), 'palette').toEqual([])
})
