/**
 * The explorer in the system's Chromium without a GPU: time to first picture and finished layout, frames per
 * second while panning and zooming with all groups open, and the page's longest task; at 500, 5,000 and
 * 20,000 elements and a topology of 100,000 entities. The baseline is cytoscape on the same graph, the
 * fastest library measured without a GPU (docs/measurements.md#layouts), with given positions so that only
 * drawing counts.
 *
 *   npm run build && npm run bench explorer
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { actions } from './actions.mjs'
import { measureMoving } from './frames.mjs'
import { launch, openPage, root } from '../host.mjs'
import { withExplorer } from './page.mjs'
import { schemaIndex } from './sample-model.mjs'
import { longestTask } from './tasks.mjs'

const SELECTOR = '[data-explorer-canvas]'
/** Milliseconds of movement per figure. */
const MOVING = 3000
/** The targets of docs/measurements.md#targets by size. */
const AIMS = { 500: 45, 5000: 30, 20000: 20 }
const ENTITIES = 100_000

/** @typedef {{ name: string, value: number, unit: string, baseline?: string, aim?: object }} Row */

/** @returns {Promise<Row[]>} */
export async function bench() {
  const browser = await launch()
  try {
    const rows = []
    for (const size of [500, 5000, 20_000]) {
      rows.push(...(await model(browser, size)))
      rows.push(...(await cytoscape(browser, size)))
    }
    return [...rows, ...(await topology(browser))]
  } finally {
    await browser.close()
  }
}

/** In the page: "5,000 elements — …" or "12 of 5,000 elements — …" with at least this count. */
const isShown = (count) => {
  const shown = /([\d,]+) (element|entit)/.exec(
    document.querySelector('[data-testid=shown]')?.textContent ?? '',
  )
  return shown !== null && Number(shown[1].replaceAll(',', '')) >= count
}
/** In the page: ignores pictures painted so far. */
const forgetPicture = () => {
  globalThis.picturesBefore = globalThis.pictures
}
/** In the page: whether a newer, non-empty picture is shown; an empty one is shown while a model loads. */
const isPainted = () => {
  if (globalThis.pictures === globalThis.picturesBefore) return false
  const small = new OffscreenCanvas(64, 64).getContext('2d', { willReadFrequently: true })
  small.drawImage(document.querySelector('[data-explorer-canvas] canvas'), 0, 0, 64, 64)
  const pixels = new Uint32Array(small.getImageData(0, 0, 64, 64).data.buffer)
  return pixels.some((pixel) => pixel !== pixels[0])
}
const isLaidOut = () => !document.body.textContent.includes('Laying out')

/** Opens all groups and draws every node. */
async function openAll(page) {
  await page.getByRole('button', { name: /^Remove: .* collapsed$/ }).click()
  const raise = page.getByRole('button', { name: /^Show up to/ })
  while (await raise.isVisible()) await raise.click()
  await page.waitForTimeout(500)
  await page.waitForFunction(isLaidOut, undefined, { timeout: 60_000, polling: 'raf' })
}

export async function model(browser, size, milliseconds = MOVING) {
  return withExplorer(browser, { elements: size, entities: 8 }, async (page) => {
    const picker = page.getByRole('combobox', { name: 'Model server' })
    await picker.waitFor({ timeout: 30_000 })
    await page.waitForTimeout(1500)
    await page.evaluate(forgetPicture)
    let first = 0
    const opening = await longestTask(page, async () => {
      const started = Date.now()
      await picker.selectOption({ label: 'synthetic' })
      await page.waitForFunction(isShown, size, { timeout: 60_000, polling: 'raf' })
      await page.waitForFunction(isPainted, undefined, { polling: 'raf' })
      first = Date.now() - started
      await page.waitForFunction(isLaidOut, undefined, { timeout: 60_000, polling: 'raf' })
    })
    const started = Date.now()
    const laying = await longestTask(page, () => openAll(page))
    const laidOut = Date.now() - started
    await page.waitForTimeout(500)
    const moving = await page.evaluate(measureMoving, { selector: SELECTOR, milliseconds })
    return [
      {
        name: `${size} elements: first picture`,
        value: first,
        unit: 'ms',
        baseline: `${size} elements: cytoscape, first picture`,
        ...(size === 5000 ? { aim: { most: 400 } } : {}),
      },
      {
        name: `${size} elements: all groups opened and laid out`,
        value: laidOut,
        unit: 'ms',
        ...(size === 5000 ? { aim: { most: 3000 } } : {}),
      },
      {
        name: `${size} elements: longest task while opening`,
        value: Math.max(opening, laying),
        unit: 'ms',
        aim: { most: 50 },
      },
      {
        name: `${size} elements all open: pan and zoom`,
        value: moving.fps,
        unit: 'frames/s',
        aim: { least: AIMS[size] },
        baseline: `${size} elements: cytoscape, pan and zoom`,
      },
      {
        name: `${size} elements all open: sharp pictures while moving`,
        value: moving.freshPerSecond,
        unit: '1/s',
      },
    ]
  })
}

async function topology(browser) {
  return withExplorer(browser, { elements: 12, entities: ENTITIES }, async (page) => {
    await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'synthetic' })
    await page.waitForFunction(isShown, 10, { timeout: 30_000 })
    await page.getByRole('radio', { name: 'Topology', exact: true }).click()
    await page.waitForTimeout(1000)
    await page.evaluate(forgetPicture)
    let first = 0
    const opening = await longestTask(page, async () => {
      const started = Date.now()
      await page.getByRole('button', { name: 'Whole topology' }).first().click()
      await page.waitForFunction(isShown, ENTITIES * 0.5, { timeout: 300_000, polling: 'raf' })
      await page.waitForFunction(isPainted, undefined, { timeout: 60_000, polling: 'raf' })
      first = Date.now() - started
      await page.waitForFunction(isLaidOut, undefined, { timeout: 60_000 })
    })
    const aggregated = await page.evaluate(measureMoving, { selector: SELECTOR, milliseconds: MOVING })
    await openAll(page)
    await page.waitForTimeout(3000)
    const open = await page.evaluate(measureMoving, { selector: SELECTOR, milliseconds: MOVING })
    const acted = await actions(page, `${ENTITIES} entities all open`)
    return [
      { name: `${ENTITIES} entities: read and first picture`, value: first, unit: 'ms' },
      {
        name: `${ENTITIES} entities: longest task while opening`,
        value: opening,
        unit: 'ms',
        aim: { most: 50 },
      },
      {
        name: `${ENTITIES} entities aggregated: pan and zoom`,
        value: aggregated.fps,
        unit: 'frames/s',
        aim: { least: 7 },
      },
      {
        name: `${ENTITIES} entities all open: pan and zoom`,
        value: open.fps,
        unit: 'frames/s',
        aim: { least: 60 },
      },
      {
        name: `${ENTITIES} entities all open: sharp pictures while moving`,
        value: open.freshPerSecond,
        unit: '1/s',
      },
      {
        name: `${ENTITIES} entities all open: longest task while moving`,
        value: open.longestTask,
        unit: 'ms',
      },
      ...acted,
    ]
  })
}

/** First picture and frames per second of cytoscape's canvas with the same graph and movement. */
async function cytoscape(browser, size) {
  const page = await openPage(browser)
  try {
    await page.setContent('<div id="graph" style="position:fixed;inset:0"></div>')
    await page.addScriptTag({
      content: await readFile(join(root, 'node_modules/cytoscape/dist/cytoscape.min.js'), 'utf8'),
    })
    const { first, fps } = await page.evaluate(drawWithCytoscape, {
      index: schemaIndex(size),
      milliseconds: MOVING,
    })
    return [
      { name: `${size} elements: cytoscape, first picture`, value: first, unit: 'ms' },
      { name: `${size} elements: cytoscape, pan and zoom`, value: fps, unit: 'frames/s' },
    ]
  } finally {
    await page.close()
  }
}

/** In the page: the graph in a grid, panned and zoomed through the library's API. */
async function drawWithCytoscape({ index, milliseconds }) {
  const columns = Math.ceil(Math.sqrt(index.elements.length))
  const nodes = index.elements.map((element, i) => ({
    data: { id: `${element.domain}/${element.name}/${element.kind}`, label: element.display_name },
    position: { x: (i % columns) * 204, y: Math.floor(i / columns) * 60 },
  }))
  const edges = index.links.map((link, i) => ({
    data: { id: `e${i}`, source: link.source, target: link.destination },
  }))
  const created = performance.now()
  const view = window.cytoscape({
    container: document.getElementById('graph'),
    elements: { nodes, edges },
    layout: { name: 'preset' },
    textureOnViewport: false,
    hideEdgesOnViewport: false,
    style: [
      { selector: 'node', style: { label: 'data(label)', shape: 'round-rectangle', width: 176, height: 38 } },
      { selector: 'edge', style: { 'target-arrow-shape': 'triangle', 'curve-style': 'straight' } },
    ],
  })
  await new Promise((resolve) => view.one('render', resolve))
  const first = performance.now() - created
  const started = performance.now()
  let frames = 0
  await new Promise((resolve) => {
    function step(now) {
      frames++
      const t = (now - started) / 1000
      view.panBy({ x: Math.cos(t * 2) * 30, y: Math.sin(t * 3) * 24 })
      view.zoom({
        level: view.zoom() * 1.0016 ** (-Math.cos(t * 1.5) * 40),
        renderedPosition: { x: 720, y: 450 },
      })
      if (now - started < milliseconds) requestAnimationFrame(step)
      else resolve()
    }
    requestAnimationFrame(step)
  })
  return { first, fps: (frames * 1000) / (performance.now() - started) }
}
