import { expect, it } from 'vitest'
import { type ChosenView, type ViewId, viewOf } from '../../../renderer/query/results/views.ts'

const ROWS: ViewId[] = ['table', 'graph', 'json', 'explain']
const PLAN: ViewId[] = ['plan', 'table', 'json', 'explain']

it.each<[string, ViewId[], ChosenView | undefined, ViewId]>([
  ['nothing was chosen', ROWS, undefined, 'table'],
  ['a view was chosen before the run', ROWS, { view: 'graph' }, 'graph'],
  ['a view was chosen in the same result', ROWS, { view: 'explain', run: 'now', isPlan: false }, 'explain'],
  ['a view was chosen in a result before', ROWS, { view: 'graph', run: 'before', isPlan: false }, 'graph'],
  ['the run before was explained', ROWS, { view: 'explain', run: 'before', isPlan: false }, 'table'],
  ['a view of rows was chosen before a plan', PLAN, { view: 'table', run: 'before', isPlan: false }, 'plan'],
  ['a view of a plan was chosen before another', PLAN, { view: 'json', run: 'before', isPlan: true }, 'json'],
  ['a view of a plan was chosen before rows', ROWS, { view: 'json', run: 'before', isPlan: true }, 'table'],
  ['the chosen view is not there', PLAN, { view: 'graph' }, 'plan'],
])('a result opens on the right view when %s', (_, views, chosen, expected) =>
  expect(viewOf('now', views, chosen)).toBe(expected),
)
