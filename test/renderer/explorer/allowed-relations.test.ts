import { expect, it } from 'vitest'
import { allowedRelations } from '../../../renderer/explorer/graph/allowed-relations.ts'
import { makeGraph } from '../../../renderer/explorer/graph/graph.ts'

const set = (name: string) => ({
  key: `d/${name}/entity_set`,
  kind: 'entity_set',
  domain: 'd',
  name,
  label: name,
  group: 'd',
})
const link = (source: string, type: string, target: string) => ({
  key: `d/${source}_${type}_${target}/entity_set_link`,
  kind: 'entity_set_link',
  source: `d/${source}/entity_set`,
  target: `d/${target}/entity_set`,
  type,
})
const model = makeGraph(
  [set('a'), set('b'), set('c')],
  [link('a', 'calls', 'b'), link('b', 'runs', 'a'), link('a', 'knows', 'a'), link('c', 'calls', 'a')],
)
const none = makeGraph([], [])

it.each([
  [
    'what the model allows, either way',
    'd/a/1',
    'd/b/2',
    [
      ['calls', true],
      ['runs', false],
    ],
  ],
  [
    'the same seen from the other end',
    'd/b/2',
    'd/a/1',
    [
      ['runs', true],
      ['calls', false],
    ],
  ],
  [
    'a set with itself, once each way',
    'd/a/1',
    'd/a/2',
    [
      ['knows', true],
      ['knows', false],
    ],
  ],
  ['nothing that the model does not allow', 'd/b/1', 'd/c/2', []],
  ['nothing for what is no entity', 'x', 'y', []],
])('entities are offered %s', (_, from, to, offered) =>
  expect(
    allowedRelations(model, none, 'runtime', from, to).map(({ type, forward }) => [type, forward]),
  ).toEqual(offered),
)

it('elements are offered the types of the model, the most frequent first, but for those that they have', () =>
  expect(
    allowedRelations(model, model, 'model', 'd/a/entity_set', 'd/b/entity_set').map(({ type }) => type),
  ).toEqual(['knows', 'runs']))
