import { describe, expect, it } from 'vitest'
import { parseCypher } from '#shared/spl/cypher/index.ts'
import {
  type CypherRun,
  type Graph,
  GraphNode,
  GraphRelation,
  type Json,
  explainCypher,
  runCypher,
} from '../../../../electron/model-server/cypher/index.ts'
import { directGraph, readFixture, remoteGraph } from './fixture-graph.ts'

class Bare extends GraphNode {
  readonly key: string
  readonly id: string
  readonly labels = ['X']
  constructor(key: string) {
    super()
    this.key = key
    this.id = key
  }
  get(): Json | undefined {
    return undefined
  }
  properties() {
    return {}
  }
}

class Link extends GraphRelation {
  readonly key: string
  readonly type = 'to'
  readonly start: GraphNode
  readonly end: GraphNode
  constructor(start: GraphNode, end: GraphNode) {
    super()
    this.key = `${start.key}>${end.key}`
    this.start = start
    this.end = end
  }
  get(): Json | undefined {
    return undefined
  }
  properties() {
    return {}
  }
}

/** A complete graph, in which a search never ends. Counts the executor's requests. */
function completeGraph(size: number): Graph & { readonly asked: { hops: number } } {
  const nodes = Array.from({ length: size }, (_, index) => new Bare(`n${index}`))
  const asked = { hops: 0 }
  return {
    asked,
    scan() {
      const pages = [nodes]
      return { next: () => pages.shift() ?? null }
    },
    hops(node) {
      asked.hops += 1
      return nodes
        .filter((other) => other !== node)
        .map((other) => ({ relation: new Link(node, other), node: other }))
    },
  }
}

const endless = 'MATCH (a)-[*1..16]-(b) RETURN count(*)'
const fixture = readFixture(new URL('../../../fixtures/cypher/graph.yaml', import.meta.url))

const run = (text: string, options: Partial<CypherRun> = {}) =>
  runCypher({ text, graph: completeGraph(30), ...options })

describe('a running Cypher query', () => {
  const long = [
    ['a search', endless],
    ['an expression', 'MATCH (a) WHERE EXISTS { (a)-[*1..16]-(b) WHERE elementId(b) = "none" } RETURN a'],
    ['a comprehension', 'WITH range(1, 900) AS l RETURN [x IN l | [y IN l | [z IN l | x + y + z]]]'],
    [
      'many shortest paths',
      'UNWIND range(1, 100000) AS i MATCH p = shortestPath((a)-[:to*]-(b)) WHERE elementId(a) = "n1" AND elementId(b) = "n2" RETURN max(i)',
    ],
  ] as const
  it.each(long)('stops at its time limit: %s', async (_, text) => {
    await expect(run(text, { timeoutMs: 60 })).rejects.toMatchObject({ code: 'TIMEOUT' })
  })

  it.each(long)(
    'stops when it is cancelled, and leaves the event loop to others meanwhile: %s',
    async (_, text) => {
      const controller = new AbortController()
      // This timer can only fire if the query yields.
      setTimeout(() => controller.abort(), 30)
      await expect(run(text, { signal: controller.signal })).rejects.toMatchObject({
        code: 'TIMEOUT',
        message: expect.stringContaining('cancelled') as string,
      })
    },
  )

  it('answers as if it had never paused when an expression outlasts its patience', async () => {
    const text =
      'WITH range(1, 900) AS l RETURN size([x IN l WHERE size([y IN l WHERE y % 7 = x % 7]) > 128]) AS n'
    const { rows } = await run(text)
    const sizes = Array.from({ length: 900 }, (_, x) => Math.floor((900 - ((x + 1) % 7 || 7)) / 7) + 1)
    expect(rows).toEqual([{ n: sizes.filter((size) => size > 128).length }])
  })

  it('stops waiting for a graph that does not answer', async () => {
    const silent: Graph = {
      scan: () => ({ next: () => new Promise<null>(() => {}) }),
      hops: () => undefined,
      load: () => new Promise<void>(() => {}),
    }
    await expect(run('MATCH (n) RETURN n', { graph: silent, timeoutMs: 30 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    })
    const signal = AbortSignal.timeout(30)
    await expect(run('MATCH (n) RETURN n', { graph: silent, signal })).rejects.toMatchObject({
      code: 'TIMEOUT',
    })
  })

  it('passes on what a graph fails with', async () => {
    const broken: Graph = {
      scan: () => ({ next: () => Promise.reject(new Error('the disk is gone')) }),
      hops: () => undefined,
    }
    await expect(run('MATCH (n) RETURN n', { graph: broken })).rejects.toThrow('the disk is gone')
  })

  it.each([
    ['rows to sort', 'MATCH (a), (b) RETURN a ORDER BY id(a)'],
    ['groups', 'MATCH (a), (b) RETURN id(a) + id(b) AS pair, count(*)'],
    ['distinct rows', 'MATCH (a), (b) RETURN DISTINCT id(a), id(b)'],
    ['collected values', 'MATCH (a), (b) RETURN size(collect(a))'],
    ['a pattern comprehension', 'MATCH (a) RETURN [(a)--(b)--(c) | c]'],
    ['rows to answer', 'MATCH (a), (b) RETURN a'],
  ])('keeps no more rows than it may: %s', async (_, text) => {
    await expect(run(text, { maxHeldRows: 500 })).rejects.toMatchObject({ code: 'QUERY_PLAN_ERROR' })
  })

  it('keeps only what a limit needs when it sorts', async () => {
    const { rows } = await run('MATCH (a), (b) RETURN id(a) AS id ORDER BY id DESC LIMIT 2', {
      maxHeldRows: 500,
    })
    expect(rows).toEqual([{ id: 'n9' }, { id: 'n9' }])
  })

  it('searches no further than its limit', async () => {
    const graph = completeGraph(30)
    const { rows } = await run('MATCH (a)-[*1..16]-(b) RETURN b', { graph, limit: 3 })
    expect(rows).toHaveLength(3)
    expect(graph.asked.hops).toBeLessThan(10)
  })

  it('asks a remote graph for many neighbours at once', async () => {
    const graph = remoteGraph(fixture)
    await run('MATCH (p:Person)-[:member_of]->(t)-[:owns]->(s) RETURN s', { graph })
    // The fixture's pages hold two nodes: two pages of people, and one request per team reached from each.
    expect(graph.requests.length).toBeLessThanOrEqual(6)
  })
})

describe('positions', () => {
  it('are shifted by a number', () => {
    const text = 'MATCH (n) RETRUN n'
    expect(() => parseCypher(text, 100)).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ from: 110, to: 116 }) as object }),
    )
  })

  it('are translated by a function, for texts with doubled backticks', async () => {
    // In SPL the label's backticks are doubled, which shifts what follows by two characters.
    const graph = directGraph(fixture)
    const offset = (position: number): number => 20 + position + (position > 12 ? 2 : 0)
    const failing = runCypher({ text: 'MATCH (n:`X`) RETURN m', graph, offset })
    await expect(failing).rejects.toMatchObject({ details: { from: 20 + 21 + 2, to: 20 + 22 + 2 } })
  })
})

describe('a plan', () => {
  const plans: readonly [text: string, operators: string[]][] = [
    ['MATCH (n) RETURN n', ['AllNodesScan', 'Projection']],
    ['MATCH (n:Person) RETURN n', ['NodeByLabelScan', 'Projection']],
    ['MATCH (n) WHERE n:Person RETURN n', ['NodeByLabelScan', 'Projection']],
    ['MATCH (n:Person {name: "Ann"}) RETURN n', ['NodeFilteredScan', 'Projection']],
    [
      "MATCH (a:Person)-->(b {__entity_id__: '00000000000000000000000000000001'}) RETURN a",
      ['NodeByIdLookup', 'ExpandAll', 'Projection'],
    ],
    [
      'MATCH (a:Person)-->(b:Team) WHERE b.name = "Ops" RETURN a',
      ['NodeFilteredScan', 'ExpandAll', 'Projection'],
    ],
    ['MATCH (a)-->(b)-->(a) RETURN a', ['AllNodesScan', 'ExpandAll', 'ExpandInto', 'Projection']],
    ['MATCH (a)-[*2]->(b) RETURN count(*)', ['AllNodesScan', 'VarLengthExpand', 'Aggregation', 'Projection']],
    [
      'MATCH (a) OPTIONAL MATCH (a)-->(b) RETURN DISTINCT b ORDER BY b LIMIT 1',
      ['AllNodesScan', 'OptionalArgument', 'OptionalExpandAll', 'Projection', 'Distinct', 'Top', 'Window'],
    ],
    [
      'UNWIND [1] AS x WITH x WHERE x > 0 RETURN x UNION RETURN 2 AS x',
      ['Unwind', 'Projection', 'Filter', 'Projection', 'Projection', 'Union'],
    ],
  ]
  it.each(plans)('%s', (text, operators) => {
    const plan = explainCypher({ text, graph: directGraph(fixture) })
    expect(plan.steps.map((step) => step.operator)).toEqual(operators)
  })

  it('touches nothing', () => {
    const untouchable: Graph = {
      scan: () => expect.fail('scanned'),
      hops: () => expect.fail('asked for neighbours'),
    }
    expect(explainCypher({ text: endless, graph: untouchable }).columns).toEqual(['count'])
  })
})
