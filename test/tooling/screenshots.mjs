/**
 * Takes screenshots of the whole app in a real browser: `npm run screenshots`.
 *
 *   npm run screenshots                       every view, size, theme and language into screenshots/, with a contact sheet
 *   npm run screenshots -- --only 683x900     those whose name contains the text
 *   npm run screenshots -- --pictures         redraws the pictures of the Start page and the README; with --only, of one scene
 *
 * The app runs on a temporary data folder.
 */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findBrowser } from './browser.mjs'
import { run } from './run.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, pictures: { type: 'boolean' } },
})

/** The address of each view. */
const VIEWS = {
  start: 'start',
  explorer: 'explorer/model',
  topology: 'explorer/runtime',
  query: 'query',
  sandboxes: 'sandboxes',
  environments: 'environments',
  investigations: 'investigations',
  console: 'console',
  settings: 'settings',
  design: 'design',
}
const SIZES = ['1440x900', '1024x700', '683x900', '3840x2160']
const THEMES = ['light', 'dark', 'contrast']
const LANGUAGES = ['en', 'zh']

/** Milliseconds after which a picture is taken of what still moves, such as a clock. */
const MAX_REST_MS = 20_000

/** Resolves when nothing loads and nothing moves: two pictures one after the other are the same. */
async function atRest(page, options) {
  const until = Date.now() + MAX_REST_MS
  let before
  for (;;) {
    await page
      .waitForFunction(
        () =>
          document.fonts.status === 'loaded' &&
          ![...document.querySelectorAll('[aria-busy="true"], [role="status"], progress')].some(
            (one) =>
              one.checkVisibility() &&
              (one.matches('[aria-busy], progress') ||
                // Also with how far it is: “Laying out… 40%”.
                /…(\s*\d|$)/.test(one.textContent)),
          ),
        undefined,
        { timeout: Math.max(1, until - Date.now()) },
      )
      .catch(() => undefined)
    const now = await page.screenshot(options)
    if (before?.equals(now) || Date.now() > until) return now
    before = now
  }
}

async function startApp() {
  const data = await mkdtemp(join(tmpdir(), 'orrery-pictures-'))
  const app = spawn(
    process.execPath,
    [join(root, 'dist/web.mjs'), '--no-open', '--port', '0', '--data', data],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const address = await new Promise((resolve, reject) => {
    let said = ''
    const read = (chunk) => {
      said += chunk
      const found = /http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/.exec(said)
      if (found) resolve(found[0])
    }
    app.stdout.on('data', read)
    app.stderr.on('data', read)
    app.once('exit', () => reject(new Error(said)))
  })
  return {
    address,
    async stop() {
      const gone = new Promise((resolve) => app.once('exit', resolve))
      app.kill('SIGINT')
      await gone
      await rm(data, { recursive: true, force: true })
    },
  }
}

/** Selects a value in the settings page. */
async function choose(page, setting, value) {
  await showAddress(page, 'settings')
  await page.locator(`#bench-settings [data-setting="${setting}"] select`).selectOption(value)
}

async function everything(page) {
  const folder = join(root, 'screenshots')
  // Every bench has content.
  for (const [scene, set] of Object.entries(SCENES)) {
    if (scene === 'story') continue
    await startPage(page)
    await set(page)
  }
  await showAddress(page, VIEWS.topology)
  await page.getByRole('button', { name: 'Whole topology' }).first().click()
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  const made = []
  for (const language of LANGUAGES)
    for (const theme of THEMES)
      for (const size of SIZES) {
        const names = Object.keys(VIEWS).map((view) => `${view}-${size}-${theme}-${language}`)
        if (!names.some((name) => name.includes(options.only))) continue
        const [width, height] = size.split('x').map(Number)
        await page.setViewportSize({ width, height })
        await choose(page, 'app.language', language)
        await choose(page, 'app.theme', theme)
        for (const [view, address] of Object.entries(VIEWS)) {
          const name = `${view}-${size}-${theme}-${language}`
          if (!name.includes(options.only)) continue
          await showAddress(page, address)
          await writeFile(join(folder, `${name}.png`), await atRest(page))
          made.push(name)
        }
      }
  const figures = made.map(
    (name) =>
      `<figure><a href="${name}.png"><img src="${name}.png" loading="lazy"></a><figcaption>${name}</figcaption></figure>`,
  )
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><title>Orrery</title><style>body{display:grid;grid-template-columns:repeat(auto-fill,minmax(360px,1fr));gap:16px;font:12px sans-serif;background:#888}img{width:100%}figure{margin:0}</style>${figures.join('')}`,
  )
  console.log(`${made.length} pictures; open screenshots/index.html`)
}

const showAddress = (page, address) =>
  page.evaluate((hash) => {
    location.hash = hash
  }, `#/${address}`)

const startPage = (page) => showAddress(page, 'start')

/** The box of an element when a picture is taken: other languages move it, and name it otherwise. */
async function boxOf(locator) {
  const element = await locator.elementHandle()
  return () => element.boundingBox()
}

/**
 * The part of the window that a card shows, 16:9 and as many CSS px wide as leave its text readable on the card:
 * the top of an element, or what is at its top left corner.
 */
async function cardOf(locator, width, from) {
  const boxNow = await boxOf(locator)
  return async () => {
    const box = await boxNow()
    const height = Math.round((width * 9) / 16)
    if (from === 'corner') return { x: box.x - 6, y: box.y - 6, width, height }
    return { x: box.x + (box.width - width) / 2, y: box.y + 4, width, height }
  }
}

/** Asks the sample in Query what its checkout-api calls, and shows the answer as a graph. */
async function askCheckout(page) {
  await page.getByRole('button', { name: 'What does checkout-api depend on?', exact: true }).click()
  const heading = page.getByRole('heading', { name: 'checkout-api', exact: true })
  await heading.waitFor()
  await page.getByRole('button', { name: 'Open as query' }).click()
  await page.getByRole('tab', { name: 'Graph', exact: true }).click()
  await page.getByRole('application').waitFor()
}

/**
 * The scenes of the pictures: each starts on the Start page with its card's example, and returns what finds the part
 * that its card shows. The story is last, since it leaves another model and its queries open.
 */
const SCENES = {
  async explorer(page) {
    await page.getByRole('button', { name: 'Open Explorer' }).click()
    await page
      .getByTestId('shown')
      .getByText(/^[1-9]/)
      .waitFor()
  },
  /** The card of the Explorer: a window so small that the map opens with its domains folded, which a card can show. */
  async map(page) {
    await page.setViewportSize(MAP_SIZE)
    await page.getByRole('button', { name: 'Open Explorer' }).click()
    await page.reload()
    await page
      .getByTestId('shown')
      .getByText(/^[1-9]/)
      .waitFor()
    const boxNow = await boxOf(page.getByRole('application', { name: /^Graph with/ }))
    return async () => {
      await page.setViewportSize(MAP_SIZE)
      await atRest(page)
      return boxNow()
    }
  },
  query: askCheckout,
  async sandboxes(page) {
    await page.getByRole('button', { name: 'Open a shell' }).click()
    const input = page.getByRole('textbox', { name: /^Command line of/ })
    const commands = page.getByRole('complementary', { name: 'Commands' }).getByRole('listitem')
    for (const [place, line] of [
      'uname -sr',
      'for day in mon tue wed; do echo "build on $day: ok"; done',
      'ls /',
    ].entries()) {
      await input.click()
      await page.keyboard.type(line)
      await page.keyboard.press('Enter')
      await commands.nth(place).waitFor()
    }
    return cardOf(page.locator('.xterm').first(), 470, 'corner')
  },
  async environments(page) {
    await page.getByRole('button', { name: 'Watch a solver play Wordle' }).click()
    await page.getByText('Solved', { exact: true }).first().waitFor()
    return cardOf(page.locator('[data-board=drawn]'), 450, 'top')
  },
  async console(page) {
    await page.getByRole('button', { name: 'Open Console' }).click()
    await page.getByRole('tab', { name: 'Tools' }).click()
    await page.getByRole('button', { name: 'Call', exact: true }).waitFor()
    return cardOf(page.getByPlaceholder('Search tools'), 520, 'corner')
  },
  async investigations(page) {
    await askCheckout(page)
    await page.keyboard.press('Control+Alt+K')
    await page.getByRole('status').getByRole('button', { name: 'Open' }).click()
    await atRest(page)
  },
  async story(page) {
    await page.getByRole('button', { name: 'Start the investigation' }).click()
    const story = page.getByRole('complementary', { name: 'Investigation' })
    for (const step of [2, 3, 4]) {
      await story.getByRole('button', { name: /^(Next|Skip this step)$/ }).click()
      await story.getByText(`Step ${step} of 5`).waitFor()
    }
    await page.locator('.cm-content', { hasText: 'get_metrics' }).waitFor()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('button', { name: 'Fetch data' }).click()
    const chart = page.getByRole('region', { name: 'Latency p95' })
    await chart.waitFor()
    await story.getByRole('button', { name: 'Leave for now' }).click()
    const element = await chart.elementHandle()
    return async () => {
      // The width at which the card shows it.
      await page.setViewportSize({ width: 860, height: 1200 })
      await atRest(page)
      await element.evaluate((one) => one.scrollIntoView({ block: 'center' }))
      const { x, y, width } = await element.boundingBox()
      // Without the legend, of which a narrow card would show a part.
      const legend = await (await element.$('.u-legend')).boundingBox()
      return { x: x - 10, y, width: width + 10, height: legend.y - y }
    }
  },
}

/** Resizes a picture to a width in px, as WebP: text stays sharp at a tenth of a PNG's size. */
async function shrink(page, png, width) {
  const bytes = await page.evaluate(
    async ({ data, width }) => {
      const bitmap = await createImageBitmap(await (await fetch(data)).blob())
      const canvas = new OffscreenCanvas(width, Math.round((bitmap.height * width) / bitmap.width))
      const context = canvas.getContext('2d')
      context.imageSmoothingQuality = 'high'
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.82 })
      return [...new Uint8Array(await blob.arrayBuffer())]
    },
    { data: `data:image/png;base64,${png.toString('base64')}`, width },
  )
  return Buffer.from(bytes)
}

/** Window of the map, whose canvas has the shape of a card. */
const MAP_SIZE = { width: 500, height: 350 }

/** Window of the README's pictures. */
const README_SIZE = { width: 1280, height: 720 }

async function pictures(page, browser) {
  const workshop = await browser.newPage()
  // Theme and language are chosen in another window: all follow.
  const settings = await page.context().newPage()
  await settings.goto(`${page.url().split('#')[0]}#/settings`)
  await mkdir(join(root, 'renderer/start/pictures'), { recursive: true })
  for (const [scene, set] of Object.entries(SCENES)) {
    if (!scene.includes(options.only)) continue
    await page.setViewportSize(README_SIZE)
    await startPage(page)
    const partNow = await set(page)
    // Avoids tooltips in the picture.
    await page.mouse.move(0, 0)
    for (const theme of THEMES) {
      await choose(settings, 'app.theme', theme)
      await page.setViewportSize(README_SIZE)
      const png = await atRest(page)
      if (!['story', 'map'].includes(scene) && theme !== 'contrast')
        await writeFile(join(root, `.github/${scene}-${theme}.webp`), await shrink(workshop, png, 1280))
      if (!partNow) continue
      for (const language of ['zh', 'en']) {
        await choose(settings, 'app.language', language)
        await atRest(page)
        const clip = await partNow()
        await writeFile(
          join(
            root,
            `renderer/start/pictures/${scene === 'map' ? 'explorer' : scene}-${theme}${language === 'zh' ? '-zh' : ''}.webp`,
          ),
          await shrink(workshop, await atRest(page, { clip }), 640),
        )
      }
    }
    console.log(scene)
  }
}

const found = await findBrowser()
if (found.path === undefined) {
  console.error(found.advice)
  process.exit(1)
}
if (!(await run(process.execPath, ['electron/tooling/build.mjs'])).ok) process.exit(1)
const asRoot = process.getuid?.() === 0
const browser = await chromium.launch({
  executablePath: found.path,
  args: ['--disable-gpu', ...(asRoot ? ['--no-sandbox'] : [])],
})
const app = await startApp()
try {
  const context = await browser.newContext({ deviceScaleFactor: options.pictures ? 2 : 1, locale: 'en-US' })
  // A busy machine may stall a press for a minute.
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  await page.goto(app.address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await (options.pictures ? pictures(page, browser) : everything(page))
} finally {
  await browser.close()
  await app.stop()
}
