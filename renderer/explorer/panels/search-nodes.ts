import fuzzysort from 'fuzzysort'
import { PIECE, type Steps } from '../../app/slices.ts'
import type { Graph, GraphNode } from '../graph/graph.ts'

type Prepared = ReturnType<typeof fuzzysort.prepare>

/** A node made ready for searching. */
export interface Target {
  readonly node: GraphNode
  readonly label: Prepared
  readonly key: Prepared
}

export interface Found {
  /** The best first; equals in the graph's order. */
  readonly nodes: readonly GraphNode[]
  /** How many there are altogether. */
  readonly total: number
}

/** Least likeness, from 0 to 1, of what is found though the text does not stand in it as it is. */
const THRESHOLD = 0.3

/** How the library is told not to stop at its ten best. */
const ALL = 0

/** How like a text is a node; undefined when it is too unlike. A name or key that holds the text itself is always found. */
function likeness({ node }: Target, needle: string, score: number): number | undefined {
  const held = node.label.toLowerCase().includes(needle) || node.key.toLowerCase().includes(needle)
  if (held) return (1 + score) / 2
  return score < THRESHOLD ? undefined : score
}

/** The nodes of a graph, made ready for searching. With pauses. */
export function* targetSteps({ nodes }: Pick<Graph, 'nodes'>): Steps<readonly Target[]> {
  const targets: Target[] = []
  for (const [index, node] of nodes.entries()) {
    if (index % PIECE === PIECE - 1) yield
    targets.push({ node, label: fuzzysort.prepare(node.label), key: fuzzysort.prepare(node.key) })
  }
  return targets
}

/** The nodes whose name or key is most like a text, at most `limit`; undefined for an empty text. With pauses. */
export function* searchSteps(
  targets: readonly Target[],
  text: string,
  limit: number,
): Steps<Found | undefined> {
  if (text.trim() === '') return undefined
  let best: { readonly score: number; readonly place: number; readonly node: GraphNode }[] = []
  let total = 0
  const needle = text.trim().toLowerCase()
  for (let start = 0; start < targets.length; start += PIECE) {
    const piece = targets.slice(start, start + PIECE)
    const places = new Map(piece.map((target, place) => [target, start + place]))
    const results = fuzzysort.go(text, piece, { keys: ['label', 'key'], limit: ALL, threshold: 0 })
    const found = results.flatMap((result) => {
      const { obj } = result
      const score = likeness(obj, needle, result.score)
      return score === undefined ? [] : [{ score, place: places.get(obj) ?? 0, node: obj.node }]
    })
    total += found.length
    best = [...best, ...found].sort((a, b) => b.score - a.score || a.place - b.place).slice(0, limit)
    yield
  }
  return { nodes: best.map(({ node }) => node), total }
}
