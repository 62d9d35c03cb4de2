import fuzzysort from 'fuzzysort'
import { type Fields, isFields } from '#shared/json/fields.ts'
import { PIECE, type Steps } from '../../app/slices.ts'
import { wordsOf } from '../../i18n/words-of.ts'
import { edgesOf, type Graph, type GraphNode } from '../graph/graph.ts'

type Prepared = ReturnType<typeof fuzzysort.prepare>

/** Where a text stands that is not a name of the node: in a field of an element, in a property of an entity, … */
type Elsewhere = 'field' | 'relation' | 'property' | 'description'

interface Mention {
  readonly in: Elsewhere
  readonly text: string
}

/** A node made ready for searching. */
export interface Target {
  readonly node: GraphNode
  readonly label: Prepared
  readonly key: Prepared
  /** What else is said of it; empty where only names are searched. */
  readonly mentions: () => Iterable<Mention>
}

export interface Hit {
  readonly node: GraphNode
  /** Where the text stands; undefined: in its name. */
  readonly mention?: Mention
}

export interface Found {
  /** The best first; equals in the graph's order. */
  readonly hits: readonly Hit[]
  /** How many there are altogether. */
  readonly total: number
}

/** Least likeness, from 0 to 1, of what is found though the text does not stand in it as it is. */
const THRESHOLD = 0.3

/** How the library is told not to stop at its ten best. */
const ALL = 0

/** Likeness of a node that only mentions the text: less than of one whose name holds it, which begins at a half. */
const MENTIONED: Readonly<Record<Elsewhere, number>> = {
  field: 0.45,
  relation: 0.44,
  property: 0.43,
  description: 0.4,
}
/** What a text that is the whole mention counts more. */
const WHOLE = 0.04

const NOTHING: readonly Mention[] = []

/** How like a text is a node's name; undefined when it is too unlike. A name or key that holds the text itself is always found. */
function likeness({ node }: Target, needle: string, score: number): number | undefined {
  const held = node.label.toLowerCase().includes(needle) || node.key.toLowerCase().includes(needle)
  if (held) return (1 + score) / 2
  return score < THRESHOLD ? undefined : score
}

/** The best mention of a text at a node. */
function mentionOf(target: Target, needle: string): { score: number; mention: Mention } | undefined {
  let best: { score: number; mention: Mention } | undefined
  for (const mention of target.mentions()) {
    const text = mention.text.toLowerCase()
    if (!text.includes(needle)) continue
    const score = MENTIONED[mention.in] + (text === needle ? WHOLE : 0)
    if (!best || score > best.score) best = { score, mention }
  }
  return best
}

/** The nodes of a graph, made ready for a search of their names. With pauses. */
export const targetSteps = ({ nodes }: Pick<Graph, 'nodes'>): Steps<readonly Target[]> =>
  preparedSteps(nodes, () => NOTHING)

/** The nodes of a graph, made ready for a search of all that is said of them. With pauses. */
export const wholeTargetSteps = (graph: Graph): Steps<readonly Target[]> =>
  preparedSteps(graph.nodes, (node, index) => mentions(graph, node, index))

function* preparedSteps(
  nodes: readonly GraphNode[],
  mentionsOf: (node: GraphNode, index: number) => Iterable<Mention>,
): Steps<readonly Target[]> {
  const targets: Target[] = []
  for (const [index, node] of nodes.entries()) {
    if (index % PIECE === PIECE - 1) yield
    targets.push({
      node,
      label: fuzzysort.prepare(node.label),
      key: fuzzysort.prepare(node.key),
      mentions: () => mentionsOf(node, index),
    })
  }
  return targets
}

function* mentions(graph: Graph, node: GraphNode, index: number): Iterable<Mention> {
  const spec = node.data?.['spec']
  if (isFields(spec)) yield* fieldsOf(spec)
  else if (node.data) yield* propertiesOf(node.data)
  for (const adjacency of [graph.outgoing, graph.incoming])
    for (const edge of edgesOf(adjacency, index)) {
      const type = graph.edges[edge]?.type
      if (type) yield { in: 'relation', text: type }
    }
  if (node.description) yield { in: 'description', text: node.description }
}

/** Names of an element's fields, metrics and labels, as they are written and as people call them. */
function* fieldsOf(spec: Fields): Iterable<Mention> {
  const labels = isFields(spec['labels']) ? spec['labels']['keys'] : undefined
  for (const list of [spec['fields'], spec['metrics'], labels]) {
    for (const field of Array.isArray(list) ? (list as unknown[]) : []) {
      if (!isFields(field)) continue
      if (typeof field['name'] === 'string') yield { in: 'field', text: field['name'] }
      const called = wordsOf(field['display_name'])
      if (called) yield { in: 'field', text: called }
    }
  }
}

/** What an entity's own properties say; not what the system keeps of it. */
function* propertiesOf(row: Fields): Iterable<Mention> {
  for (const [name, value] of Object.entries(row)) {
    if (name.startsWith('__') || name === 'description') continue
    if (typeof value === 'string' || typeof value === 'number')
      yield { in: 'property', text: `${name}: ${value}` }
  }
}

/** What is most like a text, at most `limit`: by name, else by what is said of it; undefined for an empty text. With pauses. */
export function* searchSteps(
  targets: readonly Target[],
  text: string,
  limit: number,
): Steps<Found | undefined> {
  if (text.trim() === '') return undefined
  let best: { readonly score: number; readonly place: number; readonly hit: Hit }[] = []
  let total = 0
  const needle = text.trim().toLowerCase()
  for (let start = 0; start < targets.length; start += PIECE) {
    const piece = targets.slice(start, start + PIECE)
    const results = fuzzysort.go(text, piece, { keys: ['label', 'key'], limit: ALL, threshold: 0 })
    const byName = new Map(results.map(({ obj, score }) => [obj, likeness(obj, needle, score)]))
    const found = piece.flatMap((target, at) => {
      const { node } = target
      const named = byName.get(target)
      if (named !== undefined && named >= 0.5) return [{ score: named, place: start + at, hit: { node } }]
      const said = mentionOf(target, needle)
      if (said && said.score > (named ?? 0))
        return [{ score: said.score, place: start + at, hit: { node, mention: said.mention } }]
      return named === undefined ? [] : [{ score: named, place: start + at, hit: { node } }]
    })
    total += found.length
    best = [...best, ...found].sort((a, b) => b.score - a.score || a.place - b.place).slice(0, limit)
    yield
  }
  return { hits: best.map(({ hit }) => hit), total }
}
