import { expect, test } from 'vitest'
import { groupsOf, keepPanes, replacePane, splitPane } from '#shared/terminals/tab.ts'
import type { TerminalTab } from '#shared/terminals/terminal.ts'

const one: TerminalTab = { id: 't', panes: ['a'], direction: 'horizontal' }
const two = splitPane(one, 'a', 'b', 'horizontal')
const grid = splitPane(splitPane(two, 'a', 'c', 'vertical'), 'b', 'd', 'vertical')

test.each([
  ['a single pane, to the right', two, 'horizontal', [['a'], ['b']]],
  ['a single pane, down', splitPane(one, 'a', 'b', 'vertical'), 'vertical', [['a'], ['b']]],
  [
    'each half down: a grid',
    grid,
    'horizontal',
    [
      ['a', 'c'],
      ['b', 'd'],
    ],
  ],
  [
    'a pane of a grid to the right',
    splitPane(grid, 'c', 'e', 'horizontal'),
    'horizontal',
    [['a', 'c'], ['e'], ['b', 'd']],
  ],
  [
    'a pane of a grid down',
    splitPane(grid, 'a', 'e', 'vertical'),
    'horizontal',
    [
      ['a', 'e', 'c'],
      ['b', 'd'],
    ],
  ],
  [
    'behind the last, where none is named',
    splitPane(grid, undefined, 'e', 'vertical'),
    'horizontal',
    [
      ['a', 'c'],
      ['b', 'd', 'e'],
    ],
  ],
  ['the first of a group closed', keepPanes(grid, (pane) => pane !== 'a'), 'horizontal', [['c'], ['b', 'd']]],
  [
    'a whole group closed',
    keepPanes(grid, (pane) => pane === 'b' || pane === 'd'),
    'vertical',
    [['b'], ['d']],
  ],
  ['all closed', keepPanes(grid, () => false), 'horizontal', []],
  [
    'one put in the place of another',
    replacePane(grid, 'c', 'x'),
    'horizontal',
    [
      ['a', 'x'],
      ['b', 'd'],
    ],
  ],
] as const)('%s', (_what, tab, direction, groups) => {
  expect([tab.direction, groupsOf(tab)]).toEqual([direction, groups])
})
