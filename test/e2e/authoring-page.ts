import { expect, type Page } from '@playwright/test'

/** Types into a combobox and takes the first match. */
export async function pick(page: Page, field: RegExp, text: string): Promise<void> {
  const box = page.getByRole('combobox', { name: field })
  await box.fill(text)
  await expect(page.getByRole('listbox', { name: field }).getByRole('option').first()).toBeVisible()
  await box.press('Enter')
}
