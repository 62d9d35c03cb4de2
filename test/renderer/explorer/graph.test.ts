import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../renderer/app/slices.ts'
import { makeGraph, neighbours, type Graph } from '../../../renderer/explorer/graph/graph.ts'
import { elementSteps } from '../../../renderer/explorer/graph/model-rows.ts'
import { pathsBetween, shortestPath, within } from '../../../renderer/explorer/graph/paths.ts'
import { IndexReader } from '../../../renderer/explorer/graph/schema-index.ts'
import { graphOf } from './sample.ts'

describe('a graph', () => {
  it('keeps links whose ends are not delivered, with a node marked missing', () => {
    const { graph } = atOnce(
      elementSteps([
        { kind: 'entity_set', domain: 'a', name: 'a.one', spec: {} },
        {
          kind: 'entity_set_link',
          domain: 'a',
          name: 'a.one_runs_two',
          spec: {
            src: { domain: 'a', kind: 'entity_set', name: 'a.one' },
            dest: { domain: 'a', kind: 'entity_set', name: 'a.two' },
            entity_link_type: 'runs',
          },
        },
      ]),
    )
    expect(graph.nodes.map(({ key, missing }) => [key, missing ?? false])).toEqual([
      ['a/a.one/entity_set', false],
      ['a/a.two/entity_set', true],
    ])
    expect(graph.edges.map(({ type }) => type)).toEqual(['runs'])
  })

  it('lists every edge of a node once, loops too', () => {
    const graph = graphOf('a>b a>a c>a')
    expect(neighbours(graph, 0).map(({ node, outgoing }) => [graph.nodes[node]?.name, outgoing])).toEqual([
      ['b', true],
      ['a', true],
      ['c', false],
    ])
  })
})

describe('the schema index', () => {
  it('is read with ends as keys or as objects, and counts what it does not understand', () => {
    const index = new IndexReader()
    index.add(
      [
        {
          kind: 'entity_set',
          domain: 'a',
          name: 'a.one',
          display_name: { en_us: 'One', zh_cn: '一' },
          field_count: 3,
        },
        { kind: 'log_set', domain: 'a', name: 'a.logs' },
        { kind: 'entity_set', domain: 'a' },
      ],
      [],
    )
    index.add(
      [],
      [
        {
          kind: 'data_link',
          name: 'a.l',
          source: 'a/a.one/entity_set',
          destination: { domain: 'a', kind: 'log_set', name: 'a.logs' },
        },
        { kind: 'data_link', source: 'a/a.one/entity_set' },
      ],
    )
    expect(index.listsElements).toBe(true)
    expect(index.refused).toBe(2)
    const graph = makeGraph(index.nodes, index.edges)
    expect(graph.nodes.map(({ label, fields }) => [label, fields])).toEqual([
      ['One', 3],
      ['a.logs', undefined],
    ])
    expect(graph.edges[0]).toMatchObject({
      key: 'a/a.l/data_link',
      target: 'a/a.logs/log_set',
      type: 'data_link',
    })
  })

  it('without elements asks for the fallback', () => {
    const index = new IndexReader()
    index.add([], [])
    expect(index.listsElements).toBe(false)
  })
})

const names = (graph: Graph, nodes: readonly number[]): string =>
  nodes.map((node) => graph.nodes[node]?.name).join('')

describe('paths', () => {
  const graph = graphOf('a>b b>c a>d d>c c>e x>y')
  const at = (name: string): number => graph.nodes.findIndex((node) => node.name === name)

  it.each([
    ['a', 'e', true, ['abce', 'adce']],
    ['e', 'a', true, []],
    ['e', 'a', false, ['ecba', 'ecda']],
    ['a', 'y', false, []],
    ['a', 'a', true, ['a']],
  ])('from %s to %s, directed %s: %j', (from, to, directed, expected) => {
    const { paths, truncated } = pathsBetween(graph, at(from), at(to), { directed })
    expect(paths.map(({ nodes }) => names(graph, nodes)).sort()).toEqual(expected)
    expect(truncated).toBe(false)
  })

  it('longer ones come with slack, shortest first, and a cap is said', () => {
    const detour = graphOf('a>b b>c a>c')
    const all = pathsBetween(detour, 0, 2, { directed: true, slack: 1 })
    expect(all.paths.map(({ nodes }) => names(detour, nodes))).toEqual(['ac', 'abc'])
    expect(pathsBetween(detour, 0, 2, { directed: true, slack: 1, cap: 1 })).toMatchObject({
      truncated: true,
    })
  })

  it('agree with breadth-first distance on any graph', () => {
    const edges = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 30 })
    fc.assert(
      fc.property(edges, fc.nat(9), fc.nat(9), (pairs, from, to) => {
        const nodes = Array.from({ length: 10 }, (_, i) => ({
          key: `${i}`,
          kind: 'k',
          domain: '',
          name: `${i}`,
          label: `${i}`,
          group: '',
        }))
        const any = makeGraph(
          nodes,
          pairs.map(([a, b], i) => ({ key: `e${i}`, kind: 'l', source: `${a}`, target: `${b}`, type: 't' })),
        )
        const distance = within(any, from, 10, 'out').get(to)
        const path = shortestPath(any, from, to, { directed: true })
        expect(path?.edges.length).toBe(distance)
        path?.edges.forEach((edge, step) => {
          expect([any.from[edge], any.to[edge]]).toEqual([path.nodes[step], path.nodes[step + 1]])
        })
      }),
    )
  })
})

it('a name that would turn the text around it, or hides a part of itself, shows how', () => {
  const node = { key: 'a/b/entity_set', kind: 'entity_set', domain: 'a', name: 'b', group: 'a' }
  const labels = ['\u202ereverof', 'two\nlines', 'pay\u200broll', 'שלום']
  const { nodes } = makeGraph(
    labels.map((label, place) => ({ ...node, key: `${node.key}${place}`, label })),
    [],
  )
  expect(nodes.map(({ label }) => label)).toEqual(['⟨202E⟩reverof', 'two lines', 'pay⟨200B⟩roll', 'שלום'])
})
