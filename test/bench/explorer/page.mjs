/** A workbench with a synthetic model and a page with its explorer, for benchmarks. */
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPage, root, withHost } from '../host.mjs'

/**
 * Calls `work` with an explorer page whose model server "synthetic" is configured and approved but not
 * selected yet.
 */
export async function withExplorer(browser, sizes, work) {
  const args = [
    join(root, 'test/bench/explorer/sample-server.mjs'),
    ...Object.entries(sizes).flatMap(([name, value]) => [`--${name}`, String(value)]),
  ]
  const prepare = (data) => allow(data, { command: process.execPath, args })
  return withHost({ prepare }, async (address) => {
    const page = await openPage(browser)
    try {
      await page.addInitScript(countPictures)
      await page.goto(address)
      await page.goto(new URL('/#/explorer', address).href)
      return await work(page)
    } finally {
      await page.close()
    }
  })
}

/** Writes the connection and its approval, as the page would. */
async function allow(data, definition) {
  const exact = JSON.stringify([definition.command, definition.args, '', []])
  const print = createHash('sha256').update(exact).digest('hex')
  await writeFile(join(data, 'connections.json'), JSON.stringify({ mcpServers: { synthetic: definition } }))
  await mkdir(join(data, 'documents/workbench'), { recursive: true })
  await writeFile(
    join(data, 'documents/workbench/consents.json'),
    JSON.stringify({ [print]: { at: Date.now(), commandLine: '' } }),
  )
}

/** Runs in the page before other scripts: counts the worker's pictures shown on the canvas. */
function countPictures() {
  globalThis.pictures = 0
  let last
  const { prototype } = CanvasRenderingContext2D
  const draw = prototype.drawImage
  prototype.drawImage = function drawImage(image, ...where) {
    const isNew = image instanceof ImageBitmap && image !== last
    if (isNew && this.canvas === document.querySelector('[data-explorer-canvas] canvas')) {
      last = image
      globalThis.pictures++
    }
    return draw.call(this, image, ...where)
  }
}
