import type { Bounds, Point, Size } from './camera.ts'

/**
 * Data of the graph's nodes that changes only with the graph; sent to the painter once. Texts are joined by
 * newlines.
 */
export interface SceneTable {
  readonly labels: string
  readonly details: string
  /** Indices into {@link ICONS} and {@link SHAPES}. */
  readonly icons: Uint8Array
  readonly shapes: Uint8Array
}

/** Item flags. */
/** An edge has no trunk with a count, is one of several in its trunk, or is all of it, so that its trunk says its count. */
export const SHARED = { none: 0, part: 1, whole: 2 } as const

export const MARK = {
  selected: 1,
  highlighted: 2,
  dimmed: 4,
  pinned: 8,
  added: 16,
  removed: 32,
  changed: 64,
  noted: 128,
} as const

/** An item's style overrides from rules, besides hue and size, and whether it is gone. */
export interface ItemStyle {
  /** Whether the card is filled with the item's hue. */
  readonly coloured: boolean
  /** Index into {@link ICONS}, replacing the kind's icon. */
  readonly icon?: number | undefined
  /** Shown under the name, instead of the kind. */
  readonly caption?: string | undefined
  /** That what the card stands for is gone, and its kind: shown instead of the kind, where the name leaves room. */
  readonly gone?: string | undefined
}

/** A titled rectangle around the items of a domain or type. */
export interface SceneGroup {
  /** Selection key. */
  readonly key: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly label: string
  /** Number of its items. */
  readonly detail: string
  /** Their kinds in words, from the fullest to the shortest. */
  readonly kinds: readonly string[]
  /** Each kind with its number, for a group that is large on screen. */
  readonly allKinds?: readonly string[]
  readonly hue: number
  /** Title width in world units; edges avoid it. */
  readonly titleWidth: number
  readonly selected?: boolean
  /** From afar, where it stands for its cards: dimmed, or with changes. */
  readonly mark?: number
  /** The open cards beside collapsed parts, in a box of their own. */
  readonly cards?: SceneCards | undefined
}

/** The cards of an open part of a group, as one box. */
export interface SceneCards extends Point, Size {
  /** How many of which kind. */
  readonly label: string
  readonly allKinds: readonly string[]
  /** Whether no collapsed part lies among them. */
  readonly isApart: boolean
}

/** Texts of a collapsed group: a summary in several lengths, and its kinds line by line for higher zoom. */
interface CollapsedTexts {
  readonly label: string
  readonly detail: string
  readonly kinds: readonly string[]
  readonly allKinds: readonly string[]
}

/** Edges between two groups that share a route, drawn as one with their count. */
export interface SceneTrunk {
  /** Alternating x and y. */
  readonly points: Float32Array
  readonly weight: number
  /** The links of those of its edges that stand out, if any does: the number of the line that is drawn in their look. */
  readonly lit?: number
  readonly mark: number
  /** Names of the two ends. */
  readonly from: string
  readonly to: string
  /** Hue of the domain that it comes from. */
  readonly hue?: number
  /** Its edges. */
  readonly lines?: readonly number[]
  /** Whether some of its edges are also drawn individually. */
  readonly open: boolean
  /** Whether only some of its edges are highlighted, and those are drawn individually where it is not an overview. */
  readonly partly: boolean
  /** Index of the trunk in the opposite direction, or -1. */
  readonly back: number
  /** Whether it is one of many that are not drawn from afar, where the strongest are. */
  readonly weak: boolean
}

/** Marks of lines that are drawn on their own beside their bundle. */
export const STANDS_OUT = MARK.highlighted | MARK.added | MARK.removed

/** How a bundle looks: the highlight of some of its edges is not that of the others. */
export function trunkMark({ mark, partly }: SceneTrunk, overview: boolean): number {
  return !overview && partly && (mark & STANDS_OUT) !== 0 ? MARK.dimmed : mark
}

/** The number of links that a bundle in this look says: of those that stand out, where it looks like them. */
export const saidWeight = (trunk: SceneTrunk, overview: boolean): number =>
  (trunkMark(trunk, overview) & STANDS_OUT) !== 0 ? (trunk.lit ?? trunk.weight) : trunk.weight

/** Whether a trunk is drawn from afar: not where the one in the opposite direction is for both, or if it is too weak. */
export function isFarTrunk(trunks: readonly SceneTrunk[], place: number): boolean {
  const trunk = trunks[place]
  return trunk !== undefined && !isMerged(trunks, place) && !isOnlyNear(trunk)
}

export const isOnlyNear = ({ weak, mark }: SceneTrunk): boolean => weak && (mark & MARK.highlighted) === 0

/**
 * Whether the trunk in the opposite direction is drawn for both, the heavier of two alike: always from afar, and when near if none of
 * their edges is drawn individually.
 */
export function isMerged(trunks: readonly SceneTrunk[], place: number, overview = true): boolean {
  const trunk = trunks[place]
  const other = trunks[trunk?.back ?? -1]
  if (!trunk || !other || other.mark !== trunk.mark) return false
  if (!overview && (trunk.open || other.open || trunk.partly || other.partly)) return false
  return other.weight > trunk.weight || (other.weight === trunk.weight && trunk.back < place)
}

/**
 * What is drawn, in world units, as arrays of equal length. The first `nodes.length` items are nodes of the
 * table, the rest are collapsed groups with their texts in `collapsed`.
 */
export interface Scene {
  readonly count: number
  /** Table row of each node item. */
  readonly nodes: Uint32Array
  /** Centres and sizes. */
  readonly x: Float32Array
  readonly y: Float32Array
  readonly width: Float32Array
  readonly height: Float32Array
  readonly hue: Uint8Array
  /** Hue of each item's domain. */
  readonly tint: Uint8Array
  readonly mark: Uint8Array
  /** Overrides by item; items with their kind's look are not in it. */
  readonly styles: ReadonlyMap<number, ItemStyle>
  readonly collapsed: readonly CollapsedTexts[]
  readonly groups: readonly SceneGroup[]
  /** Group around each item, or -1. */
  readonly groupOf: Int32Array
  /** Items at the ends of each edge. */
  readonly from: Uint32Array
  readonly to: Uint32Array
  readonly edgeMark: Uint8Array
  /** Number of graph edges each drawn one represents. */
  readonly weight: Uint32Array
  /** Whether the trunk of each edge says a count; see {@link SHARED}. */
  readonly shared: Uint8Array
  /**
   * Points of edge `i` start at `wayStart[i]` in `wayPoints`, alternating x and y; an edge without points is
   * drawn only as part of its trunk.
   */
  readonly wayStart: Uint32Array
  readonly wayPoints: Float32Array
  readonly trunks: readonly SceneTrunk[]
  readonly edgeLabels: string
  /** Edges between drawn items that are drawn only when an end is selected: too many, or no free route. */
  readonly leftOut: number
  /** The same by reason; from afar without those inside groups, none of which is drawn. */
  readonly leftOutBy: { readonly near: LeftOut; readonly far: LeftOut }
  /** Edges in trunks that are drawn only when near. */
  readonly leftOutFar: number
}

/** Links that are not drawn: in bundles too weak among many, whatever is near; and others. */
interface LeftOut {
  readonly weak: number
  readonly other: number
}

export const NONE_LEFT_OUT = { near: { weak: 0, other: 0 }, far: { weak: 0, other: 0 } } as const

export const emptyScene: Scene = {
  count: 0,
  nodes: new Uint32Array(),
  x: new Float32Array(),
  y: new Float32Array(),
  width: new Float32Array(),
  height: new Float32Array(),
  hue: new Uint8Array(),
  tint: new Uint8Array(),
  mark: new Uint8Array(),
  styles: new Map(),
  collapsed: [],
  groups: [],
  groupOf: new Int32Array(),
  from: new Uint32Array(),
  to: new Uint32Array(),
  edgeMark: new Uint8Array(),
  weight: new Uint32Array(),
  shared: new Uint8Array(),
  wayStart: new Uint32Array(1),
  wayPoints: new Float32Array(),
  trunks: [],
  edgeLabels: '',
  leftOut: 0,
  leftOutBy: NONE_LEFT_OUT,
  leftOutFar: 0,
}

/** The page theme's colours, resolved for use in a worker. */
export interface Palette {
  readonly surface: string
  readonly ground: string
  readonly sunken: string
  readonly line: string
  readonly lineStrong: string
  readonly text: string
  readonly quiet: string
  readonly faint: string
  readonly accent: string
  readonly good: string
  readonly warning: string
  readonly bad: string
  readonly font: string
  /** In the theme of high contrast. */
  readonly isContrast?: boolean
  /** Stroke colour of each hue; 0 is neutral. */
  readonly hues: readonly string[]
  /** Card backgrounds for hues set by rules. */
  readonly grounds: readonly string[]
  /** Pale background of each hue. */
  readonly tints: readonly string[]
  /** Outline colour of each domain hue. */
  readonly domains: readonly string[]
}

/**
 * Zoom from which cards have names; below it groups have theirs, and cards are left out (semantic zoom). CSS
 * pixels per world unit, at the usual text size: compare it with `textZoom`.
 */
export const NAME_ZOOM = 0.45
/** Zoom from which cards have a second line and edges show their relation type. */
export const DETAIL_ZOOM = 0.8

/** Whether groups are drawn in place of their cards, which would be too small for names. */
export const isOverview = (scene: Scene, zoom: number): boolean => zoom < NAME_ZOOM && scene.groups.length > 0

/** Zoom below which collapsed parts in a group are not drawn, for a kind's name in them would be smaller than 11 pixels: the group stands for them. */
const PART_ZOOM = 0.3

/** Whether a group stands for its collapsed parts, too. */
export const hidesParts = (scene: Scene, zoom: number): boolean => zoom < PART_ZOOM && isOverview(scene, zoom)

/** Whether an edge leads from one thing in a group to another in it. */
export function isInside(
  { groupOf, from, to }: Pick<Scene, 'groupOf' | 'from' | 'to'>,
  edge: number,
): boolean {
  const group = groupOf[from[edge] ?? 0] ?? -1
  return group >= 0 && group === groupOf[to[edge] ?? 0]
}

/** Whether an edge has a line of its own: from afar that of an end in a group is part of the bundle between groups. */
export const hasOwnLine = ({ groupOf, from, to }: Scene, edge: number, overview: boolean): boolean =>
  !overview || ((groupOf[from[edge] ?? 0] ?? -1) < 0 && (groupOf[to[edge] ?? 0] ?? -1) < 0)

/** Centre and size of what is drawn for an item: from afar the group that stands for its cards. */
export function drawnAs(scene: Scene, item: number, zoom: number): Point & Size {
  const isPart = item >= scene.nodes.length && !hidesParts(scene, zoom)
  const group = isPart ? undefined : scene.groups[scene.groupOf[item] ?? -1]
  if (group && isOverview(scene, zoom)) {
    const { x, y, width, height } = group
    return { x: x + width / 2, y: y + height / 2, width, height }
  }
  const [x = 0, y = 0] = [scene.x[item], scene.y[item]]
  return { x, y, width: scene.width[item] ?? 0, height: scene.height[item] ?? 0 }
}

const boundsOf = new WeakMap<Scene, Bounds | undefined>()

/** Returns the bounding box of the scene, memoised; undefined if it is empty. */
export function sceneBounds(scene: Scene): Bounds | undefined {
  if (!boundsOf.has(scene)) boundsOf.set(scene, measured(scene))
  return boundsOf.get(scene)
}

function measured({ count, x, y, width, height, groups }: Scene): Bounds | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  const hold = (cx: number, cy: number, w: number, h: number): void => {
    if (cx - w < left) left = cx - w
    if (cx + w > right) right = cx + w
    if (cy - h < top) top = cy - h
    if (cy + h > bottom) bottom = cy + h
  }
  for (let item = 0; item < count; item++)
    hold(x[item] ?? 0, y[item] ?? 0, (width[item] ?? 0) / 2, (height[item] ?? 0) / 2)
  for (const group of groups)
    hold(group.x + group.width / 2, group.y + group.height / 2, group.width / 2, group.height / 2)
  return left > right ? undefined : { left, top, right, bottom }
}
