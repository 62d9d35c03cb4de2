import { type Locator } from '@playwright/test'
import { test as withSandbox } from './sandboxes-bench.ts'
import { expect, test } from './workbench.ts'

/** What stands where nothing is shown: the box of a heading. */
const empty = (of: Locator, title: string): Locator =>
  of.getByRole('heading', { name: title, exact: true }).locator('..')

test('an empty legend, editor and library say why, and what to do', async ({ page, workbench }) => {
  const body = page.locator('body')
  await page.goto(`${workbench.url}#/explorer`)
  await page.getByRole('radio', { name: 'Topology' }).click()
  await page.getByRole('tab', { name: 'Legend' }).click()
  const legend = empty(body, 'Nothing in view')
  await expect(legend).toContainText('are listed here once something is shown.')
  await legend.getByRole('button', { name: 'Whole topology' }).click()
  await expect(legend).toBeHidden()

  await page.goto(`${workbench.url}#/environments`)
  await page.getByRole('radio', { name: 'Library' }).click()
  await expect(empty(body, 'No episodes yet').getByLabel('Open files…')).toBeAttached()
  await expect(page.getByLabel('Open files…')).toHaveCount(1)

  await page.goto(`${workbench.url}#/console`)
  await page
    .getByRole('list', { name: 'Connections' })
    .getByRole('button', { name: /^Sample model/ })
    .click()
  await page.getByRole('tab', { name: 'Edit' }).click()
  const editor = empty(body, 'Nothing is open')
  await editor.getByRole('button', { name: 'New…' }).click()
  await page.getByRole('menuitem', { name: 'element', exact: true }).click()
  await expect(editor).toBeHidden()
  await expect(page.getByRole('list', { name: 'Draft' }).getByRole('listitem')).toHaveCount(1)
})

withSandbox('empty files and ports of a sandbox say what to do', async ({ page, bench }) => {
  const body = page.locator('body')
  await bench.section('Files')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    empty(body, 'No file is open').getByText('Upload…').click(),
  ])
  await chooser.setFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await expect(page.getByRole('treeitem', { name: 'note.txt' })).toBeVisible()

  await bench.section('Ports')
  await empty(body, 'No ports are forwarded').getByRole('button', { name: 'Forward a port…' }).click()
  await expect(page.getByLabel('Port in the sandbox')).toBeFocused()
})
