import '../messages.ts'
import { expect, it } from 'vitest'
import { makeGraph } from '../../../renderer/explorer/graph/graph.ts'
import { overviewOf } from '../../../renderer/explorer/view/overview.ts'
import { groupKey } from '../../../renderer/explorer/view/projection.ts'
import { initialView } from '../../../renderer/explorer/view/view-state.ts'
import { kindName } from '../../../renderer/graph/scene/kind-name.ts'
import { sceneWords } from '../../../renderer/explorer/view/words.ts'
import { MAX_CARD_WIDTH } from '../../../renderer/graph/scene/card.ts'
import { pictureOf } from './random-pictures.ts'

const node = (domain: string, place: number, label: string) => ({
  key: `${domain}/n${place}/entity_set`,
  kind: 'entity_set',
  domain,
  name: `n${place}`,
  label,
  group: domain,
})

it('a node with a hundred thousand links becomes a bundle with their number', async () => {
  const links = 100_000
  const hub = node('hub', 0, 'Hub')
  const leaves = Array.from({ length: links }, (_, place) => node('leaves', place, `Leaf ${place}`))
  const graph = makeGraph(
    [hub, ...leaves],
    leaves.map(({ key }, place) => ({
      key: `e${place}`,
      kind: 'link',
      source: hub.key,
      target: key,
      type: 'runs',
    })),
  )
  const collapsed = overviewOf(graph, { width: 1000, height: 700 })
  const scene = await pictureOf(graph, { ...initialView, collapsed }, false)
  expect(scene.count).toBe(2)
  expect([...scene.weight]).toEqual([links])
  expect(scene.leftOut).toBe(0)
})

it('names of ten thousand characters make cards no wider than any', async () => {
  const nodes = ['x'.repeat(10_000), 'word '.repeat(2000), '名'.repeat(10_000)].map((label, place) =>
    node('a', place, label),
  )
  const edge = {
    key: 'e',
    kind: 'link',
    source: 'a/n0/entity_set',
    target: 'a/n1/entity_set',
    type: 'y'.repeat(10_000),
  }
  const scene = await pictureOf(makeGraph(nodes, [edge]), initialView, false)
  expect(Math.max(...scene.width)).toBeLessThanOrEqual(MAX_CARD_WIDTH)
})

it('names of types and domains show the characters that would turn them around', async () => {
  const edge = {
    key: 'e',
    kind: 'link',
    source: 'a\u202Eb/n0/entity_set',
    target: 'a\u202Eb/n1/entity_set',
    type: 'ru\u202Ens',
  }
  const nodes = [0, 1].map((place) => node('a\u202Eb', place, `Node ${place}`))
  const graph = makeGraph(nodes, [edge])
  const scene = await pictureOf(graph, initialView, false)
  expect([scene.edgeLabels, sceneWords('model').groupTitle(graph, 'a\u202Eb')]).toEqual([
    'ru⟨202E⟩ns',
    'a⟨202E⟩b',
  ])
})

it.each([
  ['few domains', 5, 0],
  ['many domains the two strongest of each', 12, 90],
  ['very many domains only the heaviest', 25, 504],
])('of links between all of %s are drawn from afar, the others are counted', async (_, domains, weak) => {
  const names = Array.from({ length: domains }, (_name, place) => `d${place}`)
  const nodes = names.map((name) => node(name, 0, name))
  const edges = names.flatMap((from) =>
    names
      .filter((to) => to !== from)
      .map((to) => ({
        key: `${from} ${to}`,
        kind: 'link',
        source: `${from}/n0/entity_set`,
        target: `${to}/n0/entity_set`,
        type: 'runs',
      })),
  )
  const scene = await pictureOf(makeGraph(nodes, edges), initialView, false)
  expect(scene.trunks.filter((trunk) => trunk.weak).length).toBe(weak)
  expect(scene.leftOutFar).toBe(weak)
  const collapsed = await pictureOf(
    makeGraph(nodes, edges),
    { ...initialView, collapsed: new Set(names) },
    false,
  )
  expect(collapsed.leftOut).toBe(weak)
  // All links of the one that is selected are drawn, and none of others besides.
  const selected = await pictureOf(
    makeGraph(nodes, edges),
    { ...initialView, collapsed: new Set(names) },
    false,
    { selection: new Set([groupKey('d1')]) },
  )
  const atSelected = Array.from(selected.from, (from, line) =>
    [from, selected.to[line]].includes(1)
      ? (selected.wayStart[line + 1] ?? 0) - (selected.wayStart[line] ?? 0)
      : 1,
  )
  expect(atSelected.every((points) => points > 0)).toBe(true)
  expect(selected.leftOut).toBeLessThanOrEqual(weak)
})

it.each([
  ['custom_set', 'custom set'],
  ['devops.change_request', 'devops.change_request'],
  ['ru\u202Ens', 'ru⟨202E⟩ns'],
])('the kind %j is called %j', (kind, name) => expect(kindName(kind)).toBe(name))

it.each([
  [
    [
      ['entity_set', 10],
      ['elasticsearch', 1],
    ],
    6,
    '10 entity sets · 1 × Elasticsearch · 6 other kinds',
  ],
  [[['entity_set', 1]], 1, '1 entity set · 1 other kind'],
  [[['devops.service', 3]], 1, '3 × devops.service · 1 other kind'],
] as const)('%j of a group and %d other kinds read %s', (counts, more, expected) => {
  expect(sceneWords('model').kinds(counts, more)).toBe(expected)
})
