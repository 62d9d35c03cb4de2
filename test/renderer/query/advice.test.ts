import { beforeEach, expect, it } from 'vitest'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { useWorkbench } from '../../../renderer/app/workbench.ts'
import { adviceOn } from '../../../renderer/spl/lint.ts'
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

it('what found nothing is told an early limit, but not that it has none', () => {
  expect(adviceOn(".entity with(domain='devops', name='devops.service')")).toEqual([])
  expect(adviceOn(".entity | limit 5 | where status = 'lost'")).toHaveLength(1)
})
