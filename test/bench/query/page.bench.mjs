import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { schemaIndex } from '../explorer/sample-model.mjs'
import { longestTask } from '../explorer/tasks.mjs'
import { mountBareEditor } from './bare-editor.mjs'
import { withPage } from './workbench.mjs'

const ELEMENTS = 5000
const ENTITIES = 100_000
const LINES = 10_000
const KEYS = 120

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const percentile = (values, share) => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]

const sets = schemaIndex(ELEMENTS).elements.filter(({ kind }) => kind === 'entity_set')
const from = ({ domain, name }) => `.entity with(domain='${domain}', name='${name}')`
const statement = (n) =>
  `${from(sets[n % sets.length])}\n| where status = 'v${n}' and size > ${n}\n| project name, status\n| limit 10\n`
const values = Array.from({ length: LINES - 4 }, (_, n) => `  'value-${n}'`).join(',\n')

/** 10,000 lines of short statements, and one statement of the same length. */
const MANY = Array.from({ length: LINES / 5 }, (_, n) => statement(n)).join('\n')
const ONE = `${from(sets[0])}\n| where status in [\n${values}\n]\n| limit 10\n`

/** A tab for each text, and an empty one. */
async function prepare(data) {
  const tab = (id, content) => ({
    id,
    title: id,
    text: content,
    cursor: Math.floor(content.length / 2),
    parameters: {},
  })
  const tabs = [tab('many', MANY), tab('one', ONE), tab('short', '')]
  await mkdir(join(data, 'documents/query'), { recursive: true })
  await writeFile(
    join(data, 'documents/query/tabs.json'),
    JSON.stringify({ version: 1, active: 'many', tabs }),
  )
}

/** Cost of keys typed into the active editor. */
async function keys(page) {
  await page.waitForTimeout(4000)
  await page.locator('.cm-content').focus()
  await page.evaluate(() => {
    globalThis.bench.keys.length = 0
  })
  for (let key = 0; key < KEYS; key++) await page.keyboard.type('abcdefgh '[key % 9], { delay: 30 })
  await page.waitForTimeout(500)
  const typed = await page.evaluate(() => globalThis.bench.keys)
  return { work: typed.map(({ work }) => work), latency: typed.map(({ latency }) => latency) }
}

const BARE = `key to paint in a bare CodeMirror at ${LINES} lines, median`

async function typing(page) {
  const many = await keys(page)
  await page.getByRole('tab', { name: 'one' }).click()
  const one = await keys(page)
  const compared = { unit: 'ms', baseline: BARE }
  return [
    {
      name: `key to paint at ${LINES} lines, median`,
      value: median(many.work),
      aim: { most: 1.2, of: 'ratio' },
      ...compared,
    },
    { name: `key to paint at ${LINES} lines, 95th`, value: percentile(many.work, 0.95), unit: 'ms' },
    { name: `key to paint in one statement of ${LINES} lines, median`, value: median(one.work), ...compared },
    {
      name: `key to paint at ${LINES} lines, with the wait for the screen's next frame, median`,
      value: median(many.latency),
      unit: 'ms',
    },
  ]
}

/** The same keys in a bare editor. It replaces the page, so it runs last. */
async function typingBare(page) {
  await mountBareEditor(page, MANY)
  const { work } = await keys(page)
  return [{ name: BARE, value: median(work), unit: 'ms' }]
}

/** Milliseconds from requesting completion to its list, minus CodeMirror's own fixed delay. */
async function completing(page) {
  await page.getByRole('tab', { name: 'short' }).click()
  await page.locator('.cm-content').focus()
  await page.keyboard.insertText(".model with(name='entity_set_1")
  await page.waitForTimeout(1500)
  const times = []
  for (let round = 0; round < 15; round++) {
    await page.keyboard.press('Escape')
    await page.waitForTimeout(200)
    await page.evaluate(() => {
      globalThis.bench.listed = new Promise((resolve) => {
        const watcher = new MutationObserver(() => {
          if (!document.querySelector('.cm-tooltip-autocomplete li')) return
          watcher.disconnect()
          resolve(performance.now() - globalThis.bench.asked)
        })
        watcher.observe(document.body, { childList: true, subtree: true })
      })
      addEventListener(
        'keydown',
        () => {
          globalThis.bench.asked = performance.now()
        },
        { capture: true, once: true },
      )
    })
    await page.keyboard.press('Control+Space')
    times.push(await page.evaluate(() => globalThis.bench.listed))
  }
  // @codemirror/autocomplete debounces by 50 ms.
  const WAIT = 50
  return [
    {
      name: `completion over ${ELEMENTS} elements, median`,
      value: Math.max(0, median(times) - WAIT),
      unit: 'ms',
      aim: { most: 30 },
    },
  ]
}

async function showing(page) {
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(`.topo | limit ${ENTITIES}`)
  await page.evaluate(() => {
    globalThis.bench.arrivals.length = 0
    globalThis.bench.shown = new Promise((resolve) => {
      const watcher = new MutationObserver(() => {
        const rows = document.querySelectorAll('[role="grid"] [role="gridcell"]').length
        if (rows === 0) return
        watcher.disconnect()
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - globalThis.bench.arrivals[0])
          port2.postMessage(0)
        })
      })
      watcher.observe(document.body, { childList: true, subtree: true })
    })
  })
  await page.keyboard.press('Control+Enter')
  const shown = await page.evaluate(() => globalThis.bench.shown)
  const rows = await page.locator('#query-tab-panel footer').innerText()
  const count = Number(/([\d,]+) rows/.exec(rows)?.[1]?.replaceAll(',', '') ?? 0)
  const started = Date.now()
  await page.getByRole('button', { name: /^src$/ }).click()
  await page.locator('[role="columnheader"][aria-sort="ascending"]').waitFor()
  await page.locator('[role="grid"][aria-busy="false"]').waitFor()
  return [
    { name: `${count} rows from arrival to scrollable`, value: shown, unit: 'ms', aim: { most: 1000 } },
    { name: `${count} rows sorted in the worker`, value: Date.now() - started, unit: 'ms' },
  ]
}

/** Longest main thread tasks of changing the view of a large result. */
async function looking(page) {
  const rows = []
  for (const view of ['Graph', 'Chart', 'JSON', 'Table']) {
    await page.waitForTimeout(1500)
    const value = await longestTask(page, async () => {
      await page.getByRole('tab', { name: view, exact: true }).click()
      await page.waitForTimeout(4000)
    })
    rows.push({
      name: `${ENTITIES} rows: longest task of “${view}”`,
      value,
      unit: 'ms',
      aim: { most: 50 },
    })
  }
  return rows
}

/** The query bench in the page. */
export async function bench() {
  const rows = []
  await withPage({ elements: ELEMENTS, entities: ENTITIES, prepare }, async (page) => {
    rows.push(...(await typing(page)))
    rows.push(...(await completing(page)))
    rows.push(...(await showing(page)))
    rows.push(...(await looking(page)))
    rows.push(...(await typingBare(page)))
  })
  return rows
}
