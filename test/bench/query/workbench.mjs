/** A workbench with a synthetic model and a page of it, for benchmarks of the query bench. */
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { built, launch, openPage, root, withHost } from '../host.mjs'

const sample = join(root, 'test/bench/explorer/sample-server.mjs')

/** The built hosts and page with a synthetic model server. */
async function makeDist(elements, entities) {
  // Inside the tree, so that node_modules resolves.
  await mkdir(join(root, '.cache'), { recursive: true })
  const dist = await mkdtemp(join(root, '.cache', 'bench-query-'))
  await cp(join(built, 'web.mjs'), join(dist, 'web.mjs'))
  for (const name of ['page', 'sandbox-server.mjs', 'plugin-thread.mjs'])
    await symlink(join(built, name), join(dist, name))
  await writeFile(
    join(dist, 'model-server.mjs'),
    `process.argv.push('--elements', '${elements}', '--entities', '${entities}')\nawait import(${JSON.stringify(sample)})\n`,
  )
  return dist
}

/** Calls `use` with a page showing the query bench, and cleans up afterwards. */
export async function withPage({ elements, entities, prepare }, use) {
  const dist = await makeDist(elements, entities)
  const browser = await launch()
  try {
    await withHost({ prepare, dist }, async (address) => {
      const page = await openPage(browser)
      await page.addInitScript(watchPage)
      await page.goto(address)
      await page.goto(new URL('/#/query', address).href)
      await page.locator('.cm-content').waitFor()
      await use(page)
    })
  } finally {
    await browser.close()
    await rm(dist, { recursive: true, force: true })
  }
}

/**
 * Runs in the page before other scripts: records when large messages arrive, and the latency from key to
 * paint.
 */
function watchPage() {
  const bench = { keys: [], arrivals: [] }
  globalThis.bench = bench
  const listen = WebSocket.prototype.addEventListener
  WebSocket.prototype.addEventListener = function addEventListener(type, listener, options) {
    if (type !== 'message') return listen.call(this, type, listener, options)
    const noted = (event) => {
      if (event.data.length > 1_000_000) bench.arrivals.push(performance.now())
      listener(event)
    }
    return listen.call(this, type, noted, options)
  }
  // The work of a key is from the key to the end of its input event, plus the frame that paints it. The wait
  // for the next frame in between is the display's; it is part of `latency`.
  addEventListener(
    'keydown',
    () => {
      const pressed = performance.now()
      let handled = pressed
      // CodeMirror reads the change in a microtask queued before this one.
      const onInput = () => queueMicrotask(() => (handled = performance.now()))
      addEventListener('input', onInput, { capture: true, once: true })
      requestAnimationFrame(() => {
        const frame = performance.now()
        const after = new MessageChannel()
        after.port1.onmessage = () => {
          const painted = performance.now()
          removeEventListener('input', onInput, { capture: true })
          bench.keys.push({ work: handled - pressed + (painted - frame), latency: painted - pressed })
        }
        after.port2.postMessage(0)
      })
    },
    true,
  )
}
