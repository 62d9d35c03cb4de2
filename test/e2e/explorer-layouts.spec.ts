import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openExplorer } from './explorer-page.ts'
import { addModelServer, addSyntheticServer } from './explorer-server.ts'
import { expect, test } from './workbench.ts'

const shown = (page: Page) => page.getByTestId('shown')
const layingOut = (page: Page) => page.getByText(/^Laying out…/)

interface KeptLook {
  readonly layout: string
  readonly positions: readonly (readonly [key: string, x: number, y: number])[]
}

/** All positions, once a layout of this name is stored on disk. */
async function placesUnder(
  data: string,
  layout: string,
  file = /-model\.json$/,
): Promise<Map<string, [number, number]>> {
  const places = new Map<string, [number, number]>()
  await expect
    .poll(async () => {
      const folder = join(data, 'documents/explorer')
      const files = (await readdir(folder).catch(() => [])).filter((name) => file.test(name))
      for (const name of files) {
        const look = JSON.parse(await readFile(join(folder, name), 'utf8')) as KeptLook
        if (look.layout !== layout) continue
        places.clear()
        for (const [key, x, y] of look.positions) places.set(key, [x, y])
      }
      return places.size
    })
    .toBeGreaterThan(1)
  return places
}

async function choose(page: Page, layout: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Layout' }).selectOption({ label: layout })
  await expect(layingOut(page)).toHaveCount(0)
}

test('lays the model out with force, on rings around a node, in a grid, and takes each back', async ({
  page,
  workbench,
}) => {
  await page.goto(`${workbench.url}#/explorer`)
  await expect(shown(page)).toHaveText(/^[1-9]/)
  await expect(layingOut(page)).toHaveCount(0)
  const layered = await placesUnder(workbench.data, 'layered')

  await choose(page, 'Force-directed')
  // The view is stored after a debounce; the first version with the name may still have old positions.
  const moved = async (): Promise<number> =>
    [...(await placesUnder(workbench.data, 'force'))].filter(([key, place]) => {
      const before = layered.get(key)
      return before?.[0] !== place[0] || before[1] !== place[1]
    }).length
  await expect.poll(moved).toBeGreaterThan(layered.size / 2)

  await page.getByRole('combobox', { name: 'Search the graph' }).fill('k8s.pod')
  await expect(page.getByRole('listbox', { name: 'Matches' }).getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await choose(page, 'Radial')
  // Neighbours of the centre are on the first ring, which is flattened; the others further out.
  const ring = async (key: string): Promise<number> => {
    const [x, y] = (await placesUnder(workbench.data, 'radial')).get(`k8s/k8s.${key}/entity_set`) ?? [
      Number.NaN,
      0,
    ]
    return Math.hypot(x, y / 0.62)
  }
  await expect.poll(() => ring('pod')).toBe(0)
  expect(Math.abs((await ring('node')) - (await ring('workload')))).toBeLessThan(60)
  expect(await ring('namespace')).toBeGreaterThan((await ring('workload')) + 100)

  await choose(page, 'Grid')
  await placesUnder(workbench.data, 'grid')
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('combobox', { name: 'Layout' })).toHaveValue('radial')
})

test('a long layout says how far it is and can be cancelled; what is drawn stays usable', async ({
  page,
  workbench,
}) => {
  await page.goto(`${workbench.url}#/explorer`)
  await expect(shown(page)).toHaveText(/^[1-9]/)
  await addSyntheticServer(page, 'large', ['--elements', '8000'])
  await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'large' })
  await expect(shown(page)).toHaveText(/^8,000 elements/)
  await expect(layingOut(page)).toHaveCount(0)
  // It opens collapsed, which is laid out instantly.
  await page.getByRole('button', { name: /groups collapsed$/ }).click()
  await expect(shown(page)).not.toHaveText(/in collapsed groups/)
  await expect(layingOut(page)).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Layout' }).selectOption({ label: 'Force-directed' })
  const line = page.getByRole('status').locator('p').filter({ hasText: 'Laying out…' })
  await expect(line).toHaveText(/Laying out… [1-9]\d?%/)
  const button = await line.getByRole('button', { name: 'Cancel' }).evaluateHandle((element) => element)
  await expect(line).not.toHaveText((await line.textContent()) ?? '')
  expect(await button.evaluate(({ isConnected }) => isConnected), 'it stays while progress is told').toBe(
    true,
  )
  await line.getByRole('button', { name: 'Cancel' }).click()
  await expect(layingOut(page)).toHaveCount(0)
  await expect(shown(page)).toHaveText(/^8,000 elements/)
  await page.getByRole('combobox', { name: 'Search the graph' }).fill('Element 77')
  await expect(page.getByRole('listbox', { name: 'Matches' }).getByRole('option').first()).toBeVisible()
})

/** Pairs of positions closer to each other than the card size. */
function overlaps(places: ReadonlyMap<string, readonly [number, number]>, width: number, height: number) {
  const all = [...places]
  return all.flatMap(([key, [x, y]], i) =>
    all
      .slice(i + 1)
      .filter(([, [a, b]]) => Math.abs(a - x) < width && Math.abs(b - y) < height)
      .map(([other]) => `${key} on ${other}`),
  )
}

test('lays out a model of few elements, and an overview when all is collapsed', async ({
  page,
  workbench,
}) => {
  await page.goto(`${workbench.url}#/explorer`)
  await expect(shown(page)).toHaveText(/^[1-9]/)
  await addModelServer(page, 'incident', ['--quickstart-sample', 'incident-investigation'])
  await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'incident' })
  await expect(shown(page)).toHaveText(/^12 elements/)
  await expect(layingOut(page)).toHaveCount(0)
  const incident = /incident.*-model\.json$/
  expect(overlaps(await placesUnder(workbench.data, 'layered', incident), 110, 40)).toEqual([])
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Collapse all groups')
  await page.keyboard.press('Enter')
  await expect(shown(page)).toHaveText(/in collapsed groups/)
  await expect(layingOut(page)).toHaveCount(0)
  const boxes = async (): Promise<Map<string, [number, number]>> => {
    const places = await placesUnder(workbench.data, 'layered', incident)
    return new Map([...places].filter(([key]) => key.startsWith('box:')))
  }
  await expect.poll(async () => (await boxes()).size).toBe(3)
  await expect.poll(async () => overlaps(await boxes(), 224, 76)).toEqual([])
})

test.describe('a screen with two pixels for each of the page', () => {
  test.use({ deviceScaleFactor: 2 })

  test('has a picture with as many, also where it is only emulated', async ({ page, workbench }) => {
    await openExplorer(page, workbench.url)
    const canvas = page.locator('[data-explorer-canvas] > canvas').first()
    await expect
      .poll(() => canvas.evaluate((one) => (one as HTMLCanvasElement).width / one.clientWidth))
      .toBeCloseTo(2, 1)
  })
})

test('a graph that one comes back to is there in its first frames', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  await page.getByRole('radio', { name: 'Topology', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Whole topology' }).first()).toBeVisible()
  await page.setViewportSize({ width: 1000, height: 700 })
  const blank = await page.evaluate(async () => {
    const isBlank = (canvas: HTMLCanvasElement): boolean => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      const pixels = new Uint32Array(data.buffer)
      return pixels.every((pixel) => pixel === pixels[0])
    }
    const frames: boolean[] = []
    location.hash = '#/explorer/model'
    while (frames.length < 10) {
      await new Promise(requestAnimationFrame)
      const canvas = document.querySelector<HTMLCanvasElement>('[data-explorer-canvas=model] canvas')
      if (canvas?.checkVisibility()) frames.push(isBlank(canvas))
    }
    // The first frame is read before the view has drawn into it.
    return frames.slice(1)
  })
  expect(blank).not.toContain(true)
})

test('says what is shown in one line, and what is cut off of it on request', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  await expect(page.getByRole('button', { name: 'What is shown, in full' })).toHaveCount(0)
  const graph = page.getByRole('application', { name: /^Graph with/ })
  const top = async () => (await graph.boundingBox())?.y
  await page.setViewportSize({ width: 683, height: 900 })
  const before = await top()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Collapse all groups')
  await page.keyboard.press('Enter')
  await expect(shown(page)).toHaveText(/in collapsed groups/)
  await page.setViewportSize({ width: 360, height: 900 })
  const whole = page.getByRole('button', { name: 'What is shown, in full' })
  await whole.press('Enter')
  await expect(page.getByRole('dialog', { name: 'What is shown, in full' })).toContainText(
    /in collapsed groups/,
  )
  await page.keyboard.press('Escape')
  await expect(whole).toBeFocused()
  await page.setViewportSize({ width: 683, height: 900 })
  expect(await top()).toBe(before)
  expect((await shown(page).boundingBox())?.height).toBeLessThan(24)
})

test('a tooltip goes on a press, and comes back once the pointer has left', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  await page.getByRole('combobox', { name: 'Search the graph' }).fill('game.guild')
  await expect(page.getByRole('listbox', { name: 'Matches' }).getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: 'Guild' })).toBeVisible()
  const graph = page.getByRole('application', { name: /^Graph with/ })
  await graph.press('i')
  await expect(shown(page)).toHaveText(/^1 of/)
  await graph.press('f')
  const box = await graph.boundingBox()
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
  const tooltip = page.getByText(/^entity set · game · \d+ links?$/)
  const point = async (): Promise<void> => {
    await page.mouse.move(x + 300, y + 200)
    await page.mouse.move(x, y, { steps: 3 })
    await expect(tooltip).toBeVisible({ timeout: 2000 })
  }
  await expect(point).toPass({ timeout: 25_000 })
  await page.mouse.down()
  await expect(tooltip).toHaveCount(0)
  await page.mouse.up()
  await page.mouse.move(x + 2, y + 2)
  await page.waitForTimeout(800)
  await expect(tooltip).toHaveCount(0)
  await point()
  await graph.press('Shift+A')
})
