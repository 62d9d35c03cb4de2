import { QueryPage } from './query-page.ts'
import { expect, startWorkbench, test } from './workbench.ts'

test('two windows keep each other’s queries, and close them for both', async ({ browser }) => {
  // Its own workbench: tabs of other tests would take the numbers.
  const workbench = await startWorkbench()
  const context = await browser.newContext()
  await workbench.admit(context)
  const one = await QueryPage.open(await context.newPage(), workbench)
  const two = await QueryPage.open(await context.newPage(), workbench)
  const tab = (query: QueryPage, name: RegExp) =>
    query.page.getByRole('tablist', { name: 'Queries' }).getByRole('tab', { name })
  await one.write('-- written in the first window')
  await expect(tab(two, /^Query 2/)).toBeVisible()
  await two.write('-- written in the second window')
  await expect(tab(one, /^Query 3/)).toBeVisible()
  await tab(one, /^Query 3/).click()
  await expect(one.editor).toContainText('-- written in the second window')
  // Both show the same tab: text typed in one appears in the other.
  await two.editor.click()
  await two.page.keyboard.press('Control+End')
  await two.page.keyboard.type(', and some more')
  await expect(one.editor).toContainText('second window, and some more')
  // Also in a slow window: it must not send the received text back.
  const devtools = await one.page.context().newCDPSession(one.page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  let text = (await two.editor.textContent()) ?? ''
  for (const word of [' one', ' two', ' three', ' four', ' five', ' six']) {
    await two.page.keyboard.type(`${word} ${word}`)
    text += `${word} ${word}`
    await expect(one.editor).toHaveText(text)
    await expect(two.editor).toHaveText(text)
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await two.page.getByRole('button', { name: 'Close Query 3' }).click()
  await expect(tab(one, /^Query 3/)).toHaveCount(0)
  await one.page.reload()
  await expect(tab(one, /^Query 3/)).toHaveCount(0)
  await tab(one, /^Query 2/).click()
  await expect(one.editor).toContainText('-- written in the first window')
  await context.close()
  await workbench.stop()
})
