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

/** A titled rectangle around the items of a domain or type. */
export interface SceneBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly label: string
  readonly detail: string
  readonly hue: number
}

/**
 * What is drawn, in world units, as arrays of equal length. The first `nodes.length` items are nodes of the table, the rest are
 * collapsed boxes with their texts in `collapsed`.
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
  readonly mark: Uint8Array
  readonly collapsed: readonly { readonly label: string; readonly detail: string }[]
  readonly boxes: readonly SceneBox[]
  /** Items at the ends of each edge. */
  readonly from: Uint32Array
  readonly to: Uint32Array
  readonly edgeMark: Uint8Array
  /** How many edges of the graph each drawn one stands for. */
  readonly weight: Uint32Array
  /** Place among the edges between the same two items: 0, 1, 2 … */
  readonly lane: Uint8Array
  readonly edgeLabels: string
  /** Edges leave at the right and arrive at the left, as a layered layout wants. */
  readonly flowing: boolean
}

export const emptyScene: Scene = {
  count: 0,
  nodes: new Uint32Array(),
  x: new Float32Array(),
  y: new Float32Array(),
  width: new Float32Array(),
  height: new Float32Array(),
  hue: new Uint8Array(),
  mark: new Uint8Array(),
  collapsed: [],
  boxes: [],
  from: new Uint32Array(),
  to: new Uint32Array(),
  edgeMark: new Uint8Array(),
  weight: new Uint32Array(),
  lane: new Uint8Array(),
  edgeLabels: '',
  flowing: true,
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
  /** Pale ground of each hue. */
  readonly tints: readonly string[]
}

/** Below this zoom a node is a speck and a box shows only its name (semantic zoom). CSS pixels per world unit. */
export const SPECK_ZOOM = 0.1
/** From this zoom cards have their label. */
export const LABEL_ZOOM = 0.34
/** From this zoom cards have a second line and edges say their relation type. */
export const DETAIL_ZOOM = 0.8

const boundsOf = new WeakMap<Scene, Bounds | undefined>()

/** The rectangle around everything drawn; worked out once per scene. Undefined for an empty one. */
export function sceneBounds(scene: Scene): Bounds | undefined {
  if (!boundsOf.has(scene)) boundsOf.set(scene, measured(scene))
  return boundsOf.get(scene)
}

function measured({ count, x, y, width, height, boxes }: Scene): Bounds | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  const hold = (cx: number, cy: number, w: number, h: number): void => {
    if (cx - w < left) left = cx - w
    if (cx + w > right) right = cx + w
    if (cy - h < top) top = cy - h
    if (cy + h > bottom) bottom = cy + h
  }
  for (let item = 0; item < count; item++)
    hold(x[item] ?? 0, y[item] ?? 0, (width[item] ?? 0) / 2, (height[item] ?? 0) / 2)
  for (const box of boxes) hold(box.x + box.width / 2, box.y + box.height / 2, box.width / 2, box.height / 2)
  return left > right ? undefined : { left, top, right, bottom }
}
