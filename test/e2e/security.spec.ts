import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, startWorkbench, test as base, type Workbench } from './workbench.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const modelServer = join(root, process.env['ORRERY_DIST'] ?? 'dist', 'model-server.mjs')

/** A workbench with a writable sample model, for hostile content. */
const test = base.extend<object, { workbench: Workbench }>({
  workbench: [
    async ({ browser }, use) => {
      void browser
      const workbench = await startWorkbench({
        async prepare(data) {
          await mkdir(join(data, 'documents', 'workbench'), { recursive: true })
          await writeFile(
            join(data, 'documents', 'workbench', 'settings.json'),
            JSON.stringify({ 'model.allowWrites': true }),
          )
        },
      })
      await use(workbench)
      await workbench.stop()
    },
    { scope: 'worker' },
  ],
})

/** The status of a raw request, so that Host and Origin can be forged. */
function statusOf(
  address: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<number> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    const asked = request(
      { hostname, port, path, headers, method: body === undefined ? 'GET' : 'POST' },
      (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

/** A call over the page's own channel: `done`, or the error message. */
async function call(page: Page, name: string, input: unknown): Promise<string> {
  return page.evaluate(
    async ([procedure, argument]) => {
      const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/channel`, [
        'orrery',
        localStorage.getItem('orrery-key') ?? '',
      ])
      await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
      const answer = new Promise<string>((resolve) =>
        socket.addEventListener('message', ({ data }) => {
          const message = JSON.parse(String(data)) as {
            type: string
            id?: number
            error?: { message: string }
          }
          if (message.id !== 1) return
          if (message.error) resolve(message.error.message)
          else if (message.type === 'done') resolve('done')
        }),
      )
      socket.send(JSON.stringify({ type: 'call', id: 1, name: procedure, input: argument }))
      const text = await answer
      socket.close()
      return text
    },
    [name, input] as const,
  )
}

test.describe('the web host refuses', () => {
  for (const [what, path, headers, status] of [
    ['a missing token', '/', {}, 401],
    ['a foreign Host', '/', { host: 'evil.example' }, 403],
    ['a foreign Origin', '/', { origin: 'https://evil.example' }, 403],
  ] as const) {
    test(what, async ({ workbench }) => {
      expect(await statusOf(workbench.url, path, headers)).toBe(status)
    })
  }

  test('a path out of its folder', async ({ workbench, page }) => {
    await page.goto(workbench.url)
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    for (const path of ['/../main.mjs', '/%2e%2e/main.mjs', '/..%2fmain.mjs', '/assets/../../main.mjs'])
      expect([400, 404], path).toContain(await statusOf(workbench.url, path, { cookie }))
  })

  test('a download without its ticket, or asked for from elsewhere', async ({ workbench, page }) => {
    await page.goto(workbench.url)
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    for (const [path, headers, status] of [
      ['/download/guess', {}, 401],
      ['/download/guess', { cookie }, 404],
      ['/download/..%2fmain.mjs', { cookie }, 404],
      ['/download/guess', { cookie, 'sec-fetch-site': 'same-site' }, 403],
      ['/download/guess', { cookie, origin: 'https://evil.example' }, 403],
      ['/download/guess', { cookie, host: 'evil.example' }, 403],
    ] as const)
      expect(await statusOf(workbench.url, path, headers), JSON.stringify([path, headers])).toBe(status)
  })
})

test.describe('the model server refuses', () => {
  for (const [what, headers, body, status] of [
    ['a missing token', { authorization: '' }, '{}', 401],
    ['a foreign Host', { host: 'evil.example' }, '{}', 403],
    ['a foreign Origin', { origin: 'https://evil.example' }, '{}', 403],
    ['a body that is too large', {}, `"${'x'.repeat(5000)}"`, 413],
  ] as const) {
    test(what, async () => {
      const child = spawn(
        process.execPath,
        [
          modelServer,
          '--graphstore',
          'memory',
          '--transport',
          'http',
          '--addr',
          '127.0.0.1:0',
          '--max-message-bytes',
          '1024',
        ],
        { env: { ...process.env, MODEL_SERVER_TOKEN: 's3cret' }, stdio: ['ignore', 'ignore', 'pipe'] },
      )
      try {
        let text = ''
        while (!/listening on \S+\s/.test(text)) text += String((await once(child.stderr, 'data'))[0])
        const url = /listening on (\S+)/.exec(text)?.[1] ?? ''
        const all = { authorization: 'Bearer s3cret', 'content-type': 'application/json', ...headers }
        expect(await statusOf(url, new URL(url).pathname, all, body)).toBe(status)
      } finally {
        child.kill('SIGKILL')
      }
    })
  }
})

test.describe('a model that means harm', () => {
  const HOSTILE =
    '<img src=x onerror="window.owned=1"><svg onload="window.owned=1"></svg><script>window.owned=1</script> [press](javascript:window.owned=1)'

  test('shows SVG, HTML and Markdown of a description as plain text', async ({ page, workbench }) => {
    await page.goto(`${workbench.url}#/console`)
    await expect(
      page.getByRole('contentinfo').getByRole('button', { name: /Sample model\s*Ready/ }),
    ).toBeVisible()
    const words = { en_us: HOSTILE }
    const element = {
      kind: 'entity_set',
      domain: 'hostile',
      name: 'hostile.thing',
      metadata: { name: 'hostile.thing', domain: 'hostile', display_name: words, description: words },
      spec: { fields: [{ name: 'id', type: 'string', description: words }] },
    }
    const input = { connection: 'embedded-model', tool: 'model_import', arguments: { elements: [element] } }
    expect(await call(page, 'models.callTool', input)).toBe('done')
    await page.goto(`${workbench.url}#/explorer`)
    await page.getByRole('combobox', { name: 'Search the graph' }).fill('hostile.thing')
    await expect(page.getByRole('listbox', { name: 'Matches' }).getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
    const details = page.getByRole('article').first()
    await expect(details).toContainText('onerror="window.owned=1"')
    await expect(details.locator('img, script, svg[onload], a[href^="javascript"]')).toHaveCount(0)
    expect(await page.evaluate(() => 'owned' in window)).toBe(false)
  })

  test('with a YAML bomb in a file is refused with a sentence', async ({ page, workbench }) => {
    await page.goto(`${workbench.url}#/console`)
    await page.getByRole('tab', { name: 'Edit' }).click()
    const names = 'abcdefghij'.split('')
    const bomb = names.map((name, index) => {
      const before = index === 0 ? 'lol' : `*${names[index - 1]}`
      return `${name}: &${name} [${Array.from({ length: 10 }, () => before).join(', ')}]`
    })
    await page.locator('input[type=file]').setInputFiles({
      name: 'bomb.yaml',
      mimeType: 'text/yaml',
      buffer: Buffer.from(`kind: entity_set\n${bomb.join('\n')}\n`),
    })
    await expect(page.getByRole('alert')).toContainText('bomb.yaml was not opened')
    await expect(page.getByRole('region', { name: 'In the draft' })).not.toContainText('entity_set')
  })
})

for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'vbscript:x']) {
  test(`the address ${url} never opens`, async ({ page, workbench }) => {
    await page.goto(workbench.url)
    expect(await call(page, 'host.openExternal', { url })).toBe(
      `Orrery doesn’t open ${new URL(url).protocol} addresses.`,
    )
  })
}

test('what a sandbox prints sets neither the clipboard (OSC 52) nor the title (OSC 0, 2), and links to no javascript: (OSC 8)', async ({
  page,
  workbench,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${workbench.url}#/sandboxes`)
  await page.evaluate(() => navigator.clipboard.writeText('mine'))
  await page.getByRole('button', { name: 'Start sandbox…' }).first().click()
  await page.getByLabel('Image', { exact: true }).fill('local')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByText('What you run appears here.')).toBeVisible()
  await expect(page).toHaveTitle('local – Sandboxes – Orrery')
  const title = await page.title()
  const line = page.getByLabel(/^Command line of/)
  await line.fill(String.raw`printf '\e]52;c;aGFja2Vk\a\e]0;hacked\a\e]2;hacked\a%s-%s\n' all printed`)
  await line.press('Enter')
  await expect(page.locator('.xterm-rows')).toContainText('all-printed')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('mine')
  expect(await page.title()).toBe(title)

  await line.fill(String.raw`printf '\e]8;;javascript:document.title=1\apress-%s\e]8;;\a\n' here`)
  await line.press('Enter')
  const link = page.locator('.xterm-rows').getByText('press-here').last()
  await expect(link).toBeVisible()
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  // The terminal renders its rows below a layer that receives the mouse.
  const box = await link.boundingBox()
  const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) / 2]
  await page.mouse.move(x - 5, y)
  await page.mouse.move(x, y)
  await page.mouse.click(x, y)
  await page.keyboard.down('Control')
  await page.mouse.click(x, y)
  await page.keyboard.up('Control')
  expect([dialogs, await page.title()]).toEqual([[], title])
})
