/**
 * What one row of a result takes in the page and its workers once garbage is collected, beside the same rows
 * parsed once in an empty page: less than twice as much, since rows are held once.
 */
import { topology } from '../explorer/sample-model.mjs'
import { launch, openPage } from '../host.mjs'
import { withPage } from './workbench.mjs'

const ROWS = 100_000
const BASELINE = `${ROWS} rows parsed in an empty page: bytes for one`
/** Until nothing is left to do after an answer, and between two collections. */
const SETTLE_MS = 3_000

/**
 * A function that returns the bytes of the page's heap and those of its workers, with what buffers hold, after
 * a collection.
 */
async function heapOf(page) {
  const session = await page.context().newCDPSession(page)
  const workers = new Set()
  const waiting = new Map()
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'worker') workers.add(sessionId)
  })
  session.on('Target.detachedFromTarget', ({ sessionId }) => workers.delete(sessionId))
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message)
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  })
  let last = 0
  const ask = (sessionId, method) => {
    const id = ++last
    const answer = new Promise((resolve) => waiting.set(id, resolve))
    const message = JSON.stringify({ id, method })
    return session.send('Target.sendMessageToTarget', { sessionId, message }).then(() => answer)
  }
  const bytes = ({ usedSize, backingStorageSize = 0 }) => usedSize + backingStorageSize
  return async () => {
    const threads = [
      (method) => session.send(method),
      ...[...workers].map((one) => (method) => ask(one, method)),
    ]
    let sum = 0
    for (const send of threads) {
      // What a first collection finalizes, a second one frees.
      for (let times = 0; times < 2; times++) await send('HeapProfiler.collectGarbage')
      sum += bytes(await send('Runtime.getHeapUsage'))
    }
    return sum
  }
}

/** Bytes for each row of what `show` brings into the page. */
async function bytesOf(page, show) {
  const heap = await heapOf(page)
  await page.waitForTimeout(SETTLE_MS)
  const before = await heap()
  await show()
  await page.waitForTimeout(SETTLE_MS)
  return (await heap()) - before
}

async function runQuery(page, count) {
  await page.locator('.cm-content').focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(`.topo | limit ${count}`)
  await page.keyboard.press('Control+Enter')
  const footer = page.locator('#query-tab-panel footer')
  const said = `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`
  await footer.getByText(said).first().waitFor({ timeout: 60_000 })
}

async function parsedOnce(rows) {
  const browser = await launch()
  try {
    const page = await openPage(browser)
    const text = JSON.stringify(rows)
    return await bytesOf(page, () => page.evaluate((json) => void (globalThis.rows = JSON.parse(json)), text))
  } finally {
    await browser.close()
  }
}

export async function bench() {
  // As many entities have more relations than rows are read.
  const rows = topology(ROWS).relations.slice(0, ROWS)
  if (rows.length < ROWS) throw new Error(`there are only ${rows.length} relations`)
  const alone = await parsedOnce(rows)
  let shown = 0
  await withPage({ elements: 50, entities: ROWS }, async (page) => {
    // What a first answer loads and keeps is not of its rows.
    await runQuery(page, 1)
    shown = await bytesOf(page, () => runQuery(page, ROWS))
  })
  return [
    { name: BASELINE, value: alone / ROWS, unit: 'byte' },
    {
      name: `${ROWS} rows in the table: bytes for one, in the page and its workers`,
      value: shown / ROWS,
      unit: 'byte',
      baseline: BASELINE,
      aim: { most: 2, of: 'ratio' },
    },
  ]
}
