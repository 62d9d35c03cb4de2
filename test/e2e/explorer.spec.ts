import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { violations } from './accessibility.ts'
import { openExplorer, shown, storedKeys } from './explorer-page.ts'
import { addModelServer, addSyntheticServer } from './explorer-server.ts'
import { delayMessages, expect, test } from './workbench.ts'

const graph = (page: Page) => page.getByRole('application', { name: /^Graph with/ })

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Search the graph' }).fill(text)
  await expect(page.getByRole('listbox', { name: 'Matches' }).getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
}

/** Presses Tab until an element is focused. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/** Shows nothing but what is found, in the middle of the canvas. */
async function searchAlone(page: Page, text: string, name: string): Promise<void> {
  await search(page, text)
  await expect(page.getByRole('article', { name })).toBeVisible()
  await graph(page).press('i')
  await expect(shown(page)).toHaveText(/^1 of/)
}

/** Runs a command from the palette. */
async function palette(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
}

test('draws the sample, finds an element and shows everything about it', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  await search(page, 'devops.service')
  const details = page.getByRole('article', { name: 'Service' })
  await expect(details).toContainText('devops/devops.service/entity_set')
  await expect(details.getByText('Primary key fields')).toBeVisible()
  await details.getByRole('radio', { name: 'YAML' }).click()
  await expect(details.getByRole('textbox', { name: 'YAML' })).toContainText('kind: entity_set')
  await details.getByRole('button', { name: 'Environment' }).click()
  await expect(page.getByRole('article', { name: 'Environment' })).toBeVisible()
})

test('a name typed before the model has loaded is opened once it has', async ({ page, workbench }) => {
  await page.addInitScript(delayMessages, 700)
  await page.goto(`${workbench.url}#/explorer`)
  await page.getByRole('combobox', { name: 'Search the graph' }).fill('devops.service')
  await page.keyboard.press('Enter')
  await expect(shown(page)).not.toHaveText(/^[1-9]/)
  await expect(page.getByRole('article', { name: 'Service' })).toContainText(
    'devops/devops.service/entity_set',
  )
})

test('filters by the legend, says what is missing and why, and takes it back', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  const all = await shown(page).textContent()
  await page.getByRole('tab', { name: 'Legend' }).click()
  await page.getByRole('button', { name: /^k8s \d+$/ }).click()
  await expect(shown(page)).toHaveText(/^9 of \d+ elements · \d+ filtered out/)
  await page.getByRole('button', { name: 'Remove: domain: k8s' }).click()
  await expect(shown(page)).toHaveText(all ?? '')
  await page.getByRole('button', { name: 'Hide k8s' }).click()
  await expect(shown(page)).toHaveText(/9 filtered out/)
  await page.getByRole('button', { name: /^Undo: Filter/ }).click()
  await expect(shown(page)).toHaveText(all ?? '')
  await page.getByRole('button', { name: 'Hide k8s' }).click()
  await expect(shown(page)).toHaveText(/9 filtered out/)
  // The page is closed before the debounce has elapsed: the last step is stored all the same.
  await page.reload()
  await expect(shown(page)).toHaveText(/9 filtered out/)
  await page.getByRole('button', { name: /^Remove: / }).click()
  await expect(shown(page)).toHaveText(all ?? '')
  // Tests of a worker share stored state: reset the filters for the next.
  await expect.poll(() => storedKeys(workbench.data, 'filters')).toEqual([])
})

test('graph and list share what is shown and what is selected', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const list = page.getByRole('grid', { name: 'List of shown elements' })
  await list.getByRole('row').filter({ hasText: 'Change request' }).click()
  await expect(page.getByRole('article', { name: 'Change request' })).toBeVisible()
  await search(page, 'automaker.vehicle')
  await expect(list.locator('[aria-selected=true]')).toHaveText(/Vehicle/)
  await expect(list.locator('[aria-selected=true]')).toBeInViewport({ ratio: 0.9 })
})

test('collapses domains, saves the view and finds it again after a reload', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Collapse all groups')
  await page.keyboard.press('Enter')
  await expect(shown(page)).toHaveText(/in collapsed groups/)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Saved views')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'View name' }).fill('Overview')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const view = page.getByRole('listitem').filter({ hasText: 'Overview' })
  await expect(view).toBeVisible()
  await view.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('listitem').getByRole('textbox', { name: 'View name' }).fill('Overview of domains')
  await page.keyboard.press('Enter')
  await expect(view.filter({ hasText: 'Overview of domains' })).toBeVisible()
  await expect(view).toHaveCount(1)
  await view.getByRole('button', { name: 'Delete' }).click()
  await expect(view).toHaveCount(0)
  await page.getByRole('button', { name: 'Put it back' }).click()
  await expect(view).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /groups collapsed$/ }).click()
  await expect(shown(page)).not.toHaveText(/collapsed/)
  await page.reload()
  await expect(shown(page)).toHaveText(/^[1-9]/)
  await page.keyboard.press('v')
  await view.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(shown(page)).toHaveText(/in collapsed groups/)
  await page.getByRole('button', { name: /groups collapsed$/ }).click()
  // Tests of a worker share stored state: reopen every group for the next.
  await expect.poll(() => storedKeys(workbench.data, 'collapsed')).not.toContain('devops')
})

test('keeps a dragged node where it was put, and takes the step back', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  const pinned = page.getByRole('list', { name: 'Filters' }).getByText('1 pinned')
  const box = await graph(page).boundingBox()
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
  // A layout of the stored view may still run: then the node comes to the centre later.
  await expect(async () => {
    await searchAlone(page, 'game.guild', 'Guild')
    // In view it stays where it was, which is not the centre in every layout.
    await page.getByRole('button', { name: 'Fit to view' }).click()
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 90, y + 50, { steps: 5 })
    await page.mouse.up()
    await expect(pinned).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 25_000 })
  await page.keyboard.press('Control+z')
  await expect(pinned).toHaveCount(0)
  await page.keyboard.press('Control+Shift+Z')
  await expect(pinned).toBeVisible()
  await expect.poll(() => storedKeys(workbench.data, 'pins')).toContain('game/game.guild/entity_set')
  await page.reload()
  await expect(pinned).toBeVisible()
  await page.getByRole('button', { name: 'Remove: 1 pinned' }).click()
  await expect(pinned).toHaveCount(0)
  await graph(page).press('Shift+A')
  await expect(shown(page)).toHaveText(/^47/)
})

test('a tooltip goes when the picture moves under the pointer', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  const box = await graph(page).boundingBox()
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
  const tooltip = page.getByText(/^entity set · game · \d+ links?$/)
  await expect(async () => {
    await searchAlone(page, 'game.guild', 'Guild')
    // In view it stays where it was.
    await graph(page).press('f')
    await page.mouse.move(x + 300, y + 200)
    await page.mouse.move(x, y, { steps: 3 })
    await expect(tooltip).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 25_000 })
  await page.mouse.wheel(0, 300)
  await expect(tooltip).toHaveCount(0)
  await graph(page).press('Shift+A')
})

test('puts neighbours away and brings them back by relation type', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  await search(page, 'devops.service')
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Neighbours' })
  const contains = dialog.getByRole('listitem').filter({ hasText: '← contains' })
  await expect(contains).toContainText('1 in total, 0 not shown')
  await contains.getByRole('button', { name: 'Hide' }).click()
  await expect(contains).toContainText('1 in total, 1 not shown')
  await expect(shown(page)).toHaveText(/1 hidden/)
  await contains.getByRole('button', { name: 'Show 1' }).click()
  await expect(shown(page)).not.toHaveText(/hidden/)
  // Tests of a worker share stored state: nothing is hidden for the next.
  await expect.poll(() => storedKeys(workbench.data, 'hidden')).toEqual([])
})

test('reads a server whose index lists no elements with queries, page by page', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  await addSyntheticServer(page, 'plain', ['--elements', '700', '--index', '0'])
  await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'plain' })
  await expect(shown(page)).toHaveText(/^700 elements/)
  await expect(
    page.getByText('The server’s index lists no elements, so Orrery read them with queries.'),
  ).toBeVisible()
})

test('reads the model and the whole topology of a service with small limits and a word of its own', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  const limits = ['--most', '100', '--prefix', 'umodel', '--index', '0']
  await addSyntheticServer(page, 'small', ['--elements', '700', '--entities', '1000', ...limits])
  await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'small' })
  await expect(shown(page)).toHaveText(/^700 elements/)
  await page.getByRole('radio', { name: 'Topology', exact: true }).click()
  await page.getByRole('button', { name: 'Whole topology' }).first().click()
  // Entities without relations are in no set of this model, which is reported.
  await expect(shown(page)).toHaveText(/^9\d\d entities/)
  await expect(page.getByText(/The server may have more/)).toBeVisible()
  // Messages about one server are not shown for the next.
  await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'Sample model' })
  await expect(page.getByText(/The server may have more/)).toBeHidden()
  await expect(shown(page)).toHaveText('0 entities')
})

test('of a server that cannot be read nothing is shown, least of all another’s picture', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  const nodes = page.getByRole('listbox', { name: /^Nodes and groups in view/ }).getByRole('option')
  await expect(nodes).not.toHaveCount(0)
  await addSyntheticServer(page, 'gone', ['--broken', '1', '--index', '0'])
  const servers = page.getByRole('combobox', { name: 'Model server' })
  await servers.selectOption({ label: 'gone' })
  await expect(page.getByText('the store is gone')).toBeVisible()
  await expect(shown(page)).toHaveText('0 elements')
  await expect(nodes).toHaveCount(0)
  // Other tests open what was chosen last.
  await servers.selectOption({ label: 'Sample model' })
  await expect(shown(page)).toHaveText(/^[1-9]\d* elements/)
})

test('a node inside a collapsed group is focused once its group has opened and is laid out', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  await addSyntheticServer(page, 'boxes', ['--elements', '600'])
  await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'boxes' })
  await expect(shown(page)).toHaveText(/^600 elements/)
  await expect(page.getByText('Laying out')).toHaveCount(0)
  await palette(page, 'Collapse all groups')
  await expect(shown(page)).toHaveText(/in collapsed groups/)
  await search(page, 'Element 77')
  await expect(page.getByRole('article', { name: 'Element 77' })).toBeVisible()
  // Some of the more than hundred in its group are listed, it among them: an item out of view would be listed
  // in addition.
  const inView = page.getByRole('listbox', { name: /^Nodes and groups in view: ([2-9]|\d\d) of / })
  await expect(inView.getByRole('option', { name: 'metric set Element 77,' })).toHaveCount(1)
  await expect
    .poll(async () => {
      const label = await inView.getAttribute('aria-label')
      return Number(/view: (\d+) of/.exec(label ?? '')?.[1]) - (await inView.getByRole('option').count())
    })
    .toBe(0)
})

test('which services depend on the payment gateway', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  await addModelServer(page, 'incident', ['--quickstart-sample', 'incident-investigation'])
  await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'incident' })
  await expect(page.getByRole('button', { name: /^platform \d+$/ })).toBeVisible()
  await search(page, 'platform.service')
  await page.getByRole('button', { name: 'Open entities' }).click()
  await search(page, 'payment-gateway')
  const details = page.getByRole('article', { name: 'payment-gateway' })
  await expect(details.getByText('degraded').first()).toBeVisible()
  await page.keyboard.press('e')
  const incoming = details.locator('details').filter({ hasText: 'Incoming links' })
  const callers = incoming.getByRole('listitem').filter({ hasText: 'calls' })
  await expect(callers).toHaveText([/checkout-service/, /order-service/])
  await expect(incoming.getByRole('listitem').filter({ hasText: 'depends_on' })).toHaveCount(3)
})

test('how a promotion reaches a degraded service', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  await addModelServer(page, 'incident', ['--quickstart-sample', 'incident-investigation'])
  await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'incident' })
  await expect(page.getByRole('button', { name: /^platform \d+$/ })).toBeVisible()
  await page.getByRole('radio', { name: 'Topology', exact: true }).click()
  await page.getByRole('button', { name: 'Whole topology' }).first().click()
  await expect(shown(page)).toHaveText(/^[1-9]/)
  await page.getByRole('tab', { name: 'Path' }).click()
  for (const [field, text, type] of [
    ['From', '618 Flash', 'Promotion'],
    ['To', 'payment-gateway', 'Service'],
  ] as const) {
    await page.getByRole('combobox', { name: field, exact: true }).fill(text)
    const options = page.getByRole('listbox', { name: field, exact: true }).getByRole('option')
    await options.filter({ hasText: type }).first().click()
  }
  await page.getByRole('checkbox', { name: 'Follow arrow direction only' }).check()
  await page.getByRole('button', { name: 'Shortest path' }).click()
  const steps = page.getByRole('list', { name: 'Steps of the path' }).getByRole('listitem')
  await expect(steps).toHaveText([/618 Flash Sale/, /→ triggers/, /→ affects.*payment-gateway/])
  // The path is in view, wherever the camera was before.
  await expect(page.getByRole('listbox', { name: /^Nodes and groups in view/ })).toContainText(
    '618 Flash Sale',
  )
  await page.getByRole('button', { name: 'Open as query' }).click()
  await expect(page.getByText('MATCH p = ').first()).toBeVisible()
  // The query goes to the server of the entities on the canvas.
  await page.keyboard.press('Control+Enter')
  await page.getByRole('tab', { name: 'Table' }).click()
  await expect(page.getByRole('grid', { name: 'Rows' })).toContainText('618 Flash Sale')
})

test('brings back what was on the topology canvas after a reload', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  await search(page, 'devops.service')
  await page.getByRole('button', { name: 'Open entities' }).click()
  await expect(shown(page)).toHaveText(/^4 entities/)
  const list = page.getByRole('grid', { name: 'List of shown elements' })
  await expect(list.getByRole('columnheader', { name: 'status' })).toBeVisible()
  await expect(list.getByRole('row').filter({ hasText: 'checkout-service' })).toContainText('degraded')
  await expect
    .poll(async () => {
      const folder = join(workbench.data, 'documents/explorer')
      const names = await readdir(folder).catch(() => [])
      const files = names.filter((file) => file.endsWith('-runtime.json'))
      return (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join()
    })
    .toContain('devops/devops.service/')
  // The address of the topology brings it back by itself, also in another tab; coming from elsewhere it is offered.
  await page.reload()
  await expect(shown(page)).toHaveText(/^4 entities/)
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(shown(other)).toHaveText(/^4 entities/)
  await other.goto('about:blank')
  await other.goto(`${workbench.url}#/explorer?connection=embedded-model`)
  await other.getByRole('radio', { name: 'Topology', exact: true }).click()
  await other.getByRole('button', { name: 'Reopen 4 entities from last time' }).click()
  await expect(shown(other)).toHaveText(/^4 entities/)
  await other.close()
})

test('what changed between two versions of a model', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  await addModelServer(page, 'writable', ['--enable-writes'])
  await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'writable' })
  const openCompare = async (): Promise<void> => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Compare models')
    await expect(page.getByRole('option', { name: 'Compare models' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Snapshot name' })).toBeVisible()
  }
  await expect(shown(page)).toHaveText(/^[1-9]/)
  await openCompare()
  await page.getByRole('textbox', { name: 'Snapshot name' }).fill('before')
  await page.getByRole('button', { name: 'Take snapshot' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'before' })).toBeVisible()
  await page.keyboard.press('Escape')

  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    const field = (name: string) => ({ name, type: 'string' })
    const element = (name: string, fields: unknown[]) => ({
      kind: 'entity_set',
      schema: { url: 'model.schema/v0.1.0', version: 'v0.1.0' },
      metadata: { name, domain: 'k8s' },
      spec: { fields, primary_key_fields: ['id'], id_generator: 'id' },
    })
    const text = JSON.stringify([
      element('k8s.pod', [field('id'), field('node_pool')]),
      element('k8s.volume', [field('id')]),
    ])
    transfer.items.add(new File([text], 'version-2.json', { type: 'application/json' }))
    return transfer
  })
  await graph(page).dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page.getByRole('dialog').getByText('2 elements in 1 file.')).toBeVisible()
  await expect(page.getByRole('dialog').getByText('Every element is valid')).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('2 imported, 0 failed.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await openCompare()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'before' })
    .getByRole('button', { name: 'Compare' })
    .click()
  await expect(page.getByText('1 added')).toBeVisible()
  await expect(page.getByText('0 removed')).toBeVisible()
  await expect(page.getByText('1 changed')).toBeVisible()
  await page.getByRole('button', { name: 'Show only differences' }).click()
  const list = page.getByRole('grid', { name: 'List of shown elements' })
  await expect(list.getByRole('row').filter({ hasText: 'k8s.volume' })).toContainText('Added')
  await list.getByRole('row').filter({ hasText: 'changed' }).click()
  await expect(page.getByRole('region', { name: 'What changed' })).toContainText('node_pool')
  await page.getByRole('button', { name: 'End comparison' }).click()
  await expect(page.getByText('1 added')).toHaveCount(0)
  await expect(shown(page)).toHaveText(/^48 elements/)
})

test('by keyboard alone: from a search to a path to a query to an export', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  await page.keyboard.press('Control+f')
  await page.keyboard.type('devops.team')
  await page.keyboard.press('Enter')
  await expect(graph(page)).toBeFocused()
  await expect(page.getByRole('application').getByRole('status')).toHaveText(/entity set Team, domain devops/)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('application').getByRole('status')).toHaveText(
    /entity set Service, domain devops/,
  )
  await page.keyboard.press('Shift+F')
  await page.keyboard.press('Control+f')
  await page.keyboard.type('k8s.pod')
  await page.keyboard.press('Enter')
  await expect(graph(page)).toBeFocused()
  await page.keyboard.press('Shift+T')
  await tabTo(page, page.getByRole('button', { name: 'Shortest path' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Steps of the path' }).getByRole('listitem')).toHaveText([
    /Service/,
    /runs.*Workload/,
    /owns.*Pod/,
  ])
  await palette(page, 'Export')
  await tabTo(page, page.getByRole('combobox', { name: 'Format' }))
  await page.keyboard.type('Mermaid')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Save file' }))
  const drawing = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const text = await readFile(await (await drawing).path(), 'utf8')
  expect(text).toContain('flowchart LR')
  expect(text).toContain('"Workload"')
  await tabTo(page, page.getByRole('button', { name: 'Open as query' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/query/)
  await expect(page.getByRole('textbox', { name: 'SPL editor' })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  // Elements and links are drawn as one path.
  await expect(page.getByRole('tab', { name: 'Graph', exact: true })).toHaveAttribute('aria-selected', 'true')
  await palette(page, 'Show as: Table')
  await expect(page.getByRole('grid', { name: 'Rows' })).toContainText('k8s.pod')
  const saved = page.waitForEvent('download')
  await palette(page, 'Save rows as CSV')
  const rows = await readFile(await (await saved).path(), 'utf8')
  expect(rows.split('\r\n')[0]).toBe('kind,domain,name,version,metadata,spec')
  expect(rows).toContain('devops.service')
})

test('exports a picture, a drawing, data and model files', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  const kinds = [
    ['png', /^\u0089PNG/],
    ['svg', /^<svg[^>]*>\s*<title>[^]*@font-face[^]*>Workload</],
    ['json', /"key": "k8s\/k8s\.workload\/entity_set"/],
    ['yaml', /kind: entity_set[^]*name: k8s\.workload/],
  ] as const
  for (const [format, content] of kinds) {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: /^Export/ }).click()
    await page.getByRole('combobox', { name: 'Format' }).selectOption(format)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save file' }).click()
    const file = await readFile(await (await saved).path())
    expect(file.toString('latin1'), format).toMatch(content)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('axe finds nothing, in either theme, with list, path and dialogs open', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  expect(await violations(page)).toEqual([])
  await search(page, 'devops.service')
  await expect(page.getByText('Primary key fields')).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page)).toEqual([])
  await page.getByRole('tab', { name: 'Path' }).click()
  expect(await violations(page)).toEqual([])
  await page.getByRole('radio', { name: 'Topology', exact: true }).click()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Whole topology' }).first().click()
  await expect(shown(page)).toHaveText(/^[1-9]/)
  await page.getByRole('button', { name: 'What is there now' }).click()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'Model', exact: true }).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  expect(await violations(page), 'menu of the bench').toEqual([])
  await page.keyboard.press('Escape')
  // Wait until the closing menu has restored the focus to its button.
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused()
  await graph(page).focus()
  await page.keyboard.press('ContextMenu')
  await expect(page.getByRole('menu')).toBeVisible()
  expect(await violations(page), 'menu of the selection').toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  for (const title of ['Style rules', 'Link matrix', 'Compare models', 'Saved views', 'Export']) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    expect(await violations(page), title).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: title })).toHaveCount(0)
  }
})

test('one search finds fields, relations and entities, here and on the server', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  const field = page.getByRole('combobox', { name: 'Search the graph' })
  const matches = page.getByRole('listbox', { name: 'Matches' })
  await field.fill('status')
  await expect(matches.getByRole('option', { name: /field status/ }).first()).toBeVisible()
  // What nothing here matches is searched on the server without being asked to; names that hold the text come first.
  await field.fill('checkout')
  await expect(matches.getByRole('option')).not.toHaveCount(1)
  await expect(matches.getByRole('option').first()).toContainText('checkout')
  await expect(page.getByRole('radio', { name: 'Topology' })).not.toBeChecked()
  await field.fill('checkout-service')
  await expect(matches.getByRole('option', { name: /^checkout-service/ })).toBeVisible()
  await field.press('Shift+Enter')
  await expect(page.getByRole('radio', { name: 'Topology' })).toBeChecked()
  await expect(page.getByRole('article', { name: 'checkout-service' })).toBeVisible()
  await expect(shown(page)).toHaveText(/^[2-9]|^\d{2}/)
  await field.fill('zzzz')
  await expect(page.getByText('Nothing matches, here or on the server.')).toBeVisible()
})

test('a page that was exported is looked at from a file, without a word to anybody', async ({
  page,
  workbench,
  browser,
}) => {
  await openExplorer(page, workbench.url)
  const save = async (): Promise<string> => {
    await palette(page, 'Export')
    await page.getByRole('combobox', { name: 'Format' }).selectOption('Page for any browser')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save file' }).click()
    const file = `${await (await download).path()}.html`
    await (await download).saveAs(file)
    await expect(page.getByRole('dialog')).toHaveCount(0) // It would close what opens meanwhile.
    return file
  }
  // What is in collapsed groups is in the page, too.
  await palette(page, 'Collapse all groups')
  await expect(shown(page)).toHaveText(/all in collapsed groups/)
  const file = await save()
  await palette(page, 'Open all groups')
  // What is selected here does not stay lit there.
  await page.getByRole('combobox', { name: 'Search the graph' }).fill('workload')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: 'Workload', exact: true })).toBeVisible()
  await expect(page.getByText('Laying out')).toHaveCount(0)
  const [selected, collapsed] = [await readFile(await save(), 'utf8'), await readFile(file, 'utf8')]
  expect(selected === collapsed).toBe(true)
  const own = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  const said: string[] = []
  own.on('console', (message) => said.push(message.text()))
  own.on('pageerror', (error) => said.push(error.message))
  own.on('request', (request) => request.url().startsWith('file:') || said.push(request.url()))
  await own.goto(`file://${file}`)
  await own.getByRole('searchbox').fill('workload')
  await own.getByRole('option', { name: /^Workload entity set/ }).click()
  const side = own.getByRole('complementary')
  await expect(side.getByRole('heading', { name: 'Workload', exact: true })).toBeVisible()
  await side.getByRole('button', { name: '→ Pod' }).click()
  await expect(side.getByRole('heading', { name: 'Pod', exact: true })).toBeVisible()
  await expect(side.getByRole('definition').first()).toHaveText('string')
  await own.screenshot({ path: test.info().outputPath('page.png') })
  await own.keyboard.press('Escape')
  await expect(side).toHaveText('Select a node to see its details.')
  expect(await violations(own)).toEqual([])
  expect(said).toEqual([])
  await own.context().close()
})
