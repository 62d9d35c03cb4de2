import { QueryPage } from './query-page.ts'
import { expect, test } from './workbench.ts'

test('an entity of a result is expanded in the graph of the result, by relation type, and back', async ({
  page,
  workbench,
}) => {
  const query = await QueryPage.open(page, workbench)
  await query.run(".entity with(domain='devops', name='devops.service') | limit 4")
  await expect(query.view('Graph')).toHaveCount(0)
  await query.grid
    .getByRole('gridcell')
    .filter({ hasText: 'checkout-service' })
    .first()
    .click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Expand here' }).click()
  const graph = page.getByRole('application')
  await expect(graph).toHaveAccessibleName(/Graph: 4 entities, 0 links/)
  const details = page.getByRole('complementary', { name: 'checkout-service' })
  const types = details.getByRole('list', { name: 'Neighbours' }).getByRole('listitem')
  const runs = types.filter({ hasText: '→ runs' }).first()
  await expect(runs).toContainText(/\d+ in total, \d+ not shown/)
  await runs.getByRole('button', { name: /^Show \d/ }).click()
  await expect(runs).toContainText('all shown')
  await expect(graph).toHaveAccessibleName(/Graph: (?:[5-9]|\d\d+) entities, [1-9]\d* links?/)
  await expect(page.getByText(/^\d+ added here$/)).toBeVisible()
  await expect(details.getByRole('button', { name: 'Open in Explorer' })).toBeVisible()

  await page.getByRole('button', { name: 'Undo: expand checkout-service' }).click()
  await expect(graph).toHaveAccessibleName(/Graph: 4 entities, 0 links/)
  await graph.press('Control+Shift+Z')
  await expect(graph).toHaveAccessibleName(/Graph: (?:[5-9]|\d\d+) entities/)
  // Another view of the result keeps what was added.
  await query.view('Table').click()
  await expect(query.grid).toBeVisible()
  await query.view('Graph').click()
  await expect(graph).toHaveAccessibleName(/Graph: (?:[5-9]|\d\d+) entities/)
})
