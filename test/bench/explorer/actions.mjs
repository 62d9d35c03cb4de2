/** Longest main thread tasks of an analyst's actions on a large graph: filter, undo, redo, collapse, list. */

import { longestTask } from './tasks.mjs'

/** Milliseconds of inactivity after which an action counts as done. */
const REST = 1500

const busy = () => document.body.textContent.includes('Laying out')

/** The longest task an action causes; see {@link longestTask}. */
async function longest(page, act) {
  await page.waitForTimeout(REST)
  return longestTask(page, async () => {
    await act()
    await page.waitForTimeout(REST)
    while (await page.evaluate(busy)) await page.waitForTimeout(REST)
  })
}

/** @returns {Promise<{ name: string, value: number, unit: string, aim: object }[]>} */
export async function actions(page, graph) {
  const press = (name) => () => page.getByRole('button', { name }).first().click()
  const steps = [
    [
      'filter by a type',
      () =>
        page
          .getByRole('listitem')
          .getByRole('button', { name: /service/ })
          .first()
          .click(),
    ],
    ['undo', press(/^Undo/)],
    ['redo', press(/^Redo/)],
    ['undo again', press(/^Undo/)],
    ['find by text', () => page.locator('[data-explorer-search]').fill('42')],
    ['open the list', press(/^Table/)],
    ['sort the list', () => page.getByRole('columnheader').first().getByRole('button').first().click()],
    [
      'filter with the list',
      () =>
        page
          .getByRole('listitem')
          .getByRole('button', { name: /service/ })
          .first()
          .click(),
    ],
    ['undo with the list', press(/^Undo/)],
    ['close the list', press(/^Table/)],
  ]
  const rows = []
  for (const [name, act] of steps)
    rows.push({
      name: `${graph}: longest task of “${name}”`,
      value: await longest(page, act),
      unit: 'ms',
      aim: { most: name === 'find by text' ? 30 : 50 },
    })
  return rows
}
