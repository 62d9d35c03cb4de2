import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { searchDouble } from '../electron/workbench/telemetry/search-double.ts'
import { type SeriesDouble, seriesDouble } from '../electron/workbench/telemetry/series-double.ts'
import { violations } from './accessibility.ts'
import { QueryPage } from './query-page.ts'
import { expect, startWorkbench, test as base, type Workbench } from './workbench.ts'

const SERVICE = '10000000000000000000000000000101'
const ON = `.entity_set with(domain='devops', name='devops.service', ids=['${SERVICE}']) | entity-call`
const METRICS = `${ON} get_metrics('devops', 'devops.metric.service', 'request_count')`
const LOGS = `${ON} get_logs('devops', 'devops.log.service')`

const entry = (time: number, message: string) => ({
  '@timestamp': new Date(time).toISOString(),
  'log.level': 'ERROR',
  'service.uid': SERVICE,
  message,
})

interface Live {
  readonly metrics: SeriesDouble
  readonly logs: Awaited<ReturnType<typeof searchDouble>>
  readonly entries: ReturnType<typeof entry>[]
}

/** A workbench whose sample model is measured by two live endpoints. */
const test = base.extend<object, { live: Live; workbench: Workbench }>({
  live: [
    async ({ browser }, use) => {
      void browser
      const entries = [entry(Date.now() - 60_000, 'entry of before')]
      const [metrics, logs] = await Promise.all([seriesDouble(), searchDouble({ 'services-1': entries })])
      await use({ metrics, logs, entries })
      for (const { server } of [metrics, logs]) {
        server.closeAllConnections()
        server.close()
      }
    },
    { scope: 'worker' },
  ],
  workbench: [
    async ({ live }, use) => {
      const telemetry = {
        metrics: { speaks: 'prometheus', url: live.metrics.url, storages: ['devops/devops.prometheus.core'] },
        logs: { speaks: 'elasticsearch', url: live.logs.url, storages: ['devops/devops.elasticsearch.logs'] },
      }
      const workbench = await startWorkbench({
        prepare: (data) => writeFile(join(data, 'connections.json'), JSON.stringify({ telemetry })),
      })
      await use(workbench)
      await workbench.stop()
    },
    { scope: 'worker' },
  ],
})

test.beforeEach(({ live }) => {
  live.metrics.mode = 'answers'
})

async function runPlan(page: Page, workbench: Workbench, text: string): Promise<QueryPage> {
  const query = await QueryPage.open(page, workbench)
  await query.run(text)
  await page.getByRole('button', { name: 'Fetch data' }).click()
  return query
}

test('a log is followed while entries arrive, and stops with a message when the endpoint fails', async ({
  page,
  workbench,
  live,
}) => {
  await runPlan(page, workbench, LOGS)
  const lines = page.getByRole('list', { name: 'Logs' })
  await expect(lines).toContainText('entry of before')
  const follow = page.getByRole('button', { name: 'Follow' })
  await follow.click()
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  for (const name of ['first to come', 'second to come']) {
    live.entries.push(entry(Date.now(), name))
    await expect(lines.getByRole('button').first()).toContainText(name)
  }
  await expect(lines.getByRole('button')).toHaveCount(3)
  live.logs.server.closeAllConnections()
  live.logs.server.close()
  await expect(page.getByRole('alert')).toContainText('logs')
  await expect(follow).toHaveAttribute('aria-pressed', 'false')
  // Data already read stays.
  await expect(lines).toContainText('second to come')
  expect(await violations(page)).toEqual([])
})

test('what came first is drawn while the endpoint takes its time over the rest, and goes with a cancel', async ({
  page,
  workbench,
  live,
}) => {
  live.metrics.mode = 'hangs after one'
  await runPlan(page, workbench, `${ON} get_metrics('devops', 'devops.metric.service')`)
  const charts = page.getByRole('region', { name: 'Charts' })
  await expect(charts.getByRole('heading', { level: 2 })).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: /Running: 1 of [2-9]/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(charts).toHaveCount(0)
  await expect.poll(() => live.metrics.waiting.size).toBe(0)
})

test('charts follow the present, and the time that is looked at becomes that of the tab', async ({
  page,
  workbench,
  live,
}) => {
  const query = await runPlan(page, workbench, METRICS)
  const bar = page.getByRole('toolbar', { name: 'Series' })
  const follow = bar.getByRole('button', { name: 'Follow' })
  const first = await bar.getByRole('status').textContent()
  const { to = 0 } = live.metrics.ranges.at(-1) ?? {}
  await follow.click()
  await expect.poll(() => live.metrics.ranges.at(-1)?.to).toBeGreaterThan(to)
  await expect(bar.getByRole('status')).not.toHaveText(first ?? '')
  await follow.click()
  await expect(follow).toHaveAttribute('aria-pressed', 'false')

  const chart = page.getByRole('group', { name: /over time/ }).first()
  await chart.focus()
  for (const key of ['ArrowRight', '+', '+']) await page.keyboard.press(key)
  // A finer step arriving meanwhile redraws the chart.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await chart.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Reload for this time range' }).click({ timeout: 3000 })
  }).toPass()
  await expect(page.getByRole('button', { name: /^[A-Z][a-z]+ \d+, \d\d:\d\d – / })).toBeVisible()
  await expect(query.status).toContainText('Answered')
  const seconds = (): number => {
    const { from: start = 0, to: end = 0 } = live.metrics.ranges.at(-1) ?? {}
    return end - start
  }
  await expect.poll(seconds).toBeLessThan(3600 / 3)
  await expect(bar.getByRole('button', { name: 'Full range' })).toBeDisabled()

  // The chart is also drawn in an investigation, with its values one press away.
  await page.keyboard.press('Control+Alt+KeyK')
  await page.getByRole('status').filter({ hasText: 'Added to' }).getByRole('button', { name: 'Open' }).click()
  const cell = page.getByRole('article', { name: '1: Query' })
  await expect(cell.getByRole('group', { name: /over time/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await cell.getByRole('radio', { name: 'Table' }).click()
  await expect(cell.getByRole('row').nth(1)).toContainText('service=checkout')
})

test('an entity whose metrics fail says why, and a heat that takes long is cancelled', async ({
  page,
  workbench,
  live,
}) => {
  live.metrics.mode = 'fails'
  await page.goto(`${workbench.url}#/explorer`)
  await expect(page.getByTestId('shown')).toHaveText(/^[1-9]/)
  await page.getByRole('radio', { name: 'Topology', exact: true }).click()
  await page.getByRole('combobox', { name: 'Open entities of…' }).selectOption('Service')
  await expect(page.getByTestId('shown')).toHaveText(/^4 /)
  const search = page.getByRole('combobox', { name: 'Search the graph' })
  await search.fill('checkout')
  await expect(search).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Enter')
  const details = page.getByRole('article', { name: /checkout/ }).first()
  await expect(details.getByRole('alert').first()).toContainText(
    'metrics answered HTTP 503: unavailable: compaction under way',
  )
  expect(await violations(page)).toEqual([])

  live.metrics.mode = 'hangs'
  await page.getByRole('application').focus()
  await page.keyboard.press('Shift+H')
  const dialog = page.getByRole('dialog', { name: 'Heat map of a metric' })
  await dialog.getByRole('button', { name: 'Show heat' }).click()
  await expect.poll(() => live.metrics.waiting.size).toBeGreaterThan(0)
  const strip = page.getByRole('status').filter({ hasText: /0 of \d+ entities/ })
  await strip.getByRole('button', { name: 'Cancel' }).click()
  await expect(strip).toHaveCount(0)
  // Unneeded requests are aborted.
  await expect.poll(() => live.metrics.waiting.size).toBe(0)
  await expect(page.getByRole('region', { name: 'Heat map of a metric' })).toHaveCount(0)
})
