import type { Page } from '@playwright/test'
import { openExplorer, shown, storedKeys } from './explorer-page.ts'
import { addSyntheticServer } from './explorer-server.ts'
import { expect, test } from './workbench.ts'

/** Runs a command from the palette by name. */
async function askPalette(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(title)
}

test('does what its keys and its menu say, and nothing to what was not chosen', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  // Nothing is focused yet: only the field's own shortcut does something, and no nodes are hidden.
  for (const key of ['i', 'h', 'n', 'p']) await page.keyboard.press(key)
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Search the graph' })).toBeFocused()
  await expect(shown(page)).toHaveText(/^47 elements/)
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeDisabled()
  // With two nodes selected, the menu offers the path between them.
  await page.keyboard.press('Escape')
  await askPalette(page, 'Find a path between the two')
  await expect(page.getByRole('option', { name: /Find a path between the two/ })).toContainText(
    'Select exactly two nodes first.',
  )
  await page.keyboard.press('Escape')
  // Focus returns from the palette to the search field, where letters are text.
  await page.locator('[data-explorer-canvas]').focus()
  const list = page.getByRole('grid', { name: 'List of shown elements' })
  await page.keyboard.press('t')
  await list.getByRole('row').filter({ hasText: 'Account' }).click()
  await list
    .getByRole('row')
    .filter({ hasText: 'Character' })
    .first()
    .click({ modifiers: ['Control'] })
  await askPalette(page, 'Find a path between the two')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Steps of the path' }).getByRole('listitem')).toHaveText([
    'Account',
    /Character/,
  ])
})

test('two chosen elements get a link in the draft; a press in a menu may take its time', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  const list = page.getByRole('grid', { name: 'List of shown elements' })
  await page.locator('[data-explorer-canvas]').focus()
  await page.keyboard.press('t')
  await list.getByRole('row').filter({ hasText: 'Guild' }).click()
  await list
    .getByRole('row')
    .filter({ hasText: 'Account' })
    .click({ modifiers: ['Control'] })
  await askPalette(page, 'New relation between the two')
  await page.keyboard.press('Enter')
  const entry = page.getByRole('menuitem', { name: /^Guild runs Account$|^Account runs Guild$/ })
  const box = await entry.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 10)
  await page.mouse.down()
  // Regression: the canvas menu closed on press, before the button was released.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
  await expect(entry).toBeVisible()
  await page.mouse.up()
  const panel = page.getByRole('tabpanel', { name: 'Edit' })
  await expect(panel.getByText(/_runs_.*\/entity_set_link$/)).toBeVisible()
})

test('keeps everything in view when more or less is drawn, until the user moves the camera', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  // The minimap is shown whenever part of the graph is out of view.
  const map = page.getByRole('img', { name: 'Overview with the part in view' })
  await expect(map).toBeHidden()
  await askPalette(page, 'Collapse all groups')
  await page.keyboard.press('Enter')
  await expect(shown(page)).toHaveText(/in collapsed groups/)
  await askPalette(page, 'Open all groups')
  await page.keyboard.press('Enter')
  await expect(shown(page)).not.toHaveText(/collapsed/)
  // What has no place yet when it is filtered out gets one later, and is fitted into view then.
  await expect(page.getByText('Laying out')).toHaveCount(0)
  await expect(map).toBeHidden()
  await page.getByRole('tab', { name: 'Legend' }).click()
  await page.getByRole('button', { name: /^k8s \d+$/ }).click()
  await expect(shown(page)).toHaveText(/^9 of/)
  await expect(map).toBeHidden()
  // A zoomed view is not refitted.
  await page.getByRole('application', { name: /^Graph with/ }).focus()
  for (let presses = 0; presses < 8; presses++) await page.keyboard.press('+')
  await expect(map).toBeVisible()
  await page.getByRole('button', { name: 'Remove: domain: k8s' }).click()
  await expect(shown(page)).toHaveText(/^47 elements/)
  await expect(map).toBeVisible()
})

test('the map is a button where no corner is free of cards', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  const map = page.getByRole('img', { name: 'Overview with the part in view' })
  const button = page.getByRole('button', { name: 'Map', exact: true })
  await expect(button).toBeHidden()
  // Cards all over a small view.
  await page.setViewportSize({ width: 1000, height: 430 })
  const canvas = page.getByRole('application', { name: /^Graph with/ })
  await canvas.focus()
  await page.keyboard.press('f')
  // How near that is depends on the fonts.
  await expect(async () => {
    await page.keyboard.press('+')
    await expect(button).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await expect(map).toBeHidden()
  await button.click()
  await expect(map).toBeVisible()
  await button.click()
  await expect(map).toBeHidden()
  // Keys zoom into the current node, as a pointer on it would.
  await page.setViewportSize({ width: 1440, height: 900 })
  await askPalette(page, 'Collapse all groups')
  await page.keyboard.press('Enter')
  await expect(shown(page)).toHaveText(/all in collapsed groups/)
  await canvas.focus()
  await page.keyboard.press('f')
  await page.keyboard.press('ArrowRight')
  for (let presses = 0; presses < 10; presses++) await page.keyboard.press('+')
  await expect(shown(page)).toHaveText(/\d+ in collapsed groups/)
  await canvas.focus()
  await page.keyboard.press('f')
  await expect(button).toBeHidden()
})

test('an undo leads back to where one was before a search', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  await askPalette(page, 'Collapse all groups')
  await page.keyboard.press('Enter')
  await expect(shown(page)).toHaveText(/all in collapsed groups/)
  await page.getByRole('application', { name: /^Graph with/ }).focus()
  await page.keyboard.press('/')
  await page.keyboard.type('Node')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: 'Node', exact: true })).toBeVisible()
  await expect(shown(page)).toHaveText(/38 in collapsed groups/)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(shown(page)).toHaveText(/all in collapsed groups/)
  await expect(page.getByRole('img', { name: 'Overview with the part in view' })).toBeHidden()
  // With nothing left to take back, the browser does not take back what was typed.
  await page.getByRole('application', { name: /^Graph with/ }).focus()
  for (let left = 0; left < 3; left++) await page.keyboard.press('Control+z')
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled()
  for (let more = 0; more < 3; more++) await page.keyboard.press('Control+z')
  await expect(page.getByRole('combobox', { name: 'Search the graph' })).toHaveValue('Node')
  // Tests of a worker share stored state: reset it.
  await askPalette(page, 'Open all groups')
  await page.keyboard.press('Enter')
  await expect(shown(page)).toHaveText(/^47 elements$/)
  await expect.poll(() => storedKeys(workbench.data, 'collapsed')).toEqual([])
})

test('takes its dialogs along when another bench comes to the front', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  await page.keyboard.press('v')
  const dialog = page.getByRole('dialog', { name: 'Saved views' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Control+2')
  await expect(page.getByRole('textbox', { name: 'SPL editor' })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('Control+1')
  await expect(dialog).toBeVisible()
})

test('says what of a dropped folder it leaves out, and why', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  const transfer = await page.evaluateHandle(() => {
    const dropped = new DataTransfer()
    dropped.items.add(new File(['not a model'], 'photo.png'))
    dropped.items.add(new File(['# '.repeat(13_000_000)], 'huge.yaml'))
    return dropped
  })
  await page.dispatchEvent('#bench-explorer canvas', 'drop', { dataTransfer: transfer })
  const dialog = page.getByRole('dialog', { name: 'Import a model' })
  await expect(dialog.getByRole('list', { name: 'Skipped' }).getByRole('listitem')).toHaveText([
    'huge.yamlLarger than 24 MB.',
    'photo.pngNeither YAML nor JSON.',
  ])
  await expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled()
})

test('the keyboard comes into the graph at a node, and to the details behind the drawer of a narrow window', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  const graph = page.locator('[data-explorer-canvas]')
  await graph.focus()
  await expect(graph.getByRole('status')).toHaveText(/, domain /)
  await expect(graph).toHaveAttribute('aria-activedescendant', /^mirror-model-/)
  await page.setViewportSize({ width: 683, height: 900 })
  await page.keyboard.press('/')
  await page.keyboard.type('Service logs')
  await expect(page.getByRole('option', { name: 'Service logs log set' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Show details' })).toBeVisible()
  // It lies on no card.
  await expect(graph.getByRole('button', { name: 'Show details' })).toHaveCount(0)
  await expect(graph).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Service logs' })).toBeVisible()
})

for (const key of ['ContextMenu', 'Shift+F10'])
  test(`${key} opens the menu of the current node, below it`, async ({ page, workbench }) => {
    await openExplorer(page, workbench.url)
    await page.keyboard.press('/')
    await page.keyboard.type('Material lot')
    await expect(page.getByRole('option', { name: 'Material lot entity set' })).toBeVisible()
    await page.keyboard.press('Enter')
    const article = page.getByRole('article', { name: 'Material lot', exact: true })
    await expect(article).toBeVisible()
    // Another node in the middle of the canvas, which Shift+F10 means by itself.
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('article', { name: 'Production batch', exact: true })).toBeVisible()
    await page.keyboard.press(key)
    await expect(page.getByRole('menuitem', { name: 'Details' })).toBeFocused()
    // As in “More”: every entry has an icon, and the key of its command.
    const hide = page.getByRole('menuitem', { name: /^Hide\b(?! all)/ })
    await expect(hide.locator('kbd')).toHaveText('H')
    const entries = await page.getByRole('menuitem').count()
    await expect(page.getByRole('menuitem').locator('svg')).toHaveCount(entries)
    await expect(page.getByRole('menuitem', { name: 'Collapse supplier' })).toBeVisible()
    await expect(page.getByRole('article', { name: 'Production batch', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-explorer-canvas]')).toBeFocused()
  })

test('chooses two domains and lets go of them; a search shows neighbours as cards, and all come back as they were', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  await addSyntheticServer(page, 'domains', ['--elements', '2000'])
  await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'domains' })
  await expect(shown(page)).toHaveText(/^2,000 elements · all in collapsed groups/)
  const collapsed = page.getByRole('button', { name: /groups? collapsed$/ })
  const closed = await collapsed.textContent()
  // What was chosen beside the canvas is cleared with the same key as on it.
  await page.getByRole('region', { name: 'Most links between domains' }).getByRole('button').first().click()
  await expect(page.getByText(/^\d+ links selected/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^\d+ links selected/)).toHaveCount(0)
  const field = page.getByRole('combobox', { name: 'Search the graph' })
  await page.getByRole('combobox', { name: 'Model server' }).focus()
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await field.fill('Element 17')
  await expect(page.getByRole('option', { name: /^Element 17\b/ }).first()).toBeVisible()
  await field.press('Shift+Enter')
  await expect(shown(page)).toHaveText(/^\d+ of 2,000 elements · [\d,]+ others hidden for now/)
  await expect(collapsed).toHaveCount(0)
  const few = page.getByRole('button', { name: /^Remove: only these \d+/ })
  await expect(page.getByRole('article', { name: 'Element 17' })).toBeVisible()
  await expect(page.locator('[data-explorer-canvas]')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(few).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(few).toHaveCount(0)
  await expect(shown(page)).toHaveText(/^2,000 elements · all in collapsed groups/)
  await expect(collapsed).toHaveText(closed ?? '')
})
