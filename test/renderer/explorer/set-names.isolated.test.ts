import { afterEach, expect, it } from 'vitest'
import '../messages.ts'
import { makeGraph, type GraphNode } from '../../../renderer/explorer/graph/graph.ts'
import { nameSets, namesOfSets, typeBehind, typeName } from '../../../renderer/explorer/graph/set-names.ts'
import { byText, searchSteps } from '../../../renderer/explorer/search/search-nodes.ts'
import { atOnce } from '../../../renderer/app/slices.ts'
import { groupNameIn, sceneWords } from '../../../renderer/explorer/view/words.ts'

const set = (domain: string, name: string, label: string): GraphNode => ({
  key: `${domain}/${name}/entity_set`,
  kind: 'entity_set',
  domain,
  name,
  label,
  group: domain,
})
const entity = (domain: string, type: string): GraphNode => ({
  key: `${domain}/${type}/1`,
  kind: type,
  domain,
  name: '1',
  label: 'one',
  group: type,
})

afterEach(() => void nameSets({ nodes: [] }))

it('tells sets with the same name apart by domain, and in one domain by type', () => {
  const names = namesOfSets([
    set('devops', 'devops.service', '服务'),
    set('k8s', 'k8s.service', '服务'),
    set('k8s', 'k8s.pod', 'Pod'),
    set('game', 'game.item', 'Item'),
    set('game', 'game.thing', 'Item'),
    { ...set('k8s', 'k8s.metrics', 'Pod'), kind: 'metric_set' },
  ])
  expect(Object.fromEntries(names)).toEqual({
    'devops.service': '服务 · devops',
    'k8s.service': '服务 · k8s',
    'k8s.pod': 'Pod',
    'game.item': 'Item · game · game.item',
    'game.thing': 'Item · game · game.thing',
  })
})

it('gives a type of two domains a name only if they agree', () => {
  expect([...namesOfSets([set('a', 'host', 'Host'), set('b', 'host', 'Machine')])]).toEqual([])
  expect([...namesOfSets([set('a', 'host', 'Host'), set('b', 'host', 'Host')])]).toEqual([['host', 'Host']])
})

it('calls cards, groups and types as the model calls the set, and groups of a model by domain', () => {
  expect(nameSets({ nodes: [set('devops', 'devops.service', '服务'), set('x', 'devops', '运维')] })).toBe(
    true,
  )
  expect(nameSets({ nodes: [set('devops', 'devops.service', '服务'), set('x', 'devops', '运维')] })).toBe(
    false,
  )
  const topology = makeGraph([entity('devops', 'devops.service')], [])
  expect(groupNameIn(topology, 'devops.service')).toBe('服务')
  expect(sceneWords('runtime').detail('devops.service', 0)).toBe('服务')
  expect([typeName('devops.service'), typeBehind('devops.service')]).toEqual(['服务', 'devops.service'])
  expect([typeName('entity_set'), typeBehind('entity_set')]).toEqual(['entity set', undefined])
  expect(groupNameIn(makeGraph([set('devops', 'devops.service', '服务')], []), 'devops')).toBe('devops')
})

it('finds an entity by what its set is called', () => {
  nameSets({ nodes: [set('devops', 'devops.service', '服务')] })
  const topology = makeGraph([entity('devops', 'devops.service')], [])
  const found = atOnce(searchSteps([byText(topology)], '服务', 10))
  expect(found?.hits.map(({ mention }) => mention?.text)).toEqual(['服务'])
})
