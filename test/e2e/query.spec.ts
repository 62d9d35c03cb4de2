import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { violations } from './accessibility.ts'
import { QueryPage } from './query-page.ts'
import { expect, startWorkbench, test } from './workbench.ts'

const SERVICES = ".entity with(domain='devops', name='devops.service')"

test.describe('an analyst asks', () => {
  test('which entity sets have error logs and where they are stored', async ({ page, workbench }) => {
    const query = await QueryPage.open(page, workbench)
    await query.run(
      ".entity_set with(domain='devops', name='devops.service') | entity-call list_data_set(['log_set'], true)",
    )
    await expect(query.grid).toBeVisible()
    expect(await query.column('data_set_id')).toEqual(['devops@log_set@devops.log.service'])
    expect((await query.column('storage_info')).join()).toContain('elasticsearch')

    await query.run(
      `.entity_set with(domain='devops', name='devops.service', ids=['10000000000000000000000000000101']) | entity-call get_logs('devops', 'devops.log.service', query='level = "ERROR"')`,
    )
    const plan = page.getByRole('region', { name: 'Plan' })
    await expect(plan.getByRole('list', { name: 'Where the data is stored' })).toContainText(
      'devops.elasticsearch.logs',
    )
    await expect(plan).toContainText('Elasticsearch DSL')
    await expect(plan).toContainText('"ERROR"')
    await expect(plan).toContainText('10000000000000000000000000000101')
  })

  test('how a metric is asked of its storage, and takes the PromQL along', async ({ page, workbench }) => {
    const query = await QueryPage.open(page, workbench)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await query.run(
      ".entity_set with(domain='devops', name='devops.service', ids=['10000000000000000000000000000101']) | entity-call get_metrics('devops', 'devops.metric.service')",
    )
    const plan = page.getByRole('region', { name: 'Plan' })
    await expect(plan).toContainText('PromQL')
    await plan.getByRole('button', { name: 'Copy PromQL' }).first().click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\{.*\}/)
  })

  test('with the editor’s help, by completion alone', async ({ page, workbench }) => {
    const query = await QueryPage.open(page, workbench)
    await query.write('')
    const options = page.getByRole('listbox', { name: 'Completions' })
    const pick = async (typed: string, name: RegExp): Promise<void> => {
      await page.keyboard.type(typed, { delay: 20 })
      await expect(options.getByRole('option', { name }).first()).toBeVisible()
      await options.getByRole('option', { name }).first().click()
    }
    await pick('.ent', /^\.entity$/)
    await pick('wit', /^with/)
    await pick('dom', /^domain/)
    await pick('dev', /^devops/)
    await page.keyboard.type(', ')
    await pick('na', /^name\b/)
    await pick('service', /^devops\.service/)
    await page.keyboard.press('End')
    await page.keyboard.type(' | ')
    await pick('whe', /^where/)
    await pick('sta', /^status/)
    await page.keyboard.type(' = ')
    await pick('', /^degraded/)
    await expect(query.editor).toHaveText(
      ".entity with(domain='devops', name='devops.service') | where status = 'degraded'",
    )
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Enter')
    await expect(query.grid).toBeVisible()
    expect(await query.column('display_name')).toEqual(['checkout-service'])
  })
})

test.describe('the editor', () => {
  test('underlines what the server would refuse, and fixes it', async ({ page, workbench }) => {
    const query = await QueryPage.open(page, workbench)
    await query.write(`${SERVICES} | wher status = 'degraded'`)
    await expect(page.locator('.cm-lintRange-error')).toHaveText('wher')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('alert')).toContainText('QUERY_PARSE_ERROR')
    await expect(page.getByRole('alert').locator('mark')).toHaveText('wher')
    await expect(query.status).toContainText('Refused')
    await expect(page.getByRole('alert').getByRole('button', { name: 'Replace with where' })).toBeVisible()
    await page.getByRole('button', { name: 'Show in the editor' }).click()
    await page.keyboard.press('Control+.')
    await page.getByRole('option', { name: /Replace with where/ }).click()
    await expect(query.editor).toContainText("| where status = 'degraded'")
    await expect(page.locator('.cm-lintRange-error')).toHaveCount(0)
  })

  test('says how the keyboard leaves it, and lets it', async ({ page, workbench }) => {
    const query = await QueryPage.open(page, workbench)
    await expect(query.editor).toHaveAccessibleDescription(/Escape, then Tab, to leave/)
    await query.editor.focus()
    await page.keyboard.press('Tab')
    await expect(query.editor).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('separator', { name: 'Divider of the panes' })).toBeFocused()
  })

  test('formats, and runs one statement or all', async ({ page, workbench }) => {
    const query = await QueryPage.open(page, workbench)
    await query.write('.model|limit 1;\n.topo|limit 2')
    await page.keyboard.press('Alt+Shift+F')
    await expect(page.locator('.cm-line')).toHaveText(['.model', '| limit 1;', '.topo', '| limit 2'])
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Control+Enter')
    await expect(query.status).toContainText('1 row')
    await page.keyboard.press('Control+Shift+Enter')
    await expect(page.getByRole('group', { name: 'Statements' }).getByRole('button')).toHaveCount(2)
    await page.getByRole('group', { name: 'Statements' }).getByRole('button').last().click()
    await expect(query.status).toContainText('2 rows')
  })

  test('runs what is selected, in the time range that was picked', async ({ page, workbench }) => {
    const query = await QueryPage.open(page, workbench)
    await query.write('.model | limit 3;\n.topo | limit 2;\n.model | limit 1')
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Control+Shift+End')
    await page.keyboard.press('Shift+ArrowUp')
    await page.getByRole('button', { name: 'Any time' }).click()
    await page.getByRole('button', { name: '24h' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Last 24h' })).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('group', { name: 'Statements' }).getByRole('button')).toHaveCount(2)
    await expect(query.status).toContainText('3 rows')
    await page.keyboard.press('F8')
    const request = page
      .getByRole('complementary', { name: 'Request' })
      .getByRole('region', { name: 'Request' })
    await expect(request).toContainText('"time_range"')
    await page.keyboard.press('F8')
  })

  test('keeps room for the limit beside a time range in a narrow window', async ({ page, workbench }) => {
    await page.setViewportSize({ width: 683, height: 900 })
    const query = await QueryPage.open(page, workbench)
    // A tab of an earlier test may have a range.
    await query.write('.model')
    await page.getByRole('button', { name: 'Any time' }).click()
    const range = page.getByRole('dialog', { name: 'Time range' })
    await range.getByLabel('From').fill('2024-06-18T09:00:00')
    await range.getByLabel('To').fill('2024-06-18T11:00:00')
    await page.keyboard.press('Escape')
    const tools = page.getByRole('toolbar', { name: 'Query tools' })
    await expect(tools.getByRole('button', { name: 'Jun 18, 2024, 09:00 – 11:00' })).toBeVisible()
    expect((await tools.getByLabel('Limit').boundingBox())?.width).toBeGreaterThan(60)
  })

  test('asks for parameters and explains', async ({ page, workbench }) => {
    const query = await QueryPage.open(page, workbench)
    await query.write(`${SERVICES} | where status = $status | limit 5`)
    await page.getByLabel('$status').fill('warning')
    await query.editor.click()
    await page.keyboard.press('Control+Enter')
    await expect(query.grid).toBeVisible()
    expect(await query.column('display_name')).toEqual(['telemetry-ingest'])
    await page.keyboard.press('Control+Shift+E')
    const stages = page.getByRole('list', { name: 'Stages' }).getByRole('listitem')
    await expect(stages.first()).toContainText('.entity')
    await expect(stages.filter({ hasText: 'where' })).toHaveCount(1)
    await query.editor.press('Control+End')
    await page.keyboard.type('0')
    await expect(page.getByText('It has been edited since.')).toBeVisible()
  })
})

test.describe('completion', () => {
  const options = (page: Page) => page.getByRole('listbox', { name: 'Completions' }).getByRole('option')

  test('says where the values come from', async ({ page, workbench }) => {
    const query = await QueryPage.open(page, workbench)
    await query.write(`${SERVICES} | where status =`)
    await page.keyboard.type(' ')
    await expect(options(page).first()).toHaveText(/^healthy×2/)
    await expect(page.locator('.cm-completionInfo')).toHaveText('from 4 rows of devops.service')
  })

  test('adds what the server suggests', async ({ page, workbench }) => {
    const query = await QueryPage.open(page, workbench)
    await query.write('')
    await page.keyboard.type('.mod')
    await expect(options(page).filter({ hasText: '.model | limit 20' })).toContainText(
      'suggested by the server',
    )
    await expect(options(page).filter({ hasText: /^\.model$/ })).toHaveCount(1)
  })

  test('gives way to documentation under the mouse', async ({ page, workbench }) => {
    const query = await QueryPage.open(page, workbench)
    await query.write(`${SERVICES} | where status = 'healthy'`)
    await query.editor.getByText('devops.service').hover()
    await expect(page.locator('.cm-documentation')).toContainText('entity_set · devops')
    await query.editor.getByText('where').hover()
    await expect(page.locator('.cm-documentation')).toContainText('where CONDITION')
  })

  test('knows the arguments of a method, and shows them', async ({ page, workbench }) => {
    const query = await QueryPage.open(page, workbench)
    await query.write(".entity_set with(domain='devops', name='devops.service') | entity-call get_logs(")
    await page.keyboard.type("'devops', '")
    const signature = page.locator('.cm-signature b')
    await expect(signature).toHaveText('name: varchar')
    // On the first line it stands below, off the controls above the editor.
    const top = async (of: Locator) => (await of.boundingBox())?.y ?? 0
    expect(await top(page.locator('.cm-signature'))).toBeGreaterThan(await top(query.editor))
    await expect(options(page).filter({ hasText: 'devops.log.service' })).toHaveCount(1)
    await expect(options(page).filter({ hasText: 'devops.metric.service' })).toHaveCount(0)
    // The first Escape closes the list, the second the help.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(signature).toHaveCount(0)
  })
})

test.describe('results', () => {
  test('are looked at in every way', async ({ page, workbench }) => {
    const query = await QueryPage.open(page, workbench)
    await query.run('.topo | limit 40')
    await query.view('Graph').click()
    await expect(page.getByRole('application')).toHaveAccessibleName(/Graph: \d+ entities, 40 links/)
    // The rows contain entity ids only; the graph looks up names and titles.
    const openInExplorer = page.getByRole('button', { name: 'Open in Explorer' })
    await expect(async () => {
      // Arrow keys work once it is laid out.
      await page.getByRole('application').press('ArrowRight')
      await expect(openInExplorer).toBeVisible({ timeout: 500 })
    }).toPass()
    const node = page.locator('aside').filter({ has: openInExplorer })
    await expect(node.getByRole('heading')).not.toHaveText(/^[0-9a-f]{8}/)
    await query.view('Chart').click()
    await expect(page.getByRole('img', { name: / by / })).toBeVisible()
    await query.view('JSON').click()
    await expect(page.getByRole('tree', { name: 'JSON' })).toBeVisible()
    await query.view('TOON').click()
    await expect(page.getByRole('region', { name: 'TOON' })).toContainText('name: query_spl_execute')
    await query.view('Table').click()
    await page.getByRole('searchbox', { name: 'Search rows' }).fill('runs')
    await expect(page.getByText(/\d+ of 40 rows match/)).toBeVisible()
  })

  test('are drawn as bars, whose labels slant only where they have no room', async ({ page, workbench }) => {
    const query = await QueryPage.open(page, workbench)
    // The title of the other axis stands upright, always.
    const turned = page.getByRole('img', { name: / by / }).locator('text[transform]')
    for (const [column, isSlanted] of [
      ['domain', false],
      ['name', true],
    ] as const) {
      await query.run(`.model | project ${column} | limit 60`)
      await query.view('Chart').click()
      await (isSlanted ? expect(turned).not.toHaveCount(1) : expect(turned).toHaveCount(1))
      await expect(turned.last()).toBeVisible()
    }
  })

  test('are arranged by column: filtered, counted, pinned and hidden', async ({ page, workbench }) => {
    const query = await QueryPage.open(page, workbench)
    await query.run(`${SERVICES} | project display_name, status, owner | limit 8`)
    const choose = async (column: string, item: string): Promise<void> => {
      await page.getByRole('button', { name: `Menu of ${column}` }).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    }
    await choose('status', 'Statistics')
    const facts = page.getByRole('dialog', { name: 'Statistics of status' })
    await expect(facts).toContainText(/Distinct\s*3/)
    await expect(facts).toContainText('healthy')
    expect(await violations(page), 'statistics').toEqual([])
    await page.keyboard.press('Escape')
    await choose('owner', 'Pin')
    await expect(query.grid.getByRole('columnheader').nth(1)).toContainText('owner')
    await choose('display_name', 'Hide')
    await expect(query.grid.getByRole('columnheader').filter({ hasText: 'display_name' })).toHaveCount(0)
    await expect(page.getByText('1 column hidden')).toBeVisible()
    await choose('status', 'Filter by column')
    await page.getByLabel('Filter status').fill('!=healthy')
    await expect(page.getByText('2 of 4 rows')).toBeVisible()
    await choose('status', 'Sort descending')
    await expect.poll(() => query.column('status')).toEqual(['warning', 'degraded'])
  })

  test('open a wide value in a reader', async ({ page, workbench }) => {
    const query = await QueryPage.open(page, workbench)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await query.run(".model with(kind='entity_set', name='devops.service') | project name, spec")
    await query.grid.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    const reader = page.getByRole('dialog', { name: 'spec, row 1' })
    await expect(reader.locator('pre')).toContainText(/^\{\n  "/)
    await reader.getByRole('button', { name: 'Whole row' }).click()
    await expect(reader.locator('pre')).toContainText('"name": "devops.service"')
    await reader.getByRole('button', { name: 'Copy' }).click()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(JSON.parse(copied)).toMatchObject({ name: 'devops.service', spec: { fields: expect.anything() } })
    await expect(reader).toContainText(`${copied.length.toLocaleString('en')} characters`)
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(reader).toHaveCount(0)
    await expect(query.grid).toBeFocused()
  })

  test('leave as the table shows them', async ({ page, workbench }) => {
    const query = await QueryPage.open(page, workbench)
    await query.run(`${SERVICES} | project display_name, status | limit 9`)
    await page.getByRole('searchbox', { name: 'Search rows' }).fill('healthy')
    await query.grid
      .getByRole('columnheader')
      .filter({ hasText: 'display_name' })
      .getByRole('button')
      .first()
      .click()
    await expect(page.getByText('2 of 4 rows')).toBeVisible()
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(page.getByText('2 of 4 rows, as shown in the table')).toBeVisible()
    expect(await violations(page), 'export menu').toEqual([])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).first().click(),
    ])
    expect(await readFile(await download.path(), 'utf8')).toBe(
      'display_name,status\r\ncatalog-service,healthy\r\nledger-service,healthy\r\n',
    )
  })

  test('say when the limit cut them, and raise it', async ({ page, workbench }) => {
    const query = await QueryPage.open(page, workbench)
    await query.write('.topo')
    await page.getByRole('spinbutton', { name: 'Limit' }).fill('5')
    await query.editor.click()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('First 5 rows (limit 5)')).toBeVisible()
    await page.getByRole('button', { name: 'Raise limit to 50' }).click()
    await expect(query.status).toContainText('50 rows')
  })

  test('show their raw messages', async ({ page, workbench }) => {
    const query = await QueryPage.open(page, workbench)
    await query.run('.model | limit 3')
    await page.keyboard.press('F8')
    const panel = page.getByRole('complementary', { name: 'Request' })
    await expect(panel.getByRole('region', { name: 'Request' })).toContainText('"query": ".model | limit 3"')
    await expect(panel.getByRole('region', { name: 'Response' })).toContainText('"structuredContent"')
    await page.keyboard.press('F8')
  })
})

test.describe('memory', () => {
  test('keeps tabs and history over a restart of the workbench', async ({ browser }) => {
    const data = await mkdtemp(join(tmpdir(), 'orrery-query-'))
    const first = await startWorkbench({ data })
    const before = await browser.newContext()
    await first.admit(before)
    const query = await QueryPage.open(await before.newPage(), first)
    await query.run('.model | limit 2')
    await expect
      .poll(() => readFile(join(data, 'documents/query/tabs.json'), 'utf8').catch(() => ''))
      .toContain('.model | limit 2')
    await before.close()
    await first.stop()

    const second = await startWorkbench({ data })
    const after = await browser.newContext()
    await second.admit(after)
    const again = await QueryPage.open(await after.newPage(), second)
    await expect(again.editor).toHaveText('.model | limit 2')
    await again.page.keyboard.press('Control+Shift+H')
    await expect(again.page.getByRole('list', { name: 'History' })).toContainText('.model | limit 2')
    await after.close()
    await second.stop()
    await rm(data, { recursive: true, force: true })
  })

  test('compares two runs, saves a query and finds it again', async ({ page, workbench }) => {
    const query = await QueryPage.open(page, workbench)
    await query.run(`${SERVICES} | project display_name, status`)
    await query.run(`${SERVICES} | project display_name, status | where status = 'healthy'`)
    await page.keyboard.press('Control+Shift+H')
    const history = page.getByRole('list', { name: 'History' }).getByRole('listitem')
    await expect(history.first()).toContainText(/(now|ago) · \d+ rows? · \d/)
    const all = history.filter({ hasText: /project display_name, status(?!,| \| limit)/ })
    await expect(all).toHaveCount(2)
    for (const entry of [all.first(), all.last()])
      await entry.getByRole('button', { name: 'Select to compare' }).click()
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText('0 added, 2 removed, 0 changed, 2 unchanged.')
    await page.keyboard.press('Escape')
    await query.editor.click()
    await page.keyboard.press('Control+S')
    await page.getByLabel('Name', { exact: true }).fill('Healthy services')
    await page.getByLabel('Folder').fill('services')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('tab', { name: 'Saved' }).click()
    await page.getByRole('button', { name: 'Run Healthy services' }).click()
    await expect(query.status).toContainText('2 rows')
    await page.keyboard.press('Control+B')
  })

  test('offers the server’s templates', async ({ page, workbench }) => {
    const query = await QueryPage.open(page, workbench)
    await query.write('')
    await page.keyboard.press('Control+B')
    await page.getByRole('tab', { name: 'Templates' }).click()
    await page.getByRole('button', { name: 'Run Everything in the model' }).click()
    await expect(query.grid).toBeVisible()
    await page.keyboard.press('Control+B')
  })
})

test('a link from outside is asked about before it runs', async ({ page, workbench }) => {
  const query = await QueryPage.open(page, workbench)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() =>
    navigator.clipboard.writeText('orrery://query?text=.model%20%7C%20limit%204&title=Linked'),
  )
  await command(page, 'Open link')
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('.model | limit 4')
  await expect(page.getByRole('tab', { name: 'Linked' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Open and run' }).click()
  await expect(page.getByRole('tab', { name: 'Linked' })).toBeVisible()
  await expect(query.status).toContainText('4 rows')
})

/** Runs a command from the palette by name. */
async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused()
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name, exact: false, selected: true })).toContainText(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Command palette' })).toHaveCount(0)
}

test('its keys rest while another bench is in front, and the palette brings it back', async ({
  page,
  workbench,
}) => {
  const query = await QueryPage.open(page, workbench)
  await query.run('.model | limit 1')
  await page.keyboard.press('Control+1')
  await expect(page.getByRole('region', { name: 'Query' })).toBeHidden()
  await page.keyboard.press('Control+Alt+N')
  await page.keyboard.press('F8')
  await page.keyboard.press('Control+2')
  await expect(query.editor).toHaveText('.model | limit 1')
  await expect(page.getByRole('complementary', { name: 'Request' })).toHaveCount(0)
  await page.keyboard.press('Control+1')
  await command(page, 'Focus the editor')
  await expect(query.editor).toBeFocused()
  await page.keyboard.press('Control+K')
  await page.keyboard.type('run')
  await expect(page.getByRole('option').first()).toHaveText(/^Run(Ctrl|⌘)/)
  await page.keyboard.press('Escape')
})

test('the keyboard alone goes from a query to an export', async ({ page, workbench }) => {
  await page.goto(`${workbench.url}#/explorer`)
  await page.keyboard.press('Control+2')
  await expect(page.getByRole('textbox', { name: 'SPL editor' })).toBeVisible()
  await command(page, 'New query')
  await expect(page.getByRole('textbox', { name: 'SPL editor' })).toBeFocused()
  await page.keyboard.insertText('.model | project name, kind | limit 3')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('grid', { name: 'Rows' })).toBeVisible()
  await page.keyboard.press('F6')
  await expect(page.locator('#query-tab-panel [role="tabpanel"] :focus')).toHaveCount(1)
  await page.keyboard.press('Shift+F6')
  await expect(page.getByRole('textbox', { name: 'SPL editor' })).toBeFocused()
  await page.keyboard.press('F6')
  await expect(page.getByRole('grid', { name: 'Rows' })).toBeFocused()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.keyboard.press('Control+Shift+S'),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toBe('name,kind')
})

test('the keyboard alone goes from a row to its entity in the graph', async ({ page, workbench }) => {
  const query = await QueryPage.open(page, workbench)
  await query.run(".entity with(domain='devops', name='devops.service') | limit 3")
  await page.keyboard.press('F6')
  await expect(page.getByRole('grid', { name: 'Rows' })).toBeFocused()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Open in Explorer' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-explorer-canvas="runtime"]')).toBeFocused()
})

test('a query that runs long is cancelled', async ({ page, workbench }) => {
  const query = await QueryPage.open(page, workbench)
  await query.write('.topo | graph-call cypher(`MATCH p = (a)-[*1..16]-(b) RETURN count(p) AS paths`)')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(query.status).toContainText('Cancelled')
  await query.run('.model | limit 1')
  await expect(query.status).toContainText('1 row')
})

test('axe finds nothing in any state of the bench', async ({ page, workbench }) => {
  const query = await QueryPage.open(page, workbench)
  await query.run(`${SERVICES} | where status = $none | limit 5`)
  expect(await violations(page)).toEqual([])
  await query.run('.topo | limit 20')
  for (const view of ['Table', 'Graph', 'Chart', 'JSON', 'TOON', 'Explain']) {
    await query.view(view).click()
    expect(await violations(page), view).toEqual([])
  }
  for (const panel of ['History', 'Saved', 'Templates', 'Request']) {
    if (!(await page.getByRole('tab', { name: panel }).isVisible())) await page.keyboard.press('Control+B')
    await page.getByRole('tab', { name: panel }).click()
    expect(await violations(page), panel).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await query.run(`${SERVICES} | wher`)
  expect(await violations(page), 'dark, refused').toEqual([])
})

test('headers stay over their columns where a wide table is scrolled to its end', async ({
  page,
  workbench,
}) => {
  const query = await QueryPage.open(page, workbench)
  const columns = Array.from({ length: 60 }, (_, place) => `c${place} = ${place}`)
  await query.run(`.entity | project display_name | extend ${columns.join(', ')} | limit 3`)
  await query.grid.getByRole('gridcell').first().click()
  await page.keyboard.press('End')
  const header = query.grid.getByRole('columnheader').last()
  await expect(header).toHaveText('c59')
  await expect(header).toBeInViewport()
  const cell = query.grid.getByRole('gridcell', { name: '59', exact: true }).first()
  const places = await Promise.all([header, cell].map(async (each) => each.boundingBox()))
  expect(places[0]?.x).toBe(places[1]?.x)
  // The active cell is named as long as it is in the page.
  await expect(query.grid).toHaveAttribute('aria-activedescendant', /^cell-/)
  await query.grid.evaluate((grid) => (grid.scrollLeft = 0))
  await expect(query.grid).not.toHaveAttribute('aria-activedescendant')
  expect(await violations(page)).toEqual([])
})
