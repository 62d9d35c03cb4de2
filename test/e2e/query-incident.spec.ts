import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { QueryPage } from './query-page.ts'
import { expect, startWorkbench, test as base, type Workbench } from './workbench.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const server = join(root, process.env['ORRERY_DIST'] ?? 'dist', 'model-server.mjs')

/** A second model server beside the embedded one, with the incident sample. */
const incident = {
  command: process.execPath,
  args: [server, '--quickstart', '--quickstart-sample', 'incident-investigation', '--graphstore', 'memory'],
}

const test = base.extend<object, { workbench: Workbench }>({
  workbench: [
    async ({ browser }, use) => {
      void browser
      const workbench = await startWorkbench({
        prepare: (data) =>
          writeFile(
            join(data, 'connections.json'),
            JSON.stringify({ mcpServers: { incident }, platforms: {} }),
          ),
      })
      await use(workbench)
      await workbench.stop()
    },
    { scope: 'worker' },
  ],
})

test('which services depend on the payment gateway', async ({ page, workbench }) => {
  await page.goto(`${workbench.url}#/console`)
  await page
    .getByRole('list', { name: 'Connections' })
    .getByRole('button', { name: /^incident\b/ })
    .click()
  await page.getByRole('button', { name: 'Allow and start' }).click()
  await expect(page.getByRole('tabpanel').getByText('Ready', { exact: true })).toBeVisible()
  await page
    .getByRole('contentinfo')
    .getByRole('button', { name: /Sample model/ })
    .click()
  await page.getByLabel('Used by Explorer and Query').selectOption({ label: 'incident: Ready' })
  await page.keyboard.press('Escape')

  const query = await QueryPage.open(page, workbench)
  await query.run(
    ".entity with(domain='platform', name='platform.service', query='payment-gateway') | project display_name, status, owner",
  )
  expect(await query.column('display_name')).toContain('payment-gateway')

  await query.run(
    ".topo | graph-call cypher(`MATCH (s)-[r:calls]->(g {display_name: 'payment-gateway'}) RETURN s.display_name AS service ORDER BY service`)",
  )
  expect(await query.column('service')).toEqual(['checkout-service', 'order-service'])

  await query.run(
    ".topo | graph-call cypher(`MATCH (s)-[r:calls]->(g {display_name: 'payment-gateway'}) RETURN s, r, g`)",
  )
  await query.view('Graph').click()
  await expect(page.getByRole('application')).toHaveAccessibleName(/Graph: 3 entities, 2 links/)
})
