import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { violations } from './accessibility.ts'
import { startModelServer, startServer } from './keyed-servers.ts'
import { startWorkbench } from './workbench.ts'

const mayOnlyLook =
  'Your key “vic” may only look on Team; an admin there can give you one with the role user.'

/** The connection to a platform with one of its keys. */
const connectTeam = (data: string, url: string, key: string): Promise<void> =>
  writeFile(
    join(data, 'connections.json'),
    JSON.stringify({ platforms: { Team: { url, headers: { Authorization: `Bearer ${key}` } } } }),
  )

/** What the palette says of a command. */
async function option(page: Page, words: string) {
  await page.keyboard.press('Control+K')
  await page.getByPlaceholder('Search commands, elements, environments, settings…').fill(words)
  return page.getByRole('option', { name: new RegExp(words) }).first()
}

test('who connects to a team’s servers with a viewer’s key looks at all of it, and is told why not more', async ({
  page,
  context,
}) => {
  const data = await mkdtemp(join(tmpdir(), 'orrery-keys-'))
  const server = await startServer(join(data, 'server'))
  const bob = server.keys('add', 'bob', '--namespace', 'team')
  const vic = server.keys('add', 'vic', '--role', 'viewer', '--namespace', 'team')
  const model = await startModelServer(join(data, 'model'), join(data, 'server', 'access'), 'team')
  const headers = { Authorization: `Bearer ${vic}` }
  const sandbox_id = 'team--box'
  await server.call('/start', bob, { sandbox_id, image: 'local' })
  await server.call('/write_file', bob, {
    sandbox_id,
    path: '/tmp/keys/note.txt',
    content: 'for all to read',
  })
  await writeFile(
    join(data, 'connections.json'),
    JSON.stringify({
      mcpServers: { 'Team model': { type: 'http', url: model.url, headers } },
      platforms: { Team: { url: server.url, headers } },
    }),
  )
  const workbench = await startWorkbench({ data })
  try {
    await workbench.admit(context)
    await page.goto(`${workbench.url}#/sandboxes/platform%3ATeam%2F${sandbox_id}/terminals`)
    await expect(page.getByRole('paragraph').filter({ hasText: mayOnlyLook })).toBeVisible()
    for (const name of ['Stop', 'Commit image…', 'New terminal']) {
      const button = page.getByRole('button', { name, exact: true }).first()
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      await expect(button).toContainText(mayOnlyLook)
    }
    const commit = await option(page, 'Commit image')
    await expect(commit).toHaveAttribute('aria-disabled', 'true')
    await expect(commit).toContainText(mayOnlyLook)
    await page.keyboard.press('Escape')

    // A sandbox starts where one may, not where one looks.
    await page.getByRole('button', { name: 'Start sandbox…' }).first().click()
    const platform = page.getByRole('dialog').getByRole('combobox', { name: 'Platform' })
    await expect(platform.locator('option:checked')).toHaveText('Local sandboxes')
    await platform.selectOption({ label: 'Team' })
    await expect(page.getByRole('dialog').getByRole('status').filter({ hasText: mayOnlyLook })).toBeVisible()
    await page.keyboard.press('Escape')

    await page.getByRole('tab', { name: 'Files' }).click()
    await page.getByRole('button', { name: 'Type a folder' }).click()
    await page.getByRole('textbox', { name: 'Folder' }).fill('/tmp/keys')
    await page.keyboard.press('Enter')
    await page.getByRole('treeitem').filter({ hasText: 'note.txt' }).click()
    await expect(page.getByText('for all to read')).toBeVisible()
    await expect(page.getByRole('button', { name: 'New file' })).toHaveAttribute('aria-disabled', 'true')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violations(page, { include: ['main'] })).toEqual([])
    }

    await page.goto(`${workbench.url}#/environments`)
    await page.getByRole('combobox', { name: 'Platform' }).selectOption({ label: 'Team' })
    await expect(page.getByRole('note').filter({ hasText: mayOnlyLook })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open Wordle: Easy' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )

    await page.goto(`${workbench.url}#/console/model%3ATeam%20model/authoring`)
    const readOnly = page.getByRole('note', { name: 'Your key may only read.' })
    await expect(readOnly).toContainText('your key “vic” has the role viewer on Team model')

    await page.goto(`${workbench.url}#/sandboxes/platform%3ATeam%2F${sandbox_id}/terminals`)
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible()
    server.keys('revoke', 'vic')
    const enter = page.getByRole('button', { name: 'Enter another key…' })
    await expect(enter.last()).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0)
    await page.goto(`${workbench.url}#/console/platform%3ATeam/overview`)
    await expect(page.getByText('Key not accepted').filter({ visible: true }).first()).toBeVisible({
      timeout: 60_000,
    })
    await page.goto(`${workbench.url}#/console/model%3ATeam%20model/overview`)
    await expect(page.getByRole('alert').filter({ hasText: 'doesn’t accept the key or token' })).toBeVisible({
      timeout: 60_000,
    })
    await page.getByRole('button', { name: 'Enter another key…' }).first().click()
    await expect(page.getByRole('dialog', { name: 'Edit Team model' })).toBeVisible()
  } finally {
    await workbench.stop()
    await model.stop()
    await server.stop()
    await rm(data, { recursive: true, force: true })
  }
})

test('a terminal of a stronger key sends nothing for a weaker one, and says why', async ({
  page,
  context,
}) => {
  const data = await mkdtemp(join(tmpdir(), 'orrery-keys-'))
  const server = await startServer(join(data, 'server'))
  const bob = server.keys('add', 'bob', '--namespace', 'team')
  const vic = server.keys('add', 'vic', '--role', 'viewer', '--namespace', 'team')
  await server.call('/start', bob, { sandbox_id: 'team--box', image: 'local' })
  await connectTeam(data, server.url, bob)
  let workbench = await startWorkbench({ data })
  const show = async (): Promise<void> => {
    await workbench.admit(context)
    await page.goto(`${workbench.url}#/sandboxes/platform%3ATeam%2Fteam--box/terminals`)
  }
  const line = page.getByRole('textbox', { name: /^Command line of / })
  try {
    await show()
    await page.getByRole('button', { name: 'New terminal' }).first().click()
    await line.fill('echo first-$((1 + 1))')
    await line.press('Enter')
    await expect(page.getByText('first-2').first()).toBeVisible()

    await workbench.stop()
    await connectTeam(data, server.url, vic)
    workbench = await startWorkbench({ data })
    await show()
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toContainText(mayOnlyLook)
    await line.fill('echo second')
    await line.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: mayOnlyLook }).last()).toBeVisible()
    await expect(line).toHaveValue('echo second')

    // Where one looks, one attaches.
    await page.getByRole('button', { name: 'Attach by ID…' }).click()
    const platform = page.getByRole('dialog').getByRole('combobox', { name: 'Platform' })
    await expect(platform.locator('option:checked')).toHaveText('Team')
  } finally {
    await workbench.stop()
    await server.stop()
    await rm(data, { recursive: true, force: true })
  }
})

test('the address of a platform is nothing to import as a server, but to add as what it is', async ({
  page,
  context,
}) => {
  const data = await mkdtemp(join(tmpdir(), 'orrery-keys-'))
  const server = await startServer(join(data, 'server'))
  const workbench = await startWorkbench({ data })
  try {
    await workbench.admit(context)
    await page.goto(`${workbench.url}#/console`)
    await page.getByRole('button', { name: 'Add a connection' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').first().fill(server.url)
    await expect(dialog.getByRole('button', { name: 'Add as a sandbox platform' })).toBeVisible()
    const submit = dialog.getByRole('button', { name: /^Import/ })
    await expect(submit).toHaveAttribute('aria-disabled', 'true')
    await expect(submit).toContainText('A sandbox platform answers at')
    await dialog.getByRole('button', { name: 'Add as a sandbox platform' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveValue(server.url)
  } finally {
    await workbench.stop()
    await server.stop()
    await rm(data, { recursive: true, force: true })
  }
})
