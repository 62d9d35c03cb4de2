import fuzzysort from 'fuzzysort'
import { type Fields, isFields } from '#shared/json/fields.ts'
import { PIECE, type Steps } from '../../app/slices.ts'
import { localizedText } from '../../i18n/localized-text.ts'
import { edgesOf, type Graph, type GraphNode } from '../graph/graph.ts'
import { typeBehind, typeName } from '../graph/set-names.ts'

/** Where a match is if not in the node's name: a field of an element, a property of an entity, … */
type Elsewhere = 'field' | 'relation' | 'property' | 'description'

interface Mention<In extends string = Elsewhere | 'name'> {
  /** `name`: the technical name, or an entity's id. */
  readonly in: In
  readonly text: string
}

/** Nodes to search. Nothing is made for each of them in advance: 100,000 such objects take so long to collect that the page is held up. */
export interface Searched {
  readonly nodes: readonly GraphNode[]
  /** Other searchable texts of a node; none if only names are searched. */
  readonly mentionsOf: (node: GraphNode, index: number) => Iterable<Mention<Elsewhere>>
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
const prepared = (node: GraphNode) => ({
  node,
  label: fuzzysort.prepare(node.label),
  key: fuzzysort.prepare(node.key),
})

/** Score of a node's name; undefined if too low. A name or key that contains the text always matches. */
function likeness(node: GraphNode, needle: string, score: number): number | undefined {
  const held = node.label.toLowerCase().includes(needle) || node.key.toLowerCase().includes(needle)
  if (held) return (1 + score) / 2
  // A number is meant as a whole: neither 7 nor 37 is like 17.
  const numbers = needle.match(/\d+/g) ?? []
  if (numbers.some((each) => !node.label.includes(each) && !node.key.includes(each))) return undefined
  return score < THRESHOLD ? undefined : score
}

/** The technical name, or id, if that holds the text and the name that is shown does not. */
function nameMention({ label, name }: GraphNode, needle: string): Pick<Hit, 'mention'> {
  if (label.toLowerCase().includes(needle) || !name.toLowerCase().includes(needle)) return {}
  return { mention: { in: 'name', text: name } }
}

/** The best match outside a node's name. */
function mentionWith(
  needle: string,
  mentions: Iterable<Mention<Elsewhere>>,
): { score: number; mention: Mention } | undefined {
  let best: { score: number; mention: Mention } | undefined
  for (const mention of mentions) {
    const text = mention.text.toLowerCase()
    if (!text.includes(needle)) continue
    const score = MENTIONED[mention.in] + (text === needle ? WHOLE : 0)
    if (!best || score > best.score) best = { score, mention }
  }
  return best
}

/** The nodes of a graph for a search by name. */
export const byName = ({ nodes }: Pick<Graph, 'nodes'>): Searched => ({ nodes, mentionsOf: () => NOTHING })

/** The nodes of a graph for a full-text search. */
export const byText = (graph: Graph): Searched => ({
  nodes: graph.nodes,
  mentionsOf: (node, index) => mentions(graph, node, index),
})

function* mentions(graph: Graph, node: GraphNode, index: number): Iterable<Mention<Elsewhere>> {
  yield* ownMentions(node)
  for (const adjacency of [graph.outgoing, graph.incoming])
    for (const edge of edgesOf(adjacency, index)) {
      const type = graph.edges[edge]?.type
      if (type) yield { in: 'relation', text: type }
    }
}

/** What a node itself says beside its name. */
function* ownMentions({ kind, data, description }: GraphNode): Iterable<Mention<Elsewhere>> {
  // Of an entity its set, as cards show it.
  if (typeBehind(kind) !== undefined) yield { in: 'property', text: typeName(kind) }
  const spec = data?.['spec']
  if (isFields(spec)) yield* fieldsOf(spec)
  else if (data) yield* propertiesOf(data)
  if (description) yield { in: 'description', text: description }
}

/** A node that a server found, with where it has the text, or else the first of its words that is found anywhere. */
export function hitOf(node: GraphNode, text: string): Hit {
  const needle = text.trim().toLowerCase()
  for (const wanted of new Set([needle, ...needle.split(/\s+/)])) {
    if (node.label.toLowerCase().includes(wanted)) return { node }
    const mention = nameMention(node, wanted).mention ?? mentionWith(wanted, ownMentions(node))?.mention
    if (mention) return { node, mention }
  }
  return { node }
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

/** A hit, and what orders it among others. */
interface Ranked {
  readonly score: number
  readonly place: number
  readonly hit: Hit
}

/** The matches among a few nodes that lie together, in their order. */
function matches(
  piece: readonly GraphNode[],
  text: string,
  rank: (node: GraphNode, at: number, named: number | undefined) => Ranked | undefined,
): Ranked[] {
  const needle = text.trim().toLowerCase()
  const words = needle.split(/\s+/)
  const names = piece.filter((node) => mayMatch(words, node)).map(prepared)
  const results = fuzzysort.go(text, names, { keys: ['label', 'key'], limit: ALL, threshold: 0 })
  const scores = new Map(results.map(({ obj: { node }, score }) => [node, likeness(node, needle, score)]))
  return piece.flatMap((node, at) => rank(node, at, scores.get(node)) ?? [])
}

/** The best matches, at most `limit`: by name, then by other texts; undefined for an empty text. Pausable. */
export function* searchSteps(
  searched: readonly Searched[],
  text: string,
  limit: number,
): Steps<Found | undefined> {
  const needle = text.trim().toLowerCase()
  if (needle === '') return undefined
  let best: readonly Ranked[] = []
  let total = 0
  let before = 0
  for (const { nodes, mentionsOf } of searched) {
    for (let start = 0; start < nodes.length; start += PIECE) {
      const found = matches(nodes.slice(start, start + PIECE), text, (node, at, named) => {
        const place = before + start + at
        if (named !== undefined && named >= 0.5)
          return { score: named, place, hit: { node, ...nameMention(node, needle) } }
        const mention = mentionWith(needle, mentionsOf(node, start + at))
        if (mention && mention.score > (named ?? 0))
          return { score: mention.score, place, hit: { node, mention: mention.mention } }
        return named === undefined ? undefined : { score: named, place, hit: { node } }
      })
      total += found.length
      best = [...best, ...found].sort((a, b) => b.score - a.score || a.place - b.place).slice(0, limit)
      yield
    }
    before += nodes.length
  }
  return { hits: best.map(({ hit }) => hit), total }
}
