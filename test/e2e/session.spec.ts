import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test as base } from '@playwright/test'
import type { Page } from '@playwright/test'
import { WebSocket } from 'ws'
import { startWorkbench, type Workbench } from './workbench.ts'

/** The session between a browser and the web host, entered through the printed address. */

const test = base.extend<{ workbench: Awaited<ReturnType<typeof startWorkbench>> }>({
  workbench: async ({ browser }, use) => {
    void browser
    const workbench = await startWorkbench()
    await use(workbench)
    await workbench.stop()
  },
})

/** A fresh address with a single-use token, as printed by a second start. */
async function printed({ data }: Workbench): Promise<string> {
  const { door } = JSON.parse(await readFile(join(data, 'workbench.lock'), 'utf8')) as {
    door: { url: string; key: string }
  }
  return (await fetch(door.url, { headers: { 'x-orrery-door': door.key } })).text()
}

/** Connected: the status bar shows the sample model, and no link banner. */
async function expectServed(page: Page): Promise<void> {
  await expect(page.getByRole('contentinfo').getByText('Sample model')).toBeVisible()
  await expect(page.locator('[data-link]')).toHaveCount(0)
}

test('the printed address leaves neither token nor key behind; reload, another tab and a link to a bench are let in', async ({
  page,
  context,
  workbench,
}) => {
  await page.goto(`${await printed(workbench)}#/settings`)
  await expectServed(page)
  expect(page.url()).toBe(`${workbench.url}#/settings`)
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await page.reload()
  await expectServed(page)
  const other = await context.newPage()
  await other.goto(`${workbench.url}#/console`)
  await expectServed(other)
})

test('another program that the browser is led to gets a cookie that opens nothing', async ({
  page,
  context,
  workbench,
}) => {
  await page.goto(await printed(workbench))
  await expectServed(page)
  let seen: IncomingMessage['headers'] | undefined
  const thief = createServer((request, response) => {
    seen = request.headers
    response.setHeader('content-type', 'text/html').end('<title>thief</title>')
  })
  await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve))
  const elsewhere = await context.newPage()
  await elsewhere.goto(`http://127.0.0.1:${(thief.address() as AddressInfo).port}/`)
  // Browsers send cookies by host, not by port, so it receives ours; but not the key, which the page stores
  // by origin.
  const cookie = seen?.cookie ?? ''
  expect(cookie).toContain('orrery-session-')
  expect(await elsewhere.evaluate(() => Object.keys(localStorage))).toEqual([])
  const origin = new URL(workbench.url).origin
  const attempt = (protocols: string[]): Promise<number> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/channel`, protocols, {
        headers: { cookie, origin },
      })
      socket.once('open', () => resolve(101))
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
      socket.once('error', () => undefined)
    })
  expect(await Promise.all([attempt([]), attempt(['orrery']), attempt(['orrery', 'guess'])])).toEqual([
    403, 403, 403,
  ])
  // Responses authenticated by the cookie do not contain the key either.
  const served = await (await fetch(workbench.url, { headers: { cookie } })).text()
  const key = await page.evaluate(() => localStorage.getItem('orrery-key'))
  expect(key).toMatch(/^[\w-]{32}$/)
  expect(served).not.toContain(key)
  thief.closeAllConnections()
  thief.close()
})

test('a page of an earlier start says that its session has ended, and continues once a new address was opened', async ({
  page,
  context,
}) => {
  const first = await startWorkbench()
  await page.goto(await printed(first))
  await expectServed(page)
  const { port } = new URL(first.url)
  await first.stop()
  await expect(page.getByText('If Orrery was closed, start it again.')).toBeVisible()
  // No action is possible that would never finish.
  await expect(page.locator('main')).toHaveJSProperty('inert', true)
  const second = await startWorkbench({ args: ['--port', port] })
  try {
    await expect(page.getByText('This page’s session has ended.')).toBeVisible()
    await expect(page.locator('main')).toHaveJSProperty('inert', true)
    const other = await context.newPage()
    await other.goto(await printed(second))
    await expectServed(other)
    await expectServed(page)
    await expect(page.locator('main')).toHaveJSProperty('inert', false)
  } finally {
    await second.stop()
  }
})
