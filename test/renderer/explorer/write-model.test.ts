import { describe, expect, it } from 'vitest'
import { toJson, toMermaid } from '../../../renderer/explorer/exchange/write-model.ts'
import { makeGraph, type GraphNode } from '../../../renderer/explorer/graph/graph.ts'
import { project } from '../../../renderer/explorer/view/projection.ts'
import { createSurface } from '../../../renderer/explorer/view/surface.ts'
import { initialView } from '../../../renderer/explorer/view/view-state.ts'

const node = (key: string, text: string, group = 'd'): GraphNode => ({
  key,
  kind: 'entity_set',
  domain: group,
  name: key,
  label: text,
  group,
})

function mermaidOf(label: string): string[] {
  const graph = makeGraph(
    [node('a', label), node('b', 'plain')],
    [{ key: 'e', kind: 'link', source: 'a', target: 'b', type: 'calls' }],
  )
  const surface = createSurface('model')
  surface.setState({ graph, projection: project(graph, initialView) })
  return toMermaid(surface.getState()).trimEnd().split('\n')
}

describe('a Mermaid flow chart', () => {
  it.each([
    ['a name', 'Payment gateway', 'Payment gateway'],
    ['two lines', 'first\nsecond', 'first second'],
    ['quotes', 'the "old" one', 'the #quot;old#quot; one'],
    ['markup', '<b>bold</b>', '#lt;b>bold#lt;/b>'],
    ['a hash', 'queue #35;', 'queue #35;35;'],
  ])('writes %s on a line of its own', (_, label, written) => {
    expect(mermaidOf(label)).toEqual([
      'flowchart LR',
      '  subgraph g0["d"]',
      `    n0["${written}"]`,
      '    n1["plain"]',
      '  end',
      '  n0 -->|"calls"| n1',
    ])
  })
})

it('JSON lists what is shown, in collapsed groups as well', async () => {
  const link = (key: string, source: string, target: string, type = 'calls') => ({
    key,
    kind: 'link',
    source,
    target,
    type,
  })
  const graph = makeGraph(
    [node('a', 'A'), node('b', 'B', 'far'), node('c', 'C', 'far'), node('gone', 'G')],
    [link('ab', 'a', 'b'), link('bc', 'b', 'c'), link('ag', 'a', 'gone'), link('ac', 'a', 'c', 'hidden')],
  )
  const surface = createSurface('model')
  const view = {
    ...initialView,
    collapsed: new Set(['far']),
    hidden: new Set(['gone']),
    filters: [{ by: 'relation', value: 'hidden', exclude: true } as const],
  }
  const { history } = surface.getState()
  const projection = project(graph, view)
  surface.setState({
    graph,
    projection,
    drawn: { ...surface.getState().drawn, graph, projection },
    history: { ...history, present: { ...history.present, view } },
  })
  const written = JSON.parse(await toJson(surface.getState())) as Record<string, { key: string }[]>
  expect(written['nodes']?.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
  expect(written['nodes']?.[1]).toMatchObject({ label: 'B', collapsed: 'far' })
  expect(written['edges']?.map(({ key }) => key)).toEqual(['ab', 'bc'])
  expect(written['collapsed']).toEqual([{ group: 'far', nodes: 2 }])
})
