import { type Fields, isFields } from '#shared/json/fields.ts'
import { type Element, elementKey } from '#shared/model/element.ts'
import { entityName } from '#shared/model/entity.ts'
import { isJsonObject } from '#shared/model/json.ts'
import { isKind } from '#shared/model/kinds/names.ts'
import { destinationOf, relationTypeOf, sourceOf } from '#shared/model/link.ts'
import { wordsOf } from '#shared/model/words.ts'
import { atOnce, PIECE, type Steps } from '../app/slices.ts'

/** One row of an answer, by column. */
export type Row = Fields

export interface GraphNode {
  /** `domain/type/id` if given by the server, otherwise the value itself. */
  readonly key: string
  /** Entity type, for shape and colour. */
  readonly type: string
  readonly label: string
  /** Whether the label is a name; otherwise it is an abbreviated id. */
  readonly isNamed: boolean
  /** Whether it is an element of the model (`domain/name/kind`) rather than an entity. */
  readonly isElement?: boolean
  readonly fields: Row
}

/** What a display name says in the reader's language. */
type Called = (displayName: unknown) => string | undefined
const called: Called = (displayName) => wordsOf(displayName, []) || undefined

export interface GraphEdge {
  readonly from: number
  readonly to: number
  readonly label: string
}

export interface ResultGraph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const fieldsOf = (value: unknown): Fields | undefined => (isFields(value) ? value : undefined)

function nodeOf(value: unknown): GraphNode | undefined {
  const fields = fieldsOf(value)
  if (fields) {
    const id = text(fields['__entity_id__'])
    if (id === '') return undefined
    const type = text(fields['__entity_type__'])
    const name = entityName(fields)
    const key = `${text(fields['__domain__'])}/${type}/${id}`
    return { key, type, label: name ?? id.slice(0, 8), isNamed: name !== undefined, fields }
  }
  const key = text(value)
  const parts = /^([^/]+)\/([^/]+)\/([^/]+)$/.exec(key)
  if (!parts) return undefined
  const [, domain = '', type = '', id = ''] = parts
  return {
    key,
    type,
    label: id.length > 12 ? `${id.slice(0, 8)}…` : id,
    isNamed: false,
    fields: { __domain__: domain, __entity_type__: type, __entity_id__: id },
  }
}

/** The element of a `.model` row. */
function elementOf(row: Row): Element | undefined {
  const { kind, domain, name, spec, metadata } = row
  if (typeof kind !== 'string' || typeof domain !== 'string' || typeof name !== 'string') return undefined
  // Other rows have columns of these names, too.
  if (!isJsonObject(spec)) return undefined
  return { kind, domain, name, spec, ...(isJsonObject(metadata) && { metadata }) }
}

function elementNode(
  end: Pick<Element, 'domain' | 'name' | 'kind'>,
  label: string | undefined,
  fields: Row,
): GraphNode {
  const isNamed = label !== undefined
  return { key: elementKey(end), type: end.kind, label: label ?? end.name, isNamed, isElement: true, fields }
}

/** The node of an element, or the link that it is, with nodes for its ends. */
function partsOfElement(element: Element, row: Row, say: Called): { nodes: GraphNode[]; links: Link[] } {
  const from = sourceOf(element)
  const to = destinationOf(element)
  if (!from || !to) {
    const name = say(element.metadata?.['display_name'] ?? element.spec?.['display_name'])
    return { nodes: [elementNode(element, name, row)], links: [] }
  }
  return {
    nodes: [from, to].map((end) => elementNode(end, undefined, { ...end })),
    links: [{ from: elementKey(from), to: elementKey(to), label: relationTypeOf(element) }],
  }
}

interface Link {
  readonly from: string
  readonly to: string
  readonly label: string
}

/** Reads one end of a relation from its own fields (docs/model-service.md#payloads). */
function endOf(fields: Fields, side: 'src' | 'dest'): string {
  const id = text(fields[`__${side}_entity_id__`])
  if (id === '') return ''
  return `${text(fields[`__${side}_domain__`])}/${text(fields[`__${side}_entity_type__`])}/${id}`
}

function linkOf(value: unknown): Link | undefined {
  const fields = fieldsOf(value)
  if (!fields) return undefined
  const from = endOf(fields, 'src')
  const to = endOf(fields, 'dest')
  return from && to
    ? { from, to, label: text(fields['__relation_type__']) || text(fields['type']) }
    : undefined
}

/** Extracts nodes from cells, relations from cells or `src` and `dest`, and paths as lists of both. */
function partsOf(
  row: Row,
  nodeOf: (value: unknown) => GraphNode | undefined,
): { nodes: GraphNode[]; links: Link[] } {
  const nodes: GraphNode[] = []
  const links: Link[] = []
  const take = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(take)
    const link = linkOf(value)
    if (link) links.push(link)
    else {
      const node = nodeOf(value)
      if (node) nodes.push(node)
      else {
        const fields = fieldsOf(value)
        if (fields && ('nodes' in fields || 'relationships' in fields)) {
          take(fields['nodes'])
          take(fields['relationships'])
        }
      }
    }
  }
  const own = nodeOf(row)
  if (own) nodes.push(own)
  else for (const value of Object.values(row)) take(value)
  const whole = linkOf(row)
  if (whole) links.push(whole)
  else if (links.length === 0) {
    const from = nodeOf(row['src'] ?? row['source'])
    const to = nodeOf(row['dest'] ?? row['target'])
    const label = text(row['__relation_type__']) || relationText(row['relation'] ?? row['r'])
    if (from && to) links.push({ from: from.key, to: to.key, label })
  }
  return { nodes, links }
}

function relationText(value: unknown): string {
  const fields = fieldsOf(value)
  if (fields) return text(fields['__relation_type__']) || text(fields['type'])
  return text(value) || (JSON.stringify(value) ?? '')
}

/** Builds the graph of rows, without duplicates; `undefined` if they contain none. */
export const graphOf = (rows: readonly Row[]): ResultGraph | undefined => atOnce(graphSteps(rows))

/** A memoised {@link nodeOf}: keys repeat across a graph's rows. */
function nodeReader(): typeof nodeOf {
  const known = new Map<string, GraphNode | undefined>()
  return (value) => {
    if (typeof value !== 'string') return nodeOf(value)
    if (!known.has(value)) known.set(value, nodeOf(value))
    return known.get(value)
  }
}

/** {@link graphOf} as a pausable computation; `read` receives the number of rows done. */
export function* graphSteps(
  rows: readonly Row[],
  read: (rows: number) => void = () => undefined,
  say: Called = called,
): Steps<ResultGraph | undefined> {
  const places = new Map<string, number>()
  const nodes: GraphNode[] = []
  const nodeAt = nodeReader()
  const add = (node: GraphNode): void => {
    const place = places.get(node.key)
    if (place !== undefined && nodes[place] === node) return
    if (place === undefined) {
      places.set(node.key, nodes.length)
      nodes.push(node)
    } else if (Object.keys(node.fields).length > Object.keys(nodes[place]?.fields ?? {}).length) {
      nodes[place] = node
    }
  }
  const links = new Map<string, Link>()
  for (const [index, row] of rows.entries()) {
    if (index % PIECE === PIECE - 1) {
      read(index)
      yield
    }
    const element = elementOf(row)
    const parts = element ? partsOfElement(element, row, say) : partsOf(row, nodeAt)
    parts.nodes.forEach(add)
    for (const link of parts.links) {
      for (const key of [link.from, link.to]) {
        const node = places.has(key) ? undefined : nodeAt(key)
        if (node) add(node)
      }
      links.set(`${link.from} ${link.label} ${link.to}`, link)
    }
  }
  if (nodes.length === 0) return undefined
  const edges: GraphEdge[] = []
  let linked = 0
  for (const { from, to, label } of links.values()) {
    const start = places.get(from)
    const end = places.get(to)
    if (start !== undefined && end !== undefined) edges.push({ from: start, to: end, label })
    if (++linked % PIECE === 0) yield
  }
  return { nodes, edges }
}

/** Adds names to nodes without one. */
export function withNames(graph: ResultGraph, names: ReadonlyMap<string, string>): ResultGraph {
  const isNews = graph.nodes.some(({ key, isNamed }) => !isNamed && names.has(key))
  if (!isNews) return graph
  const nodes = graph.nodes.map((node) => {
    const name = node.isNamed ? undefined : names.get(node.key)
    return name === undefined ? node : { ...node, label: name, isNamed: true }
  })
  return { ...graph, nodes }
}

/** What nodes are, by their types: those of the model are called elements, those of the topology entities. */
export function thingsOf(nodes: readonly Pick<GraphNode, 'type'>[]): 'elements' | 'entities' | 'nodes' {
  if (nodes.every(({ type }) => isKind(type))) return 'elements'
  return nodes.every(({ type }) => type !== '' && !isKind(type)) ? 'entities' : 'nodes'
}

/** Rows scanned to detect a graph. */
const SAMPLE = 100

/** Whether the rows contain relations; entities alone are better shown as a table. */
export function carriesGraph(rows: readonly Row[]): boolean {
  return (graphOf(rows.slice(0, SAMPLE))?.edges.length ?? 0) > 0
}
