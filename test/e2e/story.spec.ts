import { addModelServer } from './explorer-server.ts'
import { violations } from './accessibility.ts'
import { expect, test } from './workbench.ts'

test('from the alert to the cause in five steps, interrupted once and resumed', async ({
  page,
  workbench,
}) => {
  test.setTimeout(180_000)
  const story = page.getByRole('complementary', { name: 'Investigation' })
  const next = story.getByRole('button', { name: /^(Next|Skip this step)$/ })
  // Another model was looked at before: the story shows its own topology all the same.
  await page.goto(`${workbench.url}#/explorer`)
  await expect(page.getByTestId('shown')).toHaveText(/^47 elements/)
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  // Nothing of it is started before it is used.
  await expect(page.getByRole('list', { name: 'Connected' })).not.toContainText('Incident sample')
  await page.getByRole('button', { name: 'Start the investigation' }).click()

  await expect(story).toContainText('Step 1 of 5')
  await expect(page.getByRole('radio', { name: 'Topology' })).toBeChecked()
  await expect(page.getByRole('article', { name: /INC-0042/ })).toContainText('sev1')
  // The step can be skipped, but that is not the primary action.
  await expect(story).toContainText('not done yet')
  await expect(next).toHaveText('Skip this step')
  await expect(next).not.toHaveAttribute('data-tone', 'primary')
  expect(await violations(page)).toEqual([])
  const details = async (name: string): Promise<void> => {
    await page.getByRole('combobox', { name: 'Search the graph' }).fill(name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('article', { name, exact: true })).toContainText('Sla tier')
  }
  await details('order-service')
  await expect(next).not.toHaveAttribute('data-tone', 'primary')
  await details('payment-gateway')
  await expect(story).toContainText('is built for 4,000')
  await expect(next).toHaveText('Next')
  await expect(next).toHaveAttribute('data-tone', 'primary')
  await expect(story).not.toContainText('not done yet')
  // The entity's golden metrics and latest errors, at the time of the story.
  const gateway = page.getByRole('article', { name: 'payment-gateway', exact: true })
  await expect(gateway.getByRole('img', { name: /^Latency p95: 2,\d{3} ms, from/ })).toBeVisible()
  await expect(gateway.getByRole('list', { name: 'Service metrics' }).getByRole('listitem')).toHaveCount(3)
  await expect(gateway.getByRole('list', { name: 'Service logs' }).getByRole('listitem')).toHaveCount(3)
  expect(await violations(page)).toEqual([])

  await next.click()
  await expect(story).toContainText('Step 2 of 5')
  await story.getByRole('button', { name: 'Fold this card' }).click()
  await expect(story).not.toContainText('618 Flash Sale')
  // A reload leaves it where it was.
  await page.reload()
  await expect(story).toContainText('Step 2 of 5')
  await expect(story).toContainText('618 Flash Sale')
  await story.getByRole('button', { name: 'Fold this card' }).click()
  await story.getByRole('button', { name: 'Unfold this card' }).click()
  await expect(story).toContainText('618 Flash Sale')
  await page.getByRole('tab', { name: 'Path' }).click()
  // The selected node is the first end.
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue('payment-gateway')
  const picker = page.getByRole('combobox', { name: 'To' })
  await picker.fill('618 Flash Sale')
  await expect(picker).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Enter')
  await expect(picker).toHaveValue('618 Flash Sale')
  await page.getByRole('button', { name: 'Shortest path' }).click()
  await expect(page.getByRole('list', { name: 'Steps of the path' })).toContainText('checkout retries up')

  await next.click()
  await expect(story).toContainText('Step 3 of 5')
  await story.getByRole('button', { name: 'Leave for now' }).click()
  await expect(story).toHaveCount(0)
  await page.goto(`${workbench.url}#/start`)
  await page.reload()
  await page.getByRole('button', { name: 'Continue with step 3 of 5' }).click()
  await expect(story).toContainText('Step 3 of 5')
  const run = page.getByRole('button', { name: 'Run', exact: true })
  await run.click()
  const results = page.getByRole('grid', { name: 'Rows' })
  await expect(results).toContainText('payment.max_attempts')
  // The first red herring, beside it.
  await expect(results).toContainText('payment-gw v3.2.1')

  await next.click()
  await expect(story).toContainText('Step 4 of 5')
  await run.click()
  const plan = page.getByRole('region', { name: 'Plan' })
  await expect(plan.getByRole('combobox', { name: 'Connection' })).toContainText('Recorded metrics')
  await plan.getByRole('button', { name: 'Fetch data' }).click()
  const charts = page.getByRole('region', { name: 'Charts' })
  await expect(charts).toContainText('retry')
  // The second one.
  await expect(charts).toContainText('cart-service')
  expect(await violations(page)).toEqual([])

  await next.click()
  await expect(story).toContainText('Step 5 of 5')
  const line = page.getByPlaceholder(/Type a command/)
  await expect(line).toBeVisible({ timeout: 60_000 })
  // Nothing is done yet, so nothing says that it is.
  await expect(story.getByRole('button', { name: 'Skip it and finish' })).toBeVisible()
  // Going back shows what was found.
  await story.getByRole('button', { name: 'Back' }).click()
  await expect(charts).toContainText('retry')
  await next.click()
  await line.click()
  await page.keyboard.insertText('echo $((2000 * 35 / 10 * 5))')
  await page.keyboard.press('Enter')
  await expect(story).toContainText('35,000, and the charts')
  await story.getByRole('button', { name: 'Done' }).click()
  await expect(story).toHaveCount(0)
  // It ends where it began, with what was found and a way on.
  await expect(page.getByText(/^Case closed: since 09:50/)).toBeVisible()
  // What it started is not left unexplained.
  await page.getByRole('button', { name: /^\d+ more connections?$/ }).click()
  await expect(page.getByRole('dialog', { name: /more connection/ })).toContainText('Sample model')
  await page.keyboard.press('Escape')
  // What was gone through is not offered as new.
  await expect(page.getByRole('button', { name: 'Go through it again' })).toBeVisible()
  await expect(page.getByText('Case closed', { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('main').getByRole('button', { name: 'Keep as an investigation' }).click()
  await expect(page.getByRole('heading', { name: 'Investigations', level: 1 })).toBeVisible()
  // With what the steps found, and the results of their queries.
  await expect(page.getByRole('heading', { name: '3. What changed that morning?' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'payment.max_attempts' }).first()).toBeVisible()
})

test('on a model of one’s own it goes as far as the model has the data', async ({ page, workbench }) => {
  test.setTimeout(180_000)
  await page.goto(`${workbench.url}#/start`)
  await expect(
    page.getByRole('button', { name: /^(Start the investigation|Go through it again)$/ }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /On your own model/ })).toHaveCount(0)
  await addModelServer(page, 'shop floor', [])
  await page.getByRole('button', { name: 'On your own model: shop floor' }).click()

  const story = page.getByRole('complementary', { name: 'Investigation' })
  const next = story.getByRole('button', { name: /^(Next|Skip this step)$/ })
  await expect(story).toContainText(/^1\. What is around \S/)
  await expect(page.getByRole('combobox', { name: 'Model server' })).toContainText('shop floor')
  const [, name = ''] = /What is around (.*)\?/.exec(await story.getByRole('heading').innerText()) ?? []
  const details = page.getByRole('article', { name, exact: true })
  await details.getByRole('button', { name: /./ }).last().scrollIntoViewIfNeeded()
  await details
    .locator('summary', { hasText: 'links' })
    .first()
    .locator('..')
    .getByRole('button')
    .first()
    .click()
  await expect(story).toContainText('Details show the fields')

  await next.click()
  const [, from = '', to = ''] =
    /choose (.*) and (.*), and find/.exec(await story.getByText(/^Open the Path panel/).innerText()) ?? []
  expect(from).toBe(name)
  await expect(details).toBeVisible()
  await page.getByRole('tab', { name: 'Path' }).click()
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue(from)
  const picker = page.getByRole('combobox', { name: 'To' })
  await picker.fill(to)
  await expect(picker).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Shortest path' }).click()
  await expect(story).toContainText('can reach the other along this path')

  await next.click()
  await expect(page.locator('.cm-content')).toContainText('getDirectRelations')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(story).toContainText('One row for each relation')

  await next.click()
  await expect(story).toContainText('4. What do its metrics say?')
  await expect(page.locator('.cm-content')).toContainText('get_metrics')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  // No connection has its storage: one is offered, and the step can be skipped.
  await expect(page.getByRole('region', { name: 'Plan' })).toBeVisible()
  await next.click()
  await expect(story).toContainText('5. Try it out safely')
  await page.getByPlaceholder(/Type a command/).click({ timeout: 60_000 })
  await page.keyboard.insertText('echo "$((6 * 7))"')
  await page.keyboard.press('Enter')
  await expect(story).toContainText('apart from this computer')
  await story.getByRole('button', { name: 'Done' }).click()
  await expect(story).toHaveCount(0)
  // It is kept with what was asked, of the same model.
  await page.getByRole('main').getByRole('button', { name: 'Keep as an investigation' }).click()
  await expect(page.getByRole('heading', { name: '3. What is it linked to?' })).toBeVisible()
  const cells = page.getByRole('list', { name: 'Cells' })
  await expect(cells.getByText('getDirectRelations').first()).toBeVisible()
  await expect(cells.getByRole('cell').first()).toBeVisible()
})

test('leaves the bench its room: in a narrow window nothing moves, in a low one it begins folded', async ({
  page,
  workbench,
}) => {
  await page.setViewportSize({ width: 683, height: 900 })
  await page.goto(`${workbench.url}#/start`)
  await page.getByRole('button', { name: /^(Start the investigation|Go through it again|Continue)/ }).click()
  const story = page.getByRole('complementary', { name: 'Investigation' })
  const hint = story.getByText('It is in the panel that the outlined button opens.')
  await expect(hint).toBeVisible()
  const height = async (): Promise<number> => (await story.boundingBox())?.height ?? 0
  const before = await height()
  await page.getByRole('button', { name: 'Side panel' }).click()
  await expect(page.getByRole('tab', { name: 'Details' })).toBeVisible()
  await expect(hint).toBeHidden()
  expect(await height()).toBe(before)
  await page.keyboard.press('Escape')
  await expect(hint).toBeVisible()
  expect(await height()).toBe(before)

  await page.setViewportSize({ width: 640, height: 400 })
  await expect(story.getByRole('button', { name: 'Unfold this card' })).toBeVisible()
  expect(await height()).toBeLessThan(60)
  await story.getByRole('button', { name: 'Unfold this card' }).click()
  await expect(hint).toBeVisible()
})
