import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { violations } from './accessibility.ts'
import { startServer, TOKEN } from './keyed-servers.ts'
import { startWorkbench } from './workbench.ts'

test('who changed what is shown to an admin, and a refusal says who can help', async ({ page, context }) => {
  const data = await mkdtemp(join(tmpdir(), 'orrery-audit-'))
  const server = await startServer(join(data, 'server'))
  const platform = (secret: string) => ({ url: server.url, headers: { Authorization: `Bearer ${secret}` } })
  const ann = server.keys('add', 'ann', '--namespace', 'team')
  const eve = server.keys('add', 'eve', '--role', 'viewer')
  const platforms = { Owner: platform(TOKEN), Eve: platform(eve) }
  await writeFile(join(data, 'connections.json'), JSON.stringify({ mcpServers: {}, platforms }))
  const workbench = await startWorkbench({ data })
  try {
    for (let at = 1; at <= 130; at++) await server.call('/stop', ann, { sandbox_id: `team--${at}` })
    await server.call('/delete', ann, { sandbox_id: 'team--7' })
    expect((await server.call('/start', eve, { image: 'local' })).status).toBe(403)

    await workbench.admit(context)
    await page.goto(`${workbench.url}#/sandboxes`)
    await page.getByRole('button', { name: 'Audit', exact: true }).click()
    const since = page.getByRole('combobox', { name: 'Since' })
    await since.selectOption({ label: 'An hour ago' })
    const lines = page.getByRole('list', { name: 'Audit' })
    await expect(lines.getByRole('button').first()).toContainText('/start')
    await expect(lines.getByRole('button').first()).toContainText('Refused')
    // Scrolling loads more: the first page has a hundred.
    await lines.getByRole('button').first().focus()
    await page.keyboard.press('End')
    await expect(lines.getByRole('button', { name: '/stop · team--33' })).toBeVisible()
    // The next page takes a moment, and End goes to the last line that is there.
    await expect(async () => {
      await page.keyboard.press('End')
      await expect(lines.getByRole('button', { name: /team--1 ann/ })).toBeVisible({ timeout: 500 })
    }).toPass()
    await page.keyboard.press('Home')

    await lines.getByRole('button', { name: '/delete · team--7' }).click()
    const facts = page.getByRole('region', { name: '/delete' })
    await expect(facts.getByText('Request ID')).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violations(page, { include: ['main'] })).toEqual([])
    }
    await facts.getByRole('button', { name: 'Only team--7' }).click()
    await expect(lines.getByRole('button')).toHaveCount(2)

    await expect(since).toHaveValue('1')
    await page.getByRole('textbox', { name: 'Key' }).fill('nobody')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'No call matches' })).toBeVisible()

    // A key without permission is told which role is needed.
    await page.getByRole('combobox', { name: 'Platform' }).selectOption({ label: 'Eve' })
    await expect(
      page.getByRole('heading', { name: 'The key eve has the role viewer, and /audit needs admin.' }),
    ).toBeVisible()
    await expect(page.getByText('orrery sandbox keys add NAME --role admin')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('needs admin')).toBeVisible()

    // Calls are found in the server's log by trace id, and each click has its own trace.
    await expect.poll(() => new Set(server.traces('/audit')).size).toBeGreaterThan(2)
    expect(server.traces('/audit').every((trace) => /^[0-9a-f]{32}$/.test(String(trace)))).toBe(true)

    // Nobody has a key of the built-in one.
    await page.getByRole('combobox', { name: 'Platform' }).selectOption({ label: 'Local sandboxes' })
    await expect(page.getByRole('heading', { name: 'No audit is kept here' })).toBeVisible()
    await expect(page.getByText('orrery sandbox keys add NAME')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show', exact: true })).toHaveCount(0)
  } finally {
    await workbench.stop()
    await server.stop()
    await rm(data, { recursive: true, force: true })
  }
})

test('what a key may not open or start says which cap or role, and who can raise it', async ({
  page,
  context,
}) => {
  const data = await mkdtemp(join(tmpdir(), 'orrery-refused-'))
  const server = await startServer(join(data, 'server'))
  const platform = (secret: string) => ({ url: server.url, headers: { Authorization: `Bearer ${secret}` } })
  const ann = server.keys('add', 'ann', '--max-sessions', '1', '--max-sandboxes', '1')
  const eve = server.keys('add', 'eve', '--role', 'viewer')
  const platforms = { Ann: platform(ann), Eve: platform(eve) }
  await writeFile(join(data, 'connections.json'), JSON.stringify({ mcpServers: {}, platforms }))
  const workbench = await startWorkbench({ data })
  try {
    const sandbox_id = 'default--box'
    await server.call('/start', ann, { sandbox_id, image: 'local' })
    await server.call('/create_session', ann, { sandbox_id, session: 'only' })
    await workbench.admit(context)
    const box = (name: string) => `${workbench.url}#/sandboxes/platform%3A${name}%2F${sandbox_id}/terminals`
    const add = page.getByRole('button', { name: 'New terminal', exact: true }).last()
    await page.goto(box('Eve'))
    await expect(
      page.getByRole('paragraph').filter({ hasText: 'Your key “eve” may only look on Eve' }),
    ).toBeVisible()
    await expect(add).toHaveAttribute('aria-disabled', 'true')
    // No key is an admin's, and of the built-in platform nobody has one.
    const audit = page.getByRole('button', { name: 'Audit', exact: true })
    await expect(audit).toHaveAttribute('aria-disabled', 'true')
    await expect(audit).toContainText('Only an admin of Ann may do this')
    await page.goto(box('Ann'))
    const why = 'The cap on sessions is reached: key ann may have 1 at once.'
    const notice = page.getByRole('alert').filter({ hasText: why })
    // Looking at it opens nothing, and is refused nothing.
    await expect(page.getByText('No terminal is open here')).toBeVisible()
    await expect(notice).toHaveCount(0)
    await add.click()
    await expect(notice).toContainText('keys caps ann --max-sessions N')
    await expect(notice).not.toContainText('has ended')
    await page.getByRole('button', { name: 'Start sandbox…' }).first().click()
    await page.getByRole('combobox', { name: 'Platform' }).selectOption({ label: 'Ann' })
    await page.getByLabel('Image', { exact: true }).fill('local')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Could not start local' })).toContainText(
      'keys caps ann --max-sandboxes N',
    )
  } finally {
    await workbench.stop()
    await server.stop()
    await rm(data, { recursive: true, force: true })
  }
})
