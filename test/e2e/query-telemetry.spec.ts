import { searchDouble } from '../electron/workbench/telemetry/search-double.ts'
import { violations } from './accessibility.ts'
import { QueryPage } from './query-page.ts'
import { expect, test } from './workbench.ts'

const SERVICE = '10000000000000000000000000000101'
const LOGS = `.entity_set with(domain='devops', name='devops.service', ids=['${SERVICE}']) | entity-call get_logs('devops', 'devops.log.service')`

test('an analyst connects logs from a plan, runs it, reads entries and sees what was sent', async ({
  page,
  workbench,
}) => {
  const entries = Array.from({ length: 250 }, (_, index) => ({
    '@timestamp': new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
    'log.level': index % 10 === 0 ? 'ERROR' : 'INFO',
    'service.uid': SERVICE,
    message: `entry ${index}`,
  }))
  const { url, server } = await searchDouble({ 'services-1': entries }, 'an-open-sesame')
  try {
    const query = await QueryPage.open(page, workbench)
    await query.run(LOGS)
    await page.getByRole('button', { name: 'Connect metrics or logs…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a connection' })
    await dialog.getByRole('combobox').selectOption({ label: 'Logs (Elasticsearch)' })
    await dialog.getByRole('textbox', { name: 'Name' }).first().fill('Log store')
    await dialog.getByRole('textbox', { name: 'Address' }).fill(url)
    await dialog.getByRole('button', { name: 'Save and connect' }).click()
    // Without its token it is refused before saving, with the server's message.
    await expect(dialog.getByRole('alert')).toContainText(
      'security_exception: missing authentication credentials',
    )
    await dialog.getByLabel('Token').fill('an-open-sesame')
    await dialog.getByRole('button', { name: /^Save/ }).click()
    const unsafe = dialog.getByRole('button', { name: 'Store it unencrypted' })
    const ready = page.getByRole('heading', { name: 'Log store', level: 2 })
    // Whether this machine has a keyring is not under test.
    await expect(unsafe.or(ready)).toBeVisible()
    if (await unsafe.isVisible()) await unsafe.click()
    await expect(ready).toBeVisible()
    await expect(dialog).toBeHidden()

    await page.getByRole('button', { name: 'Query', exact: true }).click()
    const plan = page.getByRole('region', { name: 'Plan' })
    await plan.getByRole('combobox', { name: 'Connection' }).selectOption({ label: 'Log store' })
    await plan.getByRole('button', { name: 'Fetch data' }).click()
    const lines = page.getByRole('list', { name: 'Logs' })
    await expect(lines.getByRole('button').first()).toContainText('entry 249')
    await expect(page.getByText('100 of 100 loaded, 250 in all')).toBeVisible()
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(page.getByText('200 of 200 loaded, 250 in all')).toBeVisible()
    await page.getByRole('radio', { name: 'Errors 20' }).click()
    await lines.getByRole('button').first().click()
    await expect(page.getByRole('tree')).toContainText('entry 240')
    expect(await violations(page)).toEqual([])

    await query.view('Table').click()
    await expect(query.grid).toContainText('entry 249')
    // The request inspector shows what was sent, without the token.
    await page.keyboard.press('Control+Alt+r')
    await expect(page.getByText(`POST ${url}/services-*/_search`)).toBeVisible()
    await expect(page.locator('#query-tab-panel')).toContainText('Bearer ${secret:')
    await expect(page.locator('#query-tab-panel')).not.toContainText('an-open-sesame')

    // The storage is now assigned to it, in other tabs too.
    await query.run(LOGS)
    await plan.getByRole('button', { name: 'Fetch data' }).click()
    await expect(lines.getByRole('button').first()).toContainText('entry 249')

    // A plan holds its time, so another range repeats the statement first.
    await page.getByRole('button', { name: 'Any time' }).click()
    const range = page.getByRole('dialog', { name: 'Time range' })
    await range.getByLabel('From').fill('2026-01-01T00:00:00')
    await range.getByLabel('To').fill('2026-01-01T00:00:50')
    await page.keyboard.press('Escape')
    await expect(page.getByText('The time range was changed after this ran.')).toBeVisible()
    await query.view('Plan').click()
    await plan.getByRole('button', { name: 'Fetch data' }).click()
    await expect(lines.getByRole('button').first()).toContainText(/entry (49|50)/)
    await expect(page.getByText('The time range was changed after this ran.')).toHaveCount(0)
  } finally {
    server.close()
  }
})
