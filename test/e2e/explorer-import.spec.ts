import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openExplorer, shown } from './explorer-page.ts'
import { addModelServer } from './explorer-server.ts'
import { expect, test } from './workbench.ts'

const pack = join(dirname(fileURLToPath(import.meta.url)), '../fixtures/model/reference-pack')

test('imports what is good of a folder, and the rest once it is mended', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  await addModelServer(page, 'importing', ['--enable-writes'])
  await page.getByLabel('Model server').first().selectOption({ label: 'importing' })
  await expect(shown(page)).toHaveText(/^[1-9]/)

  await page.getByRole('button', { name: 'Import a model' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a model' })
  await dialog.getByLabel('Choose a folder…').setInputFiles(pack)
  await expect(dialog.getByText('4 elements in 5 files.')).toBeVisible()
  const errors = dialog.getByRole('list', { name: 'Errors' }).getByRole('listitem')
  await expect(errors).toHaveCount(2)
  await expect(errors.first()).toContainText('reference-pack/links/torn.yaml:6')
  await expect(errors.last()).toContainText('reference-pack/sets/stage.yaml:10')
  await expect(errors.last()).toContainText('spec.fields[1].type must be string, integer')

  await dialog.getByRole('button', { name: 'Edit reference-pack/sets/stage.yaml' }).click()
  const text = dialog.getByRole('textbox', { name: 'reference-pack/sets/stage.yaml' })
  await expect(text).toBeFocused()
  await text.fill((await text.inputValue()).replace('[long]', 'long'))
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await expect(errors).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Import 4 valid elements' }).click()
  await expect(dialog.getByText('4 imported, 0 failed.')).toBeVisible()
  await dialog.getByRole('contentinfo').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill('delivery.stage')
  await expect(page.getByRole('option', { name: /delivery\.stage/ }).first()).toBeVisible()
})
