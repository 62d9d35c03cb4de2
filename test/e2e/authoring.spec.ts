import type { Page } from '@playwright/test'
import { violations } from './accessibility.ts'
import { pick } from './authoring-page.ts'
import { expect, startWorkbench, test } from './workbench.ts'

const found = (page: Page) => page.getByRole('list', { name: 'Found on the server' })
const findings = (page: Page) => page.getByRole('list', { name: 'Problems' })

/** Opens the Edit tab of the sample model. */
async function openWrites(page: Page, url: string): Promise<void> {
  await page.goto(`${url}#/console`)
  const list = page.getByRole('list', { name: 'Connections' })
  await list.getByRole('button', { name: /^Sample model/ }).click()
  await page.getByRole('tab', { name: 'Edit' }).click()
  await expect(found(page).getByRole('button').first()).toBeVisible()
}

/** Writes are disabled in a fresh workbench; the page's own button enables them. */
async function allowWrites(page: Page): Promise<void> {
  const allow = page.getByRole('button', { name: 'Allow writes' })
  const on = page.getByRole('tab', { name: 'Edit' }).and(page.locator(':not([data-off])'))
  await expect(allow.or(on)).toBeVisible()
  if (await allow.isVisible()) await allow.click()
  await expect(allow).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Edit' })).not.toHaveAttribute('data-off')
}

/** Searches the server for an object and opens it. */
async function openOne(page: Page, type: string, text: string, name: RegExp): Promise<void> {
  await page.getByLabel('What to look for').selectOption({ label: type })
  await page.getByLabel('Search names and values').fill(text)
  await found(page).getByRole('button', { name }).first().click()
}

/** Sends all changes, and waits for the outcome of each. */
async function send(page: Page, outcome = 'Accepted'): Promise<void> {
  await page.getByRole('button', { name: 'Review and send…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review and send' })
  await dialog.getByRole('button', { name: /^Send \d+ change/ }).click()
  await expect(dialog.getByRole('list', { name: 'Changes' })).toContainText(outcome)
}

const closeReview = (page: Page) =>
  page.getByRole('dialog').locator('footer').getByRole('button', { name: 'Close' }).click()

test('while writes are off, a draft is checked and saved but not sent, with the reason and a way to change it', async ({
  page,
  workbench,
}) => {
  await openWrites(page, workbench.url)
  await expect(page.getByRole('note', { name: 'This server is read-only.' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Edit' })).toHaveAccessibleDescription(
    'This server is read-only.',
  )
  await openOne(page, 'Elements', 'devops.service', / devops\.service · entity set$/)
  await page.getByLabel(/^Version/).fill('v9')
  await expect(findings(page)).toContainText('unknown version v9')
  await expect(page.getByRole('button', { name: 'Review and send…' })).toBeDisabled()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove from the draft' }).click()
  await expect(page.getByRole('toolbar', { name: 'Draft' })).toContainText('No changes')
})

test('an element is corrected as text, reviewed, sent and read back', async ({ page, workbench }) => {
  await openWrites(page, workbench.url)
  await allowWrites(page)
  await openOne(page, 'Elements', 'devops.environment', / devops\.environment · entity set$/)
  const field = page.getByRole('group', { name: /^1 · id/ })
  await field.getByLabel(/^Name/).fill('no name')
  await expect(findings(page)).toContainText('spec.fields[0].name')
  await expect(page.getByRole('group', { name: /^1 · no name/ }).getByRole('alert')).toContainText(
    'does not match',
  )

  await page.getByRole('radio', { name: 'YAML', exact: true }).click()
  const editor = page.getByRole('textbox', { name: 'Text of the item' })
  await expect(page.locator('.cm-lintRange-error')).toHaveText('no name')
  await editor.click()
  await page.keyboard.press('Control+Home')
  await editor.getByText('no name').dblclick()
  await page.keyboard.press('Control+z')
  await expect(editor).not.toContainText('no name')
  await page.keyboard.press('Control+Shift+Z')
  await expect(editor).toContainText('no name')
  await editor.getByText('no name').click()
  await page.keyboard.press('End')
  for (let letter = 0; letter < 'no name'.length; letter++) await page.keyboard.press('Backspace')
  await page.keyboard.type('identity')
  await expect(findings(page).getByText('error', { exact: true })).toHaveCount(0)

  await page.getByRole('button', { name: 'Review and send…' }).click()
  await expect(page.getByRole('textbox', { name: 'On the server now' })).toContainText('name: id')
  await expect(page.getByRole('textbox', { name: 'In the draft' })).toContainText('name: identity')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Send 1 change' }).click()
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText('Accepted')
  await closeReview(page)
  await expect(page.getByRole('toolbar', { name: 'Draft' })).toContainText('No changes')

  await page.goto(`${workbench.url}#/explorer`)
  await page.getByRole('combobox', { name: 'Search the graph' }).fill('devops.environment')
  await expect(page.getByRole('listbox', { name: 'Matches' }).getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: 'Environment' })).toContainText('identity')
})

test('an entity is changed in its form, accepted, then expired; a draft survives a reload', async ({
  page,
  workbench,
}) => {
  await openWrites(page, workbench.url)
  await allowWrites(page)
  await page.getByLabel('What to look for').selectOption({ label: 'Entities' })
  await page.getByLabel('Entity set', { exact: true }).selectOption('devops/devops.service')
  await found(page)
    .getByRole('button', { name: /^Checkout/i })
    .first()
    .click()
  await page.getByLabel(/^Owner/).fill('the night shift')
  await expect(page.getByRole('toolbar', { name: 'Draft' })).toContainText('1 change')
  await page.reload()
  await page.getByRole('tab', { name: 'Edit' }).click()
  await expect(page.getByLabel(/^Owner/)).toHaveValue('the night shift')
  await send(page)
  await closeReview(page)

  await page.getByLabel('What to look for').selectOption({ label: 'Entities' })
  await page.getByLabel('Search names and values').fill('the night shift')
  await expect(found(page).getByRole('button')).toHaveCount(1)
  await page.getByRole('button', { name: 'Expire', exact: true }).click()
  await send(page)
  await closeReview(page)
  await expect(found(page).getByRole('button')).toHaveCount(0)
})

for (const { from, how } of [
  {
    from: 'the palette in another bench',
    how: async (page: Page, url: string) => {
      await page.goto(`${url}#/explorer`)
      await expect(page.getByTestId('shown')).toHaveText(/^[1-9]/)
      await page.keyboard.press('Control+k')
      await page.keyboard.type('New element')
      await expect(page.getByRole('option', { name: 'New element' })).toBeVisible()
      await page.keyboard.press('Enter')
    },
  },
  {
    from: 'its own list',
    how: async (page: Page, url: string) => {
      await openWrites(page, url)
      await page.getByLabel('New…').selectOption({ label: 'element' })
    },
  },
])
  test(`a new element from ${from} has the keyboard in its first field`, async ({ page, workbench }) => {
    await how(page, workbench.url)
    await expect(page.getByLabel(/^Kind \*/)).toBeFocused()
    await page.getByRole('button', { name: 'Remove from the draft' }).click()
  })

test('what the server refuses stays in the draft, with its reason, in Chinese, too', async ({
  browser,
  page,
  workbench,
}) => {
  await openWrites(page, workbench.url)
  await allowWrites(page)
  await openOne(page, 'Entities', 'payment', /./)
  const key = page.locator('section header > code')
  await expect(key).toHaveText(/\/[0-9a-f]{32}$/)
  const text = await key.innerText()
  const [domain = '', type = '', id = ''] = text.split('/')
  await page.getByLabel('New…').selectOption({ label: 'entity' })
  await pick(page, /^Entity set \*/, `${domain}/${type}`)
  await page.getByLabel(/^Entity ID/).fill('not an id')
  await expect(findings(page)).toContainText('must be 32 characters, each 0–9 or a–f')
  await page.getByLabel(/^Entity ID/).fill(id)
  await send(page, 'Refused')
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText('exists already')
  await closeReview(page)
  await expect(page.getByRole('region', { name: 'In the draft' })).toContainText('New')

  const context = await browser.newContext({ locale: 'zh-CN' })
  await workbench.admit(context)
  const chinese = await context.newPage()
  await chinese.goto(`${workbench.url}#/console`)
  await chinese.getByRole('tab', { name: '编辑' }).click()
  await chinese.getByRole('button', { name: '检查并发送…' }).click()
  const review = chinese.getByRole('dialog', { name: '检查并发送' })
  await review.getByRole('button', { name: /^发送 \d+ 处更改/ }).click()
  const refused = review.getByRole('list', { name: '更改' })
  await expect(refused).toContainText('已有同名内容。')
  await expect(refused.locator('[lang="en"]')).toContainText('ALREADY_EXISTS: It exists already')
  await context.close()
})

test('what was written is there after a restart, also when writing was forbidden meanwhile', async ({
  browser,
}) => {
  const workbench = await startWorkbench()
  const context = await browser.newContext()
  await workbench.admit(context)
  const page = await context.newPage()
  await openWrites(page, workbench.url)
  await allowWrites(page)
  await openOne(page, 'Elements', 'k8s.workload', / k8s\.workload · entity set$/)
  await page.getByRole('radio', { name: 'YAML', exact: true }).click()
  await page.getByRole('textbox', { name: 'Text of the item' }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('  dynamic: true\n')
  await send(page)
  await closeReview(page)
  await page.goto(`${workbench.url}#/settings`)
  await page.getByLabel('Allow writes', { exact: true }).uncheck()
  await openWrites(page, workbench.url)
  await expect(page.getByRole('note', { name: 'This server is read-only.' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove from the draft' }).click()
  await openOne(page, 'Elements', 'k8s.workload', / k8s\.workload · entity set$/)
  await page.getByRole('radio', { name: 'YAML', exact: true }).click()
  await page.getByRole('textbox', { name: 'Text of the item' }).click()
  await page.keyboard.press('Control+End')
  await expect(page.getByRole('textbox', { name: 'Text of the item' })).toContainText('dynamic: true')
  await context.close()
  await workbench.stop()
})

test('an element is edited beside the graph, in the draft that the console shows', async ({
  page,
  workbench,
}) => {
  await page.goto(`${workbench.url}#/explorer`)
  const search = page.getByRole('combobox', { name: 'Search the graph' })
  await search.fill('devops.service')
  await search.press('Enter')
  await page.getByRole('tab', { name: 'Details' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Edit', selected: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'devops.service', exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'version' })).toHaveValue('v0.1.0')
  // The same draft in a larger view.
  await page.getByRole('toolbar', { name: 'Draft' }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Show the whole draft in the Console' }).click()
  await expect(page.getByRole('tab', { name: 'Edit', selected: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'In the draft' })).toContainText('devops.service')
})

test('an entity and a relation are made beside the graph: sets, ends and types are picked, the id follows the key', async ({
  page,
  workbench,
}) => {
  await openWrites(page, workbench.url)
  await allowWrites(page)
  // Items of other tests are not sent.
  const left = page.getByRole('button', { name: 'Remove from the draft' })
  while (await left.isVisible()) {
    await left.click()
    await expect(page.getByRole('tabpanel', { name: 'Edit' })).toBeVisible()
  }
  await page.goto(`${workbench.url}#/explorer`)
  await page.getByRole('radio', { name: 'Topology', exact: true }).click()
  await page.getByRole('tab', { name: 'Edit' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Edit' })
  await panel.getByLabel('New…').selectOption({ label: 'entity' })
  await expect(panel.getByRole('alert')).toHaveCount(0)
  await pick(page, /^Entity set/, 'devops.team')
  await panel.getByLabel(/^Display name/).fill('Night owls')
  const id = await panel.getByLabel(/^Entity ID/).inputValue()
  await expect(panel.getByLabel(/^ID id \*/)).toHaveValue(id)
  // It can be an end at once, before the server knows it.
  await panel.getByLabel('New…').selectOption({ label: 'relation between entities' })
  const from = panel.getByRole('combobox', { name: /^From/ })
  await from.fill('night')
  await expect(page.getByRole('option', { name: /^Night owls.*devops\.team, in this draft/ })).toBeVisible()
  await pick(page, /^From/, 'Night owls')
  await expect(from).toHaveValue('Night owls')
  await panel.getByRole('button', { name: 'Remove from the draft' }).click()
  await send(page)
  await closeReview(page)
  // What was sent is shown, without being asked for.
  await expect(page.getByTestId('shown')).toHaveText(/^1 entity/)

  await panel.getByLabel('New…').selectOption({ label: 'relation between entities' })
  await expect(panel.getByText('A relation is a link between two entities, the real things.')).toBeVisible()
  await pick(page, /^From/, 'Night owls')
  await pick(page, /^To/, 'ledger-service')
  await expect(panel.getByText('The model allows: contains')).toBeVisible()
  await pick(page, /^Type/, 'cont')
  expect(await violations(page)).toEqual([])
  await send(page)
  const review = page.getByRole('dialog', { name: 'Review and send' })
  await expect(
    review.getByText('Night owls · devops.team — contains → ledger-service · devops.service'),
  ).toBeVisible()
  await review.getByText('IDs of both ends').click()
  await expect(review.getByText(`devops/devops.team/${id}`, { exact: true })).toBeVisible()
  await closeReview(page)
  // The graph is loaded again by itself.
  await expect(page.getByText('The data on the server changed after this was loaded.')).toHaveCount(0)
  await panel.getByRole('radio', { name: 'YAML', exact: true }).click()
  const editor = panel.getByRole('textbox', { name: 'Text of the item' })
  await expect(editor).toContainText(`__src_entity_id__: "${id}"`)
  await expect(editor).toContainText('__relation_type__: "contains"')
  await editor.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('__keep')
  await page.getByRole('option', { name: '__keep_alive_seconds__' }).click()
  await expect(editor).toContainText('__keep_alive_seconds__: ')
})

test('elements that were sent are taken back in the review, and are changes again; nothing is clipped where it is narrow', async ({
  browser,
}) => {
  // Of its own: the draft is empty, and what goes with a restore is nobody else's.
  const workbench = await startWorkbench()
  const context = await browser.newContext({ locale: 'en-US' })
  await workbench.admit(context)
  const page = await context.newPage()
  const yaml = (name: string) => ({
    name: `${name}.yaml`,
    mimeType: 'application/yaml',
    buffer: Buffer.from(
      `kind: entity_set\nmetadata: {domain: devops, name: ${name}}\nspec: {fields: [{name: a, type: string}], primary_key_fields: [a]}\n`,
    ),
  })
  await openWrites(page, workbench.url)
  await allowWrites(page)
  await page
    .getByLabel('Open YAML or JSON files')
    .and(page.locator('input'))
    .setInputFiles([yaml('devops.taken_back'), yaml('devops.service')])
  const draft = page.getByRole('region', { name: 'In the draft' })
  await expect(draft.getByText('New', { exact: true })).toHaveCount(2)
  // What would replace an element that the draft did not begin with is sent only when it is ticked.
  await page.getByRole('button', { name: 'Review and send…' }).click()
  const review = page.getByRole('dialog', { name: 'Review and send' })
  const changes = review.getByRole('list', { name: 'Changes' })
  await expect(review.getByRole('button', { name: 'Send 1 change' })).toBeEnabled()
  const replacing = changes.getByRole('listitem').filter({ hasText: 'devops.service' })
  await replacing.getByRole('button').click()
  await expect(review.getByText('The server already has an element with this name.')).toBeVisible()
  await replacing.getByRole('checkbox').check()
  await review.getByRole('button', { name: 'Send 2 changes' }).click()
  await expect(replacing).toContainText('Accepted')
  const note = review.getByRole('note', { name: 'Restore the model as it was before' })
  await expect(note).toContainText('before 2 elements were imported or sent')
  await page.setViewportSize({ width: 683, height: 900 })
  const [list, former] = [changes, review.getByRole('textbox', { name: 'On the server now' })]
  expect((await list.boundingBox())?.width).toBeGreaterThan(500)
  expect((await former.boundingBox())?.width).toBeGreaterThan(240)
  expect(await violations(page)).toEqual([])

  await note.getByRole('button', { name: 'Restore the model' }).click()
  await expect(review.getByRole('status').filter({ hasText: 'The model is as it was before.' })).toBeVisible()
  await expect(changes).not.toContainText('Accepted')
  // Nothing that was taken back is sent again unless it is ticked.
  await expect(review.getByRole('button', { name: 'Nothing to send' })).toBeDisabled()
  await expect(review.getByText('To send it again, tick it in the list.')).toBeVisible()
  await changes.getByRole('checkbox').first().check()
  await expect(review.getByRole('button', { name: 'Send 1 change' })).toBeEnabled()
  await closeReview(page)
  await expect(draft.getByText('New', { exact: true })).toHaveCount(1)
  await expect(draft.getByText('Changed', { exact: true })).toHaveCount(1)
  await expect(page.getByRole('toolbar', { name: 'Draft' })).toContainText('2 changes')
  await page.getByRole('button', { name: 'Review and send…' }).click()
  await expect(changes.getByText('no longer on the server')).toHaveCount(2)
  await expect(changes.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await context.close()
  await workbench.stop()
})

test('a draft is not reviewed while the text of a field cannot be read', async ({ page, workbench }) => {
  await openWrites(page, workbench.url)
  await allowWrites(page)
  await openOne(page, 'Elements', 'k8s.namespace', / k8s\.namespace · entity set$/)
  await page.getByLabel('Add a member to spec', { exact: true }).selectOption('properties')
  const properties = page.getByRole('textbox', { name: 'properties' })
  await properties.fill('{"tier": 1}')
  const review = page.getByRole('button', { name: 'Review and send…' })
  await expect(review).toBeEnabled()
  await properties.fill('{"tier": 2')
  await expect(review).toBeDisabled()
  await expect(review).toHaveAccessibleDescription(
    'The text of a field cannot be read yet. Fix the field that is marked.',
  )
  await properties.fill('{"tier": 2}')
  await expect(review).toBeEnabled()
  await page.getByRole('button', { name: 'Remove from the draft' }).click()
})
