import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect } from './workbench.ts'

/** The status line: how much is shown, and why not more. */
export const shown = (page: Page): Locator => page.getByTestId('shown')

/** Opens the explorer with the built-in sample on the canvas, whichever server another test chose last. */
export async function openExplorer(page: Page, url: string): Promise<void> {
  await page.goto(`${url}#/explorer?connection=embedded-model`)
  await expect(shown(page)).toHaveText(/^[1-9]/)
  await expect(page.getByText('Laying out')).toHaveCount(0)
}

/** Keys of pinned or hidden nodes, collapsed groups or filters in all stored views. */
export async function storedKeys(
  data: string,
  member: 'pins' | 'hidden' | 'collapsed' | 'filters',
): Promise<string[]> {
  const folder = join(data, 'documents/explorer')
  const names = await readdir(folder).catch(() => [])
  // A temporary file may be beside them while one is written.
  const files = names.filter((name) => name.endsWith('.json'))
  const looks = await Promise.all(files.map(async (file) => readFile(join(folder, file), 'utf8')))
  return looks.flatMap((text) => {
    const value = (JSON.parse(text) as Partial<Record<string, object>>)[member] ?? {}
    return Array.isArray(value) ? value.map(String) : Object.keys(value)
  })
}
