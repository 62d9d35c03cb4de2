import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { schemaIndex } from '../explorer/sample-model.mjs'
import { withPage } from './workbench.mjs'

const ELEMENTS = 5000
const ENTITIES = 100_000
const LINES = 10_000
const KEYS = 120

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const percentile = (values, share) => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]

/** A tab with 10,000 lines of statements, and an empty one. */
async function prepare(data) {
  const sets = schemaIndex(ELEMENTS).elements.filter(({ kind }) => kind === 'entity_set')
  const statement = (n) =>
    `.entity with(domain='${sets[n % sets.length].domain}', name='${sets[n % sets.length].name}')\n| where status = 'v${n}' and size > ${n}\n| project name, status\n| limit 10\n`
  const text = Array.from({ length: LINES / 5 }, (_, n) => statement(n)).join('\n')
  const tab = (id, content) => ({
    id,
    title: id,
    text: content,
    cursor: Math.floor(content.length / 2),
    parameters: {},
  })
  await mkdir(join(data, 'documents/query'), { recursive: true })
  await writeFile(
    join(data, 'documents/query/tabs.json'),
    JSON.stringify({ version: 1, active: 'long', tabs: [tab('long', text), tab('short', '')] }),
  )
}

async function typing(page) {
  await page.waitForTimeout(4000)
  await page.locator('.cm-content').focus()
  await page.evaluate(() => {
    globalThis.bench.keys.length = 0
  })
  for (let key = 0; key < KEYS; key++) await page.keyboard.type('abcdefgh '[key % 9], { delay: 30 })
  await page.waitForTimeout(500)
  const keys = await page.evaluate(() => globalThis.bench.keys)
  const work = keys.map((key) => key.work)
  return [
    {
      name: `key to paint at ${LINES} lines, work, median`,
      value: median(work),
      unit: 'ms',
      aim: { most: 8 },
    },
    { name: `key to paint at ${LINES} lines, work, 95th`, value: percentile(work, 0.95), unit: 'ms' },
    {
      name: `key to paint at ${LINES} lines, with the screen's wait, median`,
      value: median(keys.map((key) => key.latency)),
      unit: 'ms',
    },
  ]
}

/** Milliseconds from asking for a completion to its list on the screen, less CodeMirror's own fixed wait. */
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
  // @codemirror/autocomplete waits 50 ms before it asks its sources, so that a burst of keys asks once.
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
  const type = await page.evaluate(() => 'd0.entity_set_0')
  await page.keyboard.insertText(`.topo | limit ${ENTITIES}`)
  void type
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

/** The query bench in the page. */
export async function bench() {
  const rows = []
  await withPage({ elements: ELEMENTS, entities: ENTITIES, prepare }, async (page) => {
    rows.push(...(await typing(page)))
    rows.push(...(await completing(page)))
    rows.push(...(await showing(page)))
  })
  return rows
}
