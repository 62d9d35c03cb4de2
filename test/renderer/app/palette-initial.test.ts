import { expect, it } from 'vitest'
import { initialCommands } from '../../../renderer/app/palette-rank.ts'

it('names each heading once, also when what was opened lately and a command of the page share it', () => {
  const groups = initialCommands(
    [
      { id: 'explorer.search', title: 'Search', group: 'Explorer', bench: 'explorer' },
      { id: 'query.run', title: 'Run', group: 'Query', bench: 'query' },
      { id: 'app.openRecent', title: 'Open recent', group: 'Recent' },
      { id: 'app.recent.model:model:a', title: 'Use the model server a', group: 'Recent' },
      { id: 'app.theme', title: 'Theme', group: 'View' },
      { id: 'app.go.design', title: 'Go to Design kit', group: 'Go' },
      { id: 'app.newWindow.query', title: 'New window on Query', group: 'View' },
    ],
    'explorer',
  )
  expect(groups.map(([group, members]) => [group, members.map(({ id }) => id)])).toEqual([
    ['Recent', ['app.recent.model:model:a', 'app.openRecent']],
    ['Explorer', ['explorer.search']],
    ['View', ['app.theme']],
  ])
})

it('shows what is at hand before themes, and nothing of recent items while there are none', () => {
  const groups = initialCommands(
    [
      { id: 'start.story', title: 'Start the investigation', group: 'Start', bench: 'start' },
      { id: 'app.go.query', title: 'Go to Query', group: 'Go' },
      { id: 'app.openRecent', title: 'Open recent…', group: 'Recent' },
      { id: 'app.forgetRecents', title: 'Clear recent items', group: 'Recent' },
      { id: 'app.newWindow', title: 'New window', group: 'View' },
      { id: 'app.theme.dark', title: 'Theme: dark', group: 'View' },
    ],
    'start',
  )
  expect(groups.flatMap(([, members]) => members.map(({ id }) => id))).toEqual([
    'start.story',
    'app.go.query',
    'app.newWindow',
  ])
})
