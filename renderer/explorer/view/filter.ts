import { PIECE, type Steps } from '../../app/slices.ts'
import type { Graph, GraphNode } from '../graph/graph.ts'

/** The content of a filter chip: include (or exclude) a kind, domain, group, relation type or text. */
export interface Filter {
  readonly by: 'kind' | 'domain' | 'text' | 'relation'
  readonly value: string
  readonly exclude: boolean
}

export const sameFilter = (a: Filter, b: Filter): boolean =>
  a.by === b.by && a.value === b.value && a.exclude === b.exclude

/** All texts of a node that a text filter searches. */
function searchText(node: GraphNode): string {
  return `${node.label}\n${node.key}\n${node.description ?? ''}`.toLowerCase()
}

/** Filters of one type are combined with OR, types with AND; exclusions always win. */
function passes(filters: readonly Filter[], matches: (value: string) => boolean): boolean {
  const wanted = filters.filter((filter) => !filter.exclude)
  if (filters.some((filter) => filter.exclude && matches(filter.value))) return false
  return wanted.length === 0 || wanted.some((filter) => matches(filter.value))
}

/** Evaluates the filters; one byte per node. Pausable. */
export function* passSteps(graph: Graph, filters: readonly Filter[]): Steps<Uint8Array> {
  const by = (sort: Filter['by']): readonly Filter[] => filters.filter((filter) => filter.by === sort)
  const [kinds, domains] = [by('kind'), by('domain')]
  const texts = by('text').map((filter) => ({ ...filter, value: filter.value.toLowerCase() }))
  const passed = new Uint8Array(graph.nodes.length)
  if (kinds.length + domains.length + texts.length === 0) return passed.fill(1)
  for (const [index, node] of graph.nodes.entries()) {
    if (index % PIECE === PIECE - 1) yield
    const text = texts.length > 0 ? searchText(node) : ''
    const ok =
      passes(kinds, (value) => node.kind === value) &&
      passes(domains, (value) => node.domain === value) &&
      passes(texts, (value) => text.includes(value))
    passed[index] = ok ? 1 : 0
  }
  return passed
}

/** Whether edges of a relation type are drawn. */
export function relationPasses(filters: readonly Filter[], type: string): boolean {
  const relations = filters.filter((filter) => filter.by === 'relation')
  return relations.length === 0 || passes(relations, (value) => value === type)
}
