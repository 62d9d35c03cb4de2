import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import {
  type Graph,
  GraphNode,
  GraphRelation,
  type Hop,
  type Json,
} from '../../../../electron/model-server/cypher/index.ts'

type Properties = { readonly [key: string]: Json }

class FixtureNode extends GraphNode {
  readonly key: string
  readonly id: string
  readonly labels: readonly string[]
  readonly #own: Properties

  constructor(given: { key: string; id: string; labels: string[] } & Record<string, Json>) {
    super()
    const { key, id, labels, ...own } = given
    this.key = key
    this.id = id
    this.labels = labels
    this.#own = { ...own, __entity_id__: id }
  }
  get(property: string): Json | undefined {
    return Object.hasOwn(this.#own, property) ? this.#own[property] : undefined
  }
  properties(): Properties {
    return this.#own
  }
}

class FixtureRelation extends GraphRelation {
  readonly key: string
  readonly type: string
  readonly start: GraphNode
  readonly end: GraphNode
  readonly #own: Properties

  constructor(
    given: { key: string; type: string; start: string; end: string } & Record<string, Json>,
    ends: Map<string, GraphNode>,
  ) {
    super()
    const { key, type, start, end, ...own } = given
    const [from, to] = [ends.get(start), ends.get(end)]
    if (!from || !to) throw new Error(`${key} has no ends`)
    this.key = key
    this.type = type
    this.start = from
    this.end = to
    this.#own = own
  }
  get(property: string): Json | undefined {
    return Object.hasOwn(this.#own, property) ? this.#own[property] : undefined
  }
  properties(): Properties {
    return this.#own
  }
}

export interface Fixture {
  readonly nodes: readonly GraphNode[]
  readonly relations: readonly GraphRelation[]
}

/** The graph of a fixture file. */
export function readFixture(file: URL): Fixture {
  const read = parse(readFileSync(file, 'utf8')) as {
    nodes: ConstructorParameters<typeof FixtureNode>[0][]
    relations: ConstructorParameters<typeof FixtureRelation>[0][]
  }
  const nodes = read.nodes.map((node) => new FixtureNode(node))
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  return { nodes, relations: read.relations.map((relation) => new FixtureRelation(relation, byKey)) }
}

function hopsAt({ relations }: Fixture, node: GraphNode, direction: string, types: readonly string[]): Hop[] {
  return relations.flatMap((relation): Hop[] => {
    if (types.length > 0 && !types.includes(relation.type)) return []
    if (direction !== 'in' && relation.start.key === node.key) return [{ relation, node: relation.end }]
    if (direction !== 'out' && relation.end.key === node.key) return [{ relation, node: relation.start }]
    return []
  })
}

/** The fixture as a synchronous graph, like the in-memory store. */
export function directGraph(fixture: Fixture): Graph {
  return {
    scan({ labels, ids }) {
      const fitting = fixture.nodes.filter(
        (node) =>
          labels.every((group) => group.some((label) => node.labels.includes(label))) &&
          (!ids || ids.includes(node.id)),
      )
      const pages = [fitting]
      return { next: () => pages.shift() ?? null }
    },
    hops: (node, direction, types) => hopsAt(fixture, node, direction, types),
  }
}

/** The same as a graph that has to fetch everything first, like a remote one: small pages, drops its cache on request. */
export function remoteGraph(fixture: Fixture): Graph & { readonly requests: string[] } {
  const loaded = new Map<string, Hop[]>()
  const requests: string[] = []
  const name = (node: GraphNode, direction: string, types: readonly string[]) =>
    `${node.key} ${direction} ${types.join('|')}`
  const direct = directGraph(fixture)
  return {
    requests,
    scan(request) {
      const all = direct.scan(request).next() as readonly GraphNode[]
      let at = 0
      return {
        async next() {
          await Promise.resolve()
          const page = all.slice(at, at + 2)
          at += 2
          return page.length > 0 ? page : null
        },
      }
    },
    hops: (node, direction, types) => loaded.get(name(node, direction, types)),
    async load(nodes, direction, types) {
      await Promise.resolve()
      requests.push(`${nodes.length} ${direction} ${types.join('|')}`.trim())
      for (const node of nodes)
        loaded.set(name(node, direction, types), hopsAt(fixture, node, direction, types))
    },
    release: () => loaded.clear(),
  }
}
