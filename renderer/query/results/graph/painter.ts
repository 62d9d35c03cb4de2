import type { ResultGraph } from './graph-data.ts'

/** What part of the drawing is looked at: units per px and where the box's middle is. */
export interface Camera {
  readonly x: number
  readonly y: number
  readonly scale: number
}

export interface Scene {
  readonly graph: ResultGraph
  /** x and y in turn. */
  readonly positions: Float32Array
  readonly active: number | undefined
}

const RADIUS = 14
/** Below this zoom relations go without their names, and nodes too where there are many. */
const LABELS_FROM = 0.5
const FEW = 80
/** Least size of a node and of its name on the screen, px. */
const MIN_RADIUS = 6
const MIN_FONT = 10.5
const SHAPES = ['circle', 'square', 'diamond', 'triangle', 'hexagon'] as const
const HUES = ['--accent', '--good', '--warning', '--info', '--bad'] as const

/** Types in order of appearance: each gets a shape and a colour, so that neither is the only sign. */
export function typesOf(graph: ResultGraph): string[] {
  return [...new Set(graph.nodes.map((node) => node.type))]
}

export const shapeOf = (index: number): (typeof SHAPES)[number] => SHAPES[index % SHAPES.length] ?? 'circle'
/** Shifted by one each round, so that no two of 25 types share both signs. */
export const hueOf = (index: number): (typeof HUES)[number] =>
  HUES[(index + Math.floor(index / SHAPES.length)) % HUES.length] ?? '--accent'

function outline(
  context: CanvasRenderingContext2D,
  shape: (typeof SHAPES)[number],
  x: number,
  y: number,
  size: number,
): void {
  const corners = { circle: 0, square: 4, diamond: 4, triangle: 3, hexagon: 6 }[shape]
  context.beginPath()
  if (corners === 0) {
    context.arc(x, y, size, 0, Math.PI * 2)
    return
  }
  const turn = shape === 'square' ? Math.PI / 4 : -Math.PI / 2
  const radius = shape === 'square' ? size * 1.2 : size * 1.15
  for (let corner = 0; corner < corners; corner++) {
    const angle = turn + (corner * 2 * Math.PI) / corners
    context.lineTo(x + radius * Math.cos(angle), y + radius * Math.sin(angle))
  }
  context.closePath()
}

/** Draws the scene into a canvas of the given size in CSS px. */
export function paint(
  canvas: HTMLCanvasElement,
  scene: Scene,
  camera: Camera,
  width: number,
  height: number,
): void {
  const ratio = devicePixelRatio
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio)
    canvas.height = Math.round(height * ratio)
  }
  const context = canvas.getContext('2d')
  if (!context) return
  const token = (name: string): string => getComputedStyle(canvas).getPropertyValue(name)
  const colours = Object.fromEntries(
    [...HUES, '--surface', '--line-strong', '--text', '--text-quiet'].map((name) => [name, token(name)]),
  )
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, width, height)
  context.translate(width / 2, height / 2)
  context.scale(camera.scale, camera.scale)
  context.translate(-camera.x, -camera.y)
  const labels = camera.scale >= LABELS_FROM && scene.graph.nodes.length <= 1500
  const radius = Math.max(RADIUS, MIN_RADIUS / camera.scale)
  const font = Math.max(11.5, MIN_FONT / camera.scale)
  const named = labels || scene.graph.nodes.length <= FEW
  edges(context, scene, labels, radius, Math.max(1, 1 / camera.scale), colours)
  nodes(context, scene, named, { radius, font }, colours)
}

type Colours = Readonly<Record<string, string>>

function edges(
  context: CanvasRenderingContext2D,
  { graph, positions, active }: Scene,
  labels: boolean,
  radius: number,
  zoom: number,
  colours: Colours,
): void {
  context.font = '10px system-ui, sans-serif'
  context.textAlign = 'center'
  for (const { from, to, label } of graph.edges) {
    const x1 = positions[from * 2] ?? 0
    const y1 = positions[from * 2 + 1] ?? 0
    const x2 = positions[to * 2] ?? 0
    const y2 = positions[to * 2 + 1] ?? 0
    const touched = active === from || active === to
    context.strokeStyle = (touched ? colours['--accent'] : colours['--line-strong']) ?? ''
    context.fillStyle = context.strokeStyle
    context.lineWidth = (touched ? 2 : 1) * zoom
    const length = Math.hypot(x2 - x1, y2 - y1) || 1
    const ux = (x2 - x1) / length
    const uy = (y2 - y1) / length
    const ex = x2 - ux * (radius + 3)
    const ey = y2 - uy * (radius + 3)
    context.beginPath()
    context.moveTo(x1, y1)
    context.lineTo(ex, ey)
    context.stroke()
    context.beginPath()
    context.moveTo(ex, ey)
    context.lineTo(ex - (ux * 8 - uy * 4) * zoom, ey - (uy * 8 + ux * 4) * zoom)
    context.lineTo(ex - (ux * 8 + uy * 4) * zoom, ey - (uy * 8 - ux * 4) * zoom)
    context.fill()
    if (labels && label !== '') {
      const mx = (x1 + x2) / 2
      const my = (y1 + y2) / 2
      context.strokeStyle = colours['--surface'] ?? ''
      context.lineWidth = 4
      context.strokeText(label, mx, my - 3)
      context.fillStyle = colours['--text-quiet'] ?? ''
      context.fillText(label, mx, my - 3)
    }
  }
}

function nodes(
  context: CanvasRenderingContext2D,
  { graph, positions, active }: Scene,
  labels: boolean,
  { radius, font }: { readonly radius: number; readonly font: number },
  colours: Colours,
): void {
  const types = new Map(typesOf(graph).map((type, index) => [type, index]))
  context.textAlign = 'center'
  graph.nodes.forEach((node, index) => {
    const x = positions[index * 2] ?? 0
    const y = positions[index * 2 + 1] ?? 0
    const type = types.get(node.type) ?? 0
    outline(context, shapeOf(type), x, y, radius)
    context.fillStyle = colours[hueOf(type)] ?? ''
    context.fill()
    context.strokeStyle = (index === active ? colours['--text'] : colours['--surface']) ?? ''
    context.lineWidth = index === active ? 3 : 1.5
    context.stroke()
    if (!labels && index !== active) return
    context.font = `${index === active ? '600 ' : ''}${font}px system-ui, sans-serif`
    context.strokeStyle = colours['--surface'] ?? ''
    context.lineWidth = 4
    context.strokeText(node.label, x, y + radius + font * 1.2)
    context.fillStyle = colours['--text'] ?? ''
    context.fillText(node.label, x, y + radius + font * 1.2)
  })
}

/** The node at a place of the box, or `undefined`. */
export function hit(
  scene: Scene,
  camera: Camera,
  x: number,
  y: number,
  width: number,
  height: number,
): number | undefined {
  const wx = (x - width / 2) / camera.scale + camera.x
  const wy = (y - height / 2) / camera.scale + camera.y
  const reach = Math.max(RADIUS + 2, (MIN_RADIUS + 3) / camera.scale)
  let best: number | undefined
  let least = reach * reach
  for (let index = 0; index < scene.graph.nodes.length; index++) {
    const dx = (scene.positions[index * 2] ?? 0) - wx
    const dy = (scene.positions[index * 2 + 1] ?? 0) - wy
    const squared = dx * dx + dy * dy
    if (squared <= least) {
      least = squared
      best = index
    }
  }
  return best
}

/** A camera that shows everything. */
export function fit(positions: Float32Array, width: number, height: number): Camera {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let index = 0; index < positions.length; index += 2) {
    const x = positions[index] ?? 0
    const y = positions[index + 1] ?? 0
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  const margin = 78
  const scale = Math.min(width / (right - left + margin * 2), height / (bottom - top + margin * 2), 1.4)
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale }
}
