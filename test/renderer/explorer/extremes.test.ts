import { expect, it } from 'vitest'
import { makeGraph } from '../../../renderer/explorer/graph/graph.ts'
import { overviewOf } from '../../../renderer/explorer/view/overview.ts'
import { initialView } from '../../../renderer/explorer/view/view-state.ts'
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
  const scene = await pictureOf(makeGraph(nodes, [edge]), initialView, false)
  expect([scene.edgeLabels, sceneWords('model').groupTitle('a\u202Eb')]).toEqual(['ru⟨202E⟩ns', 'a⟨202E⟩b'])
})
