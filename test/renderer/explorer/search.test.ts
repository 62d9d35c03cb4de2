import fc from 'fast-check'
import fuzzysort from 'fuzzysort'
import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../renderer/app/slices.ts'
import { makeGraph, type GraphNode } from '../../../renderer/explorer/graph/graph.ts'
import { byName, byText, hitOf, searchSteps } from '../../../renderer/explorer/search/search-nodes.ts'

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
const cart = element('shop.basket_v2', { label: 'Cart' })
const graph = makeGraph(
  [customer, order, latency, gate, cart],
  [{ key: 'l', kind: 'entity_set_link', source: customer.key, target: order.key, type: 'places' }],
)

const found = (text: string) =>
  atOnce(searchSteps([byText(graph)], text, 10))?.hits.map(({ node, mention }) =>
    mention ? `${node.label}: ${mention.in} ${mention.text}` : node.label,
  )

describe('one search', () => {
  it.each([
    [
      'a name',
      'customer',
      ['shop.customer', 'shop.order: description What a customer wants to have delivered'],
    ],
    ['the technical name behind a display name', 'basket', ['Cart: name shop.basket_v2']],
    ['a display name', 'cart', ['Cart']],
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

  it.each([
    ['a name, of which nothing is said', 'Order', order, undefined],
    ['a field', 'state', order, { in: 'field', text: 'state' }],
    ['a description', 'delivered', order, { in: 'description', text: order.description }],
    ['a property', 'west', gate, { in: 'property', text: 'city: Region West' }],
    ['one of its words', 'closed west', gate, { in: 'property', text: 'city: Region West' }],
    ['what is nowhere to be seen', 'zzz', gate, undefined],
  ])('says where a node that the server found has %s', (_what, text, node, mention) => {
    expect(hitOf(node, text).mention).toEqual(mention)
  })

  it('says nothing for an empty text', () => {
    expect(found('  ')).toBeUndefined()
  })

  it('passes over no name that the fuzzy search finds, and orders names as it does', () => {
    const letters = fc.constantFrom('a', 'B', 'c', 'é', 'Σ', 'İ', 'ß', ' ', '-', '.', '/', '1', '中')
    const anyText = fc.string({ unit: letters, maxLength: 6 })
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 20 }), anyText, (names, text) => {
        fc.pre(text.trim() !== '')
        const nodes = names.map((name, at) => element(`${at}`, { key: `${at % 3}/${name}`, label: name }))
        const needle = text.trim().toLowerCase()
        const rows = nodes.map((node) => ({
          node,
          label: fuzzysort.prepare(node.label),
          key: fuzzysort.prepare(node.key),
        }))
        const expected = fuzzysort
          .go(text, rows, { keys: ['label', 'key'], limit: 0, threshold: 0 })
          .map(({ obj: { node }, score }) => ({
            node,
            place: nodes.indexOf(node),
            score: [node.label, node.key].some((name) => name.toLowerCase().includes(needle))
              ? (1 + score) / 2
              : score,
          }))
          .filter(({ score }) => score >= 0.3)
          // A number is there as a whole.
          .filter(({ node: { label, key } }) =>
            (needle.match(/\d+/g) ?? []).every((each) => label.includes(each) || key.includes(each)),
          )
          .toSorted((a, b) => b.score - a.score || a.place - b.place)
          .map(({ node }) => node)
        const hits = atOnce(searchSteps([byName({ nodes })], text, 100))?.hits
        expect(hits?.map(({ node }) => node)).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })
})

it('a number is looked for as a whole, not by its digits', () => {
  const graph = makeGraph(
    [7, 17, 37, 170].map((number) => element(`e${number}`, { label: `Element ${number}` })),
    [],
  )
  const { hits = [] } = atOnce(searchSteps([byText(graph)], 'Element 17', 10)) ?? {}
  expect(hits.map(({ node }) => node.label)).toEqual(['Element 17', 'Element 170'])
})
