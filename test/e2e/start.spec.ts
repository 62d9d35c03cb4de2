import { violations } from './accessibility.ts'
import { expect, test } from './workbench.ts'

test.beforeEach(async ({ page, workbench }) => {
  await page.goto(`${workbench.url}#/start`)
  await expect(page.getByRole('heading', { name: 'Start', level: 1 })).toBeVisible()
})

test('an incident and four kinds of work, an example of each that runs, and what is connected', async ({
  page,
}) => {
  const cards = page.getByRole('list', { name: 'What you can do here' }).getByRole('listitem')
  await expect(cards).toHaveCount(5)
  await expect(page.getByRole('list', { name: 'Connected' })).toContainText('Sample model')
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 683, height: 900 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(683)
  expect(await violations(page), 'narrow').toEqual([])
  await cards.getByRole('button', { name: 'What does checkout-api depend on?' }).click()
  // Its card promises a graph: the service and what it calls, and nothing else, however often it is asked for.
  const graph = page.getByRole('application', { name: 'Graph with 5 nodes' })
  await expect(graph).toBeVisible()
  await expect(page.getByTestId('shown')).toHaveText('5 entities')
  await page.getByRole('navigation').getByRole('button', { name: 'Start' }).click()
  await page.setViewportSize({ width: 1280, height: 800 })
  await cards.getByRole('button', { name: 'What does checkout-api depend on?' }).click()
  await expect(graph).toBeVisible()
  await expect(page.getByRole('heading', { name: 'checkout-api', exact: true })).toBeVisible()
})

test('the benches without a card are named with what they are for, and open', async ({ page }) => {
  for (const name of ['Query', 'Investigations']) {
    await page.getByRole('main').getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.getByRole('navigation').getByRole('button', { name: 'Start' }).click()
  }
})

test('the tooltip of a control leaves with its bench', async ({ page }) => {
  await page.getByRole('button', { name: 'Close the Start page' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('Close the Start page')
  await page.keyboard.press('Control+2')
  await expect(page.getByRole('heading', { name: 'Query', level: 1 })).toBeVisible()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
})

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 2560, height: 1440 } })
  test('what is there stands beside the cards, and both use the width', async ({ page }) => {
    const cards = await page.getByRole('list', { name: 'What you can do here' }).boundingBox()
    const beside = await page.getByRole('list', { name: 'Connected' }).boundingBox()
    expect(cards?.width).toBeGreaterThan(1800)
    expect(beside?.x).toBeGreaterThan((cards?.x ?? 0) + (cards?.width ?? 0))
  })
})

test('a game is played by the solver', async ({ page }) => {
  await page.getByRole('button', { name: 'Watch a solver play Wordle' }).click()
  await expect(page.getByRole('log')).toBeVisible()
  await expect(page.getByText(/Turn [1-6] · return/)).toBeVisible()
  // Played episodes are listed.
  await page.getByRole('navigation').getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('list', { name: 'Continue' })).toContainText('Wordle, easyEnvironment')
})

test('a query is offered again if it was answered', async ({ page, workbench }) => {
  await page.goto(`${workbench.url}#/query`)
  const editor = page.getByRole('textbox', { name: 'SPL editor' })
  const run = async (text: string, answer: RegExp): Promise<void> => {
    await editor.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(text)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(answer).first()).toBeVisible()
  }
  await run('.model | projct name', /projct.*project/)
  await run('.model | project name | limit 3', /^Answered/)
  await page.getByRole('navigation').getByRole('button', { name: 'Start' }).click()
  const list = page.getByRole('list', { name: 'Continue' })
  await expect(list).toContainText('project name | limit 3')
  await expect(list).not.toContainText('projct')
})

test('it stays away once it was closed, and comes back with the mark', async ({ page, workbench }) => {
  await page.getByRole('button', { name: 'Close the Start page' }).click()
  await expect(page.getByRole('heading', { name: 'Explorer', level: 1 })).toBeVisible()
  await page.getByRole('navigation').getByRole('button', { name: 'Start' }).click()
  await page.getByLabel('Show this page when Orrery starts').check()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('orrery-start-closed'))).toBeNull()
  expect(page.url()).toBe(`${workbench.url}#/start`)
})

test('the palette finds elements, environments and settings, also by other words', async ({ page }) => {
  const look = async (typed: string): Promise<void> => {
    await page.keyboard.press('Control+Shift+P')
    await page.getByRole('combobox').fill(typed)
  }
  await page.getByRole('navigation').getByRole('button', { name: 'Explorer' }).click()
  await expect(page.getByRole('application').or(page.getByRole('tree')).first()).toBeVisible()
  await look('font')
  await expect(page.getByRole('option', { name: /^Text size/ })).toBeVisible()
  await page.getByRole('combobox').fill('wordle')
  await page
    .getByRole('option', { name: /^Wordle, easy/ })
    .first()
    .waitFor()
  // Each result has the icon of where it leads.
  for (const option of await page.getByRole('option').all())
    await expect(option.locator('> svg').first()).toBeVisible()
  await page.getByRole('combobox').fill('xqzzz')
  await expect(page.getByText('No results. Try another word, or press F1 for help.')).toBeVisible()
  expect(await violations(page), 'nothing found').toEqual([])
  // Help uses the same search text.
  await page.getByRole('combobox').fill('filter')
  await page.keyboard.press('F1')
  const help = page.getByRole('complementary', { name: 'Help' })
  await expect(help.getByRole('searchbox')).toHaveValue('filter')
  await expect(help.getByText('where', { exact: true }).first()).toBeVisible()
})

test('a new query is written in at once, also where Query was not open yet', async ({ page, workbench }) => {
  await page.goto(`${workbench.url}#/settings`)
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+Shift+P')
  await page.getByRole('combobox', { name: 'Command palette' }).fill('new query')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'SPL editor' })).toBeFocused()
})

test('a search in the help finds what other topics say, and Escape goes back to where one was', async ({
  page,
}) => {
  await page.getByRole('button', { name: 'Take the tour' }).first().focus()
  await page.keyboard.press('F1')
  const help = page.getByRole('complementary', { name: 'Help' })
  await expect(help.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('extend')
  await expect(help.getByRole('tab', { name: 'Glossary' })).toHaveAttribute('aria-selected', 'true')
  await expect(help.getByRole('heading', { name: 'SPL' })).toBeVisible()
  await expect(help.getByText('extend', { exact: true }).first()).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('filter rows')
  await expect(help.getByText('where', { exact: true }).first()).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('an')
  await help.getByRole('button', { name: /^\d+ more in Errors$/ }).click()
  await expect(help.getByRole('tab', { name: 'Errors' })).toHaveAttribute('aria-selected', 'true')
  await help.getByRole('searchbox').fill('zzz')
  await expect(help).toContainText('Nothing found')
  await help.getByRole('searchbox').press('Escape')
  await expect(help.getByRole('searchbox')).toHaveValue('')
  // Also with the focus elsewhere in the panel.
  await help.getByRole('searchbox').fill('extend')
  await help.getByText('extend', { exact: true }).first().click()
  await page.keyboard.press('Escape')
  await expect(help.getByRole('searchbox')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Take the tour' }).first()).toBeFocused()
})

test('a word that a newcomer meets leads to its entry in the glossary', async ({ page }) => {
  await page.keyboard.press('Control+1')
  await page.getByRole('radio', { name: 'Topology', exact: true }).click()
  await page.getByRole('button', { name: 'What is “Topology”?' }).click()
  const help = page.getByRole('complementary', { name: 'Help' })
  await expect(help.getByRole('searchbox')).toHaveValue('Topology')
  await expect(help.getByRole('term').first()).toHaveText(/^Topology/)
  expect(await violations(page)).toEqual([])
})

test('help opens at the word at the cursor, and its examples go where one writes', async ({ page }) => {
  await page.keyboard.press('Control+2')
  const editor = page.locator('.cm-content').first()
  await editor.fill('.entity | where')
  await editor.press('End')
  await page.keyboard.press('F1')
  const help = page.getByRole('complementary', { name: 'Help' })
  await expect(help.getByRole('tab', { name: 'SPL' })).toHaveAttribute('aria-selected', 'true')
  await expect(help.getByRole('searchbox')).toHaveValue('where')
  // Also where it is open.
  await editor.fill('.entity ')
  await editor.press('Control+Home')
  await page.keyboard.press('F1')
  await expect(help.getByRole('searchbox')).toHaveValue('.entity')
  await help.getByRole('searchbox').fill('limit')
  await editor.press('Control+End')
  await help.getByRole('button', { name: 'Insert', exact: true }).first().click()
  await expect(editor).toBeFocused()
  await expect(editor).toHaveText('.entity | limit 20')
})

test('help is there without a network, and an example opens in Query', async ({ page }) => {
  await page.keyboard.press('F1')
  const help = page.getByRole('complementary', { name: 'Help' })
  await expect(help).toContainText('Search Processing Language')
  await help.getByRole('tab', { name: 'SPL' }).click()
  await expect(help).toContainText('.entity_set')
  expect(await violations(page)).toEqual([])
  await help.getByRole('button', { name: 'Open in Query' }).first().click()
  await expect(page.locator('.cm-content').first()).toContainText('.model')
  await help.getByRole('button', { name: 'Close help' }).click()
  await expect(help).toHaveCount(0)
  await page.locator('.cm-content').first().fill('.nonsense')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('alert').getByRole('button', { name: 'Learn more' }).click()
  // A syntax error leads to what is allowed there.
  await expect(help.getByRole('tab', { name: 'SPL' })).toHaveAttribute('aria-selected', 'true')
  await expect(help).toContainText('.entity_set')
  await page.locator('.cm-content').first().fill('.entity_set | limits 5')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('alert').getByRole('button', { name: 'Learn more' }).click()
  await expect(help.getByRole('searchbox')).toHaveValue('limit')
})

test('what is shown is in the address: a copied link and going back lead to it', async ({
  page,
  workbench,
}) => {
  await page.goto(`${workbench.url}#/console/embedded-model/tools`)
  await expect(page.getByRole('tab', { name: 'Tools' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('copy link to this')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('contentinfo').getByText('Copied')).toBeVisible()
  await page.getByRole('button', { name: /^query_spl_execute\b/ }).click()
  await expect(page).toHaveTitle('query_spl_execute – Sample model – Console – Orrery')
  await page.getByRole('tab', { name: 'Trace' }).click()
  await expect(page).toHaveTitle('Trace – Sample model – Console – Orrery')
  await expect(page).toHaveURL(/#\/console\/embedded-model\/trace$/)
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Tools' })).toHaveAttribute('aria-selected', 'true')
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Tools' })).toHaveAttribute('aria-selected', 'true')
})

test('a connection leads to its model, also where the topology of another was shown', async ({
  page,
  workbench,
}) => {
  // Started only once it is used.
  await page.goto(`${workbench.url}#/query?connection=embedded-incident`)
  await expect(page.getByRole('combobox', { name: 'Model server' })).toHaveValue('embedded-incident')
  await page.goto(`${workbench.url}#/explorer/runtime?connection=embedded-model`)
  await expect(page.getByRole('radio', { name: 'Topology', exact: true })).toBeChecked()
  await page.goto(`${workbench.url}#/console/embedded-incident`)
  await page.getByRole('button', { name: 'Explore its model' }).click()
  await expect(page.getByRole('radio', { name: 'Model', exact: true })).toBeChecked()
  await expect(page).toHaveURL(/#\/explorer\/model\?connection=embedded-incident$/)
})

test('a link to Explorer or Query names the model server and chooses it', async ({ page, workbench }) => {
  const server = page.getByRole('combobox', { name: 'Model server' })
  const team = '#/explorer/model/platform%2Fplatform.team%2Fentity_set?connection=embedded-incident'
  const details = page.getByRole('tabpanel', { name: 'Details' })
  await page.goto(`${workbench.url}${team}`)
  await expect(server).toHaveValue('embedded-incident')
  await expect(details).toContainText('platform.team')
  await expect(page).toHaveTitle(/^Team – Incident.* – Explorer – Orrery$/)
  await server.selectOption('embedded-model')
  await expect(page).toHaveURL(/#\/explorer\/model(?:\/[^?]+)?\?connection=embedded-model$/)
  await page.goBack()
  await expect(server).toHaveValue('embedded-incident')
  await expect(details).toContainText('platform.team')
  expect(new URL(page.url()).hash).toBe(team)
  await page.goto(`${workbench.url}#/query?connection=embedded-model`)
  await expect(server).toHaveValue('embedded-model')
  await page.goto(`${workbench.url}#/explorer/model/devops%2Fdevops.gone%2Fentity_set`)
  await expect(page.getByText('This model has no devops/devops.gone/entity_set.')).toBeVisible()
  // The address says what is shown instead.
  const hash = (): string => new URL(page.url()).hash
  await expect.poll(hash).toBe('#/explorer/model?connection=embedded-model')
  await page.goto(`${workbench.url}#/explorer/runtime/devops%2Fdevops.team%2Fgone`)
  await expect(page.getByText('This model has no devops/devops.team/gone.')).toBeVisible()
  await expect.poll(hash).toBe('#/explorer/runtime?connection=embedded-model')
  await page.goto(`${workbench.url}#/explorer/model?connection=elsewhere`)
  await expect(page.getByText('not set up here, so it was opened in Sample model')).toBeVisible()
  await expect(server).toHaveValue('embedded-model')
  await page.goto(`${workbench.url}#/query/gone?connection=elsewhere`)
  await expect(page.getByText('There is no query gone here')).toContainText('Its model server, elsewhere,')
  await expect.poll(hash).not.toMatch(/gone|elsewhere/)
  await expect(server).toHaveValue('embedded-model')
  await page.goto(`${workbench.url}#/nonsense/here`)
  await expect(page.getByText('The address nonsense/here isn’t known here.')).toBeVisible()
})

test('the palette finds entities and tools of servers, and opens a copied link', async ({
  page,
  workbench,
}) => {
  const choose = async (typed: string, option: RegExp): Promise<void> => {
    await page.keyboard.press('Control+Shift+P')
    await page.getByRole('combobox', { name: 'Command palette' }).fill(typed)
    await page.getByRole('option', { name: option }).click()
  }
  await choose('query_spl_execute', /^query_spl_execute Sample model/)
  await expect(page).toHaveURL(/#\/console\/embedded-model\/tools\/query_spl_execute$/)
  await expect(page.getByRole('button', { name: 'Call', exact: true })).toBeVisible()
  await choose('checkout', /^checkout.*devops\.service/)
  await expect(page).toHaveURL(
    /#\/explorer\/runtime\/devops%2Fdevops\.service%2F[0-9a-f]{32}\?connection=embedded-model$/,
  )
  await choose('open link', /^Open link/)
  const dialog = page.getByRole('dialog', { name: 'Open link' })
  await dialog.getByLabel('Link').fill('https://example.org/')
  await expect(dialog.getByRole('alert')).toContainText('doesn’t lead to anything')
  await dialog.getByLabel('Link').fill('orrery://console/embedded-model/trace')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Trace' })).toHaveAttribute('aria-selected', 'true')
  await page.goto(`${workbench.url}#/open?text=.model%20%7C%20limit%203&title=Brought`)
  await expect(page.getByRole('dialog')).toContainText('.model | limit 3')
  await page.getByRole('button', { name: 'Open and run' }).click()
  await expect(page.getByRole('tab', { name: 'Brought' })).toBeVisible()
})

test('a tour shows a bench’s controls, can be left, and resumes where it was left', async ({ page }) => {
  const tour = page.getByRole('dialog', { name: 'Take the tour' })
  const pointed = page.locator('[data-pointed]')
  await page.getByRole('button', { name: 'Take the tour: Explorer' }).click()
  await expect(tour).toContainText('Step 1 of 5')
  await expect(pointed).toHaveAttribute('aria-label', /Search/)
  // Enter goes on.
  await expect(tour.getByRole('button', { name: 'Next' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tour).toContainText('Step 2 of 5')
  await page.keyboard.press('Escape')
  await expect(tour).toHaveCount(0)
  await expect(pointed).toHaveCount(0)
  await page.getByRole('navigation').getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('button', { name: 'Continue the tour (2 of 5): Explorer' })).toBeVisible()
  await page.getByRole('navigation').getByRole('button', { name: 'Explorer' }).click()
  await page.keyboard.press('Control+Shift+P')
  await page.getByRole('combobox').fill('tour')
  await page.keyboard.press('Enter')
  await expect(tour).toContainText('Look around')
  expect(await violations(page)).toEqual([])
  for (const title of ['Model or topology', 'Read the details', 'Arrange it']) {
    await tour.getByRole('button', { name: 'Next' }).click()
    await expect(tour).toContainText(title)
    await expect(pointed, title).not.toHaveRole('heading')
  }
  await expect(pointed).toHaveAttribute('aria-label', 'Layout')
  await tour.getByRole('button', { name: 'Done' }).click()
  await expect(tour).toHaveCount(0)
})

for (const bench of ['explorer', 'query', 'console', 'sandboxes', 'environments', 'investigations'])
  for (const [room, size] of [
    ['', { width: 1440, height: 900 }],
    [' in a narrow window', { width: 683, height: 900 }],
  ] as const)
    test(`the tour of ${bench} has five steps${room}`, async ({ page, workbench }) => {
      await page.setViewportSize(size)
      await page.goto(`${workbench.url}#/${bench}`)
      await page.keyboard.press('Control+Shift+P')
      await page.getByRole('combobox').fill('tour')
      // The bench, and thus the command, may still be loading.
      await expect(page.getByRole('option', { name: 'Take the tour' })).toHaveAttribute(
        'aria-selected',
        'true',
      )
      await page.keyboard.press('Enter')
      const tour = page.getByRole('dialog', { name: 'Take the tour' })
      for (let step = 1; step <= 5; step++) {
        await expect(tour).toContainText(`Step ${step} of 5`)
        // At the real control, or at what opens its column: if nothing is open, the bench opens something.
        await expect(page.locator('[data-pointed]:not(h1)'), `step ${step}`).toBeVisible({ timeout: 45_000 })
        // What is said of a tab is seen below it.
        await expect(page.locator('[role="tab"][data-pointed][aria-selected="false"]')).toHaveCount(0)
        await tour.getByRole('button', { name: step < 5 ? 'Next' : 'Done' }).click()
      }
      await expect(tour).toHaveCount(0)
    })

test('the tour of environments begins in the catalogue, though the library was chosen', async ({
  page,
  workbench,
}) => {
  await page.goto(`${workbench.url}#/environments`)
  await page.getByRole('radio', { name: 'Library' }).click()
  await page.keyboard.press('Control+Shift+P')
  await page.getByRole('combobox').fill('tour')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Take the tour' })).toContainText('Choose an environment')
  await expect(page.locator('[data-pointed]')).toHaveAttribute('aria-label', 'Search or enter an ID')
})

test('a bench whose code did not come at first is fetched again, and the tour waits for it', async ({
  page,
  workbench,
}) => {
  // The preload and the import, which may share one request; the next attempt comes 700 ms after both.
  let refusedAt: number | undefined
  await page.route('**/assets/query-*.js', (route) => {
    refusedAt ??= performance.now()
    return performance.now() - refusedAt < 500 ? route.abort() : route.continue()
  })
  await page.goto(`${workbench.url}#/query`)
  await page.keyboard.press('Control+Shift+P')
  await page.getByRole('combobox').fill('tour')
  await expect(page.getByRole('option', { name: 'Take the tour' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Take the tour' })).toContainText('Step 1 of 5')
  expect(refusedAt).toBeDefined()
})

test('styles that did not come with the page are fetched again', async ({ page, workbench }) => {
  const refused = new Set<string>()
  await page.route('**/assets/*.css', (route) => {
    const url = route.request().url()
    if (refused.has(url)) return route.continue()
    refused.add(url)
    return route.abort()
  })
  await page.goto(`${workbench.url}#/start`)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Open a shell' })).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('font-family', /Inter Variable/)
  expect(refused.size).toBeGreaterThan(3)
})

test('a bench that could not be fetched, not the second time either, is whole when it is opened again', async ({
  page,
  workbench,
}) => {
  let isAway = true
  await page.route('**/assets/query-*', (route) => (isAway ? route.abort() : route.continue()))
  await page.goto(`${workbench.url}#/query`)
  const again = page.getByRole('button', { name: 'Open again' })
  await expect(again).toBeVisible()
  isAway = false
  await again.click()
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible()
  // Both script and style: the rules of a sheet that failed to load cannot be read.
  const sheets = page.locator('link[rel="stylesheet"][href*="/query-"]')
  const rules = await sheets.last().evaluate((link) => (link as HTMLLinkElement).sheet?.cssRules.length)
  expect(rules).toBeGreaterThan(0)
})

test.describe('the code of the first bench is asked for before that of the page has run', () => {
  const CLOSED = 'orrery-start-closed'
  for (const { of, hash, closed, asked, not } of [
    { of: 'the address', hash: '#/query/x', closed: false, asked: 'query', not: 'start' },
    { of: 'a fresh window', hash: '', closed: false, asked: 'start', not: 'explorer' },
    { of: 'a window without the Start page', hash: '', closed: true, asked: 'explorer', not: 'start' },
    {
      of: 'an address that names nothing',
      hash: '#/nothing',
      closed: false,
      asked: 'start',
      not: 'explorer',
    },
  ])
    test(of, async ({ page, workbench }) => {
      // What an earlier window left, which the settings of this one may have changed meanwhile.
      await page.addInitScript(
        ([key, isClosed]) => {
          if (isClosed) localStorage.setItem(key, '1')
          else localStorage.removeItem(key)
        },
        [CLOSED, closed] as const,
      )
      // The page's own code never comes.
      await page.route('**/assets/index-*.js', (route) => route.abort())
      await page.goto('about:blank')
      await page.goto(`${workbench.url}${hash}`)
      const links = (bench: string) => page.locator(`head link[href*="/assets/${bench}-"]`)
      await expect(links(asked)).toHaveCount(2)
      await expect(links(asked).first()).toHaveAttribute('rel', 'modulepreload')
      await expect(links(asked).last()).toHaveAttribute('as', 'style')
      await expect(links(not)).toHaveCount(0)
    })
})
