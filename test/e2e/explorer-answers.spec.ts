import { violations } from './accessibility.ts'
import { openExplorer, shown } from './explorer-page.ts'
import { addModelServer, newEntity, writeTo } from './explorer-server.ts'
import { QueryPage } from './query-page.ts'
import { expect, test } from './workbench.ts'

test('one Enter in the search of the topology brings an entity that only the server knows', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  await page.getByText('Topology', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Search the graph' }).fill('ledger-service')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: 'ledger-service' })).toBeVisible()
  // A picture of both without their links would say that neither depends on the other.
  await page.getByRole('combobox', { name: 'Search the graph' }).fill('ledger 3.0.1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: 'ledger 3.0.1' }).getByText('ledger-service')).toBeVisible()
})

test('an entity says firmly that nothing leads to it once all its links are loaded', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  await page.getByText('Topology', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Search the graph' }).fill('Data Insights')
  await page.keyboard.press('Enter')
  const details = page.getByRole('article', { name: 'Data Insights' })
  await expect(details.getByText('Its links are not loaded yet.')).toBeVisible()
  await details.getByRole('button', { name: 'Load links' }).click()
  await expect(details.getByText('No link leads to it: nothing depends on it.')).toBeVisible()
  await expect(details.getByText('Only links that were loaded are listed.')).toHaveCount(0)
})

test('neighbours of an entity are offered by type with their counts before one is added', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  await page.getByText('Topology', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Search the graph' }).fill('checkout-service')
  await page.keyboard.press('Enter')
  const details = page.getByRole('article', { name: 'checkout-service' })
  await details.getByRole('button', { name: 'Neighbours by type…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Neighbours' })
  const row = dialog.getByRole('listitem').filter({ hasText: '→ measured_by' })
  await expect(row).toContainText('2 in total, 2 not shown')
  await expect(shown(page)).toHaveText('1 entity')
  await row.getByRole('button', { name: 'Show 2' }).click()
  await expect(row).toContainText('2 in total, 0 not shown')
  await expect(shown(page)).toHaveText('3 entities')

  // They are those of this server: with another one behind it, the dialog closes.
  await page.keyboard.press('e')
  await page.keyboard.press('Escape')
  await page.getByText('Model', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill('devops.service')
  await page.keyboard.press('Enter')
  await page.keyboard.press('e')
  await expect(dialog).toBeVisible()
  await addModelServer(page, 'another', [])
  await page.goto(`${workbench.url}#/explorer?connection=model:another`)
  await expect(dialog).toHaveCount(0)
})

test('a result says that a field is unknown, and that its text was edited since', async ({
  page,
  workbench,
}) => {
  const query = await QueryPage.open(page, workbench)
  await query.run(
    ".entity with(domain='devops', name='devops.service') | project display_name, statuss | limit 3",
  )
  await expect(query.grid).toBeVisible()
  const unknown = page.getByText(/^statuss isn’t a field here/)
  await expect(unknown).toBeVisible()
  const edited = page.getByText('It has been edited since.')
  await expect(edited).toHaveCount(0)
  await query.editor.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('0')
  await expect(edited).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(edited).toHaveCount(0)
  await page.getByRole('button', { name: 'Replace with status' }).click()
  await expect(unknown).toHaveCount(0)
  await expect(query.grid.getByRole('columnheader', { name: /^status/ })).toBeVisible()
})

test('other windows are notified of what one window writes, and reload it', async ({
  page,
  context,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  await addModelServer(page, 'written', ['--enable-writes'])
  await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'written' })
  await page.getByText('Topology', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Open entities of…' }).selectOption('Team')
  await expect(shown(page)).toHaveText(/^[1-9]/)
  const changed = page.getByText('The data on the server changed after this was loaded.')
  await expect(changed).toHaveCount(0)
  const other = await context.newPage()
  await other.goto(`${workbench.url}#/query`)
  await expect(shown(page)).toHaveText('4 entities')
  await writeTo(other, 'model:written', { entities: [newEntity('devops.team', 'e', 'Fresh team')] })
  await expect(changed).toBeVisible()
  // It lies above the canvas, not on it.
  const [remark, canvas] = await Promise.all(
    [changed, page.locator('[data-explorer-canvas]')].map((one) => one.boundingBox()),
  )
  expect((remark?.y ?? 0) + (remark?.height ?? 0)).toBeLessThanOrEqual(canvas?.y ?? 0)
  await page.getByRole('button', { name: 'Load again' }).click()
  await expect(changed).toHaveCount(0)
  // The set was opened whole: what it has got belongs there.
  await expect(shown(page)).toHaveText('5 entities')
  await writeTo(other, 'model:written', { entities: [newEntity('devops.service', 'f', 'fresher-service')] })
  await expect(changed).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(changed).toHaveCount(0)
})

test('a result says that the data changed after it ran, and runs again', async ({ page, workbench }) => {
  const query = await QueryPage.open(page, workbench)
  await addModelServer(page, 'changing', ['--enable-writes'])
  await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'changing' })
  await query.run(
    ".entity with(domain='game', name='game.guild') | where display_name = 'Late guild' | limit 5",
  )
  const changed = page.getByText('The data on the server changed after this ran.')
  await expect(page.getByText('No rows')).toBeVisible()
  await expect(changed).toHaveCount(0)
  await writeTo(page, 'model:changing', { entities: [newEntity('game.guild', 'd', 'Late guild')] })
  await expect(changed).toBeVisible()
  await page.getByRole('button', { name: 'Run again' }).click()
  await expect(query.grid.getByRole('row', { name: /Late guild/ })).toBeVisible()
  await expect(changed).toHaveCount(0)
})

test('links selected together are listed, and each leads to its details', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  await page.getByRole('tab', { name: 'Legend' }).click()
  const pairs = page.getByRole('region', { name: 'Most links between domains' })
  await pairs.getByRole('button').first().click()
  const details = page.getByRole('tabpanel', { name: 'Details' })
  const links = details.getByRole('list', { name: /^\d+ links selected$/ })
  const words = await links.getAttribute('aria-label')
  await expect(links.getByRole('listitem')).toHaveCount(Number(words?.split(' ')[0]))
  await expect(details.getByRole('article')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  const link = links.getByRole('button').first()
  const ends = (await link.getAttribute('title')) ?? ''
  expect(ends).toContain(' → ')
  await link.click()
  await expect(details.getByRole('article')).toContainText(ends)
})

test('a domain lists those it is linked with, with how many links lead which way', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  await page.goto(`${workbench.url}#/explorer/model/box%3Aapm?connection=embedded-model`)
  const linked = page.getByRole('article', { name: 'apm' }).getByRole('list', { name: 'Linked domains' })
  await expect(linked.getByRole('listitem').first()).toHaveText(/\d+ \((→\d+ )?.* ?\d+\)$/)
})
