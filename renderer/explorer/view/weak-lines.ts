import { PIECE, type Steps } from '../../app/slices.ts'
import { MAX_PAIRS, weakPairs } from '../../graph/routing/bundles.ts'
import { MARK, type Scene, type SceneGroup } from '../../graph/scene/scene.ts'
import type { SceneInput, SceneItems } from './scene-input.ts'

/** Edge data before routing. */
export type Ends = Pick<Scene, 'from' | 'to' | 'edgeMark' | 'weight'>

/**
 * Pairs of which all can be followed where they meet at open groups, or at the one that is selected; of more so many of the
 * strongest are drawn.
 */
const FOLLOWED = 16
const STRONGEST = 6

/** Two ends of lines, the lines between them, and the number of links in these. */
interface Pair {
  readonly ends: readonly [number, number]
  readonly lines: readonly number[]
  readonly weight: number
}

/** More than there are ends of lines; open groups are negative. */
const MOST_ENDS = 2 ** 26

/** An open group as an end of lines. */
const frameEnd = (group: number): number => -1 - group

/** Lines by pairs of ends, except those that are not asked for. */
function* pairsOf(
  { from, to, weight }: Ends,
  lines: Iterable<number>,
  endsAt: (line: number) => readonly [number, number] | undefined,
): Steps<Pair[]> {
  const pairs = new Map<number, { ends: [number, number]; weight: number; lines: number[] }>()
  for (const line of lines) {
    if (line % PIECE === 0) yield
    const found = endsAt(line)
    if (!found) continue
    // Within an open group its parts are the ends.
    const [a, b] = found[0] === found[1] ? [from[line] ?? 0, to[line] ?? 0] : found
    const ends: [number, number] = [Math.min(a, b), Math.max(a, b)]
    // Numbers, for there are very many lines.
    const key = ends[0] * MOST_ENDS + ends[1]
    const known = pairs.get(key)
    if (known) {
      known.weight += weight[line] ?? 1
      known.lines.push(line)
    } else pairs.set(key, { ends, weight: weight[line] ?? 1, lines: [line] })
  }
  return [...pairs.values()]
}

/** The strongest pairs of an end, and those between two open groups, whose numbers one compares. */
function strongestOf(pairs: readonly Pair[]): ReadonlySet<Pair> {
  const isBetweenOpen = ({ ends: [, most] }: Pair): boolean => most < 0
  const sorted = pairs.toSorted((a, b) => b.weight - a.weight)
  return new Set([...sorted.slice(0, STRONGEST), ...pairs.filter(isBetweenOpen)])
}

/** Whether lines are too weak to be drawn among many, until an end is selected; without an entry there are not many. */
export interface Weakness {
  readonly weak: ReadonlyMap<number, boolean>
  /** Those of which no bundle says the number, either. */
  readonly absent: ReadonlySet<number>
}

/**
 * Finds bundles between collapsed groups, or between open groups and others, that would hide the others. Those of an open group end
 * at its frame together; where they are many, the strongest are drawn.
 */
export function* weakLines(
  { graph, projection, emphasis }: SceneInput,
  groupOf: Int32Array,
  ends: Ends,
): Steps<Weakness> {
  const weak = new Map<number, boolean>()
  const absent = new Set<number>()
  if (emphasis.lit || emphasis.differences) return { weak, absent }
  const { from, to } = ends
  const nodes = projection.nodes.length
  const isBox = (line: number): boolean => Math.min(from[line] ?? 0, to[line] ?? 0) >= nodes
  const isFramed = (item: number | undefined): boolean => (groupOf[item ?? 0] ?? -1) >= 0
  const partAt = (item: number): number | undefined => {
    const collapsed = projection.collapsed[item - nodes]
    return collapsed?.part && collapsed.group
  }
  // The parts of an open group are one end, also in layouts without frames.
  const endOf = (item: number): number => {
    const group = partAt(item) ?? (isFramed(item) ? graph.groupOf[projection.nodes[item] ?? 0] : undefined)
    return group === undefined ? item : frameEnd(group)
  }
  const pairs = yield* pairsOf(ends, from.keys(), (line) => {
    const found = [endOf(from[line] ?? 0), endOf(to[line] ?? 0)] as const
    const isOut = found[0] !== found[1] && (isFramed(from[line]) || isFramed(to[line]))
    return isBox(line) || isOut ? found : undefined
  })
  const judge = (some: readonly Pair[], isWeak: (place: number) => boolean): void => {
    for (const [place, { lines }] of some.entries()) for (const line of lines) weak.set(line, isWeak(place))
  }
  const inner = new Map<number, Pair[]>()
  const ofOpen = new Map<number, Pair[]>()
  const others: Pair[] = []
  for (const pair of pairs) {
    const group = partAt(pair.ends[0])
    if (group !== undefined) listed(inner, group, pair)
    else if (pair.ends[0] >= 0) others.push(pair)
    else for (const end of pair.ends) if (end < 0) listed(ofOpen, end, pair)
  }
  const open = new Set([...ofOpen.values()].flat())
  const kept =
    open.size <= FOLLOWED ? open : new Set([...ofOpen.values()].flatMap((some) => [...strongestOf(some)]))
  if (kept.size > MAX_PAIRS)
    // Of very many open groups the lines are a crowd like others, but their bundles stay.
    others.push(...[...open].filter(({ lines }) => lines.every(isBox)))
  else
    for (const pair of open) {
      judge([pair], () => !kept.has(pair))
      if (!kept.has(pair)) for (const line of pair.lines) absent.add(line)
    }
  for (const some of [others, ...inner.values()]) {
    const found = weakPairs(some)
    if (found.size > 0) judge(some, (place) => found.has(place))
  }
  return { weak, absent }
}

function listed<Key>(lists: Map<Key, Pair[]>, key: Key, pair: Pair): void {
  const known = lists.get(key)
  if (known) known.push(pair)
  else lists.set(key, [pair])
}

/**
 * Of very many weak lines at the one group that is selected only the strongest are drawn, for no other could be followed: what
 * they lead to says the number instead. @returns these numbers by item, if any
 */
export function* thinOut(
  { mark }: Pick<SceneItems, 'mark'>,
  groups: readonly SceneGroup[],
  groupOf: Int32Array,
  ends: Ends,
  { weak }: Weakness,
): Steps<ReadonlyMap<number, number>> {
  const counted = new Map<number, number>()
  const { from, to, edgeMark } = ends
  const chosen = [
    ...groups.flatMap(({ selected }, group) => (selected ? frameEnd(group) : [])),
    ...Array.from(mark, (one, item) => (one & MARK.selected ? item : -1)).filter((item) => item >= 0),
  ]
  const [end] = chosen
  if (end === undefined || chosen.length > 1) return counted
  const endOf = (item: number): number => {
    const group = groupOf[item] ?? -1
    return group < 0 ? item : frameEnd(group)
  }
  const pairs = yield* pairsOf(ends, from.keys(), (line) => {
    const [a, b] = [endOf(from[line] ?? 0), endOf(to[line] ?? 0)]
    return a !== b && (a === end || b === end) ? [a, b] : undefined
  })
  if (pairs.length <= FOLLOWED) return counted
  const strongest = strongestOf(pairs)
  const isDimmed = edgeMark.some((one) => (one & MARK.dimmed) !== 0)
  for (const pair of pairs) {
    const other = pair.ends[0] === end ? pair.ends[1] : pair.ends[0]
    if (other >= 0) {
      counted.set(other, pair.weight)
      mark[other] = (mark[other] ?? 0) | MARK.highlighted
    }
    if (strongest.has(pair) || other < 0) continue
    for (const line of pair.lines) if (weak.get(line)) edgeMark[line] = isDimmed ? MARK.dimmed : 0
  }
  return counted
}
