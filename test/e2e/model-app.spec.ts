import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, type FrameLocator, type Page, test } from '@playwright/test'
import { violations } from './accessibility.ts'

/**
 * The MCP App for graphs in a chat: a host as specified by MCP Apps, around the page from the real server.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const server = join(root, process.env['ORRERY_DIST'] ?? 'dist', 'model-server.mjs')
const APPS = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } }

let client: Client
let app: string

test.beforeAll(async () => {
  client = new Client({ name: 'chat', version: '0' }, { capabilities: { extensions: APPS } })
  const args = [server, '--quickstart']
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))
  const { tools } = await client.listTools()
  const ui = tools.find(({ name }) => name === 'query_spl_execute')?._meta?.['ui'] as { resourceUri: string }
  const { contents } = await client.readResource({ uri: ui.resourceUri })
  app = (contents[0] as { text: string }).text
})
test.afterAll(() => client.close())

const callTool = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args })

/** Messages from the page to its host. */
type Said = { method: string; params?: Record<string, unknown> }[]

/** A chat that has run a query and shows the page with its answer. */
async function showAnswer(
  page: Page,
  query: string,
  context: object = { theme: 'light', locale: 'en', availableDisplayModes: ['inline', 'fullscreen'] },
): Promise<FrameLocator> {
  await page.exposeFunction('callTool', callTool)
  await page.route('**/*', (route) => route.abort())
  const result = await callTool('query_spl_execute', { query })
  await page.setContent(
    '<iframe title="app" sandbox="allow-scripts" style="width:100%;height:520px"></iframe>',
  )
  await page.evaluate(
    ({ html, hostContext, args, answer }) => {
      const frame = document.querySelector('iframe') as HTMLIFrameElement
      const said: Said = []
      Object.assign(window, { said })
      const send = (message: object): void =>
        frame.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, '*')
      Object.assign(window, { send })
      window.addEventListener('message', ({ data }) => {
        said.push(data)
        const { id, method, params } = data
        if (method === 'ui/initialize') {
          const hostCapabilities = { serverTools: {} }
          send({ id, result: { protocolVersion: '2026-01-26', hostInfo: {}, hostCapabilities, hostContext } })
        } else if (method === 'ui/notifications/initialized') {
          send({ method: 'ui/notifications/tool-input', params: { arguments: args } })
          send({ method: 'ui/notifications/tool-result', params: answer })
        } else if (method === 'tools/call') {
          void (window as unknown as { callTool: typeof callTool })
            .callTool(params.name, params.arguments)
            .then((called) => send({ id, result: called }))
        } else if (id !== undefined && method) send({ id, result: {} })
      })
      frame.srcdoc = html
    },
    { html: app, hostContext: context, args: { query }, answer: result as object },
  )
  return page.frameLocator('iframe[title=app]')
}

const said = (page: Page): Promise<Said> => page.evaluate(() => (window as unknown as { said: Said }).said)

const RELATIONS = '.topo | graph-call cypher(`MATCH (a)-[r]->(b) RETURN a, r, b LIMIT 12`)'

test('relations of an answer are a graph whose nodes have names, and a click asks the server for more', async ({
  page,
}) => {
  const frame = await showAnswer(page, RELATIONS)
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText(RELATIONS)
  const counts = frame.locator('header small')
  await expect(counts).toHaveText(/^\d+ entities, 12 links$/)
  const search = frame.getByRole('searchbox', { name: 'Find a node' })
  await search.fill('checkout-service')
  await search.press('Enter')
  const details = frame.getByRole('complementary')
  await expect(details.getByRole('heading', { level: 2 })).toHaveText('checkout-service')
  await details.getByRole('button', { name: 'Show neighbours' }).click()
  await expect(counts).not.toHaveText(/ 12 links$/)
  // The selection stays, and the loaded neighbours have names.
  await expect(details.getByRole('heading', { level: 2 })).toHaveText('checkout-service')
  await expect(details.getByRole('listitem').first()).not.toContainText(/[0-9a-f]{8}…/)
  const asked = (await said(page)).filter(({ method }) => method === 'tools/call')
  expect(asked.length).toBeGreaterThan(0)
  const inside = page.frames().find((one) => one.parentFrame() !== null)
  expect(inside && (await violations(inside))).toEqual([])
})

test('rows without relations are a table', async ({ page }) => {
  const frame = await showAnswer(page, '.model | project kind,domain,name | limit 5')
  await expect(frame.getByRole('columnheader')).toHaveText(['kind', 'domain', 'name'])
  await expect(frame.getByRole('row')).toHaveCount(6)
  await expect(frame.locator('header small')).toHaveText('5 of 5 rows')
})

test('a refused query says why, and a cancelled one that it was', async ({ page }) => {
  const frame = await showAnswer(page, '.nonsense')
  await expect(frame.getByRole('status')).toContainText('.nonsense')
  await page.evaluate(() =>
    (window as unknown as { send(message: object): void }).send({
      method: 'ui/notifications/tool-cancelled',
      params: { reason: 'stopped' },
    }),
  )
  await expect(frame.getByRole('status')).toHaveText('The query was cancelled.')
})

test('colours and language are the host’s, also when they change', async ({ page }) => {
  const frame = await showAnswer(page, RELATIONS, { theme: 'dark', locale: 'zh-CN' })
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(frame.getByRole('searchbox', { name: '查找节点' })).toBeVisible()
  await expect(frame.getByRole('button', { name: '全屏' })).toHaveCount(0)
  await page.evaluate(() =>
    (window as unknown as { send(message: object): void }).send({
      method: 'ui/notifications/host-context-changed',
      params: { theme: 'light', locale: 'en', availableDisplayModes: ['fullscreen'] },
    }),
  )
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'light')
  await frame.getByRole('button', { name: 'Full screen' }).click()
  expect(await said(page)).toContainEqual(
    expect.objectContaining({ method: 'ui/request-display-mode', params: { mode: 'fullscreen' } }),
  )
})

test('words are set in the font of the page, and in colours of the host that gives all of them', async ({
  page,
}) => {
  const variables = {
    '--color-background-primary': 'rgb(1, 2, 3)',
    '--color-background-secondary': 'rgb(4, 5, 6)',
    '--color-background-tertiary': 'rgb(7, 8, 9)',
    '--color-border-primary': 'rgb(90, 90, 90)',
    '--color-text-primary': 'rgb(250, 250, 250)',
    '--color-text-secondary': 'rgb(200, 200, 200)',
  }
  const frame = await showAnswer(page, RELATIONS, { theme: 'dark', locale: 'en', styles: { variables } })
  const heading = frame.getByRole('heading', { level: 1 })
  await expect(heading).toHaveCSS('color', 'rgb(250, 250, 250)')
  await expect(heading).toHaveCSS('font-family', /^"Inter Variable"/)
  expect(
    await heading.evaluate(({ ownerDocument: { fonts } }) => [...fonts].map(({ status }) => status)),
  ).toEqual(['loaded'])
  await page.evaluate(() =>
    (window as unknown as { send(message: object): void }).send({
      method: 'ui/notifications/host-context-changed',
      params: { theme: 'dark', styles: { variables: { '--color-text-primary': 'rgb(250, 250, 250)' } } },
    }),
  )
  await expect(heading).not.toHaveCSS('color', 'rgb(250, 250, 250)')
})

test('the page is small, asks nothing of the network, and listens to the window around it only', async ({
  page,
}) => {
  expect(Buffer.byteLength(app)).toBeLessThan(300_000)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const frame = await showAnswer(page, RELATIONS)
  await expect(frame.locator('canvas')).toBeVisible()
  expect(asked.filter((url) => !url.startsWith('about:'))).toEqual([])
  // Messages from another frame are ignored.
  await page.evaluate(() => {
    const other = document.createElement('iframe')
    other.srcdoc =
      '<script>parent.frames[0].postMessage({jsonrpc:"2.0",method:"ui/notifications/tool-cancelled",params:{}},"*")</script>'
    document.body.append(other)
  })
  await page.waitForTimeout(300)
  await expect(frame.locator('canvas')).toBeVisible()
})
