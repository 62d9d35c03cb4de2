import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../renderer/app/slices.ts'
import { makeGraph, type GraphNode } from '../../../renderer/explorer/graph/graph.ts'
import { searchSteps, wholeTargetSteps } from '../../../renderer/explorer/search/search-nodes.ts'

const element = (name: string, more: Partial<GraphNode> = {}): GraphNode => ({
  key: `shop/${name}/entity_set`,
  kind: 'entity_set',
  domain: 'shop',
  name,
  label: name,
  group: 'shop',
  ...more,
})

const order = element('shop.order', {
  description: 'What a customer wants to have delivered',
  data: {
    spec: {
      fields: [
        { name: 'order_id', display_name: { en_us: 'Number', zh_cn: '编号' } },
        { name: 'state', description: 'one of open, paid, sent' },
      ],
      labels: { keys: [{ name: 'region' }] },
    },
  },
})
const latency = element('shop.metrics', { data: { spec: { metrics: [{ name: 'latency_p99' }] } } })
const customer = element('shop.customer')
const gate: GraphNode = {
  key: 'shop/shop.gate/7',
  kind: 'shop.gate',
  domain: 'shop',
  name: '7',
  label: 'Gate 7',
  group: 'shop.gate',
  data: { __domain__: 'hidden', floor: 3, city: 'Region West', description: 'said elsewhere' },
}
const graph = makeGraph(
  [customer, order, latency, gate],
  [{ key: 'l', kind: 'entity_set_link', source: customer.key, target: order.key, type: 'places' }],
)

const found = (text: string) =>
  atOnce(searchSteps(atOnce(wholeTargetSteps(graph)), text, 10))?.hits.map(({ node, mention }) =>
    mention ? `${node.label}: ${mention.in} ${mention.text}` : node.label,
  )

describe('one search', () => {
  it.each([
    [
      'a name',
      'customer',
      ['shop.customer', 'shop.order: description What a customer wants to have delivered'],
    ],
    ['a field', 'state', ['shop.order: field state']],
    ['what a field is called', 'number', ['shop.order: field Number']],
    ['a metric', 'p99', ['shop.metrics: field latency_p99']],
    ['a label before a value', 'region', ['shop.order: field region', 'Gate 7: property city: Region West']],
    [
      'a relation at both its ends',
      'places',
      ['shop.customer: relation places', 'shop.order: relation places'],
    ],
    ['a description', 'DELIVERED', ['shop.order: description What a customer wants to have delivered']],
    ['a number', 'floor: 3', ['Gate 7: property floor: 3']],
    ['not what the system keeps', 'hidden', []],
    ['nothing', 'zzz', []],
  ])('finds %s', (_what, text, expected) => {
    expect(found(text)).toEqual(expected)
  })

  it('says nothing for an empty text', () => {
    expect(found('  ')).toBeUndefined()
  })
})
