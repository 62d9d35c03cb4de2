import { readdir, readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addModelServer } from './explorer-server.ts'
import { QueryPage } from './query-page.ts'
import { expect, startWorkbench, test as base, type Workbench } from './workbench.ts'

/** More than the server's page size. */
const RELATIONS = 12_000
const BATCH = 4000

/** A workbench with a server that has a ring of relations in addition to its sample. */
const test = base.extend<object, { workbench: Workbench }>({
  workbench: [
    async ({ browser }, use) => {
      const workbench = await startWorkbench()
      const context = await browser.newContext()
      await workbench.admit(context)
      const page = await context.newPage()
      await page.goto(`${workbench.url}#/query`)
      await addModelServer(page, 'large', ['--enable-writes'])
      await writeRelations(page)
      await context.close()
      await use(workbench)
      await workbench.stop()
    },
    { scope: 'worker' },
  ],
})

/** Opens the query bench on the server with the ring. */
async function openLarge(page: Page, workbench: Workbench): Promise<QueryPage> {
  const query = await QueryPage.open(page, workbench)
  await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'large' })
  return query
}

function writeRelations(page: Page): Promise<void> {
  return page.evaluate(
    async ({ total, batch }) => {
      const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/channel`, [
        'orrery',
        localStorage.getItem('orrery-key') ?? '',
      ])
      await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
      const end = (side: string, n: number): Record<string, string> => ({
        [`__${side}_domain__`]: 'devops',
        [`__${side}_entity_type__`]: 'devops.service',
        [`__${side}_entity_id__`]: n.toString(16).padStart(32, '0'),
      })
      const times = { __first_observed_time__: 1_700_000_000, __last_observed_time__: 4_000_000_000 }
      for (let from = 0; from < total; from += batch) {
        const relations = Array.from({ length: batch }, (_, n) => ({
          ...end('src', from + n),
          ...end('dest', (from + n + 1) % total),
          __relation_type__: 'calls',
          __method__: 'Create',
          ...times,
        }))
        const answer = new Promise<unknown>((resolve) =>
          socket.addEventListener('message', ({ data }) => {
            const message = JSON.parse(String(data)) as { id?: number }
            if (message.id === from + 1) resolve(message)
          }),
        )
        const input = { connection: 'model:large', tool: 'entity_write', arguments: { relations } }
        socket.send(JSON.stringify({ type: 'call', id: from + 1, name: 'models.callTool', input }))
        const text = JSON.stringify(await answer)
        if (!text.includes('"ok":true')) throw new Error(text.slice(0, 500))
      }
      socket.close()
    },
    { total: RELATIONS, batch: BATCH },
  )
}

/** Parent and CPU ticks of every process, from /proc (proc_pid_stat(5)). */
async function processes(): Promise<{ parent: number; ticks: number }[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(ids.map((id) => readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')))
  return stats.filter(Boolean).map((stat) => {
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  })
}

/** CPU ticks of 10 ms used by the workbench's servers within a second; low when idle. */
async function effort({ process: { pid } }: Workbench): Promise<number> {
  const used = async (): Promise<number> =>
    (await processes())
      .filter(({ parent }) => parent === pid)
      .map(({ ticks }) => ticks)
      .reduce((sum, ticks) => sum + ticks, 0)
  const before = await used()
  await new Promise((resolve) => setTimeout(resolve, 1000))
  return (await used()) - before
}

const HEAVY =
  '.topo | graph-call cypher(`MATCH (a)-[r]->(b), (c)-[s]->(d) WHERE a <> d RETURN count(*) AS pairs`)'

test.describe('cancelling', () => {
  test.skip(process.platform !== 'linux', 'reads the processor time of the server from /proc')

  for (const [way, cancel] of [
    ['the button', (page: Page) => page.getByRole('button', { name: 'Cancel' }).click()],
    ['the key', (page: Page) => page.keyboard.press('Control+Escape')],
  ] as const) {
    test(`by ${way} stops the server`, async ({ page, workbench }) => {
      const query = await openLarge(page, workbench)
      await query.write(HEAVY)
      await page.keyboard.press('Control+Enter')
      await expect(query.status).toContainText('Running')
      await expect.poll(() => effort(workbench), { message: 'the server works' }).toBeGreaterThan(10)
      await cancel(page)
      await expect(query.status).toContainText('Cancelled')
      // The server's own timeout of 10 s would stop it too; being idle before that proves the cancel.
      await expect
        .poll(() => effort(workbench), { message: 'the server rests', timeout: 4000 })
        .toBeLessThan(5)
      await query.run('.model | limit 1')
      await expect(query.status).toContainText('1 row')
    })
  }
})

test('rows beyond what the server gives at once are read in parts', async ({ page, workbench }) => {
  const query = await openLarge(page, workbench)
  await query.run(".topo with(type='calls') | limit 1000")
  await expect(page.getByText('First 1,000 rows (the query says limit 1,000)')).toBeVisible()
  await page.getByRole('button', { name: 'Raise limit to 10,000' }).click()
  await expect(query.editor).toContainText('| limit 10000')
  await expect(query.status).toContainText('10,000 rows')
  await page.getByRole('button', { name: 'Raise limit to 100,000' }).click()
  await expect(query.status).toContainText(/12,0\d\d rows/)
  await expect(page.getByText(/because the/)).toHaveCount(0)
  await page.keyboard.press('F8')
  const request = page
    .getByRole('complementary', { name: 'Request' })
    .getByRole('region', { name: 'Request' })
  await expect(request).toContainText('"limit": 10000')
})

test('the model server is chosen in the bench itself, for every bench', async ({ page, workbench }) => {
  const query = await openLarge(page, workbench)
  const picker = page.getByRole('combobox', { name: 'Model server' })
  const ring = ".topo with(type='calls') | limit 1000"
  await query.run(ring)
  await expect(query.status).toContainText('1,000 rows')
  await picker.selectOption({ label: 'Sample model' })
  const written = page.getByText(/^Written for/)
  await expect(written).toHaveText('Written for large. It would now run on Sample model.')
  await query.run(ring)
  await expect(written).toHaveCount(0)
  await expect(query.status).toContainText(/· \d{1,3} rows?/)
  await page.getByRole('navigation').getByRole('button', { name: 'Explorer' }).click()
  await expect(picker).toHaveValue('embedded-model')
  await picker.selectOption({ label: 'large' })
  await page.getByRole('navigation').getByRole('button', { name: 'Query' }).click()
  await expect(picker.getByRole('option', { name: 'large' })).toHaveJSProperty('selected', true)
  await page.getByRole('button', { name: 'Use Sample model' }).click()
  await expect(picker).toHaveValue('embedded-model')
  await expect(written).toHaveCount(0)
})
