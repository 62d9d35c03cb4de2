import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import type { Content } from '#shared/investigations/cell.ts'
import { readInvestigation } from '#shared/investigations/read.ts'
import { writeInvestigation } from '#shared/investigations/write.ts'
import { violations } from './accessibility.ts'
import { CHECKOUT, QueryPage } from './query-page.ts'
import { expect, test, type Workbench } from './workbench.ts'

const SERVICES = ".entity with(domain='devops', name='devops.service') | project display_name, status"

const cells = (page: Page): Locator => page.locator('[data-cell]')
const cell = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true })

async function openBench(page: Page, { url }: Workbench): Promise<void> {
  await page.goto(`${url}#/investigations`)
  await expect(page.getByRole('toolbar', { name: 'Investigation tools' })).toBeVisible()
}

async function openText(page: Page, name: string, text: string): Promise<void> {
  const coming = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Open a Markdown file…' }).first().click()
  const chooser = await coming
  await chooser.setFiles({ name, mimeType: 'text/markdown', buffer: Buffer.from(text) })
}

async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.insertText(name)
  await page.getByRole('option', { name }).first().click()
}

/** Follows the remark's link to the added cell. */
async function openTaken(page: Page): Promise<void> {
  await page.getByRole('status').filter({ hasText: 'Added to' }).getByRole('button', { name: 'Open' }).click()
}

async function saved(page: Page, name: string): Promise<string> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name }).click()
  const download = await coming
  return readFile(await download.path(), 'utf8')
}

test('one key adds a result, and another run says what it changed', async ({ page, workbench }) => {
  const query = await QueryPage.open(page, workbench)
  await query.run(`${SERVICES} | limit 2`)
  const run = page.getByRole('button', { name: 'Run', exact: true })
  const place = await run.boundingBox()
  await page.keyboard.press('Control+Alt+KeyK')
  // The user is notified and stays on the same bench, which does not move.
  await expect(page.getByText('Added to “Investigation 1”.')).toBeVisible()
  expect(await run.boundingBox()).toEqual(place)
  await expect(query.grid).toBeVisible()
  expect(await violations(page)).toEqual([])
  await openTaken(page)
  const first = cell(page, '1: Query')
  await expect(first.getByRole('row')).toHaveCount(3)
  await expect(first).toBeFocused()
  // The same query returns the same rows.
  await page.keyboard.press('Control+Enter')
  await expect(first).toContainText('No change since')

  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Backspace')
  await page.keyboard.insertText('3')
  await page.keyboard.press('Control+Enter')
  await expect(first).toContainText('1 added')
  await expect(first.getByRole('row')).toHaveCount(4)
  await expect(first.getByRole('row').last().getByRole('img', { name: 'added' })).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.reload()
  await expect(first).toContainText('1 added')
})

test('the picture of a graph is there at once when one comes back to it', async ({ page, workbench }) => {
  const query = await QueryPage.open(page, workbench)
  await query.run(CHECKOUT)
  await query.view('Graph').click()
  await expect(page.getByRole('application')).toBeVisible()
  await page.keyboard.press('Control+Alt+KeyK')
  await openTaken(page)
  const picture = page.getByRole('img', { name: /^Graph with/ })
  await expect(picture).toBeVisible()
  await page.evaluate(() => void (location.hash = '#/settings'))
  await expect(picture).toBeHidden()
  const wasDrawn = page.evaluate(
    async () =>
      new Promise((tell) => {
        const watch = (): void => {
          const bench = document.getElementById('bench-investigations')
          if (bench?.innerText.includes('Drawing…')) tell(true)
          else if (bench?.checkVisibility() && bench.querySelector('[role=img]')) tell(false)
          else requestAnimationFrame(watch)
        }
        watch()
        location.hash = '#/investigations'
      }),
  )
  expect(await wasDrawn).toBe(false)
})

test('entities of a result have names', async ({ page, workbench }) => {
  const query = await QueryPage.open(page, workbench)
  await query.run(CHECKOUT)
  await page.keyboard.press('Control+Alt+KeyK')
  await openTaken(page)
  const named = cells(page)
    .last()
    .getByTitle(/^apm\/apm\.service\/3b90012a/)
    .first()
  await expect(named).toHaveText('checkout-api apm.service')

  await page.getByRole('button', { name: 'Query', exact: true }).click()
  await query.view('Graph').click()
  await page.keyboard.press('Control+Alt+KeyK')
  await openTaken(page)
  const picture = cells(page)
    .last()
    .getByRole('img', { name: /^Graph with/ })
  await expect(picture).toContainText('checkout-api')
})

test('the graph of a result, a picture of the explorer and a plan’s series are drawn', async ({
  page,
  workbench,
}) => {
  const query = await QueryPage.open(page, workbench)
  await query.run('.topo | graph-call cypher(`MATCH (a)-[r]->(b) RETURN a, r, b LIMIT 12`)')
  await query.view('Graph').click()
  await page.keyboard.press('Control+Alt+KeyK')
  await openTaken(page)
  const pictures = page.getByRole('img', { name: /^Graph with \d+ entities and 12 links$/ })
  await expect(pictures).toHaveCount(1)
  const all = page.getByRole('img', { name: /^Graph with/ })
  const before = await all.count()

  await page.getByRole('button', { name: 'Explorer', exact: true }).click()
  await expect(page.locator('[data-explorer-canvas]').first()).toBeVisible()
  await expect(page.getByTestId('shown')).toHaveText(/^\d+ elements/)
  await expect(page.getByText('Laying out')).toHaveCount(0)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Add to investigation/ }).click()
  await expect(page.locator('[data-explorer-canvas]').first()).toBeVisible()
  await openTaken(page)
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(/elements/)
  await expect(all).toHaveCount(before + 1)
})

test('cells are written, moved and deleted by keys, and deleting is undone', async ({ page, workbench }) => {
  await openBench(page, workbench)
  await page.getByRole('button', { name: 'New investigation' }).first().click()
  await page.keyboard.press('n')
  await page.keyboard.insertText('It began at **nine**.')
  await page.keyboard.press('Escape')
  const note = page.getByRole('region', { name: 'Note' })
  await expect(note.locator('strong')).toHaveText('nine')
  await page.keyboard.press('q')
  await page.keyboard.insertText('.entity')
  // The first Escape may close the completion list.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(cell(page, '2: Query')).toBeFocused({ timeout: 200 })
  }).toPass()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(cell(page, '1: Query')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(cell(page, '2: Note')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(cells(page)).toHaveCount(1)
  // The notice goes once something else is done; undo stays.
  const removed = page.getByText('The cell was deleted.')
  await expect(removed).toBeVisible()
  await page.keyboard.press('n')
  await page.keyboard.press('Escape')
  await expect(removed).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(cell(page, '2: Note')).toBeVisible()

  await command(page, 'Delete this investigation')
  await expect(note.filter({ hasText: 'nine' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(note.filter({ hasText: 'nine' })).toBeVisible()
  await expect(cells(page)).toHaveCount(3)
})

test('a file from elsewhere runs nothing, and its commands ask', async ({ page, workbench }) => {
  await openBench(page, workbench)
  const file = `# A stranger’s\n\n\`\`\`spl\n${SERVICES} | limit 2\n\`\`\`\n\n\`\`\`sh\ntouch /tmp/never\n\`\`\`\n`
  await openText(page, 'stranger.md', file)
  await expect(cells(page)).toHaveCount(2)
  await expect(page.getByText('No result yet')).toHaveCount(2)
  await expect(page.getByRole('note')).toContainText('came from a file')
  await page.getByRole('button', { name: 'Run all' }).click()
  const asked = page.getByRole('dialog', { name: 'Run this command?' })
  await expect(asked).toContainText('touch /tmp/never')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(cell(page, '1: Query').getByRole('row')).toHaveCount(3)
  await expect(cell(page, '2: Command')).toContainText('No result yet')
  // Neither a reload nor the file itself makes it trusted.
  await page.reload()
  await expect(page.getByRole('note')).toContainText('came from a file')
})

test('200 cells are read, drawn only in view, and saved unchanged', async ({ page, workbench }) => {
  const many = Array.from({ length: 200 }, (_, at): Content =>
    at % 2 === 0
      ? { kind: 'note', text: `Note ${at}` }
      : {
          kind: 'query',
          text: `.entity | limit ${at}`,
          result: {
            kind: 'table',
            at: 1_700_000_000_000 + at,
            columns: ['name', 'value'],
            rows: Array.from({ length: 100 }, (_, row) => [`row ${row}`, `${at}`]),
          },
        },
  )
  await openBench(page, workbench)
  await openText(page, 'many.md', writeInvestigation('Many cells', many))
  await expect(cells(page).first()).toBeVisible()
  expect(await cells(page).count()).toBeLessThan(40)
  await cells(page).first().focus()
  await page.keyboard.press('End')
  await expect(cell(page, '200: Query')).toBeFocused()
  expect(readInvestigation(await saved(page, 'Save as Markdown'), 'x').cells).toEqual(many)
})

test('as one page it opens anywhere and runs nothing', async ({ page, workbench, context }) => {
  await openBench(page, workbench)
  const text = writeInvestigation('Payment <is> slow', [
    {
      kind: 'note',
      text: 'See [this](javascript:alert(1)), [that](https://example.com/) and <img src=x onerror=alert(1)>',
    },
    {
      kind: 'graph',
      text: 'Two',
      result: {
        kind: 'graph',
        at: 1,
        nodes: ['a', 'b'].map((label) => ({ key: `d/t/${label}`, type: 't', label })),
        edges: [{ from: 0, to: 1, label: 'calls' }],
      },
    },
    {
      kind: 'query',
      text: '.entity',
      result: { kind: 'table', at: 2, columns: ['<b>'], rows: [['<script>']] },
    },
    {
      kind: 'query',
      text: '.metrics',
      result: {
        kind: 'series',
        at: 3,
        columns: ['time', 'latency_p95 pod=a', 'latency_p95 pod=b'],
        rows: [0, 1, 2, 3].map((minute) => [
          new Date(1_718_701_200_000 + minute * 60_000).toISOString(),
          `${minute * 100}`,
          '50',
        ]),
        units: ['ms', 'ms'],
        titles: [{ en_us: 'Latency' }, { en_us: 'Latency' }],
      },
    },
  ])
  await openText(page, 'slow.md', text)
  await expect(cells(page)).toHaveCount(4)
  await expect(cell(page, '4: Query').getByRole('heading', { name: 'Latency' })).toBeVisible()
  const html = await saved(page, 'Save as HTML')
  const other = await context.newPage()
  const troubles: string[] = []
  other.on('console', (message) => message.type() === 'error' && troubles.push(message.text()))
  const file = test.info().outputPath('slow.html')
  await writeFile(file, html)
  await other.goto(pathToFileURL(file).href)
  await expect(other.getByRole('heading', { name: 'Payment <is> slow' })).toBeVisible()
  await expect(other.getByRole('cell', { name: '<script>' })).toBeVisible()
  expect(
    await other.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBeGreaterThan(0)
  const chart = other.getByRole('img', { name: 'Latency (ms)' })
  expect((await chart.boundingBox())?.height).toBeGreaterThan(100)
  await expect(other.getByRole('figure').getByRole('listitem')).toHaveText(['a', 'b'])
  await expect(other.getByRole('cell', { name: 'Latency pod=a' })).toBeVisible()
  await expect(other.getByRole('link')).toHaveAttribute('href', 'https://example.com/')
  expect(troubles).toEqual([])
})

test('charts in a cell are as high as they need: only the page scrolls', async ({ page, workbench }) => {
  await openBench(page, workbench)
  const titles = ['Latency', 'Requests', 'Errors', 'Retries']
  const rows = [0, 1, 2, 3].map((minute) => [
    new Date(1_718_701_200_000 + minute * 60_000).toISOString(),
    ...titles.map((_, place) => `${minute * 100 * (place + 1)}`),
  ])
  const result = {
    kind: 'series' as const,
    at: 3,
    columns: ['time', ...titles.map((title) => title.toLowerCase())],
    rows,
    titles: titles.map((title) => ({ en_us: title })),
  }
  await openText(page, 'charts.md', writeInvestigation('Charts', [{ kind: 'query', text: '.m', result }]))
  const charts = cell(page, '1: Query').getByRole('region', { name: 'Charts' })
  await expect(charts.getByRole('heading')).toHaveText(titles)
  await expect(charts.locator('canvas').first()).toBeVisible()
  for (const width of [1440, 683]) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(() => charts.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
      .toBe(0)
  }
})

test('a command runs in a sandbox, and a block of its terminal is added by one key', async ({
  page,
  workbench,
}) => {
  await openBench(page, workbench)
  await page.getByRole('button', { name: 'New investigation' }).first().click()
  await page.keyboard.press('c')
  await page.keyboard.insertText('echo "sum $((40 + 2))"')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Start a sandbox' }).click()
  await expect(page.getByRole('textbox', { name: /^Command line of/ }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Investigations', exact: true }).click()
  await cells(page).first().focus()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click()
  await expect(cell(page, '1: Command')).toContainText('sum 42')
  await expect(cell(page, '1: Command')).toContainText('Exit code 0')
  await page.getByRole('button', { name: 'Sandboxes', exact: true }).click()
  await page.getByRole('tab', { name: /Investigation \d/ }).click()
  await expect(page.getByRole('button', { name: /^More for echo/ }).first()).toBeVisible()
  await page.keyboard.press('Control+Alt+KeyK')
  await openTaken(page)
  await expect(cell(page, '2: Command')).toContainText('sum 42')
})

test('two windows write one investigation, and what one may run is said to both', async ({
  page,
  context,
  workbench,
}) => {
  await openBench(page, workbench)
  // So that the list is never empty, in any test order.
  await page.getByRole('button', { name: 'New investigation' }).first().click()
  await openText(page, 'shared.md', '# Shared\n\nFirst.\n')
  await expect(page.getByRole('note')).toContainText('came from a file')
  const other = await context.newPage()
  await openBench(other, workbench)
  await expect(other.getByRole('region', { name: 'Note' })).toContainText('First.')
  await expect(other.getByRole('note')).toContainText('came from a file')
  const write = async (window: Page, text: string): Promise<void> => {
    await window.getByRole('button', { name: 'Add', exact: true }).click()
    await window.getByRole('menuitem', { name: 'Add a note' }).click()
    await expect(window.locator('.cm-content:focus')).toHaveCount(1)
    await window.keyboard.insertText(text)
    await window.keyboard.press('Escape')
  }
  await Promise.all([write(page, 'Written here.'), write(other, 'Written there.')])
  for (const window of [page, other]) {
    const notes = window.getByRole('region', { name: 'Note' })
    await expect(notes).toHaveCount(3)
    await expect(notes.filter({ hasText: 'Written here.' })).toHaveCount(1)
    await expect(notes.filter({ hasText: 'Written there.' })).toHaveCount(1)
  }
  await other.getByRole('button', { name: 'Trust it' }).click()
  await expect(page.getByRole('note')).toHaveCount(0)
  await command(page, 'Delete this investigation')
  await expect(other.getByText('This investigation is gone')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(other.getByRole('region', { name: 'Note' })).toHaveCount(3)
  // Trust applies to the same file when reopened, and is not part of what pages write.
  await expect(other.getByRole('note')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Note' })).toHaveCount(3)
  await expect(page.getByRole('note')).toHaveCount(0)
})
