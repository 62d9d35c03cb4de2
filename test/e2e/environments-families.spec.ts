import { builtInCatalogue } from '#shared/gem/catalogue/index.ts'
import { expect, test } from './workbench.ts'

/** One id of each game family, the easy one. */
const games = builtInCatalogue.map(({ id }) => id).filter((id) => /^game:.*-easy$/.test(id))

/** Ends that an episode may have; which one depends on luck in some games. */
const ENDS = /solved|ended by the rules|turn limit/

/** No game of the easy kind lasts longer. */
const LONGEST = 60

test('there are twelve families', () => {
  expect(games).toHaveLength(12)
})

for (const id of games) {
  test(`${id} is played by hand to its end`, async ({ page, workbench }) => {
    test.slow()
    await page.goto(`${workbench.url}#/environments`)
    await page.getByRole('combobox', { name: 'Search or enter an ID' }).fill(id)
    await page.getByRole('combobox', { name: 'Search or enter an ID' }).press('Enter')
    await page.getByRole('tab', { name: 'Auto-play' }).click()
    await page.getByRole('combobox', { name: 'Agent' }).selectOption('solver')
    const bar = page.getByRole('toolbar')
    const proposal = page.getByRole('status').locator('code')
    const action = page.getByRole('textbox', { name: 'Action', exact: true })
    for (let turn = 1; turn <= LONGEST && !(await bar.getByText(ENDS).isVisible()); turn++) {
      // What to play is asked of the solver, so that the game gets somewhere on any seed; playing it is done by hand.
      await page.keyboard.press('Control+k')
      await page.keyboard.type('Suggest one action')
      await page.keyboard.press('Enter')
      await expect(proposal).toContainText('boxed')
      await action.fill((await proposal.textContent()) ?? '')
      await action.press('Enter')
      await expect(page.getByText(`turn ${turn} ·`)).toBeVisible()
    }
    await expect(bar.getByText(ENDS)).toBeVisible()
    const shots = process.env['ORRERY_SHOTS']
    if (shots) await page.screenshot({ path: `${shots}/${id.replaceAll(/\W/g, '-')}.png` })
  })
}
