import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { violations } from './accessibility.ts'
import { expect, startWorkbench, test } from './workbench.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = join(root, process.env['ORRERY_DIST'] ?? 'dist')
const program = (name: string): string =>
  join(root, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`)

/** Configuration files of other hosts, for the MCP project's own servers. */
const FILES = {
  'claude_desktop_config.json': `{
  "globalShortcut": "Ctrl+Space",
  "mcpServers": {
    "claude-everything": { "command": "${process.execPath}", "args": ["${program('everything')}"], "autoApprove": ["echo"] }
  }
}`,
  'mcp.json (VS Code)': `{
  // VS Code keeps comments
  "inputs": [{ "type": "promptString", "id": "greeting", "description": "What to greet with" }],
  "servers": {
    "code-memory": {
      "type": "stdio",
      "command": "${process.execPath}",
      "args": ["\${workspaceFolder}/node_modules/@modelcontextprotocol/server-memory/dist/index.js"],
      "env": { "MEMORY_FILE_PATH": "\${input:greeting}" },
    },
  },
}`,
  'mcp.json (Cursor)': `{ "mcpServers": { "cursor-files": {
    "command": "${process.execPath}", "args": ["${program('filesystem')}", "\${env:HOME}"] } } }`,
  'mcp.json (Inspector)': `{ "mcpServers": { "inspector-thinking": {
    "type": "stdio", "command": "${process.execPath}", "args": ["${program('sequential-thinking')}"], "roots": [] } } }`,
} as const

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add a connection' })

// Some servers request folders as soon as they are ready; decline here.
test.beforeEach(({ page }) =>
  page.addLocatorHandler(page.getByRole('dialog', { name: /asks$/ }), (asks) =>
    asks.getByRole('button', { name: 'None' }).click(),
  ),
)

async function openDialog(page: Page, url: string): Promise<void> {
  await page.goto(`${url}#/console`)
  await page.getByRole('button', { name: 'Add a connection' }).click()
  await expect(dialog(page)).toBeVisible()
}

/** Selects the file, imports it, and approves the one command it shows. */
async function bringOver(page: Page, url: string, name: string, text: string): Promise<void> {
  await openDialog(page, url)
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  await expect(dialog(page).getByRole('list', { name: 'Servers found' }).getByRole('listitem')).toHaveCount(1)
}

async function importAndAllow(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Import 1 server' }).click()
  await page.getByRole('button', { name: 'Allow and start' }).click()
  await expect(page.getByRole('tabpanel').getByText('Ready', { exact: true })).toBeVisible()
}

test('a user of Claude Desktop brings the configuration over and calls a tool', async ({
  page,
  workbench,
}) => {
  await bringOver(page, workbench.url, 'claude_desktop_config.json', FILES['claude_desktop_config.json'])
  await expect(dialog(page)).toContainText('server-everything/dist/index.js')
  await dialog(page).getByRole('button', { name: 'Import 1 server' }).click()
  const consent = page.getByRole('alert')
  await expect(consent).toContainText(`${process.execPath} ${program('everything')}`)
  await expect(page.getByRole('tabpanel').getByText('Not allowed yet', { exact: true })).toBeVisible()
  await expect(page.getByRole('tabpanel').getByText('Restarts', { exact: true })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Tools' }).click()
  await expect(page.getByRole('heading', { name: 'claude-everything is not allowed yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Open Overview' }).click()
  await consent.getByRole('button', { name: 'Allow and start' }).click()
  await expect(page.getByRole('tabpanel').getByText('Ready', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Try its tools' }).click()
  await page.getByRole('list', { name: 'Tools' }).getByRole('button', { name: 'echo' }).first().click()
  await page.getByLabel(/^message message/i).fill('brought over')
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(page.getByText('Echo: brought over')).toBeVisible()
  // An edited connection keeps its position.
  const names = page.getByRole('list', { name: 'Connections' }).getByRole('listitem')
  const before = await names.allInnerTexts()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByRole('button', { name: 'Edit connection…' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit claude-everything' })
  await edit.getByText('Advanced').click()
  await edit.getByLabel('Workspace').fill('other')
  await edit.getByRole('button', { name: 'Save and connect' }).click()
  await expect(edit).toBeHidden()
  await expect(names).toHaveText(before.map((text) => new RegExp(text.split('\n')[0] ?? '')))
  const kept = JSON.parse(await readFile(join(workbench.data, 'connections.json'), 'utf8')) as object
  expect(kept).toMatchObject({ mcpServers: { 'claude-everything': { autoApprove: ['echo'] } } })
})

test('VS Code’s inputs are requested in the same dialog, stored as secrets and filled in', async ({
  page,
  workbench,
}) => {
  await page.goto(`${workbench.url}#/settings`)
  await page.getByLabel('Store secrets unencrypted').check()
  await bringOver(page, workbench.url, 'mcp.json', FILES['mcp.json (VS Code)'])
  await dialog(page)
    .getByRole('textbox', { name: /^What to greet with/ })
    .fill(join(workbench.data, 'memory.jsonl'))
  await importAndAllow(page)
  await page.getByRole('tab', { name: 'Tools' }).click()
  await page
    .getByRole('list', { name: 'Tools' })
    .getByRole('button', { name: 'create_entities' })
    .first()
    .click()
  await page
    .getByRole('group', { name: /^entities entities/i })
    .getByRole('button', { name: 'Add' })
    .first()
    .click()
  await page.getByLabel(/^name name/i).fill('Orrery')
  await page.getByLabel(/^entity type entityType/i).fill('workbench')
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(page.getByLabel('Structured content')).toContainText('Orrery')
  expect(await readFile(join(workbench.data, 'memory.jsonl'), 'utf8')).toContain('Orrery')
})

test('Cursor’s file with a variable of the environment, and Inspector’s, work as they are', async ({
  page,
  workbench,
}) => {
  await bringOver(page, workbench.url, 'mcp.json', FILES['mcp.json (Cursor)'])
  await expect(dialog(page)).toContainText('${env:HOME}')
  await importAndAllow(page)
  await page.getByRole('tab', { name: 'Tools' }).click()
  const tools = page.getByRole('list', { name: 'Tools' })
  await tools.getByRole('button', { name: 'list_allowed_directories' }).first().click()
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(page.getByLabel('Structured content')).toContainText(homedir())
  await bringOver(page, workbench.url, 'mcp.json', FILES['mcp.json (Inspector)'])
  await importAndAllow(page)
})

test('a pasted snippet reports errors with line and column, and which connections it replaces', async ({
  page,
  workbench,
}) => {
  await openDialog(page, workbench.url)
  const source = dialog(page).getByLabel('Configuration of another app, a command, or an address')
  await source.fill('{\n  "mcpServers": {\n    "a": nope\n  }\n}')
  await expect(dialog(page).getByRole('alert')).toContainText('at line 3, column 10')
  await source.fill('"pasted": { "command": "sleep", "args": ["9"] }')
  await expect(dialog(page).getByRole('list', { name: 'Servers found' })).toContainText('sleep 9')
  await dialog(page).getByRole('button', { name: 'Import 1 server' }).click()
  await expect(page.getByRole('heading', { name: 'pasted', level: 2 })).toBeVisible()
  await openDialog(page, workbench.url)
  await source.fill(
    '{"mcpServers": {"pasted": {"command": "sleep"}, "other": {"command": "true"}, "none": {}}}',
  )
  const found = dialog(page).getByRole('list', { name: 'Servers found' })
  await expect(found).toContainText('Replaces the connection of that name')
  await expect(found).toContainText('Enter a command or a URL.')
  await found.getByLabel('pasted').uncheck()
  await expect(dialog(page).getByRole('button', { name: 'Import 1 server' })).toBeEnabled()
})

test('a server.json that only names a bundle says where to get it; the bundle itself is shown, allowed and runs', async ({
  page,
  workbench,
}) => {
  await openDialog(page, workbench.url)
  const source = dialog(page).getByLabel('Configuration of another app, a command, or an address')
  const identifier = 'https://example.com/colours.mcpb'
  const transport = { type: 'stdio' }
  const named = { registryType: 'mcpb', identifier, version: '1.0.0', transport }
  const entry = { name: 'com.example/colours', description: 'Colours', version: '1.0.0' }
  await source.fill(JSON.stringify({ ...entry, packages: [named] }))
  await expect(dialog(page).getByRole('alert')).toContainText(
    `Download ${identifier}, and choose the .mcpb file here.`,
  )
  const manifest = {
    ...entry,
    manifest_version: '0.3',
    name: 'colours',
    author: { name: 'Nobody' },
    server: {
      type: 'node',
      entry_point: 'server.mjs',
      mcp_config: { command: process.execPath, args: ['${__dirname}/server.mjs'], env: {} },
    },
  }
  const program = await readFile(join(root, 'test/fixtures/mcp/stateless-server.mjs'))
  const bundle = zipSync({ 'manifest.json': strToU8(JSON.stringify(manifest)), 'server.mjs': program })
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'colours.mcpb', mimeType: 'application/zip', buffer: Buffer.from(bundle) })
  await expect(dialog(page).getByRole('list', { name: 'Servers found' })).toContainText('server.mjs')
  await importAndAllow(page)
  await page.getByRole('tab', { name: 'Tools' }).click()
  await expect(page.getByRole('list', { name: 'Tools' }).getByRole('button', { name: 'echo' })).toBeVisible()
})

test('a definition is edited as JSON; a mistake is reported with its position, and the form shows the same values', async ({
  page,
  workbench,
}) => {
  await openDialog(page, workbench.url)
  await dialog(page).getByRole('radio', { name: 'Edit as JSON' }).click()
  await dialog(page).getByLabel('Kind').selectOption('platform')
  await dialog(page).getByLabel('Name', { exact: true }).fill('cluster')
  const text = dialog(page).getByLabel('Definition')
  await text.fill('{\n  "url": "http://127.0.0.1:9",\n  "paths": { "gem": "no slash" }\n}')
  await dialog(page).getByRole('button', { name: 'Save and connect' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('at line 3, column 21')
  await text.fill('{\n  "url": "http://127.0.0.1:9",\n  "paths": { "gem": "/gem" }, "team": "a"\n}')
  await dialog(page).getByRole('button', { name: 'Save and connect' }).click()
  await expect(page.getByRole('heading', { name: 'cluster', level: 2 })).toBeVisible()
  await page.getByRole('button', { name: 'Edit connection…' }).click()
  const change = page.getByRole('dialog', { name: 'Edit cluster' })
  await expect(change.getByLabel('Path of the environments API')).toHaveValue('/gem')
  await change.getByLabel('Path of the sandbox API').fill('/box')
  expect(await violations(page)).toEqual([])
  await change.getByRole('button', { name: 'Save and connect' }).click()
  // Nothing answers there: warned once, and saved on the second attempt.
  await expect(change.getByRole('alert')).toContainText(/port 9/i)
  await change.getByRole('button', { name: 'Save anyway' }).click()
  await expect(change).toBeHidden()
  const kept = JSON.parse(await readFile(join(workbench.data, 'connections.json'), 'utf8')) as object
  expect(kept).toMatchObject({
    platforms: { cluster: { paths: { gem: '/gem', sandbox: '/box' }, team: 'a' } },
  })
})

test('a platform form corrects a pasted suffix, names a wrong token, and stores the right one as a secret', async ({
  page,
  workbench,
}) => {
  const server = createServer((request, response) => {
    const mine = request.url?.startsWith('/rock/apis/envs/sandbox/v1/') ?? false
    const lets = request.headers.authorization === 'Bearer right-token'
    response.statusCode = !mine ? 404 : lets ? 200 : 401
    const result = { items: [], total: 0, has_more: false }
    response.end(JSON.stringify(lets ? { status: 'Success', message: '', error: null, result } : {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  await openDialog(page, workbench.url)
  const alert = dialog(page).getByRole('alert')
  const save = dialog(page).getByRole('button', { name: 'Save and connect' })
  await dialog(page).getByRole('radio', { name: 'Sandbox platform' }).click()
  await dialog(page).getByLabel('Name', { exact: true }).fill('lab')
  const address = dialog(page).getByLabel('Address').first()
  await address.fill(`${host}/rock`)
  await dialog(page).getByLabel('Token').fill('wrong')
  await save.click()
  await expect(alert).toContainText('The platform doesn’t accept the key or token')
  await dialog(page).getByLabel('Token').fill('right-token')
  await address.fill(`${host}/rock/apis/envs/sandbox/v1`)
  await save.click()
  await expect(alert).toContainText('is the address of one of the platform’s APIs')
  expect(await violations(page)).toEqual([])
  await alert.getByRole('button', { name: `Use http://${host}/rock` }).click()
  await expect(address).toHaveValue(`http://${host}/rock`)
  await expect(alert).toBeHidden()
  await save.click()
  const unsafe = alert.getByRole('button', { name: 'Store it unencrypted' })
  const heading = page.getByRole('heading', { name: 'lab', level: 2 })
  // Whether this machine has a keyring is not under test.
  await expect(unsafe.or(heading)).toBeVisible()
  if (await unsafe.isVisible()) await unsafe.click()
  await expect(heading).toBeVisible()
  await expect(page.getByText('Ready', { exact: true }).first()).toBeVisible()
  const kept = await readFile(join(workbench.data, 'connections.json'), 'utf8')
  expect(JSON.parse(kept)).toMatchObject({
    platforms: {
      lab: { url: `http://${host}/rock`, headers: { Authorization: 'Bearer ${secret:token-lab}' } },
    },
  })
  server.close()
  server.closeAllConnections()
})

/** A real platform behind a gateway with other base paths. */
async function gateway(data: string): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(
    process.execPath,
    [
      join(dist, 'sandbox-server.mjs'),
      '--addr',
      '127.0.0.1:0',
      '--no-auth',
      '--runtime',
      'process',
      '--data',
      data,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  let text = ''
  while (!/"url":\s*"[^"]+"/.test(text)) text += String((await once(child.stdout, 'data'))[0])
  const target = new URL(/"url":\s*"([^"]+)"/.exec(text)?.[1] ?? '')
  const server = createServer((request, response) => {
    const path = (request.url ?? '')
      .replace(/^\/rock\/box/, '/apis/envs/sandbox/v1')
      .replace(/^\/rock\/gym\/play$/, '/apis/v1/envs/gem/step')
      .replace(/^\/rock\/gym/, '/apis/v1/envs/gem')
    if (path === request.url && path !== '/' && !path.startsWith('/openapi'))
      return void response.writeHead(404).end()
    const headers = { ...request.headers, host: target.host }
    const onward = httpRequest(
      { host: target.hostname, port: target.port, path, method: request.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close()
      server.closeAllConnections()
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

test('a platform behind a gateway with paths of its own is worked with: sandbox, environment, report', async ({
  page,
  context,
}) => {
  const data = await mkdtemp(join(tmpdir(), 'orrery-gateway-'))
  const platform = await gateway(join(data, 'platform'))
  const paths = { sandbox: '/rock/box', gem: '/rock/gym', operations: { 'gem.step': '/play' } }
  await writeFile(
    join(data, 'connections.json'),
    JSON.stringify({ platforms: { Gateway: { url: platform.url, paths } } }),
  )
  const workbench = await startWorkbench({ data })
  try {
    await workbench.admit(context)
    await page.goto(`${workbench.url}#/environments`)
    await page.getByRole('combobox', { name: 'Platform' }).selectOption({ label: 'Gateway' })
    await page.getByRole('combobox', { name: 'Search or enter an ID' }).fill('game:TowerofHanoi-v0-easy')
    await page.getByRole('combobox', { name: 'Search or enter an ID' }).press('Enter')
    await expect(page.getByText('Turn 0 · return 0')).toBeVisible()
    await page.getByRole('textbox', { name: 'Action' }).fill('\\boxed{A C}')
    await page.getByRole('textbox', { name: 'Action' }).press('Enter')
    await expect(page.getByText(/^Turn 1 ·/)).toBeVisible()
    await page.keyboard.press('Control+K')
    await page.getByPlaceholder('Search commands, elements, environments, settings…').fill('report')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toContainText(`${platform.url}/rock/gym`)
    await page.keyboard.press('Escape')

    await page.goto(`${workbench.url}#/sandboxes`)
    await page.getByRole('button', { name: 'Start sandbox…' }).first().click()
    await page
      .getByRole('dialog')
      .getByRole('combobox', { name: 'Platform' })
      .selectOption({ label: 'Gateway' })
    await page.getByLabel('Image', { exact: true }).fill('local')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(page.getByText('What you run appears here.')).toBeVisible()
    const line = page.getByLabel(/^Command line of/)
    await line.fill('echo through the $((40+2)) gates')
    await line.press('Enter')
    await expect(page.locator('.xterm-rows')).toContainText('through the 42 gates')
  } finally {
    await workbench.stop()
    await platform.stop()
    await rm(data, { recursive: true, force: true })
  }
})
