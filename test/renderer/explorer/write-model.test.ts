import { describe, expect, it } from 'vitest'
import { toMermaid } from '../../../renderer/explorer/exchange/write-model.ts'
import { makeGraph, type GraphNode } from '../../../renderer/explorer/graph/graph.ts'
import { project } from '../../../renderer/explorer/view/projection.ts'
import { createSurface } from '../../../renderer/explorer/view/surface.ts'
import { initialView } from '../../../renderer/explorer/view/view-state.ts'

function mermaidOf(label: string): string[] {
  const node = (key: string, text: string): GraphNode => ({
    key,
    kind: 'entity_set',
    domain: 'd',
    name: key,
    label: text,
    group: 'd',
  })
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
