import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { launch, openPage, withHost } from '../host.mjs'

const require = createRequire(import.meta.url)

const MEGABYTE = 1024 ** 2
const BYTES = 50 * MEGABYTE
const KEYS = 60
/** One line of the flood, with a colour, 100 bytes. */
const LINE = `\u001B[32mok\u001B[0m ${'flood '.repeat(14)}\n`.padEnd(100, '.')

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const most = (values) => Math.max(0, ...values)

/** Runs in the page: records tasks above 50 ms, the heap, and latencies from key press to paint. */
function watch() {
  const bench = { tasks: [], heap: [], keys: [] }
  globalThis.flood = bench
  new PerformanceObserver((list) =>
    bench.tasks.push(...list.getEntries().map((entry) => entry.duration)),
  ).observe({
    entryTypes: ['longtask'],
  })
  setInterval(() => bench.heap.push(performance.memory?.usedJSHeapSize ?? 0), 100)
  addEventListener(
    'keydown',
    (event) => {
      // From the press until after the frame that shows it: a message posted in a frame is delivered after
      // its paint.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => bench.keys.push(performance.now() - event.timeStamp), {
          once: true,
        })
        port1.start()
        port2.postMessage(undefined)
      })
    },
    true,
  )
}

/** Types into whatever has the focus, for a second and a half at least: shorter than the flood. */
async function type(page) {
  for (let key = 0; key < KEYS; key++) await page.keyboard.type('abcdefgh '[key % 9], { delay: 25 })
}

/** The same bytes into a bare xterm.js, no faster than it parses. */
async function bare(browser) {
  const page = await openPage(browser)
  await page.addStyleTag({ content: await readFile(require.resolve('@xterm/xterm/css/xterm.css'), 'utf8') })
  await page.addScriptTag({ path: require.resolve('@xterm/xterm') })
  await page.evaluate(watch)
  const parsing = page.evaluate(
    async ({ line, bytes }) => {
      const host = document.createElement('div')
      document.body.append(document.createElement('textarea'), host)
      document.querySelector('textarea').focus()
      const term = new globalThis.Terminal({ cols: 120, rows: 40, scrollback: 10_000, convertEol: true })
      term.open(host)
      const chunk = line.repeat(Math.floor((32 * 1024) / line.length))
      const begun = performance.now()
      for (let sent = 0; sent < bytes; sent += chunk.length)
        await new Promise((done) => term.write(chunk, done))
      return (performance.now() - begun) / 1000
    },
    { line: LINE, bytes: BYTES },
  )
  await type(page)
  const seconds = await parsing
  const { tasks, heap, keys } = await page.evaluate(() => globalThis.flood)
  await page.close()
  return { seconds, task: most(tasks), heap: most(heap) / MEGABYTE, keys }
}

/** The flood as a sandbox command through the whole stack, while the user types. */
export async function ours(browser, address, bytes = BYTES) {
  const page = await openPage(browser)
  await page.goto(address)
  await page.goto(new URL('/#/sandboxes', address).href)
  await page.getByRole('button', { name: 'Start sandbox…' }).first().click()
  await page.getByLabel('Image', { exact: true }).fill('local')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByText('What you run appears here.').waitFor({ timeout: 30_000 })
  await page.getByRole('tablist', { name: 'Terminals' }).getByText('Ready').waitFor()
  const line = page.getByLabel(/^Command line of/)
  const last = page.getByRole('complementary', { name: 'Commands' }).getByRole('listitem').last()
  await page.evaluate(watch)
  await line.focus()
  await type(page)
  const idle = await page.evaluate(() => {
    globalThis.flood.tasks.length = 0
    return globalThis.flood.keys.splice(0)
  })
  // Bash expands the line; `head` stops `yes` after exactly these bytes.
  await line.fill(`yes "$(printf '\\033[32mok\\033[0m ${'flood '.repeat(14)}')" | head -c ${bytes}`)
  const begun = performance.now()
  await line.press('Enter')
  await line.focus()
  await type(page)
  await last.getByText(/^exit/).waitFor({ timeout: 300_000 })
  const seconds = (performance.now() - begun) / 1000
  const { tasks, heap, keys } = await page.evaluate(() => globalThis.flood)
  await page.close()
  return { seconds, task: most(tasks), heap: most(heap) / MEGABYTE, keys, idle }
}

export async function bench() {
  const browser = await launch(['--enable-precise-memory-info'])
  try {
    const base = await bare(browser)
    const flood = await withHost({}, (address) => ours(browser, address))
    return [
      { name: 'bare xterm.js: 50 MB parsed and painted', value: base.seconds, unit: 's' },
      // No ratio: output beyond the scrollback is skipped here, while the bare terminal parses all of it.
      {
        name: '50 MB printed in a sandbox until its block ended',
        value: flood.seconds,
        unit: 's',
        aim: { most: 2 },
      },
      { name: 'bare xterm.js: longest main-thread task above 50 ms', value: base.task, unit: 'ms' },
      {
        name: 'longest main-thread task above 50 ms (0: none)',
        value: flood.task,
        unit: 'ms',
        aim: { most: 50 },
      },
      { name: 'bare xterm.js: heap at most', value: base.heap, unit: 'MB' },
      {
        name: 'heap of the page at most',
        value: flood.heap,
        unit: 'MB',
        baseline: 'bare xterm.js: heap at most',
      },
      ...typing(base.keys, flood),
    ]
  } finally {
    await browser.close()
  }
}

/** Typing beside the flood: compared with the same in a bare terminal, and with the same line at rest. */
function typing(bare, { keys, idle }) {
  const name = 'key to paint during the flood, median'
  const bareName = 'bare xterm.js: key to paint during the same flood, median'
  const idleName = 'key to paint in the same line while nothing is printed, median'
  const row = (what, value, baseline) => ({ name: what, value, unit: 'ms', baseline })
  return [
    row(bareName, median(bare)),
    row(idleName, median(idle)),
    { ...row(name, median(keys), bareName), aim: { most: 10 } },
    row(`${name}, beside the idle line`, median(keys), idleName),
    row('key to paint during the flood, at most', most(keys)),
  ]
}
