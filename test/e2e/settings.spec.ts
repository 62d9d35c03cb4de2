import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { violations } from './accessibility.ts'
import { expect, test } from './workbench.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test.beforeEach(async ({ page, workbench }) => {
  await page.goto(`${workbench.url}#/settings`)
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  // Another test file may have enabled it in the shared workbench.
  await page.getByLabel('Store secrets unencrypted').uncheck()
})

test('a setting is found by typing, set, and put back', async ({ page }) => {
  await page.getByLabel('Search settings').fill('code size')
  await expect(page.getByLabel('Theme', { exact: true })).toBeHidden()
  await page.getByLabel('Code size').fill('15')
  await expect(page.locator('html')).toHaveCSS('--text-mono', '0.9375rem')
  await page.getByRole('button', { name: 'Reset to default' }).click()
  await expect(page.locator('html')).toHaveCSS('--text-mono', '0.78125rem')
})

test('the switch of the theme comes back to high contrast', async ({ page }) => {
  const root_ = page.locator('html')
  await page.getByLabel('Theme', { exact: true }).selectOption('contrast')
  for (const theme of ['light', 'contrast', 'light', 'contrast']) {
    await page.getByRole('button', { name: 'Switch between light and dark' }).click()
    await expect(root_).toHaveAttribute('data-theme', theme)
  }
  await page.getByLabel('Theme', { exact: true }).selectOption('system')
})

test('a language whose code fails to load once is shown all the same', async ({ page }) => {
  await page.route(/catalog-zh/, (route) => route.abort('internetdisconnected'), { times: 1 })
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('catalog-zh'))
  await page.getByLabel('Language', { exact: true }).selectOption('zh')
  await failed
  await expect(page.getByRole('heading', { name: '设置', level: 1 })).toBeVisible()
  await page.getByLabel('语言', { exact: true }).selectOption('system')
})

test('in a narrow window the sections are a drawer, which goes once one was chosen', async ({ page }) => {
  await page.setViewportSize({ width: 683, height: 900 })
  const drawer = page.getByRole('dialog', { name: 'Sections' })
  await expect(drawer).toHaveCount(0)
  await page.getByRole('button', { name: 'Sections' }).click()
  await drawer.getByRole('button', { name: 'Keys', exact: true }).click()
  await expect(drawer).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Keys' })).toBeInViewport()
  await page.setViewportSize({ width: 1280, height: 720 })
  await page
    .getByRole('complementary', { name: 'Sections' })
    .getByRole('button', { name: 'Appearance' })
    .click()
  await expect(page.getByRole('heading', { name: 'Appearance' })).toBeInViewport()
})

test('a value that a setting does not take is refused with a sentence, and the old one stays', async ({
  page,
}) => {
  for (const [name, typed, sentence] of [
    ['Text size', '200', 'Enter a number from 11 to 24. Until then it stays at 13 px.'],
    ['Text size', '', 'Enter a number from 11 to 24. Until then it stays at 13 px.'],
    ['Update feed', 'not a url', 'Enter an address that begins with https://, or leave it empty.'],
    ['Folder with your own environments', 'relative/nope', 'Enter a full path, such as /home/me/'],
    ['Allowed hosts', 'a b', 'Separate host names with commas'],
  ] as const) {
    const field = page.getByLabel(name, { exact: true })
    const before = await field.inputValue()
    await field.fill(typed)
    await field.press('Enter')
    const row = page.locator('[data-setting]').filter({ has: field })
    await expect(row.getByRole('alert')).toContainText(sentence)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(new RegExp(`^${sentence.slice(0, 20)}`))
    // Escape restores the effective value.
    await field.press('Escape')
    await expect(row.getByRole('alert')).toBeHidden()
    await expect(field).toHaveValue(before)
  }
  await expect(page.locator('html')).toHaveCSS('--text-mono', '0.78125rem')
})

for (const [word, found] of [
  ['undo', /^Keys of Undo$/],
  ['colour', /^Theme$/],
  ['color', /^Theme$/],
  ['font', /^Text size$/],
  // The name of a choice.
  ['docker', /^Sandbox isolation$/],
  ['shortcut', /^Keys of /],
] as const)
  test(`the search for “${word}” finds what was meant, and does not say that nothing was found`, async ({
    page,
  }) => {
    await page.getByLabel('Search settings').fill(word)
    await expect(page.getByLabel(found).first()).toBeVisible()
    await expect(page.getByText('No settings found')).toBeHidden()
    // Synonyms match whole words: 'mode' does not find models.
    await expect(page.getByLabel('Allow writes')).toBeHidden()
  })

test('a row of the palette leads to the field of its keys', async ({ page }) => {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('go to query')
  await expect(page.getByRole('option', { name: /^Go to Query/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Alt+Enter')
  await expect(page.getByLabel('Keys of Go to Query')).toBeFocused()
  await expect(page.getByLabel('Keys of Go to Query')).toHaveValue('Press keys…')
})

for (const name of ['Text size', 'Copy on select'])
  test(`“${name}”, found in the palette, has the keyboard`, async ({ page }) => {
    // What has the focus is not among what is found: it would be lost with it.
    await page.getByLabel('Language').focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type(name)
    await page.getByRole('option', { name }).first().click()
    await expect(page.getByLabel(name, { exact: true })).toBeFocused()
  })

for (const [name, field] of [
  ['Secrets', 'Name'],
  ['Save a backup', 'Save a backup'],
] as const)
  test(`“${name}”, a section or button found in the palette, has the keyboard`, async ({ page }) => {
    await page.getByLabel('Language').focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type(name)
    await expect(page.getByRole('option', { name }).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    const [label, button] = [
      page.getByLabel(field, { exact: true }),
      page.getByRole('button', { name: field }),
    ]
    await expect(label.or(button).and(page.locator(':focus'))).toBeVisible()
  })

test('the list shows the current section, and keys can be limited to commands that have them', async ({
  page,
}) => {
  const section = (name: string) => page.getByRole('button', { name, exact: true })
  await section('Data').click()
  await expect(section('Data')).toHaveAttribute('aria-current', 'true')
  await section('Keys').click()
  await expect(section('Keys')).toHaveAttribute('aria-current', 'true')
  await expect(section('Data')).not.toHaveAttribute('aria-current', 'true')
  await expect(page.getByLabel('Keys of Go to Query')).toBeVisible()
  await expect(page.getByLabel('Keys of Copy link to this view')).toBeVisible()
  await page.getByLabel('Only commands with keys').check()
  await expect(page.getByLabel('Keys of Go to Query')).toBeVisible()
  await expect(page.getByLabel('Keys of Copy link to this view')).toHaveCount(0)
})

test('keys are changed by pressing them, and a conflict is shown on both sides', async ({ page }) => {
  await page.getByLabel('Search settings').fill('Go to')
  const keys = page.getByLabel('Keys of Go to Query')
  await keys.focus()
  await page.keyboard.press('Control+1')
  await expect(keys).toHaveValue('Ctrl+1')
  await expect(page.getByText('Also used by Go to Explorer')).toBeVisible()
  await expect(page.getByText('Also used by Go to Query')).toBeVisible()
  // The keyboard goes on from here, and Enter asks for other keys.
  await expect(keys).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(keys).toHaveValue('Press keys…')
  await page.keyboard.press('Control+Shift+7')
  await expect(page.getByText('Also used by Go to Explorer')).toBeHidden()
  await page.keyboard.press('Control+Shift+7')
  // A tab of an earlier test of this worker may be in front, which the address names.
  await expect(page).toHaveURL(/#\/query(?:\/[\w-]+)?\?connection=embedded-model$/)
  await page.goBack()
  await page.getByRole('button', { name: 'Reset to default' }).first().click()
})

test('every command of every bench has its keys listed before the bench was opened', async ({ page }) => {
  const fields = page.getByRole('textbox', { name: /^Keys of / })
  const listed = async (): Promise<string[]> =>
    (
      await fields.evaluateAll((all) =>
        all.map((one) => `${one.ariaLabel}: ${(one as HTMLInputElement).value}`),
      )
    ).sort()
  // One command per bench, with its keys while the bench is active.
  for (const [command, keys] of [
    ['Fit', 'F'],
    ['Run', 'Ctrl+Enter'],
    ['Next failed command', 'Alt+Shift+↓'],
    ['Reset', 'Ctrl+Alt+R'],
    ['Add a connection', ''],
    ['Review', ''],
  ] as const)
    await expect(page.getByLabel(new RegExp(`^Keys of ${command}`)).first()).toHaveValue(keys)
  const before = await listed()
  for (const bench of ['Explorer', 'Query', 'Sandboxes', 'Environments', 'Console']) {
    await page.getByRole('navigation').getByRole('button', { name: bench }).click()
    await expect(
      page.locator('section:not([hidden])[id^=bench-] h1, section:not([hidden])[id^=bench-] [role]').first(),
    ).toBeAttached()
  }
  await page.getByRole('tab', { name: 'Edit' }).click()
  await page.getByRole('navigation').getByRole('button', { name: 'Settings' }).click()
  expect(await listed()).toEqual(before)

  // The same keys in two benches are not a conflict; keys of the page are global.
  const fit = page.getByLabel(/^Keys of Fit/).first()
  const row = page.getByRole('listitem').filter({ has: fit })
  await fit.focus()
  await page.keyboard.press('Control+Enter')
  await expect(fit).toHaveValue('Ctrl+Enter')
  await expect(row.getByText(/^Also used by /)).toBeHidden()
  await fit.click()
  await page.keyboard.press('Control+k')
  await expect(row.getByText(/^Also used by /)).toBeVisible()
  await row.getByRole('button', { name: 'Reset to default' }).click()
  await expect(fit).toHaveValue('F')
})

test('the whole page speaks Chinese when it is asked to', async ({ page }) => {
  await page.getByLabel('Language').selectOption('zh')
  await expect(page.getByRole('heading', { name: '设置', level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('button', { name: '沙箱' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh')
  // The core's failure messages are translated, too.
  await page.getByLabel('名称', { exact: true }).fill('cluster')
  await page.getByLabel('值', { exact: true }).fill('hunter2')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('此系统没有机密的加密存储')
  await expect(page.getByRole('alert')).toContainText('隐私')
  await page.getByRole('navigation').getByRole('button', { name: '控制台' }).click()
  await page.getByRole('button', { name: '添加连接' }).click()
  const dialog = page.getByRole('dialog')
  const source = dialog.getByRole('textbox').first()
  await source.fill('{"mcpServers": {')
  await expect(dialog.getByRole('alert')).toContainText('缺少右花括号')
  await source.fill('{"mcpServers": {"a": {"args": []}, "b": {"command": 5}, "c": {"type": "sse"}}}')
  await expect(dialog).toContainText('请给出要运行的命令或 url')
  await expect(dialog).toContainText('command：应为 string，实际为 number')
  await expect(dialog).toContainText('类型为 sse 的服务器需要 url')
  await page.keyboard.press('Escape')
  await page.getByRole('navigation').getByRole('button', { name: '设置' }).click()
  await page.getByLabel('语言').selectOption('en')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
})

test('without encryption a secret is refused until the user agrees, and is never shown again', async ({
  page,
  workbench,
}) => {
  const keep = async (): Promise<void> => {
    await page.getByLabel('Name', { exact: true }).fill('cluster')
    await page.getByLabel('Value', { exact: true }).fill('hunter2')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
  }
  await keep()
  await expect(page.getByRole('alert')).toContainText('no encrypted store for secrets')
  // The refusal has the way to agree beside it, and the secret is saved then.
  await page.getByRole('button', { name: 'Store it unencrypted' }).click()
  await expect(page.getByLabel('Store secrets unencrypted')).toBeChecked()
  await expect(page.getByText('as you allowed under Privacy')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Secrets' })).toContainText('${secret:cluster}')
  await expect(page.getByRole('list', { name: 'Secrets' })).toContainText('Unencrypted')
  await expect(page.locator('body')).not.toContainText('hunter2')
  const kept = await readFile(join(workbench.data, 'secrets.json'), 'utf8')
  expect(kept).toContain('cluster')
  await page.getByRole('button', { name: 'Remove cluster' }).click()
  await expect(page.getByRole('list', { name: 'Secrets' })).not.toContainText('cluster')
})

test('diagnostics are found in the palette, and saved', async ({ page }) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('diagnostics')
  await page.getByRole('option', { name: 'Save diagnostics' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save diagnostics' }).click()
  const text = await readFile(await (await saved).path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    orrery: 'diagnostics',
    connections: expect.arrayContaining([expect.objectContaining({ name: 'Sample model' })]) as unknown,
  })
})

test('a backup brings back what was changed after it', async ({ page, workbench }, info) => {
  await page.getByLabel('Text size').fill('16')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save a backup' }).click()
  const file = info.outputPath('backup.json')
  await (await download).saveAs(file)
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ orrery: 'backup', version: 1 })
  await page.getByLabel('Text size').fill('12')
  await expect(page.locator('body')).toHaveCSS('font-size', '12px')
  await page.getByLabel('Restore a backup').setInputFiles(file)
  await expect(page.getByText(/restored\. The previous files are kept in/)).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('font-size', '16px')

  const evil = info.outputPath('evil.json')
  await writeFile(
    evil,
    JSON.stringify({ orrery: 'backup', version: 1, files: { 'documents/../../evil.json': '{}' } }),
  )
  await page.getByLabel('Restore a backup').setInputFiles(evil)
  await expect(page.getByText('This file is not an Orrery backup.')).toBeVisible()
  await page.getByLabel('Text size').fill('13')
  expect(workbench.data).not.toBe('')
})

test('icons grow with the text', async ({ page }) => {
  const icon = page.getByRole('navigation').locator('svg').first()
  const width = async (): Promise<number> => (await icon.boundingBox())?.width ?? 0
  const before = await width()
  await page.getByLabel('Text size').fill('18')
  await expect.poll(async () => (await width()) / before).toBeCloseTo(18 / 13, 1)
  await page.getByLabel('Text size').fill('13')
})

test('environments of one’s own appear once their folder is named', async ({ page, workbench }) => {
  const folder = page.getByLabel('Folder with your own environments')
  await folder.fill(join(root, 'electron/sandbox-server/gem/examples'))
  await folder.blur()
  await expect(
    page.getByRole('contentinfo').getByRole('button', { name: /Local sandboxes\s*Ready/ }),
  ).toBeVisible()
  await page.goto(`${workbench.url}#/environments`)
  await page.reload()
  await page.getByRole('combobox', { name: 'Search or enter an ID' }).fill('lights')
  await expect(page.getByRole('option', { name: /LightsOut/i }).first()).toBeVisible()
})

for (const theme of ['light', 'dark', 'contrast']) {
  test(`axe finds nothing in the settings (${theme})`, async ({ page }) => {
    await page.getByLabel('Theme', { exact: true }).selectOption(theme)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    expect(await violations(page, { exclude: ['[data-radix-popper-content-wrapper]'] })).toEqual([])
    await page.getByLabel('Theme', { exact: true }).selectOption('system')
  })
}

test('with less motion a theme is there at once, and does not go from element to element', async ({
  page,
  workbench,
}) => {
  await page.goto(`${workbench.url}#/settings`)
  const theme = page.locator('[data-setting="app.theme"] select')
  await theme.selectOption('contrast')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast')
  const moving = (): Promise<number> => page.evaluate(() => document.getAnimations().length)
  expect(await moving()).toBe(0)
  await theme.selectOption('system')
})
