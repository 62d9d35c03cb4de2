import type { Page } from '@playwright/test'
import { violations } from './accessibility.ts'
import { addModelServer, newEntity, writeTo } from './explorer-server.ts'
import { expect, test } from './workbench.ts'

const shown = (page: Page) => page.getByTestId('shown')

test('asks only for what was observed within the time range', async ({ page, workbench }) => {
  await page.goto(`${workbench.url}#/explorer?connection=embedded-model`)
  await expect(shown(page)).toHaveText(/^[1-9]/)
  await addModelServer(page, 'incident', ['--quickstart-sample', 'incident-investigation'])
  await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'incident' })
  await expect(page.getByRole('button', { name: /^platform \d+$/ })).toBeVisible()
  await page.getByRole('radio', { name: 'Topology', exact: true }).click()

  await page.getByRole('button', { name: 'What is there now' }).click()
  const range = page.getByRole('dialog', { name: 'Time range' })
  await range.getByLabel('From').fill('2001-01-02T00:00')
  await range.getByLabel('To').fill('2001-01-01T00:00')
  await expect(range.getByRole('alert')).toHaveText('The start must be before the end.')
  await range.getByLabel('To').fill('2001-01-03T00:00')
  await expect(range.getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Whole topology' }).first().click()
  await expect(page.getByText('No entities were observed in this time range.')).toBeVisible()

  await page.getByRole('button', { name: /^Jan 2, 2001.+–.+Jan 3, 2001/ }).click()
  await range.getByRole('button', { name: 'What is there now' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Whole topology' }).first().click()
  await expect(shown(page)).toHaveText(/^[1-9]/)
  await expect(page.getByText('No entities were observed in this time range.')).toHaveCount(0)

  // It applies to what is shown, too, and is a step to undo.
  const all = await shown(page).textContent()
  await page.getByRole('button', { name: 'What is there now' }).click()
  await range.getByLabel('To').fill('2001-01-03T00:00')
  await page.keyboard.press('Escape')
  await expect(shown(page)).toHaveText(/^0 of \d+ entities .*\d+ not there in this time range/)
  await page.locator('[data-explorer-canvas]').focus()
  await page.keyboard.press('Control+z')
  await expect(shown(page)).toHaveText(all ?? '')
  await expect(page.getByRole('button', { name: 'What is there now' })).toBeVisible()
})

/** Opens the recorded sample's topology at the time of its incident. */
async function openIncident(page: Page, url: string): Promise<void> {
  await page.goto(`${url}#/explorer?connection=embedded-model`)
  await expect(shown(page)).toHaveText(/^[1-9]/)
  await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'Incident sample' })
  await expect(page.getByRole('button', { name: /^platform \d+$/ })).toBeVisible()
  await page.getByRole('radio', { name: 'Topology', exact: true }).click()
  await page.getByRole('button', { name: 'What is there now' }).click()
  const range = page.getByRole('dialog', { name: 'Time range' })
  await range.getByLabel('From').fill('2024-06-18T09:00')
  await range.getByLabel('To').fill('2024-06-18T11:00')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Whole topology' }).first().click()
  await expect(shown(page)).toHaveText(/^61/)
}

test('the recorded sample cannot be written to, and does not offer what opens another', async ({
  page,
  workbench,
}) => {
  await openIncident(page, workbench.url)
  await page.getByRole('tab', { name: 'Edit' }).click()
  await expect(page.getByText('this sample is a recording')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Allow writes' })).toHaveCount(0)
})

/** Selects the incident's main service and returns its details. */
async function chooseGateway(page: Page) {
  const search = page.getByRole('combobox', { name: 'Search the graph' })
  await search.fill('payment-gateway')
  await expect(search).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Enter')
  return page.getByRole('article', { name: 'payment-gateway', exact: true })
}

test('lays a metric over the topology and takes it off', async ({ page, workbench }) => {
  await openIncident(page, workbench.url)
  await page.getByRole('application').focus()
  await page.keyboard.press('Shift+H')
  const dialog = page.getByRole('dialog', { name: 'Heat map of a metric' })
  await dialog.getByLabel('Metric').selectOption({ label: '★ Latency p95 (ms) · Service' })
  await dialog.getByRole('radio', { name: 'Mean' }).click()
  await dialog.getByRole('button', { name: 'Show heat map' }).click()
  const legend = page.getByRole('region', { name: 'Heat map of a metric' })
  await expect(legend).toContainText('Latency p95, mean')
  await expect(legend).toContainText('12 entities have a value, 49 have none (grey)')
  await expect(legend).toContainText(/\d ms/)
  expect(await violations(page)).toEqual([])
  await legend.getByRole('button', { name: 'Remove heat map' }).click()
  await expect(legend).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(legend).toContainText('Latency p95, mean')
})

test('from an entity to its charts, closer by keys, and back to the topology of that time', async ({
  page,
  workbench,
}) => {
  const plans: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes('get_metrics(')) plans.push(String(payload))
    }),
  )
  await openIncident(page, workbench.url)
  const details = await chooseGateway(page)
  await expect(details.getByRole('list', { name: 'Service metrics' }).getByRole('listitem')).toHaveCount(3)
  await page.getByRole('application').focus()
  await page.keyboard.press('Shift+Q')

  const bar = page.getByRole('toolbar', { name: 'Series' })
  await expect(bar).toContainText('every 15 s')
  // Both plans contain the entity's known fields, by which a model may select its links.
  expect(plans.length).toBeGreaterThan(1)
  for (const plan of plans.filter((one) => one.includes('runQuery')))
    expect(plan).toMatch(/"entities":\{"header":\[.*"payment-gateway"/)
  await page.getByRole('group', { name: /^Latency p95 over time/ }).focus()
  for (const key of ['ArrowRight', '+', '+']) await page.keyboard.press(key)
  // Zooming in fetches a finer step.
  await expect(bar).toContainText('every 5 s')
  await page.keyboard.press('ArrowRight')
  const at = /10:00:\d\d · payment-gateway \d/
  await expect(page.getByRole('region', { name: 'Latency p95' }).getByRole('status')).toHaveText(at)
  await bar.getByRole('radio', { name: 'Side by side' }).click()
  const tries = page.getByRole('region', { name: 'First tries and retries a second' })
  await expect(tries.getByRole('group')).toHaveCount(2)
  expect(await violations(page)).toEqual([])

  await page.getByRole('group', { name: /^Latency p95 over time/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Show the topology at this time' }).click()
  await expect(page.getByRole('toolbar', { name: 'Time machine' })).toContainText('10:00')
  // Its metrics are of the preceding hour.
  await expect(details).toContainText('Jun 18, 2024, 09:00 – 10:00')
})

test('runs the steps of a runbook for the entity at hand', async ({ page, workbench }) => {
  await openIncident(page, workbench.url)
  const runbook = (await chooseGateway(page)).getByRole('list', { name: 'Service operations' })
  await runbook.getByText('Retries multiply').click()
  await expect(runbook.getByRole('region', { name: 'Retries multiply' })).toContainText(
    'Compare first tries with retries',
  )
  expect(await violations(page)).toEqual([])
  await runbook.getByRole('button', { name: /^Recent changes/ }).click()
  const grid = page.getByRole('grid', { name: 'Rows' })
  await expect(grid).toContainText('payment.max_attempts')
  await page.getByRole('button', { name: 'Explorer', exact: true }).click()
  await runbook.getByRole('button', { name: /^Load against capacity/ }).click()
  await expect(grid).toContainText('35000')
})

test('of a large topology one chooses the entity sets, whose entities are counted first', async ({
  page,
  workbench,
}) => {
  await page.goto(`${workbench.url}#/explorer?connection=embedded-model`)
  await expect(shown(page)).toHaveText(/^[1-9]/)
  await addModelServer(page, 'large', ['--enable-writes'])
  await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'large' })
  // Another test may have added elements to the sample.
  await expect(shown(page)).toHaveText(/^[1-9]\d* elements/)
  const entities = Array.from({ length: 2000 }, (_, place) =>
    newEntity('game.guild', String(place), `Guild ${place}`),
  )
  await writeTo(page, 'model:large', { entities, relations: [] })
  await page.getByRole('radio', { name: 'Topology', exact: true }).click()
  await page.getByRole('button', { name: 'Whole topology' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Whole topology' })
  const sets = dialog.getByRole('list', { name: 'Entity sets' }).getByRole('listitem')
  await expect(sets.first()).toContainText(/game\.guild.*2,0\d\d entities/)
  expect(await violations(page)).toEqual([])
  await sets.first().getByRole('checkbox').uncheck()
  await expect(dialog.getByRole('checkbox', { name: 'All entity sets' })).not.toBeChecked()
  await dialog.getByRole('button', { name: /^Open 1\d\d entities$/ }).click()
  await expect(shown(page)).toHaveText(/^1\d\d entities/)
  await page.getByRole('button', { name: 'Whole topology' }).first().click()
  await dialog.getByRole('button', { name: /^Open 2,1\d\d entities$/ }).click()
  await expect(shown(page)).toHaveText(/^2,?1\d\d entities/)
})

test('a topology is there again, with its steps, after another server was looked at', async ({
  page,
  workbench,
}) => {
  await page.goto(`${workbench.url}#/explorer`)
  await expect(shown(page)).toHaveText(/^[1-9]/)
  const server = page.getByRole('combobox', { name: 'Model server' })
  await page.getByRole('radio', { name: 'Topology', exact: true }).click()
  await page.getByRole('combobox', { name: 'Open entities of…' }).selectOption('Team')
  await expect(shown(page)).toHaveText(/^\d entities/)
  const teams = await shown(page).textContent()
  await page.getByRole('combobox', { name: 'Open entities of…' }).selectOption('Pod')
  await expect(shown(page)).toHaveText(/^\d{2} entities/)
  const both = await shown(page).textContent()
  await server.selectOption({ label: 'Incident sample' })
  await expect(shown(page)).toHaveText('0 entities')
  await server.selectOption({ label: 'Sample model' })
  await expect(shown(page)).toHaveText(both ?? '')
  await page.locator('[data-explorer-canvas]').focus()
  await page.keyboard.press('Control+z')
  await expect(shown(page)).toHaveText(teams ?? '')
  await page.keyboard.press('Control+Shift+z')
  await expect(shown(page)).toHaveText(both ?? '')
  // The time machine belongs to the topology for which it was opened.
  const machine = page.getByRole('toolbar', { name: 'Time machine' })
  await page.getByRole('button', { name: 'Time machine' }).click()
  await expect(machine).toBeVisible()
  await server.selectOption({ label: 'Incident sample' })
  await expect(shown(page)).toHaveText('0 entities')
  await expect(machine).toHaveCount(0)
  await server.selectOption({ label: 'Sample model' })
  await expect(machine).toBeVisible()
})

test('what was selected on a server stays there when another is chosen, and the tour opens its model', async ({
  page,
  workbench,
}) => {
  await openIncident(page, workbench.url)
  await page.getByRole('combobox', { name: 'Search the graph' }).fill('payment-gateway')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/runtime\/platform/)
  await page.getByRole('button', { name: 'Query', exact: true }).click()
  await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'Sample model' })
  await expect(page).toHaveURL(/#\/query.*connection=embedded-model/)
  await page.getByRole('button', { name: 'Explorer', exact: true }).click()
  await expect(shown(page)).toHaveText(/^0/)
  await expect(page).toHaveURL(/#\/explorer\/runtime\?connection=embedded-model$/)
  await expect(page.getByRole('option', { name: /payment-gateway/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByRole('button', { name: 'Take the tour: Explorer' }).click()
  await expect(page.getByRole('dialog', { name: 'Take the tour' })).toContainText('Step 1 of 5')
  await expect(page.getByRole('radio', { name: 'Model', exact: true })).toBeChecked()
  // Another test may have added elements to the sample.
  await expect(shown(page)).toHaveText(/^[1-9]\d* elements/)
  await expect(page).toHaveURL(/#\/explorer\/model\?connection=embedded-model$/)
})

test('the menu of a node and the palette say what depends on it, step by step, and show that alone', async ({
  page,
  workbench,
}) => {
  await openIncident(page, workbench.url)
  const search = page.getByRole('combobox', { name: 'Search the graph' })
  await search.fill('checkout-5c-a')
  await search.press('Enter')
  await expect(page.getByRole('heading', { name: 'checkout-5c-a' })).toBeVisible()
  await page.locator('[data-explorer-canvas]').focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'What depends on this…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dependencies of checkout-5c-a' })
  await dialog.getByRole('radio', { name: 'What it depends on' }).click()
  await expect(dialog.getByRole('status')).toHaveText(
    'No link leads away from checkout-5c-a in this time range: it depends on nothing.',
  )
  await dialog.getByRole('radio', { name: 'What depends on it' }).click()
  const step = dialog.getByRole('radio', { name: /^1 step: \d+/ })
  await step.check()
  expect(await violations(page)).toEqual([])
  const show = dialog.getByRole('button', { name: /^Show only it and these \d+/ })
  const count = Number(/\d+/.exec((await show.textContent()) ?? '')?.[0])
  await show.click()
  await expect(shown(page)).toHaveText(new RegExp(`^${count + 1} of 61 entities`))
  await expect(page.getByText(/depends? on checkout-5c-a within 1 step/)).toBeVisible()
  await page.locator('[data-explorer-canvas]').focus()
  await page.keyboard.press('Control+z')
  await expect(shown(page)).toHaveText(/^61 entities/)
  await expect(page.getByText(/depends? on checkout-5c-a within 1 step/)).toHaveCount(0)

  // A question in the palette leads to the same.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('what depends on checkout-5c-a?')
  await page.getByRole('option', { name: 'What depends on checkout-5c-a' }).first().click()
  await expect(dialog.getByRole('radio', { name: 'What depends on it' })).toBeChecked()
  await expect(dialog.getByRole('button', { name: /^Show only it and these \d+/ })).toBeEnabled()
  await page.keyboard.press('Escape')

  // In the model the palette offers it as well, without a question to the server.
  await page.getByRole('radio', { name: 'Model', exact: true }).click()
  await search.fill('platform.service')
  await search.press('Enter')
  await expect(page.getByRole('heading', { name: 'Service', exact: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('depends on this')
  await page.getByRole('option', { name: 'What depends on this…' }).click()
  const inModel = page.getByRole('dialog', { name: 'Dependencies of Service' })
  await expect(inModel.getByRole('radio', { name: 'What depends on it' })).toBeFocused()
  const showThem = inModel.getByRole('button', { name: /^Show only it and these \d+/ })
  const all = await showThem.textContent()
  const types = inModel.getByRole('group', { name: 'Types of links to follow' }).getByRole('checkbox')
  await types.first().uncheck()
  await expect(showThem).not.toHaveText(all ?? '')
  await types.first().check()
  await expect(showThem).toHaveText(all ?? '')
  await showThem.click()
  // The picture says about which node it is.
  await expect(page.getByRole('heading', { name: 'Service', exact: true })).toBeVisible()
})

test('the legend and the details call types and fields as the model does, and filter by type', async ({
  page,
  workbench,
}) => {
  await openIncident(page, workbench.url)
  const details = await chooseGateway(page)
  await expect(details.getByTitle('platform.service', { exact: true })).toHaveText('Service')
  await expect(details.getByTitle('display_name', { exact: true })).not.toHaveText('display_name')
  await page.getByRole('tab', { name: 'Legend' }).click()
  const row = page.getByRole('button', { name: /^Service \d/ })
  await expect(row).toHaveAttribute('title', /\nplatform\.service$/)
  await row.click()
  await expect(page.getByRole('button', { name: 'Remove: kind: Service' })).toBeVisible()
  await expect(shown(page)).toHaveText(/^1?\d of 61 entities/)
})
