import { describe, expect, it } from 'vitest'
import { HEATS, heatHue } from '../../../renderer/graph/scene/palette.ts'
import type { GraphNode } from '../../../renderer/explorer/graph/graph.ts'
import { heatOf } from '../../../renderer/explorer/view/heat.ts'
import { styleOf } from '../../../renderer/explorer/view/style-rule.ts'

const node = (key: string, more: Partial<GraphNode> = {}): GraphNode => ({
  key,
  kind: 'shop.service',
  domain: 'shop',
  name: key,
  label: key,
  group: 'shop',
  ...more,
})
const NODES = ['least', 'middle', 'most', 'silent'].map((key) => node(key))
const VALUES = new Map([
  ['least', 2],
  ['middle', 6],
  ['most', 10],
])

describe('a heat over the topology', () => {
  const look = styleOf(
    [{ by: 'kind', value: 'shop.service', hue: 3, size: 2 }],
    NODES,
    heatOf('Latency', 'ms', VALUES),
  )

  it('shows each value by colour, size and words', () => {
    expect(look(node('least'))).toMatchObject({ hue: heatHue(0), size: 1, caption: '2 ms' })
    expect(look(node('middle'))).toMatchObject({ hue: heatHue((HEATS - 1) / 2), size: 1.25, caption: '6 ms' })
    expect(look(node('most'))).toMatchObject({ hue: heatHue(HEATS - 1), size: 1.5, caption: '10 ms' })
  })

  it('leaves grey what has no value, whatever rules say', () => {
    expect(look(node('silent'))).toEqual({ hue: 0, size: 1, coloured: true })
    expect(look(node('most', { missing: true }))).toEqual({ hue: 0, size: 1, coloured: false })
  })

  it('has one colour where all values are the same', () => {
    const same = styleOf([], NODES, heatOf('Latency', '', new Map([['least', 0]])))
    expect(same(node('least'))).toMatchObject({ hue: heatHue(0), caption: '0' })
  })
})
