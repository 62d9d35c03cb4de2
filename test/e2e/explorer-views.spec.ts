import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { openExplorer, shown } from './explorer-page.ts'
import { addSyntheticServer } from './explorer-server.ts'
import { expect, test } from './workbench.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const openViews = async (page: Page): Promise<void> => {
  await page.locator('[data-explorer-canvas]').focus()
  await page.keyboard.press('v')
  await expect(page.getByRole('dialog', { name: 'Saved views' })).toBeVisible()
}

async function saved(page: Page): Promise<string> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as file' }).first().click()
  const download: Download = await coming
  expect(download.suggestedFilename()).toBe('Model.orrery')
  return readFile(await download.path(), 'utf8')
}

const take = (page: Page, name: string, content: string): Promise<void> =>
  page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) })

test('a view goes to a file, and comes back as a step that can be undone', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  const whole = await shown(page).textContent()
  await openViews(page)
  const view = JSON.parse(await saved(page)) as { look: Record<string, unknown> }
  const look = {
    ...view.look,
    filters: [{ by: 'domain', value: 'devops', exclude: false }],
    notes: { 'devops/devops.service/entity_set': 'Look here', 'gone/gone.thing/entity_set': 'Once' },
  }
  await take(page, 'v.orrery', JSON.stringify({ ...view, title: 'Operations', workspace: 'prod', look }))
  await expect(shown(page)).toHaveText(/filtered out/)
  await expect(
    page.getByText(
      '“Operations” from workspace prod shows 1 thing that is not here: gone/gone.thing/entity_set.',
    ),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('“Operations”')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(shown(page)).toHaveText(whole ?? '')
})

test('a link brings a topology with it', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  await page.getByRole('radio', { name: 'Topology' }).click()
  await page.getByRole('button', { name: 'Whole topology' }).first().click()
  await expect(shown(page)).toHaveText(/^\d{2,} entities/)
  const whole = await shown(page).textContent()
  await openViews(page)
  await page.getByRole('button', { name: 'Copy link' }).first().click()
  await expect(page.getByRole('button', { name: 'Copied' }).first()).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear the canvas' }).click()
  await expect(shown(page)).toHaveText('0 entities')
  await page.evaluate((address) => location.assign(address), link)
  await expect(shown(page)).toHaveText(whole ?? '')
  // A reload must not undo changes made after following a link.
  await expect(page).not.toHaveURL(/view/)
})

test('what is no view is refused where it was opened, and changes nothing', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  const whole = await shown(page).textContent()
  await openViews(page)
  await take(page, 'v.orrery', '{"orrery":"view","version":9}')
  await expect(
    page.getByText('This view was saved by a newer Orrery. Update Orrery to open it.'),
  ).toBeVisible()
  await page.evaluate(() => location.assign('#/explorer/view/broken'))
  await expect(page.getByText('This is not a view that Orrery can open.')).toBeVisible()
  await expect(shown(page)).toHaveText(whole ?? '')
})

test('a style rule maps numbers to a colour scale, appears in the legend, and can be undone', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  await page.getByRole('radio', { name: 'Topology' }).click()
  await page.getByRole('combobox', { name: 'Open entities of…' }).selectOption('Pod')
  await expect(shown(page)).toHaveText(/^\d{2} entities/)
  await page.getByRole('tab', { name: 'Legend' }).click()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Style rules')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Style rules' })
  await dialog
    .getByRole('combobox', { name: 'Match by' })
    .selectOption({ label: 'Number in a field, as a colour scale' })
  await dialog.getByRole('combobox', { name: /^Field/ }).fill('restarts')
  await dialog.getByRole('combobox', { name: 'Size' }).selectOption({ label: '1.5 times as large' })
  await dialog.getByRole('combobox', { name: /^Caption/ }).fill('phase')
  await dialog.getByRole('radio', { name: 'Star', exact: true }).click()
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  const said = /restarts from 0 to \d+ · 1\.5× · caption phase/
  await expect(dialog.getByText(said)).toBeVisible()
  await page.keyboard.press('Escape')
  const legend = page.getByRole('region', { name: 'Style rules' })
  await expect(legend.getByText(said)).toBeVisible()
  await page.locator('[data-explorer-canvas]').focus()
  await page.keyboard.press('Control+z')
  await expect(legend).toHaveCount(0)
})

test('the side panel comes back with its room, also when the other graph was opened meanwhile', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  const legend = page.getByRole('tab', { name: 'Legend' })
  await expect(legend).toBeVisible()
  await page.setViewportSize({ width: 683, height: 900 })
  await expect(legend).toHaveCount(0)
  await page.getByRole('radio', { name: 'Topology' }).click()
  await expect(page.getByRole('heading', { name: 'No entities are open' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(legend).toBeVisible()
})

for (const width of [683, 640])
  test(`all tools of a topology are in reach ${width} px wide, and none stands alone in a row`, async ({
    page,
    workbench,
  }) => {
    await openExplorer(page, workbench.url)
    await page.getByRole('radio', { name: 'Topology' }).click()
    await page.setViewportSize({ width, height: 900 })
    const header = page.getByRole('toolbar', { name: 'Explorer', exact: true })
    await expect(header.getByRole('button', { name: 'Search', exact: true })).toBeInViewport({ ratio: 1 })
    const search = page.getByRole('combobox', { name: 'Search the graph' })
    expect((await search.boundingBox())?.width).toBeGreaterThan(110)
    const tools = page.getByRole('toolbar', { name: 'Topology' })
    expect((await tools.boundingBox())?.height).toBeLessThan(48)
    await header.getByRole('button', { name: 'More', exact: true }).click()
    for (const name of ['Heat map of a metric', 'Time machine', 'Clear the canvas'])
      await expect(page.getByRole('menuitem', { name })).toBeVisible()
  })

test('a note is kept while it is written, and undone as one step', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  await page.goto(`${workbench.url}#/explorer/model/devops%2Fdevops.pipeline%2Fentity_set`)
  const note = page.getByRole('textbox', { name: 'Note' })
  await expect(note).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.insertText('note on the selected')
  await page.getByRole('option', { name: 'Note on the selected node' }).click()
  await expect(note).toBeFocused()
  await page.keyboard.type('Slow')
  await expect(page.getByRole('button', { name: 'Undo: Note' })).toBeEnabled()
  await note.pressSequentially(' since May')
  await page.waitForTimeout(300)
  await page.reload()
  await expect(note).toHaveValue('Slow since May')
  await note.fill('Fast again')
  await note.blur()
  await page.getByRole('button', { name: 'Undo: Note' }).click()
  await expect(note).toHaveValue('Slow since May')
})

test('the palette finds elements and saved views of another server that runs, and opens them there', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  const server = page.getByRole('combobox', { name: 'Model server' })
  await server.selectOption({ label: 'Incident sample' })
  await expect(page.getByRole('button', { name: /^platform \d+$/ })).toBeVisible()
  await page.getByRole('radio', { name: 'Model', exact: true }).click()
  await openViews(page)
  const views = page.getByRole('dialog', { name: 'Saved views' })
  await views.getByLabel('View name').fill('Of the incident')
  await views.getByRole('button', { name: 'Save', exact: true }).click()
  await page.keyboard.press('Escape')
  const choose = async (typed: string, option: RegExp): Promise<void> => {
    await server.selectOption({ label: 'Sample model' })
    // Other tests may have added elements.
    await expect(shown(page)).toHaveText(/^4\d elements/)
    await page.keyboard.press('Control+Shift+P')
    await page.getByRole('combobox', { name: 'Command palette' }).fill(typed)
    await page.getByRole('option', { name: option }).click()
    await expect(server).toHaveValue('embedded-incident')
  }
  await choose('order flow', /^Order flow.*Incident sample/)
  await expect(page.getByRole('article', { name: 'Order flow' })).toBeVisible()
  await choose('of the incident', /^Of the incident.*Incident sample/)
  await expect(shown(page)).toHaveText(/elements/)
  await expect(page.getByText(/is of another model/)).toHaveCount(0)
  // The choice is stored for other tests once it is shown.
  await server.selectOption({ label: 'Sample model' })
  await expect(shown(page)).toHaveText(/^4\d elements/)
})

test('a model opens in the layout of the settings, and can be opened like that again', async ({
  page,
  workbench,
}) => {
  await page.goto(`${workbench.url}#/settings`)
  await page.getByRole('combobox', { name: 'Default layout' }).selectOption({ label: 'Grid' })
  await openExplorer(page, workbench.url)
  await addSyntheticServer(page, 'grid', ['--elements', '300', '--entities', '20'])
  await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'grid' })
  await expect(shown(page)).toHaveText('300 elements · all in collapsed groups')
  const layout = page.getByRole('combobox', { name: 'Layout' })
  await expect(layout.locator('option:checked')).toHaveText('Grid')
  const search = page.getByRole('combobox', { name: 'Search the graph' })
  await search.fill('Element 77')
  await expect(page.getByRole('listbox', { name: 'Matches' }).getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(shown(page)).not.toHaveText(/all in collapsed groups/)
  await layout.selectOption({ label: 'Layered' })
  await page.reload()
  await expect(shown(page)).toHaveText(/^300 elements/)
  await expect(shown(page)).not.toHaveText(/all in collapsed groups/)
  await openViews(page)
  const whole = page.getByRole('listitem').filter({ hasText: 'The model as it opens' })
  await whole.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(shown(page)).toHaveText('300 elements · all in collapsed groups')
  await expect(layout.locator('option:checked')).toHaveText('Grid')
  await page.getByRole('button', { name: 'Undo: Open view' }).click()
  await expect(shown(page)).not.toHaveText(/all in collapsed groups/)
})
