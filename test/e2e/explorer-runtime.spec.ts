import type { Page } from '@playwright/test'
import { violations } from './accessibility.ts'
import { addModelServer } from './explorer-server.ts'
import { expect, test } from './workbench.ts'

const shown = (page: Page) => page.getByTestId('shown')

test('asks only for what was observed within the time range', async ({ page, workbench }) => {
  await page.goto(`${workbench.url}#/explorer`)
  await expect(shown(page)).toHaveText(/^[1-9]/)
  await addModelServer(page, 'incident', ['--quickstart-sample', 'incident-investigation'])
  await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'incident' })
  await expect(page.getByRole('button', { name: /^platform \d+$/ })).toBeVisible()
  await page.getByRole('radio', { name: 'Topology', exact: true }).click()

  await page.getByRole('button', { name: 'Any time' }).click()
  const range = page.getByRole('dialog', { name: 'Time range' })
  await range.getByLabel('From').fill('2001-01-02T00:00')
  await range.getByLabel('To').fill('2001-01-01T00:00')
  await expect(range.getByRole('alert')).toHaveText('The start must be before the end.')
  await range.getByLabel('To').fill('2001-01-03T00:00')
  await expect(range.getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Whole topology' }).first().click()
  await expect(page.getByText('No entities were observed in this time range.')).toBeVisible()

  await page.getByRole('button', { name: /^1\/2\/01.+–.+1\/3\/01/ }).click()
  await range.getByRole('button', { name: 'Any time' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Whole topology' }).first().click()
  await expect(shown(page)).toHaveText(/^[1-9]/)
  await expect(page.getByText('No entities were observed in this time range.')).toHaveCount(0)
})

test('lays a metric over the topology and takes it off', async ({ page, workbench }) => {
  await page.goto(`${workbench.url}#/explorer`)
  await expect(shown(page)).toHaveText(/^[1-9]/)
  await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'Incident sample' })
  await expect(page.getByRole('button', { name: /^platform \d+$/ })).toBeVisible()
  await page.getByRole('radio', { name: 'Topology', exact: true }).click()
  await page.getByRole('button', { name: 'Any time' }).click()
  const range = page.getByRole('dialog', { name: 'Time range' })
  await range.getByLabel('From').fill('2024-06-18T09:00')
  await range.getByLabel('To').fill('2024-06-18T11:00')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Whole topology' }).first().click()
  await expect(shown(page)).toHaveText(/^61/)

  await page.getByRole('application').focus()
  await page.keyboard.press('Shift+H')
  const dialog = page.getByRole('dialog', { name: 'Heat of a metric' })
  await dialog.getByLabel('Metric').selectOption({ label: '★ Latency p95 (ms) · platform.service' })
  await dialog.getByRole('radio', { name: 'Mean' }).click()
  await dialog.getByRole('button', { name: 'Show heat' }).click()
  const legend = page.getByRole('region', { name: 'Heat of a metric' })
  await expect(legend).toContainText('Latency p95, mean')
  await expect(legend).toContainText('12 entities have a value, 49 without are grey')
  await expect(legend).toContainText(/\d ms/)
  expect(await violations(page)).toEqual([])
  await legend.getByRole('button', { name: 'End heat' }).click()
  await expect(legend).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(legend).toContainText('Latency p95, mean')
})
