import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { QueryPage } from './query-page.ts'
import { expect, startWorkbench, test as base, type Workbench } from './workbench.ts'

const RUNS = 50_000
/** Runs with stored rows besides starred ones, as the history says. */
const KEPT = 100
const STARRED = 3

const runId = (n: number): string => `run-${String(n).padStart(5, '0')}`

const entry = (n: number): object => ({
  id: runId(n),
  text: `.entity with(domain='devops', name='devops.service')\n| where size > ${n} and owner = 'team-${n % 97}'\n| limit 10`,
  connection: 'model:embedded',
  at: 1_700_000_000_000 + n * 60_000,
  milliseconds: n % 300,
  outcome: 'rows',
  rows: n % 10,
  snapshot: n >= RUNS - KEPT || n <= STARRED,
})

/** A data folder with 50,000 runs, the maximum number of stored results, and three old starred runs. */
async function longMemory(data: string): Promise<void> {
  for (const folder of ['logs', 'documents/query', 'documents/query-results']) {
    await mkdir(join(data, folder), { recursive: true })
  }
  const lines = Array.from(
    { length: RUNS },
    (_, n) => `${JSON.stringify({ n: n + 1, at: 1_700_000_000_000 + n, value: entry(n + 1) })}\n`,
  )
  await writeFile(join(data, 'logs/query-history.jsonl'), lines.join(''))
  const document = (path: string, value: object): Promise<void> =>
    writeFile(join(data, 'documents', path), JSON.stringify(value))
  const starred = [3, 2, 1].map((n) => ({ ...entry(n), sequence: n }))
  await document('query/stars.json', { entries: starred })
  const kept = Array.from({ length: KEPT }, (_, n) => runId(RUNS - n))
  const runs = [...kept, ...starred.map((_, n) => runId(STARRED - n))]
  await document('query/snapshots.json', { runs })
  for (const run of runs) {
    await document(`query-results/${run}.json`, { columns: ['name'], rows: [{ name: run }] })
  }
}

const test = base.extend<object, { workbench: Workbench }>({
  workbench: [
    async ({ browser }, use) => {
      void browser
      const workbench = await startWorkbench({ prepare: longMemory })
      await use(workbench)
      await workbench.stop()
    },
    { scope: 'worker' },
  ],
})

const history = (page: Page) => page.getByRole('list', { name: 'History' }).getByRole('listitem')

test.describe('a history of 50,000 runs', () => {
  test('is searched to its very beginning', async ({ page, workbench }) => {
    await QueryPage.open(page, workbench)
    await page.keyboard.press('Control+Shift+H')
    await expect(history(page).first()).toContainText('size > 50000')
    await page.getByRole('searchbox', { name: 'Search history' }).fill('size > 17 and')
    await expect(history(page)).toHaveCount(1)
    await history(page).getByRole('button', { name: 'Run again' }).click()
    await expect(page.locator('#query-tab-panel footer')).toContainText('Answered')
    await page.getByRole('button', { name: 'Starred only' }).click()
    await page.getByRole('searchbox', { name: 'Search history' }).fill('')
    await expect(history(page)).toHaveCount(STARRED)
    await page.getByRole('button', { name: 'Starred only' }).click()
  })

  test('draws only what is in sight, as far as one scrolls', async ({ page, workbench }) => {
    await QueryPage.open(page, workbench)
    await page.keyboard.press('Control+Shift+H')
    const list = page.getByRole('list', { name: 'History' })
    await expect(list.getByRole('listitem').first()).toBeVisible()
    for (let pages = 0; pages < 8; pages++) {
      const before = await list.evaluate((element) => element.clientHeight)
      await list.evaluate(({ parentElement }) => parentElement?.scrollTo(0, parentElement.scrollHeight))
      await expect.poll(() => list.evaluate((element) => element.clientHeight)).toBeGreaterThan(before)
    }
    expect(await list.getByRole('listitem').count()).toBeLessThan(40)
  })

  test('keeps rows of the newest and of the starred runs, and compares them', async ({ page, workbench }) => {
    const query = await QueryPage.open(page, workbench)
    const rows = async (): Promise<string[]> =>
      (await readdir(join(workbench.data, 'documents/query-results'))).map((name) =>
        name.replace('.json', ''),
      )
    const oldest = runId(RUNS - KEPT + 1)
    const before = await rows()
    await query.run('.model | project name | limit 2')
    await expect.poll(rows).not.toContain(oldest)
    await expect.poll(rows).toHaveLength(before.length)
    expect(await rows()).toEqual(expect.arrayContaining([runId(1), runId(2), runId(3)]))
    await page.keyboard.press('Control+Shift+H')
    await expect(
      page.getByText('The rows of the last 100 runs, and of starred ones, can be compared.'),
    ).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search history' }).fill(`size > ${RUNS - KEPT + 1} `)
    await expect(history(page).getByRole('button', { name: 'Select to compare' })).toHaveCount(0)
    await page.getByRole('searchbox', { name: 'Search history' }).fill('size > 1 and')
    await history(page).getByRole('button', { name: 'Select to compare' }).click()
    await page.getByRole('searchbox', { name: 'Search history' }).fill('size > 2 and')
    await history(page).getByRole('button', { name: 'Select to compare' }).click()
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText('1 added, 1 removed, 0 changed, 0 unchanged.')
  })
})

test('saved queries leave as a file and come back from files', async ({ page, workbench }) => {
  const query = await QueryPage.open(page, workbench)
  await query.write('.model | where kind = $kind | limit 3')
  await page.getByLabel('$kind').fill('entity_set')
  await page.getByRole('button', { name: 'Save this query' }).click()
  await page.getByLabel('Name', { exact: true }).fill(' ')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Give the query a name.')
  await page.getByLabel(/^Name/).fill('By kind')
  await page.getByLabel('Folder').fill('model/lists')
  await page.getByLabel('Description').fill('Elements of one kind')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.keyboard.press('Control+Shift+O')
  const panel = page.getByRole('complementary', { name: 'Saved' })
  await expect(panel.getByText('model/lists')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Export these queries' }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    format: 'orrery-queries',
    queries: [{ name: 'By kind', folder: 'model/lists', parameters: { kind: 'entity_set' } }],
  })

  const choosing = page.waitForEvent('filechooser')
  await panel.getByRole('button', { name: 'Import from files' }).click()
  const file = (name: string, content: string) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(content),
  })
  await (
    await choosing
  ).setFiles([
    file('bundle.json', text.replace('"By kind"', '"By kind, again"')),
    file('services.spl', ".entity with(domain='devops', name='devops.service') | limit 2"),
    file('broken.json', '{"format": "other"}'),
  ])
  await expect(panel.getByRole('status')).toContainText('2 queries imported.')
  await expect(panel.getByRole('status')).toContainText('broken.json')
  await panel.getByRole('button', { name: 'Run By kind, again' }).click()
  await expect(query.status).toContainText('3 rows')
  await panel.getByRole('button', { name: 'Run services' }).click()
  await expect(query.status).toContainText('2 rows')
})

test('a user without queries starts with one of the server’s', async ({ page }) => {
  const workbench = await startWorkbench()
  try {
    await workbench.admit(page.context())
    await page.goto(`${workbench.url}#/query`)
    const starters = page.getByRole('list', { name: 'Try one of these' })
    await starters.getByRole('button', { name: /^Error logs of a service/ }).click()
    await expect(page.getByRole('textbox', { name: 'SPL editor' })).toContainText("get_logs('devops'")
    await expect(page.getByRole('tabpanel', { name: 'Plan' })).toContainText('elasticsearch')
    await page.getByRole('button', { name: 'New query' }).click()
    await expect(starters.getByRole('listitem')).toHaveCount(6)
    await page.getByRole('button', { name: 'All templates and examples' }).click()
    await expect(page.getByRole('searchbox', { name: 'Search templates' })).toBeVisible()
  } finally {
    await workbench.stop()
  }
})

test('a query that ran before a reload says when, and runs again', async ({ page, workbench }) => {
  const query = await QueryPage.open(page, workbench)
  await query.run('.model | limit 3')
  await expect(query.status).toContainText('Answered')
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Last run: .*\d/ })).toBeVisible()
  await page.getByRole('button', { name: 'Run again' }).click()
  await expect(query.status).toContainText('Answered')
})
