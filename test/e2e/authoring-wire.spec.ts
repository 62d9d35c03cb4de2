import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { pick } from './authoring-page.ts'
import { expect, startWorkbench, test as base } from './workbench.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const server = join(root, process.env['ORRERY_DIST'] ?? 'dist', 'model-server.mjs')
const wire = join(root, 'test/fixtures/mcp/fragile-wire.mjs')

interface Wired {
  readonly data: string
  /** How the connection to the server breaks at the next write. */
  breakWire(how: 'before' | 'after' | 'hold' | ''): Promise<void>
  /** Resolves when the server has done what it was delayed in reporting. */
  held(): Promise<void>
  open(page: Page): Promise<void>
  /** Stops the workbench and starts it again on the same data. */
  restart(page: Page): Promise<void>
}

/**
 * A workbench with a durable model server of the user, started with --enable-writes over a connection that
 * can break.
 */
const test = base.extend<{ wired: Wired }>({
  wired: async ({ context }, use) => {
    const data = await mkdtemp(join(tmpdir(), 'orrery-wire-'))
    const how = join(data, 'how')
    const args = [
      server,
      '--quickstart',
      '--graphstore',
      'file.memory',
      '--data',
      join(data, 'graph'),
      '--enable-writes',
    ]
    await writeFile(
      join(data, 'connections.json'),
      JSON.stringify({
        mcpServers: { Own: { command: process.execPath, args: [wire, how, process.execPath, ...args] } },
      }),
    )
    let workbench = await startWorkbench({ data })
    await workbench.admit(context)
    const open = async (page: Page): Promise<void> => {
      await page.goto(`${workbench.url}#/console`)
      await page
        .getByRole('list', { name: 'Connections' })
        .getByRole('button', { name: /^Own\b/ })
        .click()
      await page.getByRole('tab', { name: 'Overview' }).click()
      await expect(page.getByRole('heading', { name: 'Own', level: 2 })).toBeVisible()
      const allow = page.getByRole('button', { name: 'Allow and start' })
      const ready = page.getByRole('tabpanel').getByText('Ready', { exact: true })
      await expect(allow.or(ready)).toBeVisible()
      if (await allow.isVisible()) await allow.click()
      await expect(ready).toBeVisible()
      await page.getByRole('tab', { name: 'Edit' }).click()
      await expect(
        page.getByRole('list', { name: 'Found on the server' }).getByRole('button').first(),
      ).toBeVisible()
    }
    await use({
      data,
      breakWire: (kind) => writeFile(how, kind),
      held: () => expect.poll(() => readFile(how, 'utf8')).toBe('held'),
      open,
      async restart(page) {
        await page.goto('about:blank')
        await workbench.stop()
        workbench = await startWorkbench({ data })
        await workbench.admit(context)
        await open(page)
      },
    })
    await workbench.stop()
    await rm(data, { recursive: true, force: true })
  },
})

const found = (page: Page) => page.getByRole('list', { name: 'Found on the server' })
const changes = (page: Page) => page.getByRole('dialog').getByRole('list', { name: 'Changes' })

async function look(page: Page, type: string, text: string): Promise<void> {
  await page.getByLabel('What to look for').selectOption({ label: type })
  await page.getByLabel('Search names and values').fill(text)
}

async function openFound(page: Page, type: string, text: string, name: RegExp): Promise<void> {
  await look(page, type, text)
  await found(page).getByRole('button', { name }).first().click()
}

/** Changes a service's owner in its form. */
async function changeOwner(page: Page, service: RegExp, owner: string): Promise<void> {
  await page.getByLabel('What to look for').selectOption({ label: 'Entities' })
  await page.getByLabel('Entity set', { exact: true }).selectOption('devops/devops.service')
  await page.getByLabel('Search names and values').fill('')
  await found(page).getByRole('button', { name: service }).first().click()
  await page.getByLabel(/^Owner/).fill(owner)
}

const review = (page: Page) => page.getByRole('button', { name: 'Review and send…' }).click()
const sendAll = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send \d+ change/ })
    .click()
const closeReview = (page: Page) =>
  page.getByRole('dialog').locator('footer').getByRole('button', { name: 'Close' }).click()

async function ownersOf(page: Page, text: string): Promise<number> {
  await look(page, 'Entities', text)
  await expect(page.getByRole('region', { name: 'On the server' }).getByRole('status')).toHaveText(/found$/)
  return found(page).getByRole('button').count()
}

test('a relation: made in its form, read back, changed as YAML beside what the server has, then ended', async ({
  page,
  wired,
}) => {
  await wired.open(page)
  await openFound(page, 'Relations', '', /./)
  const key = page.locator('section header > code')
  await expect(key).toHaveText(/^.+\/[0-9a-f]{32}\/.+\/[0-9a-f]{32}$/)
  const parts = (await key.innerText()).split('/')
  const [domain = '', type = '', id = ''] = parts
  const [toDomain = '', toType = '', toId = ''] = parts.slice(-3)
  await page.getByRole('button', { name: 'Remove from the draft' }).click()

  await page.getByLabel('New…').selectOption({ label: 'relation between entities' })
  await pick(page, /^From/, `${domain}/${type}/${id}`)
  await pick(page, /^To/, `${toDomain}/${toType}/${toId}`)
  await pick(page, /^Type/, 'watched_by')
  await review(page)
  await sendAll(page)
  await expect(changes(page)).toContainText('Accepted')
  await closeReview(page)

  await openFound(page, 'Relations', 'watched_by', /watched_by/)
  await page.getByRole('radio', { name: 'YAML', exact: true }).click()
  const editor = page.getByRole('textbox', { name: 'Text of the item' })
  await editor.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('reason: on call\n')
  await review(page)
  await expect(page.getByRole('textbox', { name: 'On the server now' })).not.toContainText('on call')
  await expect(page.getByRole('textbox', { name: 'In the draft' })).toContainText('reason: on call')
  await sendAll(page)
  await expect(changes(page)).toContainText('Accepted')
  await closeReview(page)

  await page.getByRole('button', { name: 'Expire', exact: true }).click()
  await review(page)
  await sendAll(page)
  await expect(changes(page)).toContainText('Accepted')
  await closeReview(page)
  await look(page, 'Relations', 'watched_by')
  await expect(found(page).getByRole('button')).toHaveCount(0)
})

test('of good and bad payloads none is written, or the good ones when that is asked for', async ({
  page,
  wired,
}) => {
  await wired.open(page)
  await changeOwner(page, /^Checkout/i, 'the good shift')
  const text = await page.locator('section header > code').innerText()
  const [domain = '', type = '', id = ''] = text.split('/')
  await page.getByLabel('New…').selectOption({ label: 'entity' })
  await pick(page, /^Entity set \*/, `${domain}/${type}`)
  const other = id.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
  await page.getByLabel(/^Entity ID/).fill(other)
  await page.getByLabel(/^Action/).selectOption({ label: 'Create' })
  await review(page)
  await sendAll(page)
  await expect(changes(page)).toContainText('Accepted')
  await closeReview(page)

  // A duplicate id is refused, together with the batch's other change.
  await page.getByLabel('New…').selectOption({ label: 'entity' })
  await pick(page, /^Entity set \*/, `${domain}/${type}`)
  await page.getByLabel(/^Entity ID/).fill(other)
  await page.getByLabel(/^Observed until/).fill('2096-10-02T07:06:40')
  await changeOwner(page, /^Checkout/i, 'the better shift')
  await review(page)
  await sendAll(page)
  await expect(changes(page)).toContainText('Refused')
  await expect(changes(page)).not.toContainText('Accepted')
  await closeReview(page)
  await expect.poll(() => ownersOf(page, 'the better shift')).toBe(0)

  await review(page)
  await page.getByLabel('Send what is valid, even if other entities or relations are refused').check()
  await sendAll(page)
  await expect(changes(page)).toContainText('Refused')
  await expect(changes(page)).toContainText('Accepted')
  await closeReview(page)
  await expect(page.getByRole('toolbar', { name: 'Draft' })).toContainText('1 change')
  await expect.poll(() => ownersOf(page, 'the better shift')).toBe(1)
})

for (const [when, how, arrived] of [
  ['before the write', 'before', false],
  ['after the write', 'after', true],
] as const) {
  test(`the server dies ${when}: nothing is claimed, it is looked up first, and sent again only if it is missing`, async ({
    page,
    wired,
  }) => {
    await wired.open(page)
    await changeOwner(page, /^Checkout/i, 'the lost shift')
    await wired.breakWire(how)
    await review(page)
    await sendAll(page)
    await expect(changes(page)).toContainText('No answer')
    await expect(changes(page)).not.toContainText('Accepted')
    const again = page.getByRole('dialog').getByRole('button', { name: /^Send|^Nothing to send/ })
    await expect(again).toBeDisabled()
    await page.getByRole('dialog').getByRole('button', { name: 'Check what arrived' }).click()
    if (arrived) {
      await expect(changes(page)).toContainText('Accepted')
    } else {
      await expect(again).toBeEnabled()
      await again.click()
      await expect(changes(page)).toContainText('Accepted')
    }
    await closeReview(page)
    await expect(page.getByRole('toolbar', { name: 'Draft' })).toContainText('No changes')
    await expect.poll(() => ownersOf(page, 'the lost shift')).toBe(1)
  })
}

test('sending is cancelled while the server is silent; what happened is looked up', async ({
  page,
  wired,
}) => {
  await wired.open(page)
  await changeOwner(page, /^Checkout/i, 'the silent shift')
  await wired.breakWire('hold')
  await review(page)
  await sendAll(page)
  await expect(page.getByRole('dialog').getByText('Sending…')).toBeVisible()
  // Cancelled earlier, it might not have been executed, which is another case.
  await wired.held()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(changes(page)).toContainText('No answer')
  await wired.breakWire('')
  await page.getByRole('dialog').getByRole('button', { name: 'Check what arrived' }).click()
  await expect(changes(page)).toContainText('Accepted')
})

/** The texts of all draft items on disk. */
async function drafted(data: string): Promise<string> {
  const folder = join(data, 'documents/drafts')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
  const files = await Promise.all(names.map(async (name) => readFile(join(folder, name), 'utf8')))
  return files
    .flatMap((file) => (JSON.parse(file) as { draft: { items: { text: string }[] } }).draft.items)
    .map(({ text }) => text)
    .join('\n')
}

test('the steps of a draft can be taken back after a restart', async ({ page, wired }) => {
  await wired.open(page)
  await changeOwner(page, /^Checkout/i, 'first')
  // Edits within a second are one undo step.
  await page.waitForTimeout(1200)
  await page.getByLabel(/^Owner/).fill('second')
  await expect.poll(() => drafted(wired.data)).toContain('owner: second')
  await wired.restart(page)
  await expect(page.getByLabel(/^Owner/)).toHaveValue('second')
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await undo.click()
  await expect(page.getByLabel(/^Owner/)).toHaveValue('first')
  await expect.poll(() => drafted(wired.data)).toContain('owner: first')
  await wired.restart(page)
  await page.getByRole('button', { name: 'Redo', exact: true }).click()
  await expect(page.getByLabel(/^Owner/)).toHaveValue('second')
  await undo.click()
  await undo.click()
  await expect(page.getByRole('toolbar', { name: 'Draft' })).toContainText('No changes')
})
