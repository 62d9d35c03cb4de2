import { openExplorer, shown } from './explorer-page.ts'
import { addModelServer, writeTo } from './explorer-server.ts'
import { expect, test } from './workbench.ts'

/** Unix seconds of a day in May 2026, at noon. */
const NOON = 1_779_105_600
const HOUR = 3600

const service = (name: string): string => name.padStart(32, '0')
const entity = (name: string, first: number, more: Record<string, unknown> = {}) => ({
  __domain__: 'game',
  __entity_type__: 'game.guild',
  __entity_id__: service(name),
  __method__: 'Create',
  __first_observed_time__: first,
  __last_observed_time__: first,
  display_name: `Guild ${name}`,
  ...more,
})
const relation = (from: string, to: string, first: number) => ({
  __src_domain__: 'game',
  __src_entity_type__: 'game.guild',
  __src_entity_id__: service(from),
  __dest_domain__: 'game',
  __dest_entity_type__: 'game.guild',
  __dest_entity_id__: service(to),
  __relation_type__: 'allies',
  __method__: 'Create',
  __first_observed_time__: first,
  __last_observed_time__: 4_000_000_000,
})

test('a slider goes through what came and went, and two moments are compared', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  await addModelServer(page, 'times', ['--enable-writes'])
  await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'times' })
  await expect(shown(page)).toHaveText(/^47 elements/)
  await writeTo(page, 'model:times', {
    entities: [
      entity('a1', NOON),
      entity('b2', NOON + HOUR),
      entity('c3', NOON + 2 * HOUR, { __keep_alive_seconds__: HOUR }),
    ],
    relations: [
      relation('a1', 'b2', NOON + HOUR),
      relation('b2', 'c3', NOON + 2 * HOUR),
      {
        ...relation('b2', 'a1', NOON + HOUR),
        __last_observed_time__: NOON + HOUR,
        __keep_alive_seconds__: 60,
      },
    ],
  })
  await page.getByRole('radio', { name: 'Topology' }).click()
  await page.getByRole('combobox', { name: 'Open entities of…' }).selectOption('Guild')
  await expect(shown(page)).toHaveText(/^\d entities/)
  const range = page.getByRole('button', { name: /^(What is there now|All time)/ })
  await expect(range).toHaveText('What is there now')
  // The server lists it still: only a range asks how long something is kept.
  const gone = page.getByRole('region', { name: 'Gone' }).getByRole('button')
  await expect(gone).toHaveText(/1$/)
  await gone.click()
  await expect(page.getByRole('article', { name: 'Guild c3' })).toContainText('gone since')
  await page.getByRole('button', { name: 'Time machine' }).click()
  await expect(range).toHaveText(/All time/)
  await expect(page.getByRole('button', { name: 'Undo: Time machine' })).toBeEnabled()
  const bar = page.getByRole('toolbar', { name: 'Time machine' })
  const slider = bar.getByRole('slider', { name: 'Moment' })
  await expect(bar).toContainText('Closing it returns to “What is there now”.')
  await expect(slider).toHaveAttribute('aria-valuetext', 'All moments')
  const there = async (name: string, isThere: boolean): Promise<void> =>
    expect(page.getByRole('row', { name: new RegExp(`^Guild ${name}`) })).toHaveCount(isThere ? 1 : 0)
  // The last change before now: the third guild, retained for an hour, has expired.
  await bar.getByRole('button', { name: 'Earlier change' }).click()
  await expect(shown(page)).toHaveText(/1 not there at this moment/)
  await there('c3', false)
  await slider.press('ArrowLeft')
  await there('c3', true)
  await slider.press('ArrowLeft')
  await there('c3', false)
  await there('b2', true)
  // Before one relation between the first two ended.
  await slider.press('ArrowLeft')
  // Dragging to one place leads to one moment, also while comparing.
  const width = async () => (await slider.boundingBox())?.width
  const before = await width()
  await bar.getByRole('button', { name: 'Compare from here' }).click()
  await expect(bar).toContainText('Compared with')
  expect(await width()).toBe(before)
  await slider.press('ArrowRight')
  await slider.press('ArrowRight')
  await there('c3', true)
  const chosen = (await slider.getAttribute('aria-valuetext')) ?? ''
  await bar.getByRole('button', { name: 'What changed', exact: true }).click()
  await expect(page.getByText(/^What changed from .* to /)).toBeVisible()
  await expect(page.getByText('2 added')).toBeVisible()
  await expect(page.getByText('1 removed')).toBeVisible()
  await expect(slider).toHaveAttribute('aria-valuetext', chosen)
  // A reload comes back with the machine open, and with what is compared.
  await page.reload()
  await expect(page.getByText(/^What changed from .* to /)).toBeVisible()
  await expect(page.getByText('2 added')).toBeVisible()
  await expect(bar).toContainText('Closing it returns to “What is there now”.')
  await expect(bar.getByRole('button', { name: 'What changed', exact: true })).toBeVisible()
  const ended = page.getByRole('row', { name: /^Guild b2 → Guild a1 allies/ })
  await expect(ended).toContainText('Removed', { ignoreCase: true })
  await ended.click()
  await expect(page.getByRole('article', { name: 'allies' })).toContainText('Guild b2 → Guild a1')
  await page.getByRole('button', { name: 'End comparison' }).click()
  // All moments have a button of their own; the end of the slider is the latest one.
  await slider.press('Home')
  await slider.press('End')
  await expect(slider).not.toHaveAttribute('aria-valuetext', 'All moments')
  await bar.getByRole('button', { name: 'All moments' }).click()
  await expect(slider).toHaveAttribute('aria-valuetext', 'All moments')
  await slider.press('Home')
  await there('a1', false)
  const first = (await slider.getAttribute('aria-valuetext')) ?? ''
  await page.reload()
  await expect(slider).toHaveAttribute('aria-valuetext', first)
  await expect(shown(page)).toHaveText(/moment/)
  const views = async (): Promise<void> => {
    await page.locator('[data-explorer-canvas]').focus()
    await page.keyboard.press('v')
  }
  await views()
  await page.getByRole('textbox', { name: 'View name' }).fill('Then')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Then' })).toBeVisible()
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Close the time machine' }).click()
  await expect(shown(page)).not.toHaveText(/moment/)
  await expect(range).toHaveText('What is there now')
  // A view of a moment says which.
  await views()
  await page.getByRole('listitem').filter({ hasText: 'Then' }).getByRole('button', { name: 'Open' }).click()
  await expect(slider).toHaveAttribute('aria-valuetext', first)
})

test('finds what has expired of a set that is open as a whole, and says which is open in part', async ({
  page,
  workbench,
}) => {
  await openExplorer(page, workbench.url)
  await addModelServer(page, 'past', ['--enable-writes'])
  await page.getByRole('combobox', { name: 'Model server' }).selectOption({ label: 'past' })
  await expect(shown(page)).toHaveText(/^\d+ elements/)
  const write = (change: Record<string, unknown>) => writeTo(page, 'model:past', change)
  await write({ entities: [entity('a1', NOON), entity('b2', NOON), entity('e5', NOON)] })
  await write({ relations: [relation('a1', 'b2', NOON)] })
  await write({ entities: [entity('e5', NOON, { __method__: 'Expire' })] })
  const guild = (name: string) => page.getByRole('row', { name: new RegExp(`^Guild ${name}`) })
  const bar = page.getByRole('toolbar', { name: 'Time machine' })
  const open = page.getByRole('button', { name: 'Time machine' })
  await page.evaluate(
    (key) => {
      location.hash = `#/explorer/runtime/${encodeURIComponent(key)}?connection=model%3Apast`
    },
    `game/game.guild/${service('b2')}`,
  )
  await expect(shown(page)).toHaveText(/^1 entity/)
  await open.click()
  await expect(bar).toContainText('One entity set is only partly open')
  await bar.getByRole('button', { name: 'Close the time machine' }).click()
  await page.getByRole('combobox', { name: 'Open entities of…' }).selectOption('Guild')
  await expect(guild('a1')).toHaveCount(1)
  await expect(guild('e5')).toHaveCount(0)
  await open.click()
  // Nothing links to it.
  await expect(guild('e5')).toHaveCount(1)
  await expect(bar).not.toContainText('partly open')
  await bar.getByRole('button', { name: 'Close the time machine' }).click()
  await expect(guild('e5')).toHaveCount(0)
})
