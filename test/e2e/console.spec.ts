import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { violations } from './accessibility.ts'
import { expect, startWorkbench, test as base, type Workbench } from './workbench.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const modules = join(root, 'node_modules/@modelcontextprotocol')
const broken = join(root, 'test/fixtures/mcp/broken-server.mjs')

/** The MCP project's four reference servers, and one of ours for each way of failing. */
function servers(
  data: string,
): Record<string, { command: string; args: string[]; env?: Record<string, string> }> {
  const reference = (name: string, ...args: string[]) => ({
    command: process.execPath,
    args: [join(modules, `server-${name}/dist/index.js`), ...args],
  })
  const misbehaving = ['bad-schema', 'silent', 'dying', 'huge', 'noisy']
  return {
    everything: reference('everything'),
    memory: { ...reference('memory'), env: { MEMORY_FILE_PATH: join(data, 'memory.jsonl') } },
    filesystem: reference('filesystem', join(data, 'files')),
    thinking: reference('sequential-thinking'),
    ...Object.fromEntries(
      misbehaving.map((kind) => [kind, { command: process.execPath, args: [broken, kind] }]),
    ),
  }
}

const test = base.extend<object, { workbench: Workbench }>({
  workbench: [
    async ({ browser }, use) => {
      void browser
      const workbench = await startWorkbench({
        async prepare(data) {
          await mkdir(join(data, 'files'))
          await writeFile(join(data, 'files', 'hello.txt'), 'hello from the file system')
          await writeFile(
            join(data, 'connections.json'),
            JSON.stringify({ mcpServers: servers(data), platforms: {} }),
          )
        },
      })
      await use(workbench)
      await workbench.stop()
    },
    { scope: 'worker' },
  ],
})

/** Opens the console on a connection; the first time its command must be approved. */
async function openServer(page: Page, workbench: Workbench, name: string, ready = true): Promise<void> {
  await page.goto(`${workbench.url}#/console`)
  const list = page.getByRole('list', { name: 'Connections' })
  await list.getByRole('button', { name: new RegExp(`^${name}\\b`) }).click()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
  const allow = page.getByRole('button', { name: 'Allow and start' })
  if (await allow.isVisible()) await allow.click()
  if (ready) await expect(page.getByRole('tabpanel').getByText('Ready', { exact: true })).toBeVisible()
}

async function callTool(
  page: Page,
  tool: string,
  fill: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await page.getByRole('tab', { name: 'Tools' }).click()
  await page.getByRole('list', { name: 'Tools' }).getByRole('button', { name: tool }).first().click()
  await fill(page)
  await page.getByRole('button', { name: 'Call', exact: true }).click()
}

test.describe('a stranger’s command', () => {
  test('is shown exactly and not started before it is allowed', async ({ page, workbench }) => {
    await page.goto(`${workbench.url}#/console`)
    await page
      .getByRole('list', { name: 'Connections' })
      .getByRole('button', { name: /^thinking/ })
      .click()
    const consent = page.getByRole('alert')
    await expect(consent).toContainText('server-sequential-thinking/dist/index.js')
    await expect(page.getByRole('tabpanel').getByText('Not allowed yet', { exact: true })).toBeVisible()
    await consent.getByRole('button', { name: 'Allow and start' }).click()
    await expect(page.getByRole('tabpanel').getByText('Ready', { exact: true })).toBeVisible()
  })
})

test.describe('the reference servers', () => {
  test('everything: tools, validated structure, progress, resources, prompts, log level, trace', async ({
    page,
    workbench,
  }) => {
    await openServer(page, workbench, 'everything')
    await page.getByRole('button', { name: 'Ping', exact: true }).click()
    await expect(page.getByText('OK', { exact: true })).toBeVisible()

    await callTool(page, 'echo', (p) => p.getByLabel(/^message message/i).fill('hello orrery'))
    await expect(page.getByText('Echo: hello orrery')).toBeVisible()

    await callTool(page, 'get-structured-content', async (p) => {
      await p.getByLabel(/^location location/i).selectOption({ index: 1 })
    })
    await expect(page.getByText('Matches output schema')).toBeVisible()

    await page.getByRole('tab', { name: 'Resources' }).click()
    await page.getByRole('button', { name: 'Read', exact: true }).click()
    await expect(page.getByText('OK', { exact: true }).filter({ visible: true })).toBeVisible()

    await page.getByRole('tab', { name: 'Prompts' }).click()
    await page.getByRole('list', { name: 'Prompts' }).getByRole('button').first().click()
    await page.getByRole('button', { name: 'Get', exact: true }).click()
    await expect(page.getByText('OK', { exact: true }).filter({ visible: true })).toBeVisible()

    await page.getByRole('tab', { name: 'Log' }).click()
    await page.getByLabel('Log level').selectOption('debug')
    await expect(page.getByText('The server now logs debug and above.')).toBeVisible()

    await page.getByRole('tab', { name: 'Trace' }).click()
    const pings = page.getByRole('button', { name: /^Sent .* ping / })
    await page.getByLabel('Search messages').fill('ping')
    await expect(pings.first()).toBeVisible()
    await page.getByLabel('Message type').selectOption('noPings')
    await expect(pings).toHaveCount(0)
    await page.getByLabel('Search messages').fill('hello orrery')
    const request = page.getByRole('button', { name: /^Sent .* tools\/call / })
    // Until the search is answered, calls of other tools are also listed.
    await expect(request).toHaveCount(1)
    await request.click()
    await expect(page.getByLabel('Message', { exact: true })).toContainText('hello orrery')
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByLabel(/^message message/i)).toHaveValue('hello orrery')

    // Calls of any tool, not only the first in the list.
    await page.getByRole('tab', { name: 'Trace' }).click()
    await page.getByLabel('Search messages').fill('get-structured-content')
    await expect(request).toHaveCount(1)
    await request.click()
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByRole('heading', { name: 'Get Structured Content' })).toBeVisible()
    await expect(page.getByLabel(/^location location/i)).toBeVisible()
  })

  test('a tool that is a task is followed, with what it asks, and cancelled', async ({ page, workbench }) => {
    await openServer(page, workbench, 'everything')
    await callTool(page, 'simulate-research-query', async (p) => {
      await p.getByLabel(/^topic topic/i).fill('planets')
      await p.getByLabel(/^ambiguous ambiguous/i).selectOption('true')
    })
    await expect(page.getByText('Task: working')).toBeVisible()
    await page.getByLabel(/^Clarification interpretation/).selectOption({ index: 1 })
    await expect(page.getByText('Task: waiting for your answer')).toBeVisible()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText('Research Report: planets')).toBeVisible()

    await page.getByRole('button', { name: 'Call', exact: true }).click()
    await expect(page.getByText('Task: working')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(page.getByText('Task: working')).toBeHidden()
  })

  test('a call ends after the time that was set for it', async ({ page, workbench }) => {
    await openServer(page, workbench, 'everything')
    await callTool(page, 'trigger-long-running-operation', async (p) => {
      await p.getByRole('button', { name: 'Time limit and retries' }).click()
      await p.getByLabel('Time limit (seconds)').fill('0.5')
    })
    await expect(page.getByText('Error -32001')).toBeVisible()
  })

  test('arguments with a name and earlier calls of a tool are there again, and can be deleted', async ({
    page,
    workbench,
  }) => {
    await openServer(page, workbench, 'everything')
    for (const word of ['one', 'two']) {
      await callTool(page, 'echo', (p) => p.getByLabel(/^message message/i).fill(word))
      await expect(page.getByText(`Echo: ${word}`)).toBeVisible()
    }
    await page.getByText(/^Saved arguments and earlier calls/).click()
    await page.getByLabel('Name for these arguments').fill('the usual')
    await page.keyboard.press('Enter')
    const saved = page.getByRole('list', { name: 'Saved arguments' })
    const earlier = page.getByRole('list', { name: 'Earlier calls' })
    await expect(saved.getByRole('listitem')).toHaveCount(1)
    await page.reload()
    await page.getByText(/^Saved arguments and earlier calls/).click()
    await earlier.getByText('"one"').click()
    await expect(page.getByLabel(/^message message/i)).toHaveValue('one')
    await saved.getByRole('button', { name: 'Call with these arguments' }).click()
    await expect(page.getByText('Echo: two')).toBeVisible()
    await saved.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete all' }).click()
    await expect(page.getByText('Saved arguments and earlier calls', { exact: true })).toBeVisible()
  })

  test('memory: a nested form makes an entity that can be read back', async ({ page, workbench }) => {
    await openServer(page, workbench, 'memory')
    await callTool(page, 'create_entities', async (p) => {
      await p
        .getByRole('group', { name: /^entities entities/i })
        .getByRole('button', { name: 'Add' })
        .first()
        .click()
      await p.getByLabel(/^name name/i).fill('Orrery')
      await p.getByLabel(/^entity type entityType/i).fill('workbench')
      await p
        .getByRole('group', { name: /^observations observations/i })
        .getByRole('button', { name: 'Add' })
        .click()
      await p
        .getByRole('group', { name: /^observations observations/i })
        .getByRole('textbox')
        .fill('it turns')
    })
    await expect(page.getByLabel('Structured content')).toContainText('Orrery')
    await callTool(page, 'read_graph')
    await expect(page.getByLabel('Structured content')).toContainText('it turns')
  })

  test('filesystem: reads the folder it was given', async ({ page, workbench }) => {
    await openServer(page, workbench, 'filesystem')
    await callTool(page, 'read_text_file', (p) =>
      p.getByLabel(/^path path/i).fill(join(workbench.data, 'files', 'hello.txt')),
    )
    await expect(page.getByLabel('Text').first()).toContainText('hello from the file system')
  })

  test('sequential thinking: numbers and booleans', async ({ page, workbench }) => {
    await openServer(page, workbench, 'thinking')
    await callTool(page, 'sequentialthinking', async (p) => {
      await p
        .getByLabel(/^thought thought/i)
        .first()
        .fill('first')
      await p
        .getByLabel(/^next thought needed nextThoughtNeeded/i)
        .last()
        .selectOption('false')
      await p.getByLabel(/^thought number thoughtNumber/i).fill('1')
      await p.getByLabel(/^total thoughts totalThoughts/i).fill('1')
    })
    await expect(page.getByLabel('Structured content')).toContainText(/thoughtNumber\s*1/)
  })
})

test.describe('a broken server is shown, never lost', () => {
  test('bad output schema: the result is there, and why it was not checked', async ({ page, workbench }) => {
    await openServer(page, workbench, 'bad-schema')
    await callTool(page, 'work')
    await expect(page.getByText('worked')).toBeVisible()
    await expect(page.getByText('Not checked')).toBeVisible()
  })

  test('silent: the failing step is named', async ({ page, workbench }) => {
    await openServer(page, workbench, 'silent', false)
    await expect(page.getByText('During the handshake:')).toBeVisible()
  })

  test('dying: exit code and last words, then it is back', async ({ page, workbench }) => {
    await openServer(page, workbench, 'dying')
    await callTool(page, 'work')
    // The failure is shown at the call, even after the server is back.
    const failure = page.getByRole('tabpanel').getByText('Connection closed')
    await expect(failure).toBeVisible()
    await expect(page.getByRole('tabpanel').getByText('dying is')).toHaveCount(0)
    await expect(failure).toBeVisible()
    await page.getByRole('tab', { name: 'Log' }).click()
    await expect(page.getByLabel('Log', { exact: true }).last()).toContainText('the last word')
    await expect(page.getByLabel('Log', { exact: true }).last()).toContainText('exit code 3')
    await page.getByRole('tab', { name: 'Overview' }).click()
    await expect(page.getByRole('tabpanel').getByText('Ready', { exact: true })).toBeVisible()
  })

  test('huge: a 12 MB message arrives, and says how much of it is drawn', async ({ page, workbench }) => {
    await openServer(page, workbench, 'huge')
    await callTool(page, 'work')
    await expect(page.getByText(/Showing 200,000 of 12,582,912 characters/)).toBeVisible()
  })

  test('noisy: the chatter is in the log, the call works', async ({ page, workbench }) => {
    await openServer(page, workbench, 'noisy')
    await callTool(page, 'work')
    await expect(page.getByText('worked')).toBeVisible()
    await page.getByRole('tab', { name: 'Log' }).click()
    await expect(page.getByLabel('Log', { exact: true }).last()).toContainText(
      'stdout  chatter that is no message',
    )
  })
})

test('a form that is half filled in is there again after a look elsewhere', async ({ page, workbench }) => {
  await page.goto(`${workbench.url}#/console`)
  await page.getByRole('tab', { name: 'Tools' }).click()
  const tools = page.getByRole('list', { name: 'Tools' }).getByRole('button')
  await tools.filter({ hasText: 'query_spl_execute' }).first().click()
  const field = page.locator('form').getByRole('textbox').first()
  await field.fill('.model | limit 3')
  await page.getByRole('tab', { name: 'Trace' }).click()
  await page.getByRole('tab', { name: 'Tools' }).click()
  await expect(field).toHaveValue('.model | limit 3')
  await tools.filter({ hasNotText: 'query_spl_execute' }).first().click()
  await tools.filter({ hasText: 'query_spl_execute' }).first().click()
  await expect(field).toHaveValue('.model | limit 3')
})

test('arguments that are not JSON are not sent, nor what was there before', async ({ page, workbench }) => {
  await page.goto(`${workbench.url}#/console`)
  await page.getByRole('tab', { name: 'Tools' }).click()
  await page
    .getByRole('list', { name: 'Tools' })
    .getByRole('button')
    .filter({ hasText: 'query_spl_execute' })
    .first()
    .click()
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'As JSON' }) })
  await form.getByRole('textbox').first().fill('.model | limit 1')
  await form.getByRole('button', { name: 'As JSON' }).click()
  const text = form.getByLabel('Arguments as JSON')
  const good = await text.inputValue()
  await text.fill(good.replace('limit 1"', 'limit 2'))
  await form.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(form.getByText('One field needs your attention.')).toBeVisible()
  await expect(text).toBeFocused()
  await expect(form.getByRole('button', { name: 'Send anyway' })).toHaveCount(0)
  await expect(form.getByText(/^\d+(\.\d+)? (ms|s)$/)).toHaveCount(0)
  await text.fill(good.replace('limit 1', 'limit 2'))
  await expect(form.getByText('One field needs your attention.')).toHaveCount(0)
  await form.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(page.getByText('OK', { exact: true })).toBeVisible()
})

test('a configuration of another host is brought over by pasting it', async ({ page, workbench }) => {
  await page.goto(`${workbench.url}#/console`)
  await page.getByRole('button', { name: 'Add a connection' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Configuration of another app, a command, or an address').fill('{"mcpServers": {')
  await expect(dialog.getByRole('alert')).toContainText('at line 1, column')
  const entry = { command: process.execPath, args: [broken, 'noisy', '--by-hand'] }
  await dialog
    .getByLabel('Configuration of another app, a command, or an address')
    .fill(JSON.stringify({ mcpServers: { 'brought over': entry } }))
  await expect(dialog.getByRole('list', { name: 'Servers found' })).toContainText('brought over')
  await dialog.getByRole('button', { name: 'Import 1 server' }).click()
  await expect(page.getByRole('heading', { name: 'brought over' })).toBeVisible()
  await page.getByRole('button', { name: 'Allow and start' }).click()
  await expect(page.getByRole('tabpanel').getByText('Ready', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('list', { name: 'Connections' })).not.toContainText('brought over')
  // In a narrow window the list is a closed drawer; undo is not inside it.
  await page.setViewportSize({ width: 683, height: 900 })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'brought over' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  const offer = page.getByText('brought over was removed.')
  await expect(offer).toBeVisible()
  // It goes once another connection is looked at.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page
    .getByRole('list', { name: 'Connections' })
    .getByRole('button', { name: /^Sample model/ })
    .click()
  await expect(offer).toHaveCount(0)
})

test('the entry for another host is shown as that one has it, and starts the same server', async ({
  page,
  workbench,
}) => {
  await page.goto(`${workbench.url}#/console`)
  await page
    .getByRole('list', { name: 'Connections' })
    .getByRole('button', { name: /^Sample model/ })
    .click()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByRole('button', { name: 'Use in Claude, Cursor or VS Code…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Use Sample model in another program' })
  const shown = async (): Promise<Record<string, Record<string, { command: string; args: string[] }>>> =>
    JSON.parse(await dialog.getByLabel('Configuration', { exact: true }).innerText())
  const { command = '', args = [] } = (await shown())['mcpServers']?.['orrery'] ?? {}
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  }
  const { stdout } = spawnSync(command, args, { input: `${JSON.stringify(initialize)}\n`, encoding: 'utf8' })
  expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ id: 1, result: { capabilities: {} } })
  await dialog.getByRole('radio', { name: 'VS Code' }).click()
  expect((await shown())['servers']?.['orrery']).toMatchObject({ type: 'stdio', command, args })
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('axe finds nothing in any tab', async ({ page, workbench }) => {
  await openServer(page, workbench, 'everything')
  for (const tab of ['Overview', 'Tools', 'Resources', 'Prompts', 'Trace', 'Log']) {
    await page.getByRole('tab', { name: tab }).click()
    expect(await violations(page, { exclude: ['[data-radix-popper-content-wrapper]'] }), tab).toEqual([])
  }
})
