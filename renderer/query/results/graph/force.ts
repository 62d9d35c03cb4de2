/** Edges as pairs of node numbers. */
export interface ForceInput {
  readonly nodes: number
  readonly edges: readonly (readonly [number, number])[]
}

/** Length an edge strives for, and the reach of repulsion, in drawing units. */
const LENGTH = 120
const REACH = LENGTH * 4
const STEPS = 260
/** Pull towards the middle per unit of distance; keeps separate pieces together without pressing them into one. */
const GRAVITY = 0.06
/** Beyond this many node steps in all, fewer rounds have to do. */
const BUDGET = 400_000

/**
 * A force layout: nodes repel within reach, edges pull, everything tends to the middle. Deterministic: it starts on a
 * sunflower spiral. Returns x and y in turn. Repulsion looks only at the cells around, so a round is linear.
 */
export function layout({ nodes, edges }: ForceInput): Float32Array<ArrayBuffer> {
  const at = new Float32Array(nodes * 2)
  const golden = Math.PI * (3 - Math.sqrt(5))
  for (let node = 0; node < nodes; node++) {
    const radius = LENGTH * 0.6 * Math.sqrt(node + 0.5)
    at[node * 2] = radius * Math.cos(node * golden)
    at[node * 2 + 1] = radius * Math.sin(node * golden)
  }
  const degree = new Uint16Array(nodes)
  for (const [from, to] of edges) {
    degree[from] = (degree[from] ?? 0) + 1
    degree[to] = (degree[to] ?? 0) + 1
  }
  const steps = Math.max(40, Math.min(STEPS, Math.floor(BUDGET / Math.max(1, nodes))))
  const push = new Float32Array(nodes * 2)
  for (let step = 0; step < steps; step++) {
    push.fill(0)
    repel(at, push, nodes)
    attract(at, push, edges, degree)
    const heat = LENGTH * 0.5 * (1 - step / steps) + 1
    for (let i = 0; i < nodes; i++) {
      const dx = (push[i * 2] ?? 0) - (at[i * 2] ?? 0) * GRAVITY
      const dy = (push[i * 2 + 1] ?? 0) - (at[i * 2 + 1] ?? 0) * GRAVITY
      const length = Math.hypot(dx, dy) || 1
      const move = Math.min(length, heat) / length
      at[i * 2] = (at[i * 2] ?? 0) + dx * move
      at[i * 2 + 1] = (at[i * 2 + 1] ?? 0) + dy * move
    }
  }
  return at
}

function repel(at: Float32Array, push: Float32Array, nodes: number): void {
  const cells = new Map<string, number[]>()
  const cellOf = (value: number): number => Math.floor(value / REACH)
  for (let i = 0; i < nodes; i++) {
    const key = `${cellOf(at[i * 2] ?? 0)} ${cellOf(at[i * 2 + 1] ?? 0)}`
    const cell = cells.get(key)
    if (cell) cell.push(i)
    else cells.set(key, [i])
  }
  for (let i = 0; i < nodes; i++) {
    const x = at[i * 2] ?? 0
    const y = at[i * 2 + 1] ?? 0
    for (let cx = cellOf(x) - 1; cx <= cellOf(x) + 1; cx++) {
      for (let cy = cellOf(y) - 1; cy <= cellOf(y) + 1; cy++) {
        for (const j of cells.get(`${cx} ${cy}`) ?? []) {
          if (j === i) continue
          const dx = x - (at[j * 2] ?? 0)
          const dy = y - (at[j * 2 + 1] ?? 0)
          const squared = dx * dx + dy * dy || 1
          if (squared > REACH * REACH) continue
          const force = (LENGTH * LENGTH * 0.55) / squared
          push[i * 2] = (push[i * 2] ?? 0) + dx * force
          push[i * 2 + 1] = (push[i * 2 + 1] ?? 0) + dy * force
        }
      }
    }
  }
}

function attract(
  at: Float32Array,
  push: Float32Array,
  edges: ForceInput['edges'],
  degree: Uint16Array,
): void {
  for (const [from, to] of edges) {
    if (from === to) continue
    const dx = (at[to * 2] ?? 0) - (at[from * 2] ?? 0)
    const dy = (at[to * 2 + 1] ?? 0) - (at[from * 2 + 1] ?? 0)
    const distance = Math.hypot(dx, dy) || 1
    const pull = ((distance - LENGTH) / distance) * 0.5
    const share = (node: number): number => 1 / Math.max(1, Math.sqrt(degree[node] ?? 1))
    push[from * 2] = (push[from * 2] ?? 0) + dx * pull * share(from)
    push[from * 2 + 1] = (push[from * 2 + 1] ?? 0) + dy * pull * share(from)
    push[to * 2] = (push[to * 2] ?? 0) - dx * pull * share(to)
    push[to * 2 + 1] = (push[to * 2 + 1] ?? 0) - dy * pull * share(to)
  }
}
