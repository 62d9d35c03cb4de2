import type { Bounds } from './camera.ts'

/** Facts about the graph's nodes that change only with the graph; sent to the painter once. Texts are joined by newlines. */
export interface SceneTable {
  readonly labels: string
  readonly details: string
  /** Indices into {@link ICONS} and {@link SHAPES}. */
  readonly icons: Uint8Array
  readonly shapes: Uint8Array
}

/** What an item carries besides its place. */
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

/** What rules change of an item besides its hue and size. */
export interface ItemStyle {
  /** Whether the card wears the item's hue. */
  readonly coloured: boolean
  /** Index into {@link ICONS}, instead of the kind's. */
  readonly icon?: number | undefined
  /** Stands under the name, instead of the kind. */
  readonly caption?: string | undefined
}

/** A titled rectangle around the items of a domain or type. */
export interface SceneGroup {
  /** What it is selected by. */
  readonly key: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly label: string
  /** How much is in it, and of which kinds. */
  readonly detail: string
  readonly kinds: string
  readonly hue: number
  /** Room of the title in world units; lines go around it. */
  readonly titleWidth: number
}

/** What a collapsed group says, in short, and the kinds in it line by line for whoever comes near. */
interface CollapsedTexts {
  readonly label: string
  readonly detail: string
  readonly kinds: string
  readonly allKinds: readonly string[]
}

/** Edges between two groups that share a way, drawn as one with their number. */
export interface SceneTrunk {
  /** x and y in turn. */
  readonly points: Float32Array
  readonly weight: number
  readonly mark: number
  /** Names of what is at either end. */
  readonly from: string
  readonly to: string
  /** Whether edges of it are drawn one by one, too. */
  readonly open: boolean
}

/**
 * What is drawn, in world units, as arrays of equal length. The first `nodes.length` items are nodes of the table, the rest are
 * collapsed groups with their texts in `collapsed`.
 */
export interface Scene {
  readonly count: number
  /** Row of the table of each node item. */
  readonly nodes: Uint32Array
  /** Centres and sizes. */
  readonly x: Float32Array
  readonly y: Float32Array
  readonly width: Float32Array
  readonly height: Float32Array
  readonly hue: Uint8Array
  /** Hue of the domain that the item belongs to. */
  readonly tint: Uint8Array
  readonly mark: Uint8Array
  /** By item; what wears its kind's look is not in it. */
  readonly styles: ReadonlyMap<number, ItemStyle>
  readonly collapsed: readonly CollapsedTexts[]
  readonly groups: readonly SceneGroup[]
  /** Group around each item, or -1. */
  readonly groupOf: Int32Array
  /** Items at the ends of each edge. */
  readonly from: Uint32Array
  readonly to: Uint32Array
  readonly edgeMark: Uint8Array
  /** How many edges of the graph each drawn one stands for. */
  readonly weight: Uint32Array
  /** 1 for an edge that shares a trunk with others; the trunk says how many. */
  readonly shared: Uint8Array
  /** Points of edge `i` from `wayStart[i]` in `wayPoints`, x and y in turn; an edge without any is drawn in its trunk only. */
  readonly wayStart: Uint32Array
  readonly wayPoints: Float32Array
  readonly trunks: readonly SceneTrunk[]
  readonly edgeLabels: string
  /** Edges between drawn items that are not drawn until an end of theirs is chosen: there are too many, or no way is free. */
  readonly leftOut: number
}

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
}

/** Colours of the page's theme, resolved so that a worker can use them. */
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
  /** Line colour of each hue; 0 is neutral. */
  readonly hues: readonly string[]
  /** Grounds of cards that a rule gave a hue. */
  readonly grounds: readonly string[]
  /** Pale ground of each hue. */
  readonly tints: readonly string[]
  /** Outline of each domain's hue. */
  readonly domains: readonly string[]
}

/** From this zoom on cards have their name; below it groups have theirs, and cards are left out (semantic zoom). CSS pixels per world unit. */
export const NAME_ZOOM = 0.45
/** From this zoom on cards have a second line and edges say their relation type. */
export const DETAIL_ZOOM = 0.8

/** Whether groups stand for what is in them: their cards would be too small for names. */
export const isOverview = (scene: Scene, zoom: number): boolean => zoom < NAME_ZOOM && scene.groups.length > 0

const boundsOf = new WeakMap<Scene, Bounds | undefined>()

/** The rectangle around everything drawn; worked out once per scene. Undefined for an empty one. */
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
