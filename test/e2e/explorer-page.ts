import type { Locator, Page } from '@playwright/test'
import { expect } from './workbench.ts'

/** The status line: how much is shown, and why not more. */
export const shown = (page: Page): Locator => page.getByTestId('shown')

/** Opens the explorer with the built-in sample on the canvas. */
export async function openExplorer(page: Page, url: string): Promise<void> {
  await page.goto(`${url}#/explorer`)
  await expect(shown(page)).toHaveText(/^[1-9]/)
  await expect(page.getByText('Laying out')).toHaveCount(0)
}
