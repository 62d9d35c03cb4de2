import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Frame, Page } from '@playwright/test'
import { violations } from './accessibility.ts'
import { expect, startWorkbench, test as base, type Workbench } from './workbench.ts'

/** Third-party MCP Apps in the Console: what they receive, what they may do, and what is refused. */

const script = fileURLToPath(new URL('../fixtures/mcp/app-server.mjs', import.meta.url))

/** A public server outside, with the requests it received. */
interface Outside {
  readonly url: string
  readonly asked: string[]
}

const test = base.extend<object, { outside: Outside; workbench: Workbench }>({
  outside: [
    async ({ browser }, use) => {
      void browser
      const asked: string[] = []
      const server: Server = createServer((request, response) => {
        asked.push(String(request.url))
        response
          .writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' })
          .end('outside')
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked })
      server.close()
    },
    { scope: 'worker' },
  ],
  workbench: [
    async ({ outside }, use) => {
      const server = (name: string) => ({ command: process.execPath, args: [script, name, outside.url] })
      const workbench = await startWorkbench({
        prepare: (data) =>
          writeFile(
            join(data, 'connections.json'),
            JSON.stringify({ mcpServers: { one: server('one'), two: server('two') }, platforms: {} }),
          ),
      })
      await use(workbench)
      await workbench.stop()
    },
    { scope: 'worker' },
  ],
})

async function openTools(page: Page, workbench: Workbench, name: string): Promise<void> {
  await page.goto(`${workbench.url}#/console`)
  await page.getByRole('list', { name: 'Connections' }).getByRole('button', { name }).click()
  await page.getByRole('tab', { name: 'Overview' }).click()
  const allow = page.getByRole('button', { name: 'Allow and start' })
  const ready = page.getByRole('tabpanel').getByText('Ready', { exact: true })
  await expect(allow.or(ready)).toBeVisible()
  if (await allow.isVisible()) await allow.click()
  await expect(ready).toBeVisible()
  await page.getByRole('tab', { name: 'Tools' }).click()
}

async function callTool(page: Page, tool: string): Promise<void> {
  await page.getByRole('list', { name: 'Tools' }).getByRole('button', { name: tool, exact: true }).click()
  await page.getByRole('button', { name: 'Call', exact: true }).click()
}

/** The app's inner frame, once it has received the tool's result. */
async function appIn(page: Page): Promise<Frame> {
  const inner = page.frameLocator('main iframe').frameLocator('iframe')
  await expect(inner.locator('h1')).toBeVisible()
  const handle = await inner.locator('body').elementHandle()
  const frame = await handle?.ownerFrame()
  if (!frame) throw new Error('There is no app.')
  await expect
    .poll(() => heard(frame).then((all) => all.map(({ method }) => method)))
    .toContain('ui/notifications/tool-result')
  return frame
}

type Message = {
  id?: unknown
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { code: number; message: string }
}

/** All messages the app received. */
const heard = (app: Frame): Promise<Message[]> => app.evaluate('heard')
/** The host's answer to a request of the app. */
const ask = (app: Frame, method: string, params: object = {}): Promise<Message> =>
  app.evaluate(`ask(${JSON.stringify(method)}, ${JSON.stringify(params)})`)

async function showApp(page: Page, workbench: Workbench, tool = 'plain'): Promise<Frame> {
  await openTools(page, workbench, 'one')
  await callTool(page, tool)
  return appIn(page)
}

/** One page for all tests of a group, with a server's tools. */
function onePage(): { readonly page: Page } {
  const shown = {} as { page: Page }
  test.beforeAll(async ({ browser, workbench }) => {
    const context = await browser.newContext()
    await workbench.admit(context)
    shown.page = await context.newPage()
    await openTools(shown.page, workbench, 'one')
  })
  test.afterAll(() => shown.page.context().close())
  return shown
}

/** `onePage` with a new app for each test. */
function appsOfOnePage(): { readonly page: Page; readonly app: Frame } {
  const shown = onePage() as { page: Page; app: Frame }
  test.beforeEach(async () => {
    const { page } = shown
    await page.getByRole('list', { name: 'Tools' }).getByRole('button', { name: 'look', exact: true }).click()
    await expect(page.locator('iframe')).toHaveCount(0)
    await callTool(page, 'plain')
    shown.app = await appIn(page)
  })
  return shown
}

test('an answer is its app, which knows the call, the colours and the language, with a switch to the text', async ({
  page,
  workbench,
}) => {
  await openTools(page, workbench, 'one')
  await page.getByRole('list', { name: 'Tools' }).getByRole('button', { name: 'plain', exact: true }).click()
  await page.getByLabel('word').fill('hello')
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  const app = await appIn(page)
  const [greeting, input, result] = await heard(app)
  expect(greeting?.result).toMatchObject({
    protocolVersion: '2026-01-26',
    hostInfo: { name: 'orrery' },
    hostCapabilities: { openLinks: {}, serverTools: {}, serverResources: {} },
    hostContext: {
      theme: 'light',
      locale: 'en',
      displayMode: 'inline',
      platform: 'web',
      toolInfo: { tool: { name: 'plain' } },
      styles: {
        variables: {
          '--color-background-primary': expect.stringContaining('light-dark('),
          '--font-sans': expect.stringContaining('Inter Variable'),
        },
        css: { fonts: expect.stringContaining('src:url(data:font/woff2;base64,') },
      },
    },
  })
  expect(input).toMatchObject({
    method: 'ui/notifications/tool-input',
    params: { arguments: { word: 'hello' } },
  })
  expect(result?.params).toEqual({ content: [{ type: 'text', text: 'one plain {"word":"hello"}' }] })
  await expect(
    page.getByText('The app can use this server’s tools and nothing else outside its frame.'),
  ).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.emulateMedia({ colorScheme: 'dark' })
  await expect
    .poll(
      async () =>
        (await heard(app)).findLast(({ method }) => method === 'ui/notifications/host-context-changed')
          ?.params?.['theme'],
    )
    .toBe('dark')

  await page.getByRole('radio', { name: 'Text', exact: true }).click()
  await expect(page.getByText('one plain {"word":"hello"}')).toBeVisible()
  await expect(page.locator('main iframe')).toBeHidden()
  await page.getByRole('radio', { name: 'Interactive', exact: true }).click()
  // It is the same app instance with its state.
  expect((await heard(app)).length).toBeGreaterThan(3)
})

test('our own graph is shown as one, and a click in it asks for more', async ({ page, workbench }) => {
  await openTools(page, workbench, 'Sample model')
  const list = page.getByRole('list', { name: 'Tools' })
  await list.getByRole('button', { name: /^query_spl_execute/ }).click()
  await page
    .getByLabel(/^query query/i)
    .fill('.topo | graph-call cypher(`MATCH (a)-[r]->(b) RETURN a, r, b LIMIT 12`)')
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  const graph = page.frameLocator('main iframe').frameLocator('iframe')
  // Below a form longer than the page.
  await expect(page.getByRole('radio', { name: 'Interactive', exact: true })).toBeInViewport()
  const counts = graph.locator('header small')
  await expect(counts).toHaveText(/^\d+ entities, 12 links$/)
  const search = graph.getByRole('searchbox', { name: 'Find a node' })
  await search.fill('checkout-service')
  await search.press('Enter')
  await graph.getByRole('button', { name: 'Show neighbours' }).click()
  await expect(counts).not.toHaveText(/ 12 links$/)
})

test('a tool’s error is told as one, in front of its app and in the trace', async ({ page, workbench }) => {
  await openTools(page, workbench, 'Sample model')
  await page
    .getByRole('list', { name: 'Tools' })
    .getByRole('button', { name: /^query_spl_execute/ })
    .click()
  await page.getByLabel(/^query query/i).fill('.topo | nonsense')
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(page.getByRole('status').getByText('The tool reported an error')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Text', exact: true })).toBeChecked()
  await page.getByRole('tab', { name: 'Trace' }).click()
  await expect(page.locator('[data-kind="error"]')).toHaveText([/tools\/call/])
})

test('an app has the height that it asks for, within bounds', async ({ page, workbench }) => {
  const app = await showApp(page, workbench)
  const frame = page.locator('main iframe')
  for (const [asked, given] of [
    [200, 200],
    [1, 64],
    [90_000, 640],
  ] as const) {
    await app.evaluate(`post({ method: 'ui/notifications/size-changed', params: { height: ${asked} } })`)
    await expect(frame).toHaveCSS('height', `${given}px`)
  }
})

test('read-only tools are called immediately; other tools and links need the user’s consent', async ({
  page,
  workbench,
}) => {
  const app = await showApp(page, workbench)
  const looked = await ask(app, 'tools/call', { name: 'look', arguments: { a: 1 } })
  expect(looked.result).toEqual({ content: [{ type: 'text', text: 'one look {"a":1}' }] })

  const refused = ask(app, 'tools/call', { name: 'change', arguments: { a: 2 } })
  await expect(page.getByRole('alert')).toContainText('The app wants to call change with {"a":2}')
  await page.getByRole('alert').getByRole('button', { name: 'Refuse' }).click()
  expect((await refused).error).toMatchObject({ code: -32000 })

  const allowed = ask(app, 'tools/call', { name: 'change', arguments: { a: 3 } })
  await page.getByRole('alert').getByRole('button', { name: 'Allow' }).click()
  expect((await allowed).result).toEqual({ content: [{ type: 'text', text: 'one change {"a":3}' }] })
  // Allowed for as long as this app is shown.
  expect((await ask(app, 'tools/call', { name: 'change' })).result).toBeDefined()

  const link = ask(app, 'ui/open-link', { url: 'https://example.com/page' })
  await expect(page.getByRole('alert')).toContainText(
    'The app wants to open example.com in your browser: https://example.com/page',
  )
  await page.getByRole('alert').getByRole('button', { name: 'Refuse' }).click()
  expect((await link).error?.code).toBe(-32000)
})

test('an app is notified before it closes, and may first save its state on its server', async ({
  page,
  workbench,
}) => {
  await showApp(page, workbench)
  await page.getByRole('list', { name: 'Tools' }).getByRole('button', { name: 'look', exact: true }).click()
  // Its frame is removed once it has answered.
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Log' }).click()
  await expect(page.getByText('called look {"last":true}').first()).toBeVisible()
})

test.describe('asks in vain for', () => {
  const shown = appsOfOnePage()
  const refusals = [
    ['a tool that is not for apps', 'tools/call', { name: 'secret' }, -32000],
    ['another server’s tool', 'tools/call', { name: 'two-own' }, -32602],
    ['a tool that nobody has', 'tools/call', { name: 'nothing' }, -32602],
    ['a file', 'ui/open-link', { url: 'file:///etc/passwd' }, -32602],
    ['a script as a link', 'ui/open-link', { url: 'javascript:alert(1)' }, -32602],
    ['a list of all tools', 'tools/list', {}, -32601],
    ['a word in the conversation', 'ui/message', { role: 'user' }, -32601],
    ['more than fits', 'tools/call', { name: 'look', arguments: { text: 'x'.repeat(1_000_001) } }, -32602],
  ] as const
  for (const [what, method, params, code] of refusals)
    test(what, async () => {
      expect((await ask(shown.app, method, params)).error?.code).toBe(code)
    })
})

test.describe('an app escapes in vain by', () => {
  const shown = appsOfOnePage()
  /** Scripts run by the app; `outside` is a server's URL, `bench` the workbench's. */
  const attempts: readonly (readonly [string, string])[] = [
    ['navigating the workbench', 'top.location.href = outside + "/top"'],
    ['navigating the frame around it', 'parent.location.href = outside + "/parent"'],
    ['navigating itself', 'location.href = outside + "/self"'],
    ['opening a window', 'if (open(outside + "/popup") === null) throw new Error("refused")'],
    [
      'a link to a new window',
      'Object.assign(document.createElement("a"), { href: outside + "/blank", target: "_blank" }).click()',
    ],
    [
      'a link over the workbench',
      'Object.assign(document.createElement("a"), { href: outside + "/over", target: "_top" }).click()',
    ],
    [
      'sending a form',
      'Object.assign(document.forms[0], { action: outside + "/form", method: "post" }).submit()',
    ],
    [
      'sending a form to the top',
      'Object.assign(document.forms[0], { action: outside + "/form-top", target: "_top" }).submit()',
    ],
    ['fetching from outside', 'await fetch(outside + "/fetch")'],
    ['fetching from the workbench', 'await fetch(bench + "/")'],
    [
      'the workbench’s channel',
      'await new Promise((_, no) => { new WebSocket(bench.replace("http", "ws") + "/channel", "orrery").onerror = no })',
    ],
    ['a beacon', 'navigator.sendBeacon(outside + "/beacon", "data")'],
    [
      'a picture',
      'await new Promise((_, no) => { Object.assign(new Image(), { onerror: no, src: outside + "/picture" }) })',
    ],
    [
      'a script from outside',
      'await new Promise((_, no) => document.head.append(Object.assign(document.createElement("script"), { onerror: no, src: outside + "/script" })))',
    ],
    [
      'a frame',
      'document.body.append(Object.assign(document.createElement("iframe"), { src: outside + "/frame" }))',
    ],
    ['a worker', 'new Worker(URL.createObjectURL(new Blob(["fetch(\'" + outside + "/worker\')"])))'],
    [
      'a policy of its own',
      'document.head.append(Object.assign(document.createElement("meta"), { httpEquiv: "Content-Security-Policy", content: "connect-src *" })); await fetch(outside + "/meta")',
    ],
    ['reading cookies', 'void document.cookie'],
    ['writing cookies', 'document.cookie = "a=b"'],
    ['reading storage', 'void localStorage.length'],
    ['reading the page above', 'void top.document'],
    ['reading the page around it', 'void parent.document'],
    ['taking its sandbox off', 'frameElement.removeAttribute("sandbox")'],
    [
      'evaluating text',
      'await new Promise((ok, no) => setTimeout(() => { try { ok(eval("1")) } catch (error) { no(error) } }))',
    ],
  ]
  /** Those that do not throw: the browser does not report the refusal. */
  const silent =
    /^(?:navigating itself|a link|sending a form|a beacon|a frame|a worker|navigating the workbench)/

  for (const [name, code] of attempts)
    test(name, async ({ workbench, outside }) => {
      const { page, app } = shown
      const asked = outside.asked.length
      const bench = new URL(workbench.url).origin
      const opened: string[] = []
      const note = (one: Page): void => void opened.push(one.url())
      page.context().on('page', note)
      const how = await app
        .evaluate(
          `(async () => { const outside = ${JSON.stringify(outside.url)}, bench = ${JSON.stringify(bench)}; ${code} })().then(() => 'done', () => 'refused')`,
        )
        .catch(() => 'refused')
      if (!silent.test(name)) expect(how).toBe('refused')
      // A response after the attempt shows that no request of it is still pending.
      await page.evaluate(() => fetch('/').then((answer) => answer.text()))
      await expect(page.getByRole('heading', { name: 'plain' })).toBeVisible()
      expect(page.url()).toContain(bench)
      page.context().off('page', note)
      expect(opened).toEqual([])
      expect(outside.asked.slice(asked)).toEqual([])
    })
})

test('what a server declares is let in as far as it is a place, and no further', async ({
  page,
  workbench,
  outside,
}) => {
  const app = await showApp(page, workbench, 'wide')
  const note = page.getByText('The app can use this server’s tools, and reach')
  await expect(note).toContainText(
    `${outside.url}, https://fine.example, https://cdn.example. It asked for more`,
  )
  await expect(note).toContainText(
    "*, https:, https://*.com, 'self', https://a.example; script-src *, data:, http://plain.example, 'unsafe-eval', *, https://frame.example",
  )
  expect(
    await app.evaluate(`fetch(${JSON.stringify(`${outside.url}/declared`)}).then((answer) => answer.text())`),
  ).toBe('outside')
  expect(outside.asked).toContain('/declared')
  for (const url of ['https://elsewhere.example/', workbench.url])
    expect(await app.evaluate(`fetch(${JSON.stringify(url)}).then(() => 'done', () => 'refused')`)).toBe(
      'refused',
    )
})

test('messages are accepted only between the app’s own frame and the workbench', async ({
  page,
  workbench,
}) => {
  const app = await showApp(page, workbench)
  // To the workbench: bypassing the frame around it, and from an unrelated frame.
  await app.evaluate(
    `top.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: 111 } }, '*')`,
  )
  await page.evaluate(() => {
    const other = document.createElement('iframe')
    other.id = 'other'
    document.body.append(other)
    const message = { jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: 222 } }
    other.contentWindow?.parent.postMessage(message, '*')
    window.postMessage(message, '*')
  })
  // To the app: from a window other than its parent.
  await page.evaluate(() => {
    const inner = document.querySelector<HTMLIFrameElement>('main iframe')?.contentWindow?.frames[0]
    inner?.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/tool-cancelled', params: {} }, '*')
  })
  // Messages internal to the frame are forwarded in neither direction.
  await app.evaluate(`post({ method: 'ui/notifications/sandbox-proxy-ready' })`)
  await app.evaluate(`post({ method: 'ui/notifications/size-changed', params: { height: 333 } })`)
  await expect(page.locator('main iframe')).toHaveCSS('height', '333px')
  const methods = (await heard(app)).map(({ method }) => method)
  expect(methods.filter((one) => one?.includes('cancelled') || one?.includes('sandbox'))).toEqual([])
})

test.describe('what is no app is said, beside the answer', () => {
  const shown = onePage()
  for (const [tool, words] of [
    ['huge', 'This app is 51 MB; only apps up to 10 MB are shown.'],
    ['picture', 'isn’t a page that a host can show: it has the type image/svg+xml.'],
    ['missing', 'The server didn’t provide its app ui://one/missing: There is no such thing.'],
  ] as const)
    test(tool, async () => {
      const { page } = shown
      await callTool(page, tool)
      await expect(page.getByRole('alert')).toContainText(words)
      await expect(page.locator('main iframe')).toHaveCount(0)
      await page.getByRole('radio', { name: 'Text', exact: true }).click()
      await expect(page.getByText(`one ${tool} {}`)).toBeVisible()
    })
})

test('an app is served once, to a frame, under the other name, without a cookie of ours', async ({
  page,
  workbench,
}) => {
  const requests: { url: string; cookie: string | undefined }[] = []
  page.on('request', (request) => {
    if (request.frame().parentFrame() !== null)
      void request
        .allHeaders()
        .then((headers) => requests.push({ url: request.url(), cookie: headers['cookie'] }))
  })
  await showApp(page, workbench)
  await expect.poll(() => requests.length).toBe(2)
  for (const { url, cookie } of requests) {
    expect(new URL(url).hostname).toBe('localhost')
    expect(new URL(url).port).not.toBe(new URL(workbench.url).port)
    expect(cookie).toBeUndefined()
    expect((await fetch(url)).status).toBe(404)
  }
})
