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
  await page.evaluate(() => void (location.hash = '#/environments'))
  await page
    .getByRole('button', { name: /^打开 / })
    .first()
    .click()
  await expect(page.getByRole('log')).toBeVisible()
  expect(await violations(page), 'an environment').toEqual([])
  await page.keyboard.press('Control+Shift+P')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await violations(page), 'palette').toEqual([])
})

test('a name that is drawn in two parts is read as one', async ({ page, workbench }) => {
  await page.goto(`${workbench.url}#/explorer/runtime`)
  await page.getByRole('button', { name: '整个拓扑' }).first().click()
  await page.getByRole('tab', { name: '图例' }).click()
  await expect(page.getByRole('button', { name: 'runs_in 7', exact: true })).toBeVisible()
})

test('the field of a terminal has its name in the language that is chosen later', async ({
  page,
  workbench,
}) => {
  await page.goto(`${workbench.url}#/sandboxes`)
  await page.getByRole('button', { name: '用默认设置打开 shell' }).click()
  await expect(page.getByRole('textbox', { name: /^终端输入/ })).toBeAttached()
  const settings = await page.context().newPage()
  await settings.goto(`${workbench.url}#/settings`)
  await settings.locator('[data-setting="app.language"] select').selectOption('en')
  await expect(page.getByRole('textbox', { name: /^Terminal input/ })).toBeAttached()
  await settings.locator('[data-setting="app.language"] select').selectOption('system')
})
