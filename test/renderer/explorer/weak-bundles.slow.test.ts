import '../messages.ts'
import { expect, it } from 'vitest'
import { makeGraph } from '../../../renderer/explorer/graph/graph.ts'
import { nearOf } from '../../../renderer/explorer/view/near.ts'
import { openedGroup } from '../../../renderer/explorer/view/overview.ts'
import { initialView } from '../../../renderer/explorer/view/view-state.ts'
import { sceneBounds } from '../../../renderer/graph/scene/scene.ts'
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

it('of a domain that is opened all bundles are drawn, and the others are counted near and far', async () => {
  const before = await pictureOf(graph, view, false)
  const scene = await pictureOf(graph, openedGroup(view, graph, 'd0'), false)
  const isOfOpen = ({ key }: { key: string }): boolean => /\b0\b/.test(key)
  const drawn = scene.trunks.filter(({ from, to }) => [from, to].includes('d0'))
  expect(drawn.reduce((sum, { weight }) => sum + weight, 0)).toBe(edges.filter(isOfOpen).length)
  const { near, far } = scene.leftOutBy
  expect(near).toEqual({ weak: scene.leftOut, other: 0 })
  expect(far).toEqual(near)
  expect(scene.leftOut).toBeGreaterThan(before.leftOut - edges.filter(isOfOpen).length - 48)
})
