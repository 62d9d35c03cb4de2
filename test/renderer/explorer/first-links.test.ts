import { expect, it } from 'vitest'
import { firstLinks } from '../../../renderer/explorer/details/links.tsx'
import { neighbours } from '../../../renderer/explorer/graph/graph.ts'
import { graphOf } from './sample.ts'

/** Links from 0 to 1 … 40, not in this order. */
const hub = graphOf(Array.from({ length: 40 }, (_, place) => `a:0>a:${1 + ((place * 17) % 40)}`).join(' '))

it.each([1, 3, 40, 100])('of 40 links the first %d are listed, by the names of their ends', (most) => {
  const links = neighbours(hub, hub.indexOf.get('a/0/entity_set') ?? 0)
  const names = firstLinks(hub, links, most).map(({ node }) => Number(hub.nodes[node]?.label))
  expect(names).toEqual(Array.from({ length: Math.min(most, 40) }, (_, place) => 1 + place))
})
