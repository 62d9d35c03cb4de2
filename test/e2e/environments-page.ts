import type { Page } from '@playwright/test'
import { builtInEntry } from '#shared/gem/catalogue/index.ts'
import { expect } from './workbench.ts'

const openTabs = (page: Page) => page.getByRole('tablist', { name: 'Open environments' }).getByRole('tab')

/** Opens an environment by its id. The core makes its tab, so the tab before stays in front for a moment. */
export async function openEnvironment(page: Page, url: string, id: string): Promise<void> {
  await page.goto(`${url}#/environments`)
  const search = page.getByRole('combobox', { name: 'Search or enter an ID' })
  await search.fill(id)
  // Until the catalogue is there, Enter has nothing to open.
  await expect(search).toHaveAttribute('aria-activedescendant', /./)
  const before = await openTabs(page).count()
  await search.press('Enter')
  await expect(openTabs(page)).not.toHaveCount(before)
  const name = id.startsWith('game:') ? (builtInEntry(id)?.title ?? id) : id
  await expect(page.getByRole('tab', { selected: true }).filter({ hasText: name })).toBeVisible()
  await expect(page.getByRole('log')).toBeVisible()
}

/** Resets the environment in front with a seed, which its tab then names. */
export async function pinSeed(page: Page, seed: number): Promise<void> {
  const reset = page.getByRole('button', { name: 'Reset', exact: true })
  // Until the first episode has begun, Enter resets nothing; it has the focus then.
  await expect(page.getByText(/Turn \d+ · return/)).toBeVisible()
  await expect(reset).toBeEnabled()
  await expect(page.locator('#environments-tab-panel :focus')).toHaveCount(1)
  const field = page.getByRole('textbox', { name: 'Seed' })
  await field.fill(String(seed))
  const pinned = page.getByRole('tab', { selected: true }).filter({ hasText: new RegExp(` · ${seed}$`) })
  // While the call that began the first episode is being answered, Enter counts as its repetition.
  await expect(async () => {
    await field.press('Enter')
    await expect(pinned).toBeVisible({ timeout: 8_000 })
  }).toPass()
  // The episode before is also at turn 0; only the new one accepts moves.
  await expect(reset).toBeEnabled()
  await expect(page.getByText('Turn 0 · return 0')).toBeVisible()
}
