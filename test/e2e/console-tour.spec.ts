import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, startWorkbench, test as base, type Workbench } from './workbench.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const everything = join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')
const shapes = join(root, 'test/fixtures/mcp/shapes-server.mjs')

/** What servers may request and offer, beyond console.spec.ts. */
const test = base.extend<object, { workbench: Workbench }>({
  workbench: [
    async ({ browser }, use) => {
      void browser
      const workbench = await startWorkbench({
        async prepare(data) {
          const server = (path: string) => ({ command: process.execPath, args: [path] })
          await writeFile(
            join(data, 'connections.json'),
            JSON.stringify({ mcpServers: { everything: server(everything), shapes: server(shapes) } }),
          )
        },
      })
      await use(workbench)
      await workbench.stop()
    },
    { scope: 'worker' },
  ],
})

const asks = (page: Page) => page.getByRole('region', { name: /asks$/ })

async function openServer(page: Page, workbench: Workbench, name: string): Promise<void> {
  await page.goto(`${workbench.url}#/console`)
  await page
    .getByRole('list', { name: 'Connections' })
    .getByRole('button', { name: new RegExp(`^${name}\\b`) })
    .click()
  await page.getByRole('tab', { name: 'Overview' }).click()
  const allow = page.getByRole('button', { name: 'Allow and start' })
  const ready = page.getByRole('tabpanel').getByText('Ready', { exact: true })
  await expect(allow.or(ready)).toBeVisible()
  if (await allow.isVisible()) await allow.click()
  await expect(ready).toBeVisible()
}

async function openTool(page: Page, tool: string): Promise<void> {
  await page.getByRole('tab', { name: 'Tools' }).click()
  await page.getByRole('list', { name: 'Tools' }).getByRole('button', { name: tool }).first().click()
}

const call = (page: Page) => page.getByRole('button', { name: 'Call', exact: true }).click()

test.describe.serial('the server “everything”', () => {
  test('roots: it asks for folders when it starts, and works in the one that it is given', async ({
    page,
    workbench,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'orrery-root-'))
    await openServer(page, workbench, 'everything')
    const folders = page.getByRole('region', { name: 'Folders this server may use' })
    await expect(folders).toContainText('None are set')
    await folders.getByLabel('Folder').fill('here')
    await folders.getByRole('button', { name: 'Add folder' }).click()
    await expect(folders.getByRole('alert')).toContainText('here is not an absolute path.')
    await folders.getByLabel('Folder').fill(folder)
    await folders.getByRole('button', { name: 'Add folder' }).click()
    await expect(folders.getByRole('listitem')).toHaveText(folder)
    await openTool(page, 'get-roots-list')
    await call(page)
    await expect(page.getByLabel('Text').first()).toContainText(folder)
    await rm(folder, { recursive: true })
  })

  test('templates are completed by the server and read; a subscription receives changes', async ({
    page,
    workbench,
  }) => {
    await openServer(page, workbench, 'everything')
    await page.getByRole('tab', { name: 'Resources' }).click()
    await page
      .getByRole('list', { name: 'Templates' })
      .getByRole('button', { name: /dynamic\/text/ })
      .click()
    const variable = page.getByLabel('resourceId')
    await variable.fill('7')
    await expect(page.locator('datalist option')).toHaveCount(1)
    await expect(page.locator('code').filter({ hasText: 'demo://resource/dynamic/text/7' })).toBeVisible()
    await page.getByRole('button', { name: 'Read', exact: true }).click()
    await expect(page.getByText(/Resource 7: This is a plaintext resource/)).toBeVisible()
    await page.getByRole('button', { name: 'Follow changes' }).click()
    await expect(page.getByRole('button', { name: 'Stop following' })).toBeVisible()
    await openTool(page, 'toggle-subscriber-updates')
    await call(page)
    await page.getByRole('tab', { name: 'Trace' }).click()
    await page.getByLabel('Search messages').fill('resources/updated')
    await expect(
      page.getByRole('button', { name: /notifications\/resources\/updated/ }).first(),
    ).toBeVisible()
    await openTool(page, 'toggle-subscriber-updates')
    await call(page)
  })

  test('prompts: arguments are completed, one by what was chosen for another', async ({
    page,
    workbench,
  }) => {
    await openServer(page, workbench, 'everything')
    await page.getByRole('tab', { name: 'Prompts' }).click()
    await page
      .getByRole('list', { name: 'Prompts' })
      .getByRole('button', { name: /completable-prompt|Team Management/ })
      .click()
    // Required arguments are checked here, not by the server.
    await page.getByRole('button', { name: 'Get', exact: true }).click()
    await expect(page.getByRole('alert').first()).toHaveText('Required.')
    await expect(page.getByLabel(/^department department/i)).toBeFocused()
    const values = page.locator('datalist option')
    await page.getByLabel(/^department department/i).fill('Sa')
    await expect(values.first()).toHaveAttribute('value', 'Sales')
    await page.getByLabel(/^department department/i).fill('Sales')
    await page.getByLabel(/^name name/i).fill('E')
    await expect(values.last()).toHaveAttribute('value', 'Eve')
    await page.getByLabel(/^name name/i).fill('Eve')
    await page.getByRole('button', { name: 'Get', exact: true }).click()
    await expect(page.getByText(/Please promote Eve to the head of the Sales team/)).toBeVisible()
  })

  test('a long call shows progress and is cancelled, and the server is notified', async ({
    page,
    workbench,
  }) => {
    await openServer(page, workbench, 'everything')
    await openTool(page, 'trigger-long-running-operation')
    await page.getByLabel(/^duration duration/i).fill('30')
    await page.getByLabel(/^steps steps/i).fill('30')
    await call(page)
    await expect(page.getByRole('progressbar')).toHaveAttribute('value', /^[1-9]/)
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await page.getByRole('tab', { name: 'Trace' }).click()
    await page.getByLabel('Search messages').fill('notifications/cancelled')
    await expect(page.getByRole('button', { name: /notifications\/cancelled/ }).first()).toBeVisible()
  })

  test('elicitation: a form with defaults is answered, and declined', async ({ page, workbench }) => {
    await openServer(page, workbench, 'everything')
    await openTool(page, 'trigger-elicitation-request')
    await call(page)
    await expect(asks(page)).toContainText('Please provide inputs')
    await asks(page)
      .getByLabel(/^String name/)
      .first()
      .fill('Ada')
    await asks(page).getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText(/User provided the requested information/)).toBeVisible()
    await expect(page.getByRole('tabpanel')).toContainText('Ada')
    await call(page)
    await asks(page).getByRole('button', { name: 'Decline' }).click()
    await expect(page.getByText(/declined/i).first()).toBeVisible()
  })

  test('sampling: the user answers in place of a model, and declines', async ({ page, workbench }) => {
    await openServer(page, workbench, 'everything')
    await openTool(page, 'trigger-sampling-request')
    await page.getByLabel(/^prompt prompt/i).fill('what is an orrery?')
    await call(page)
    await expect(asks(page)).toContainText('what is an orrery?')
    await asks(page).getByLabel('Your answer').fill('a clockwork of the planets')
    await asks(page).getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText(/a clockwork of the planets/).first()).toBeVisible()
    await call(page)
    await asks(page).getByRole('button', { name: 'Decline' }).click()
    await expect(asks(page)).toHaveCount(0)
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: /error|reported/ })
        .first(),
    ).toBeVisible()
  })

  test('images and resources in results are drawn; the trace is exported', async ({
    page,
    workbench,
  }, info) => {
    await openServer(page, workbench, 'everything')
    await openTool(page, 'get-tiny-image')
    await call(page)
    const image = page.getByRole('img', { name: /image\/png/ })
    await expect(image).toBeVisible()
    expect(await image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    await openTool(page, 'get-resource-reference')
    await call(page)
    await expect(page.getByText(/demo:\/\/resource\/dynamic\/text\/1/).first()).toBeVisible()
    await page.getByRole('tab', { name: 'Trace' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export these messages' }).click()
    const file = info.outputPath('trace.json')
    await (await download).saveAs(file)
    expect(await readFile(file, 'utf8')).toContain('get-tiny-image')
    // The method and its tool have priority in a small window.
    await page.setViewportSize({ width: 1024, height: 700 })
    const method = page.getByText(/^tools\/call get-tiny-image/).first()
    await expect.poll(async () => (await method.boundingBox())?.width).toBeGreaterThan(100)
  })
})

test('a form of every shape: choice, list, union, tree, file, nothing; validated against the output schema', async ({
  page,
  workbench,
}) => {
  await openServer(page, workbench, 'shapes')
  await openTool(page, 'shapes')
  await page.getByLabel(/^kind kind/i).selectOption('large')
  await page
    .getByRole('group', { name: /^tags tags/i })
    .getByRole('button', { name: 'Add' })
    .click()
  // A newly added item is focused.
  const tag = page.getByRole('group', { name: /^tags tags/i }).getByRole('textbox')
  await expect(tag).toBeFocused()
  await page.getByLabel('Target', { exact: true }).selectOption({ label: 'by number' })
  await page.getByLabel(/^number number/i).fill('7')
  const tree = page.getByRole('group', { name: /^tree tree/i })
  await tree.getByLabel(/^label label/i).fill('root')
  await expect(tree.getByLabel(/^weight weight/i)).toHaveValue('1.5')
  await tree
    .getByRole('group', { name: /^children children/i })
    .getByRole('button', { name: 'Add' })
    .first()
    .click()
  await tree
    .getByLabel(/^label label/i)
    .last()
    .fill('leaf')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'p.png', mimeType: 'image/png', buffer: Buffer.from('pixels') })
  await call(page)
  // An empty item is not sent as an empty string.
  await expect(page.getByText('One field needs your attention.')).toBeVisible()
  await expect(tag).toBeFocused()
  await page.keyboard.type('first')
  await call(page)
  await expect(page.getByText('Matches output schema')).toBeVisible()
  const result = page.getByLabel('Structured content')
  await page.getByRole('button', { name: 'As text' }).first().click()
  for (const part of [
    '"kind": "large"',
    '"first"',
    '"number": 7',
    '"leaf"',
    Buffer.from('pixels').toString('base64'),
  ])
    await expect(result).toContainText(part)
  await page.getByRole('button', { name: 'Remove tags[0]' }).click()
  await call(page)
  await page.getByRole('button', { name: 'As text' }).first().click()
  await expect(result).toContainText('"tags": []')
})

test('a server that declares no prompts and no resources has no tabs for them', async ({
  page,
  workbench,
}) => {
  await openServer(page, workbench, 'shapes')
  await expect(page.getByRole('tab', { name: 'Tools' })).toBeVisible()
  for (const name of ['Prompts', 'Resources'])
    await expect(page.getByRole('tab', { name, exact: true })).toHaveCount(0)
  await openServer(page, workbench, 'everything')
  for (const name of ['Prompts', 'Resources'])
    await expect(page.getByRole('tab', { name, exact: true })).toBeVisible()
})
