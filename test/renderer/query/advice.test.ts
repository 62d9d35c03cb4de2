import { EditorState } from '@codemirror/state'
import { beforeEach, expect, it } from 'vitest'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { useWorkbench } from '../../../renderer/app/workbench.ts'
import { isCurrent } from '../../../renderer/query/results/advice.tsx'
import { adviceOn, isKnownModel, keptFor } from '../../../renderer/spl/lint.ts'
import { useVocabulary } from '../../../renderer/spl/vocabulary.ts'

// Resets the model facts left by another file's tests.
beforeEach(() =>
  useVocabulary.setState({ connection: undefined, elements: [], domains: [], relationTypes: [] }),
)

const server = (id: string, prefix: string): Connection => ({
  id,
  kind: 'model',
  name: id,
  transport: 'http',
  state: 'ready',
  since: 0,
  restarts: 0,
  prefix,
})

it('a stage of ours is told on a server of another make, also where the same text was looked at before', () => {
  const connections = [server('ours', 'model'), server('theirs', 'umodel')]
  const told = (id: string): number => {
    useWorkbench.setState({ connections, chosen: { model: id } })
    return adviceOn('.entity | stats count() as n by status').length
  }
  expect(told('ours')).toBe(0)
  expect(told('theirs')).toBe(1)
  expect(told('ours')).toBe(0)
})

it('a query that is kept for a server is checked only while the model of that one is loaded', () => {
  const connections = [server('ours', 'model'), server('theirs', 'umodel')]
  const isChecked = (used: string, loaded: string, kept?: string): boolean => {
    useWorkbench.setState({ connections, chosen: { model: used } })
    useVocabulary.setState({ connection: loaded })
    return isKnownModel(EditorState.create({ extensions: kept === undefined ? [] : keptFor.of(kept) }))
  }
  expect(isChecked('ours', 'ours', 'theirs')).toBe(false)
  expect(isChecked('theirs', 'ours', 'theirs')).toBe(false)
  expect(isChecked('theirs', 'theirs', 'theirs')).toBe(true)
  // One of a server that is not here runs on the one in use.
  expect(isChecked('ours', 'ours', 'gone')).toBe(true)
  expect(isChecked('ours', 'theirs')).toBe(true)
})

it('what found nothing is told an early limit, but not that it has none', () => {
  expect(adviceOn(".entity with(domain='devops', name='devops.service')")).toEqual([])
  expect(adviceOn(".entity | limit 5 | where status = 'lost'")).toHaveLength(1)
})

it.each([
  ['as it ran', { text: '.model | limit 5' }, false, true],
  ['beside another statement', { text: '.umodel;\n\n.model | limit 5' }, false, true],
  ['longer by one stage', { text: '.model | limit 5 | sort name' }, false, false],
  [
    'longer by one stage, where a part of it was selected',
    { text: '.model | limit 5 | sort name' },
    true,
    true,
  ],
  ['without the selected part', { text: '.model | sort name' }, true, false],
  ['empty', { text: '' }, false, false],
])('a result is of the text that is there: %s', (_, { text }, isPart, expected) => {
  const request = {
    connection: 'a',
    text: '.model | limit 5',
    limit: undefined,
    parameters: {},
    timeRange: undefined,
  }
  expect(isCurrent({ request, isPart }, text)).toBe(expected)
})

it('a name that the model does not have is told of a result with rows, an early limit is not', () => {
  expect(adviceOn('.entity | limit 5 | where status = 1').map(({ about }) => about)).toEqual(['other'])
  expect(adviceOn('.model | project nmae').map(({ about }) => about)).toEqual(['name'])
})
