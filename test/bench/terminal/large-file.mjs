/**
 * Manual check that a large file neither freezes the page nor fills memory: uploads it to a sandbox through
 * the page and downloads it again, compares the hashes, and monitors the memory of every process involved.
 * Takes minutes, so no suite runs it:
 *
 *   node test/bench/terminal/large-file.mjs [megabytes, 1024 by default]
 *
 * Exits with 1 if a byte differs, the page blocked for a second, or a process grew by a quarter of the file
 * or more.
 */
import { chromium } from '@playwright/test'
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const built = join(root, process.env.ORRERY_DIST ?? 'dist')
const browsers = [process.env.ORRERY_CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome']

const MEGABYTE = 1024 ** 2
const SIZE = Number(process.argv[2] ?? 1024) * MEGABYTE
/** Maximum duration in milliseconds of the page's longest task. */
const STANDSTILL = 1000
const PATIENCE = 20 * 60_000
const LOOK_EVERY = 400

/** Bytes that neither compression nor sparse files make cheap: a repeated block prefixed with its number. */
function* content() {
  const block = randomBytes(MEGABYTE)
  for (let number = 0; number < SIZE / MEGABYTE; number++) {
    block.writeUInt32LE(number)
    yield Buffer.from(block)
  }
}

async function digest(path) {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part)
  return hash.digest('hex')
}

/** Resident bytes of our processes by role; shared pages count for each. */
async function residents(data) {
  const found = {}
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (!line.includes(data)) continue
    const role = /sandbox-server/.test(line)
      ? 'sandbox server'
      : /web\.mjs/.test(line)
        ? 'workbench'
        : /--type=renderer/.test(line)
          ? 'page'
          : /--type=/.test(line)
            ? undefined
            : /chrom/.test(line)
              ? 'browser'
              : undefined
    if (role === undefined) continue
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    // File mappings, such as the browser's blobs on disk, can be reclaimed by the system.
    const kilobytes = Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0)
    found[role] = Math.max(found[role] ?? 0, kilobytes * 1024)
  }
  return found
}

/** Samples memory until stopped; returns the growth per role. */
function watchMemory(data) {
  const first = {}
  const most = {}
  let going = true
  const looking = (async () => {
    while (going) {
      for (const [role, bytes] of Object.entries(await residents(data))) {
        first[role] ??= bytes
        most[role] = Math.max(most[role] ?? 0, bytes)
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY))
    }
  })()
  return async () => {
    going = false
    await looking
    return Object.fromEntries(Object.keys(most).map((role) => [role, most[role] - first[role]]))
  }
}

/** Runs an action while monitoring memory and the page's longest task, and prints the results. */
async function measured(name, page, data, act) {
  await page.evaluate(() => {
    globalThis.longest = 0
    globalThis.watcher?.disconnect()
    globalThis.watcher = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        globalThis.longest = Math.max(globalThis.longest, duration)
    })
    globalThis.watcher.observe({ entryTypes: ['longtask'] })
  })
  const devtools = await page.context().newCDPSession(page)
  const heap = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    return (await devtools.send('Runtime.getHeapUsage')).usedSize
  }
  const before = await heap()
  const stop = watchMemory(data)
  const began = Date.now()
  await act()
  const seconds = (Date.now() - began) / 1000
  const grown = await stop()
  const longest = await page.evaluate(() => globalThis.longest)
  const kept = (await heap()) - before
  console.log(
    `${name}: ${seconds.toFixed(0)} s, longest task ${longest.toFixed(0)} ms, heap kept ${size(kept)}`,
  )
  for (const [role, bytes] of Object.entries(grown)) console.log(`  ${role} grew by ${size(bytes)} at most`)
  const bad = Object.entries(grown).filter(([, bytes]) => bytes >= SIZE / 4)
  if (longest >= STANDSTILL || bad.length > 0) process.exitCode = 1
}

const size = (bytes) => `${(bytes / MEGABYTE).toFixed(0)} MB`

const folder = await mkdtemp(join(tmpdir(), 'orrery-large-'))
const local = join(folder, 'large.bin')
await pipeline(Readable.from(content()), createWriteStream(local))
const wanted = await digest(local)
const data = join(folder, 'data')
const host = spawn(process.execPath, [join(built, 'web.mjs'), '--no-open', '--port', '0', '--data', data], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
let context
try {
  let text = ''
  while (!/http:\S+token=\S+/.test(text))
    text += await new Promise((resolve) => host.stdout.once('data', (chunk) => resolve(String(chunk))))
  // A regular profile on disk: a private window keeps every blob in memory.
  context = await chromium.launchPersistentContext(join(data, 'profile'), {
    executablePath: browsers.find((path) => path !== undefined && existsSync(path)),
    args: ['--no-sandbox', '--disable-gpu'],
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  // The file picker cannot be operated here: an OPFS file stands in for the chosen one.
  await page.addInitScript(() => {
    globalThis.showSaveFilePicker = async ({ suggestedName }) => {
      globalThis.chosen = await (
        await navigator.storage.getDirectory()
      ).getFileHandle(suggestedName, { create: true })
      return globalThis.chosen
    }
  })
  await page.goto(/http:\S+token=\S+/.exec(text)[0])
  await page.goto(`${new URL(page.url()).origin}/#/sandboxes`)
  await page.getByRole('button', { name: 'Start sandbox…' }).first().click()
  await page.getByLabel('Image', { exact: true }).fill('local')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page
    .getByRole('tablist', { name: 'Terminals' })
    .getByText('Ready')
    .first()
    .waitFor({ timeout: 60_000 })
  await page.getByRole('tab', { name: 'Files', exact: true }).click()
  const row = page.getByRole('treeitem', { name: /large\.bin/ })
  const transfers = page.getByRole('list', { name: 'Transfers' })

  await measured(`Upload of ${size(SIZE)}`, page, data, async () => {
    await page.locator('input[type=file][multiple]').setInputFiles(local)
    await transfers.waitFor({ timeout: PATIENCE })
    await transfers.waitFor({ state: 'detached', timeout: PATIENCE })
    await row.waitFor({ timeout: 60_000 })
  })
  await row.click()
  await measured(`Download of ${size(SIZE)}`, page, data, async () => {
    await page.getByRole('button', { name: 'Download' }).click()
    await transfers.waitFor({ timeout: PATIENCE })
    await transfers.waitFor({ state: 'detached', timeout: PATIENCE })
  })
  const taken = page.waitForEvent('download', { timeout: PATIENCE })
  await page.evaluate(async () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await globalThis.chosen.getFile())
    link.download = 'back.bin'
    link.click()
  })
  const same = (await digest(await (await taken).path())) === wanted
  console.log(same ? 'Every byte came back.' : 'THE BYTES DIFFER.')
  if (!same) process.exitCode = 1
} finally {
  await context?.close()
  host.kill('SIGINT')
  await new Promise((resolve) => host.once('exit', resolve))
  await rm(folder, { recursive: true, force: true })
}
