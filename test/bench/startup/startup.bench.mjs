/**
 * Time to a usable window: starts the web host on an empty data folder, opens its address in a running
 * browser, and waits until the explorer's search accepts input. The baseline is a bare page from a bare Node
 * server: the cost of machine, Node and browser without our code. Runs alternate; medians are reported.
 */
import { launch, withHost, withProgram } from '../host.mjs'

const ROUNDS = 7
/** Target in milliseconds to a usable window. */
const AIM = 800

const BARE = `
import { createServer } from 'node:http'
const page = '<!doctype html><title>bare</title><input aria-label="Search the graph"><script>document.body.dataset.ready = 1</script>'
const server = createServer((request, response) => response.end(page))
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port + '/'))
`

/** Polls every frame: a locator's waits come in steps of up to half a second. */
async function usable(page) {
  await page.waitForFunction(
    () => document.querySelector('[aria-label="Search the graph"]')?.checkVisibility(),
    undefined,
    { polling: 'raf' },
  )
  await page.getByLabel('Search the graph').fill('a')
}

/**
 * One start; milliseconds to the address, to a usable page, and to a usable page again from the browser's
 * cache.
 */
async function once(browser, start) {
  const context = await browser.newContext()
  const begun = performance.now()
  try {
    return await start(async (url) => {
      const listening = performance.now() - begun
      const page = await context.newPage()
      await page.goto(`${url}#/explorer`, { waitUntil: 'commit' })
      await usable(page)
      const ready = performance.now() - begun
      const again = performance.now()
      await page.reload({ waitUntil: 'commit' })
      await usable(page)
      return { listening, ready, again: performance.now() - again }
    })
  } finally {
    await context.close()
  }
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

export async function bench() {
  const browser = await launch()
  const bare = []
  const ours = []
  try {
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await once(browser, (use) => withProgram(['--input-type=module', '-e', BARE], use)))
      ours.push(await once(browser, (use) => withHost({}, use)))
    }
  } finally {
    await browser.close()
  }
  const of = (runs, what) => median(runs.map((run) => run[what]))
  return [
    { name: 'bare page: process says its address', value: of(bare, 'listening'), unit: 'ms' },
    {
      name: 'Orrery: process says its address',
      value: of(ours, 'listening'),
      unit: 'ms',
      baseline: 'bare page: process says its address',
    },
    { name: 'bare page: from process start to usable', value: of(bare, 'ready'), unit: 'ms' },
    {
      name: 'Orrery: from process start to usable',
      value: of(ours, 'ready'),
      unit: 'ms',
      baseline: 'bare page: from process start to usable',
      aim: { most: AIM },
    },
    { name: 'bare page: loaded again', value: of(bare, 'again'), unit: 'ms' },
    {
      name: 'Orrery: loaded again from the cache',
      value: of(ours, 'again'),
      unit: 'ms',
      baseline: 'bare page: loaded again',
    },
  ]
}
