import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { addSyntheticServer } from './explorer-server.ts'
import { expect, test } from './workbench.ts'

const shown = (page: Page) => page.getByTestId('shown')
const layingOut = (page: Page) => page.getByText(/^Laying out…/)

interface KeptLook {
  readonly layout: string
  readonly positions: readonly (readonly [key: string, x: number, y: number])[]
}

/** Where everything stands, once a layout of this name is kept on disk. */
async function placesUnder(data: string, layout: string): Promise<Map<string, [number, number]>> {
  const places = new Map<string, [number, number]>()
  await expect
    .poll(async () => {
      const folder = join(data, 'documents/explorer')
      const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('-model.json'))
      for (const file of files) {
        const look = JSON.parse(await readFile(join(folder, file), 'utf8')) as KeptLook
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
  await expect(shown(page)).toHaveText(/^shown [1-9]/)
  await expect(layingOut(page)).toHaveCount(0)
  const layered = await placesUnder(workbench.data, 'layered')

  await choose(page, 'Force')
  const force = await placesUnder(workbench.data, 'force')
  expect([...force.keys()].sort()).toEqual([...layered.keys()].sort())
  const moved = [...force].filter(([key, [x, y]]) => {
    const [before, beneath] = layered.get(key) ?? [x, y]
    return before !== x || beneath !== y
  })
  expect(moved.length).toBeGreaterThan(force.size / 2)

  await page.getByRole('combobox', { name: 'Search the graph' }).fill('k8s.pod')
  await expect(page.getByRole('listbox', { name: 'Matches' }).getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await choose(page, 'Radial')
  const radial = await placesUnder(workbench.data, 'radial')
  expect(radial.get('k8s/k8s.pod/entity_set')).toEqual([0, 0])
  // What a link joins with the middle stands on the first ring.
  const radius = (key: string): number => Math.round(Math.hypot(...(radial.get(key) ?? [0, 0])) / 10)
  expect(radius('k8s/k8s.node/entity_set')).toBe(radius('k8s/k8s.workload/entity_set'))

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
  await expect(shown(page)).toHaveText(/^shown [1-9]/)
  await addSyntheticServer(page, 'large', ['--elements', '8000'])
  await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'large' })
  await expect(shown(page)).toHaveText(/^shown 8,000 of 8,000/)
  await expect(layingOut(page)).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Layout' }).selectOption({ label: 'Force' })
  const line = page.getByRole('status').locator('p').filter({ hasText: 'Laying out…' })
  await expect(line).toHaveText(/Laying out… [1-9]\d? %/)
  await line.getByRole('button', { name: 'Cancel' }).click()
  await expect(layingOut(page)).toHaveCount(0)
  await expect(shown(page)).toHaveText(/^shown 8,000 of 8,000/)
  await page.getByRole('combobox', { name: 'Search the graph' }).fill('Element 77')
  await expect(page.getByRole('listbox', { name: 'Matches' }).getByRole('option').first()).toBeVisible()
})
