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
