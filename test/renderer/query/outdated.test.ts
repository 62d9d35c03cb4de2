import { beforeEach, expect, it } from 'vitest'
import { noteDataChange, runsOf, useRuns } from '../../../renderer/query/run/run-store.ts'
import type { Run } from '../../../renderer/query/run/run.ts'

const run = (id: string, tab: string, connection: string): Run => ({
  id,
  tab,
  request: { connection, text: '.entity', limit: undefined, parameters: {}, timeRange: undefined },
  from: 0,
  startedAt: 0,
  milliseconds: undefined,
  state: { kind: 'running' },
})

const outdated = (): string[] =>
  Object.values(useRuns.getState().runs).flatMap((runs) =>
    runs.filter(({ isOutdated }) => isOutdated).map(({ id }) => id),
  )

beforeEach(() =>
  useRuns.setState({
    runs: { one: [run('a', 'one', 'mine'), run('b', 'one', 'other')], two: [run('c', 'two', 'mine')] },
  }),
)

it.each([
  ['of the server that changed, in every tab', 'mine', ['a', 'c']],
  ['of no other', 'other', ['b']],
  ['of none that nobody asked', 'unknown', []],
])('a change of the data makes the results outdated %s', (_, connection, expected) => {
  noteDataChange(connection)
  expect(outdated()).toEqual(expected)
})

it('what ran after the change is not outdated', () => {
  noteDataChange('mine')
  useRuns.setState(({ runs }) => ({ runs: { ...runs, two: [run('d', 'two', 'mine')] } }))
  expect(outdated()).toEqual(['a'])
  expect(runsOf(useRuns.getState(), 'two').map(({ id }) => id)).toEqual(['d'])
})
