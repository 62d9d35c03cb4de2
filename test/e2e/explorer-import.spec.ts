import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MODEL_EXAMPLE } from '#shared/model/example.ts'
import { openExplorer, shown } from './explorer-page.ts'
import { addEmptyServer, addModelServer, newEntity, writeTo } from './explorer-server.ts'
import { expect, startWorkbench, test } from './workbench.ts'

const pack = join(dirname(fileURLToPath(import.meta.url)), '../fixtures/model/reference-pack')

test('imports the valid files of a folder, and the rest once they are corrected', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  await addModelServer(page, 'importing', ['--enable-writes'])
  await page.getByLabel('Model server').first().selectOption({ label: 'importing' })
  await expect(shown(page)).toHaveText(/^[1-9]/)

  await page.getByRole('button', { name: 'Import a model' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a model' })
  await dialog.getByLabel('Choose a folder…').setInputFiles(pack)
  await expect(dialog.getByText('4 elements in 5 files, 1 of them a link.')).toBeVisible()
  const errors = dialog.getByRole('list', { name: 'Errors' }).getByRole('listitem')
  await expect(errors).toHaveCount(2)
  await expect(errors.first()).toContainText('reference-pack/links/torn.yaml:6')
  await expect(errors.last()).toContainText('reference-pack/sets/stage.yaml:10')
  await expect(errors.last()).toContainText('spec.fields[1].type: must be string, integer')

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

test('the dialog shows the format, says a warning openly, and compares only where there is an element', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  const dialog = page.getByRole('dialog', { name: 'Import a model' })
  const choose = async (name: string, text: string) => {
    await page.getByRole('button', { name: 'Import a model' }).click()
    const buffer = Buffer.from(text)
    await dialog.getByLabel('Choose files…').setInputFiles({ name, mimeType: 'text/yaml', buffer })
  }
  await choose('misspelt.yaml', MODEL_EXAMPLE.replace('type: string', 'type: strng'))
  await expect(dialog.getByText('Every element is valid')).toBeVisible()
  await expect(dialog.getByText('1 warning', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Warnings' })).toContainText('strng')
  await page.keyboard.press('Escape')

  await choose('nothing.yaml', 'name: nothing\n')
  await expect(dialog.getByText('No elements found')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Compare with the model' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Import a model' }).click()
  await dialog.getByRole('button', { name: 'File format and an example to import' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('complementary', { name: 'Help' })).toContainText('primary_key_fields')
})

test('what was said of one address is not said of the next', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  await page.getByRole('button', { name: 'Import a model' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a model' })
  const address = dialog.getByRole('textbox', { name: 'Address of a file' })
  const problem = dialog.getByRole('alert')
  const fetchFrom = async (url: string) => {
    await address.fill(url)
    await dialog.getByRole('button', { name: 'Fetch' }).click()
  }
  await fetchFrom('ftp://example.org/model.yaml')
  await expect(problem).toContainText('not a web address')
  await address.fill('h')
  await expect(problem).toHaveCount(0)

  // A host that is silent until after files were chosen.
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = silent.address() as AddressInfo
    await fetchFrom(`http://127.0.0.1:${port}/model.yaml`)
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await dialog.getByLabel('Choose a folder…').setInputFiles(pack)
    await expect(dialog.getByText('in 5 files')).toBeVisible()
    silent.closeAllConnections()
    await expect(dialog.getByRole('button', { name: /^Import \d valid/ })).toBeVisible()
    await expect(problem).toHaveCount(0)
  } finally {
    silent.close()
  }
})

test('a model without elements asks for an import, which fills it', async ({ page, workbench }) => {
  await openExplorer(page, workbench.url)
  await addEmptyServer(page, 'empty')
  await page.getByLabel('Model server').first().selectOption({ label: 'empty' })
  await expect(page.getByRole('heading', { name: 'This model has no elements' })).toBeVisible()
  await page.getByRole('button', { name: 'Import a model…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Import a model' })
  await dialog.getByLabel('Choose a folder…').setInputFiles(pack)
  await dialog.getByRole('button', { name: 'Import 3 valid elements' }).click()
  await expect(dialog.getByText('3 imported, 0 failed.')).toBeVisible()
  await dialog.getByRole('contentinfo').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { name: 'This model has no elements' })).toHaveCount(0)
  await expect(shown(page)).toHaveText(/^2 /)
})

test('the sample model, which is read-only, is opened for an import in its dialog', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  const dialog = page.getByRole('dialog', { name: 'Import a model' })
  const run = dialog.getByRole('button', { name: 'Import 3 valid elements' })
  for (const existing of [0, 2]) {
    await page.getByRole('button', { name: 'Import a model' }).click()
    if (existing === 0) await dialog.getByRole('button', { name: 'Allow writes' }).click()
    await expect(dialog.getByRole('note', { name: 'This server is read-only.' })).toHaveCount(0)
    await dialog.getByLabel('Choose a folder…').setInputFiles(pack)
    await expect(run).toBeEnabled()
    await expect(dialog.getByText('2 elements exist already and will be replaced.')).toHaveCount(
      existing === 0 ? 0 : 1,
    )
    await dialog.getByRole('button', { name: 'Compare with the model' }).click()
    const changes = page.getByText(/^What an import of 5 files would change/)
    await expect(changes).toBeVisible()
    await expect(page.getByText('3 added').first()).toBeVisible({ visible: existing === 0 })
    await page.getByRole('button', { name: 'End comparison' }).click()
    await expect(changes).toHaveCount(0)
    await page.getByRole('button', { name: 'Import a model' }).click()
    await dialog.getByLabel('Choose a folder…').setInputFiles(pack)
    await run.click()
    await expect(dialog.getByText('3 imported, 0 failed.')).toBeVisible()
    await dialog.getByRole('contentinfo').getByRole('button', { name: 'Close' }).click()
  }
})

test('a backup takes what was written to the sample model to another workbench', async ({
  browser,
}, info) => {
  const open = async () => {
    const workbench = await startWorkbench()
    const context = await browser.newContext({ locale: 'en-US' })
    await workbench.admit(context)
    const page = await context.newPage()
    await page.goto(`${workbench.url}#/settings`)
    return { workbench, context, page }
  }
  const [from, to] = [await open(), await open()]
  await from.page.getByLabel('Allow writes').check()
  await openExplorer(from.page, from.workbench.url)
  await from.page.getByRole('button', { name: 'Import a model' }).click()
  const dialog = from.page.getByRole('dialog', { name: 'Import a model' })
  await dialog.getByLabel('Choose a folder…').setInputFiles(pack)
  await dialog.getByRole('button', { name: 'Import 3 valid elements' }).click()
  await expect(dialog.getByText('3 imported, 0 failed.')).toBeVisible()
  await writeTo(from.page, 'embedded-model', { entities: [newEntity('game.guild', 'f', 'Carried guild')] })
  await from.page.goto(`${from.workbench.url}#/settings`)
  const download = from.page.waitForEvent('download')
  await from.page.getByRole('button', { name: 'Save a backup' }).click()
  const file = info.outputPath('backup.json')
  await (await download).saveAs(file)

  await to.page.getByLabel('Restore a backup').setInputFiles(file)
  await expect(to.page.getByText(/restored\. The previous files are kept in/)).toBeVisible()
  await expect(to.page.getByLabel('Allow writes')).toBeChecked()
  await openExplorer(to.page, to.workbench.url)
  await to.page.getByRole('combobox', { name: 'Search' }).fill('delivery')
  await expect(
    to.page.getByRole('option', { name: 'Pipeline delivery.pipeline · entity set · delivery' }),
  ).toBeVisible()
  await to.page.getByRole('radio', { name: 'Topology', exact: true }).click()
  await to.page.getByRole('combobox', { name: 'Search the graph' }).fill('Carried guild')
  await to.page.keyboard.press('Enter')
  await expect(to.page.getByRole('article', { name: 'Carried guild' })).toBeVisible()
  for (const { context, workbench } of [from, to]) {
    await context.close()
    await workbench.stop()
  }
})

test('an import into the sample model is undone as a whole, also what it replaced, once what was written since was named', async ({
  page,
  workbench,
}) => {
  const replacing = {
    name: 'service.yaml',
    mimeType: 'application/yaml',
    buffer: Buffer.from(
      'kind: entity_set\nmetadata: {domain: devops, name: devops.service}\nspec: {fields: [{name: a, type: string}], primary_key_fields: [a]}\n',
    ),
  }
  // Other tests share the workbench.
  await page.goto(`${workbench.url}#/settings`)
  await page.getByLabel('Allow writes').check()
  await openExplorer(page, workbench.url)
  const before = Number.parseInt((await shown(page).textContent()) ?? '')
  await page.getByRole('button', { name: 'Import a model' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a model' })
  const note = page.getByRole('note', { name: 'Restore the model as it was before' })
  const restored = page.getByRole('status').filter({ hasText: 'The model is as it was before.' })
  const importBoth = async (): Promise<void> => {
    await dialog.getByLabel('Choose files…').setInputFiles([
      replacing,
      {
        ...replacing,
        name: 'new.yaml',
        buffer: Buffer.from(String(replacing.buffer).replaceAll('service', 'newsletter')),
      },
    ])
    await expect(dialog.getByText('The model is copied first')).toBeVisible()
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(dialog.getByText('2 imported, 0 failed.')).toBeVisible()
    await expect(note).toContainText('before 2 elements were imported or sent')
  }
  await importBoth()
  await note.getByRole('button', { name: 'Restore the model' }).click()
  await expect(restored).toBeVisible()
  await expect(dialog.getByText('2 imported, 0 failed.')).toBeHidden()
  await dialog.getByRole('button', { name: 'Other files' }).click()
  await importBoth()
  await dialog.getByRole('contentinfo').getByRole('button', { name: 'Close' }).click()
  await expect(shown(page)).toHaveText(new RegExp(`^${before + 1} `))

  await writeTo(page, 'embedded-model', { entities: [newEntity('game.guild', 'f', 'Late guild')] })
  await page.keyboard.press('ControlOrMeta+K')
  await page.keyboard.type('Restore the model')
  await page.keyboard.press('Enter')
  await expect(note).toContainText('One thing that was written since then is removed, too.')
  await note.getByText('Written since', { exact: true }).click()
  await expect(note.getByText(/^game\/game\.guild\//)).toBeVisible()
  await note.getByRole('button', { name: 'Restore the model' }).click()
  await expect(restored).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shown(page)).toHaveText(new RegExp(`^${before} `))
})

test('a server of others says before an import that new elements stay, and its model is saved as a file', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  await addModelServer(page, 'theirs', ['--enable-writes'])
  await page.getByLabel('Model server').first().selectOption({ label: 'theirs' })
  await expect(shown(page)).toHaveText(/^[1-9]/)
  await page.getByRole('button', { name: 'Import a model' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a model' })
  await dialog.getByLabel('Choose a folder…').setInputFiles(pack)
  const note = dialog.getByRole('note', { name: 'New elements stay' })
  await expect(note).toContainText('This server cannot delete elements')
  const download = page.waitForEvent('download')
  await note.getByRole('button', { name: 'Save a copy of the model' }).click()
  expect((await download).suggestedFilename()).toMatch(/^theirs-\d{4}-\d\d-\d\d-\d{4}\.yaml$/)
})

test('one of many entity sets is found by part of its name to open its entities', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  await addEmptyServer(page, 'many')
  await page.getByLabel('Model server').first().selectOption({ label: 'many' })
  await page.getByRole('button', { name: 'Import a model…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Import a model' })
  const sets = Array.from({ length: 60 }, (_, place) => ({
    name: `set-${place}.yaml`,
    mimeType: 'application/yaml',
    buffer: Buffer.from(
      `kind: entity_set\nmetadata: {domain: shop, name: shop.set_${place}}\nspec: {fields: [{name: a, type: string}], primary_key_fields: [a]}\n`,
    ),
  }))
  await dialog.getByLabel('Choose files…').setInputFiles(sets)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.getByRole('contentinfo').getByRole('button', { name: 'Close' }).click()
  await writeTo(page, 'model:many', { entities: [newEntity('shop.set_37', '1', 'Found by its set')] })
  await page.getByText('Topology', { exact: true }).click()
  await page.getByRole('button', { name: 'Open entities of…' }).click()
  await page.keyboard.type('set_37')
  const options = page.getByRole('listbox', { name: 'Part of the name of an entity set' }).getByRole('option')
  await expect(options).toHaveText(['shop.set_37'])
  await page.keyboard.press('Enter')
  await expect(options).toHaveCount(0)
  await expect(shown(page)).toHaveText(/^1 /)
})
