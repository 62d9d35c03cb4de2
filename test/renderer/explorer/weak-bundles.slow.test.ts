import '../messages.ts'
import { expect, it } from 'vitest'
import { makeGraph } from '../../../renderer/explorer/graph/graph.ts'
import { nearOf } from '../../../renderer/explorer/view/near.ts'
import { openedGroup } from '../../../renderer/explorer/view/overview.ts'
import { groupOfPart, isPart } from '../../../renderer/explorer/graph/parts.ts'
import { groupKey } from '../../../renderer/explorer/view/projection.ts'
import { initialView, type ViewState } from '../../../renderer/explorer/view/view-state.ts'
import { MARK, sceneBounds } from '../../../renderer/graph/scene/scene.ts'
import { pictureOf } from './random-pictures.ts'

/** Thirty domains, each linked with each other by several kinds of elements. */
const domains = Array.from({ length: 30 }, (_, place) => `d${place}`)
const kinds = ['entity_set', 'log_set', 'metric_set']
const nodes = domains.flatMap((domain) =>
  Array.from({ length: 63 }, (_, place) => {
    const kind = kinds[place % kinds.length] ?? ''
    return {
      key: `${domain}/n${place}/${kind}`,
      kind,
      domain,
      name: `n${place}`,
      label: `N${place}`,
      group: domain,
    }
  }),
)
const keyAt = (domain: number, place: number): string => nodes[domain * 63 + (place % 63)]?.key ?? ''
const edges = domains.flatMap((_, from) =>
  domains.flatMap((_other, to) =>
    to === from
      ? []
      : [
          {
            key: `${from} ${to}`,
            kind: 'link',
            source: keyAt(from, to),
            target: keyAt(to, 2 * from),
            type: 'runs',
          },
        ],
  ),
)
const graph = makeGraph(nodes, edges)
const view = { ...initialView, layout: 'grid' as const, collapsed: new Set(domains) }

it('of very many domains only the heaviest bundles are drawn, also where one looks closely', async () => {
  const scene = await pictureOf(graph, view, false)
  const { left = 0, right = 0, top = 0, bottom = 0 } = sceneBounds(scene) ?? {}
  const size = { width: 1000, height: 800 }
  const camera = { x: (left + right) / 2, y: (top + bottom) / 2, zoom: 1 }
  const found = nearOf({ scene, camera, size, near: undefined })
  expect(found?.within).toBeUndefined()
  const near = { groups: new Set<string>(), within: { left, right, top, bottom } }
  for (const picture of [scene, await pictureOf(graph, view, false, undefined, near)]) {
    expect(picture.leftOut).toBeGreaterThan(700)
    expect(picture.leftOutBy.near).toEqual({ weak: picture.leftOut, other: 0 })
    expect(picture.leftOutBy.far).toEqual(picture.leftOutBy.near)
  }
})

it('of a domain that is opened the strongest bundles are drawn, whole, and the others are counted near and far', async () => {
  const scene = await pictureOf(graph, openedGroup(view, graph, 'd0'), false)
  const isOfOpen = ({ key }: { key: string }): boolean => /\b0\b/.test(key)
  const drawn = scene.trunks.filter(({ from, to }) => [from, to].includes('d0'))
  const others = new Set(drawn.map(({ from, to }) => (from === 'd0' ? to : from)))
  expect(others.size).toBe(6)
  // Each there and back.
  const weight = drawn.reduce((sum, trunk) => sum + trunk.weight, 0)
  expect(weight).toBe(12)
  const { near, far } = scene.leftOutBy
  expect(near).toEqual({ weak: scene.leftOut, other: 0 })
  expect(far).toEqual(near)
  const heaviest = 2 * 48
  expect(scene.leftOut).toBe(edges.length - heaviest - weight)
  expect(edges.filter(isOfOpen).length).toBeGreaterThan(weight)
})

const links = ['# link', '# links'] as const
const pictureWith = (shown: ViewState, key: string) =>
  pictureOf(graph, shown, false, { selection: new Set([key]) }, undefined, { links })

it.each([
  ['collapsed', view],
  ['open', openedGroup(view, graph, 'd29')],
])(
  'what a selected domain with many others is linked with says how often, where it is %s',
  async (_, shown) => {
    const scene = await pictureWith(shown, groupKey('d29'))
    const boxes = scene.collapsed.filter(({ detail }) => detail.startsWith('2\u00a0links · '))
    expect(boxes.length).toBe(29)
    const lit = [...scene.edgeMark].filter((mark) => (mark & MARK.highlighted) !== 0)
    expect(lit.length).toBe(12)
  },
)

it('of a part that is selected all lines are drawn', async () => {
  const shown = openedGroup(view, graph, 'd0')
  const part = [...shown.collapsed].find((name) => groupOfPart(name) === 'd0' && isPart(name)) ?? ''
  const scene = await pictureWith(shown, groupKey(part))
  const others = new Set(
    scene.trunks.filter(({ mark }) => (mark & MARK.highlighted) !== 0).flatMap(({ from, to }) => [from, to]),
  )
  expect(others.size).toBeGreaterThan(6)
})
