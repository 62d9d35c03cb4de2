import fuzzysort from 'fuzzysort'
import { type Fields, isFields } from '#shared/json/fields.ts'
import { PIECE, type Steps } from '../../app/slices.ts'
import { localizedText } from '../../i18n/localized-text.ts'
import { edgesOf, type Graph, type GraphNode } from '../graph/graph.ts'

/** Where a match is if not in the node's name: a field of an element, a property of an entity, … */
type Elsewhere = 'field' | 'relation' | 'property' | 'description'

interface Mention<In extends string = Elsewhere | 'name'> {
  /** `name`: the technical name, or an entity's id. */
  readonly in: In
  readonly text: string
}

/** A node to search. */
export interface Target {
  readonly node: GraphNode
  /** Other searchable texts; empty if only names are searched. */
  readonly mentions: () => Iterable<Mention<Elsewhere>>
}

export interface Hit {
  readonly node: GraphNode
  /** Where the match is; undefined for the name that is shown. */
  readonly mention?: Mention
}

export interface Found {
  /** Best first; ties in graph order. */
  readonly hits: readonly Hit[]
  /** Total number of matches. */
  readonly total: number
}

/** Minimum score, from 0 to 1, of a fuzzy match that does not contain the text literally. */
const THRESHOLD = 0.3

/** fuzzysort's "no limit". */
const ALL = 0

/** Scores of matches outside the name: lower than a name that contains the text, which starts at 0.5. */
const MENTIONED: Readonly<Record<Elsewhere, number>> = {
  field: 0.45,
  relation: 0.44,
  property: 0.43,
  description: 0.4,
}
/** Bonus if the text is the whole mention. */
const WHOLE = 0.04

const NOTHING: readonly Mention<Elsewhere>[] = []

/**
 * Whether fuzzysort can find the node: each word of the text is in its name or key, letter by letter in this
 * order. Outside ASCII, where fuzzysort compares without accents, it may always.
 */
function mayMatch(words: readonly string[], { label, key }: GraphNode): boolean {
  const names = [label.toLowerCase(), key.toLowerCase()]
  return (
    words.every((word) => names.some((name) => !isAscii(name) || hasInOrder(name, word))) ||
    !words.every(isAscii)
  )
}

const isAscii = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text)

function hasInOrder(name: string, word: string): boolean {
  let place = -1
  for (const letter of word) {
    place = name.indexOf(letter, place + 1)
    if (place < 0) return false
  }
  return true
}

/**
 * Prepares a node for fuzzysort. Not kept: prepared names of 100,000 nodes take so much memory that
 * collecting it holds the page up.
 */
const prepared = (target: Target) => ({
  target,
  label: fuzzysort.prepare(target.node.label),
  key: fuzzysort.prepare(target.node.key),
})

/** Score of a node's name; undefined if too low. A name or key that contains the text always matches. */
function likeness({ node }: Target, needle: string, score: number): number | undefined {
  const held = node.label.toLowerCase().includes(needle) || node.key.toLowerCase().includes(needle)
  if (held) return (1 + score) / 2
  return score < THRESHOLD ? undefined : score
}

/** The technical name, or id, if that holds the text and the name that is shown does not. */
function nameMention({ label, name }: GraphNode, needle: string): Pick<Hit, 'mention'> {
  if (label.toLowerCase().includes(needle) || !name.toLowerCase().includes(needle)) return {}
  return { mention: { in: 'name', text: name } }
}

/** The best match outside a node's name. */
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

/** Lists the nodes of a graph for a search by name. Pausable. */
export const targetSteps = ({ nodes }: Pick<Graph, 'nodes'>): Steps<readonly Target[]> =>
  preparedSteps(nodes, () => NOTHING)

/** Lists the nodes of a graph for a full-text search. Pausable. */
export const wholeTargetSteps = (graph: Graph): Steps<readonly Target[]> =>
  preparedSteps(graph.nodes, (node, index) => mentions(graph, node, index))

function* preparedSteps(
  nodes: readonly GraphNode[],
  mentionsOf: (node: GraphNode, index: number) => Iterable<Mention<Elsewhere>>,
): Steps<readonly Target[]> {
  const targets: Target[] = []
  for (const [index, node] of nodes.entries()) {
    if (index % PIECE === PIECE - 1) yield
    targets.push({
      node,
      mentions: () => mentionsOf(node, index),
    })
  }
  return targets
}

function* mentions(graph: Graph, node: GraphNode, index: number): Iterable<Mention<Elsewhere>> {
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

/** Names and display names of an element's fields, metrics and labels. */
function* fieldsOf(spec: Fields): Iterable<Mention<Elsewhere>> {
  const labels = isFields(spec['labels']) ? spec['labels']['keys'] : undefined
  for (const list of [spec['fields'], spec['metrics'], labels]) {
    for (const field of Array.isArray(list) ? (list as unknown[]) : []) {
      if (!isFields(field)) continue
      if (typeof field['name'] === 'string') yield { in: 'field', text: field['name'] }
      const called = localizedText(field['display_name'])
      if (called) yield { in: 'field', text: called }
    }
  }
}

/** An entity's own properties, without system fields. */
function* propertiesOf(row: Fields): Iterable<Mention<Elsewhere>> {
  for (const [name, value] of Object.entries(row)) {
    if (name.startsWith('__') || name === 'description') continue
    if (typeof value === 'string' || typeof value === 'number')
      yield { in: 'property', text: `${name}: ${value}` }
  }
}

/** The best matches, at most `limit`: by name, then by other texts; undefined for an empty text. Pausable. */
export function* searchSteps(
  targets: readonly Target[],
  text: string,
  limit: number,
): Steps<Found | undefined> {
  if (text.trim() === '') return undefined
  let best: { readonly score: number; readonly place: number; readonly hit: Hit }[] = []
  let total = 0
  const needle = text.trim().toLowerCase()
  const parts = needle.split(/\s+/)
  for (let start = 0; start < targets.length; start += PIECE) {
    const piece = targets.slice(start, start + PIECE)
    const names = piece.filter(({ node }) => mayMatch(parts, node)).map(prepared)
    const results = fuzzysort.go(text, names, { keys: ['label', 'key'], limit: ALL, threshold: 0 })
    const byName = new Map(
      results.map(({ obj: { target }, score }) => [target, likeness(target, needle, score)]),
    )
    const found = piece.flatMap((target, at) => {
      const { node } = target
      const named = byName.get(target)
      if (named !== undefined && named >= 0.5)
        return [{ score: named, place: start + at, hit: { node, ...nameMention(node, needle) } }]
      const mention = mentionOf(target, needle)
      if (mention && mention.score > (named ?? 0))
        return [{ score: mention.score, place: start + at, hit: { node, mention: mention.mention } }]
      return named === undefined ? [] : [{ score: named, place: start + at, hit: { node } }]
    })
    total += found.length
    best = [...best, ...found].sort((a, b) => b.score - a.score || a.place - b.place).slice(0, limit)
    yield
  }
  return { hits: best.map(({ hit }) => hit), total }
}
