import { PythonRandom } from '#shared/gem/python-random.ts'

/** The parameters of a Sokoban room: its outer size, boxes, the turn limit that a solution must respect, and a seed. */
interface SokobanInput {
  readonly rows: number
  readonly columns: number
  readonly boxes: number
  readonly maxTurns: number
  readonly seed: number
}

/** A start state: rows of `#`, `_`, `O`, `X` and one `P`. Neither boxes nor the player start on a goal. */
interface SokobanRoom {
  readonly rows: readonly string[]
  /** Length of a shortest solution in moves. */
  readonly solution: number
}

/** Row and column steps of the four directions; index XOR 1 is the opposite one. */
const STEPS = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const
/** Cells carved by one step of the walk, relative to its position: bars, corners and a block. */
const BRUSHES: readonly (readonly (readonly [row: number, column: number])[])[] = [
  [
    [0, -1],
    [0, 0],
    [0, 1],
  ],
  [
    [-1, 0],
    [0, 0],
    [1, 0],
  ],
  [
    [0, -1],
    [0, 0],
    [1, 0],
  ],
  [
    [0, -1],
    [0, 0],
    [1, -1],
    [1, 0],
  ],
  [
    [0, 0],
    [0, 1],
    [1, 0],
  ],
]
/** Probability that the walk turns before a step (docs/gem.md#sokoban). */
const TURN = 0.35
/** Maximum states explored backwards from the solved room; limits an attempt to a few dozen milliseconds. */
const STATE_LIMIT = 12_000

/**
 * Generates a room that can be solved within the turn limit: a random walk carves the floor, boxes start on their goals,
 * and a breadth-first search by pulling finds start states with the exact length of their shortest solution.
 */
export function sokobanRoom(input: SokobanInput): SokobanRoom {
  const random = new PythonRandom(input.seed)
  for (;;) {
    const room = attempt(input, random)
    if (room) return room
  }
}

function attempt(input: SokobanInput, random: PythonRandom): SokobanRoom | null {
  const floor = carve(input, random)
  // Enough cells for the boxes on goals, the boxes off them, and the player.
  if (floor.length < 2 * input.boxes + 1) return null
  const graph = floorGraph(floor, input.columns)
  const goals = random.sample(Array.from(floor.keys()), input.boxes).toSorted((a, b) => a - b)
  const starts = pulledStates(graph, goals, input.maxTurns).filter(({ boxes, player }) =>
    goals.every((goal) => goal !== player && !boxes.includes(goal)),
  )
  if (starts.length === 0) return null
  const { boxes, player, moves } = random.choice(starts)
  const cells = new Map(floor.map((cell, i) => [cell, face(i, boxes, player, goals)]))
  const rows = Array.from({ length: input.rows }, (_, row) => {
    return Array.from(
      { length: input.columns },
      (_, column) => cells.get(row * input.columns + column) ?? '#',
    ).join('')
  })
  return { rows, solution: moves }
}

function face(cell: number, boxes: readonly number[], player: number, goals: readonly number[]): string {
  if (cell === player) return 'P'
  if (boxes.includes(cell)) return 'X'
  return goals.includes(cell) ? 'O' : '_'
}

/** Floor cells (row × columns + column, ascending) of a random walk inside a border of walls. */
function carve({ rows, columns }: SokobanInput, random: PythonRandom): number[] {
  const floor = new Set<number>()
  const inside = (row: number, column: number) =>
    row > 0 && row < rows - 1 && column > 0 && column < columns - 1
  let [row, column] = [random.randint(1, rows - 2), random.randint(1, columns - 2)]
  let step = random.choice(STEPS)
  for (let i = 0; i < Math.floor(1.7 * (rows + columns)); i++) {
    if (random.random() < TURN) step = random.choice(STEPS)
    if (inside(row + step[0], column + step[1])) {
      row += step[0]
      column += step[1]
    }
    for (const [down, right] of random.choice(BRUSHES)) {
      if (inside(row + down, column + right)) floor.add((row + down) * columns + column + right)
    }
  }
  return [...floor].toSorted((a, b) => a - b)
}

/** For each direction, the neighbouring floor cell of each floor cell, or −1 at a wall; cells by their index in `floor`. */
function floorGraph(floor: readonly number[], columns: number): readonly Int16Array[] {
  const places = new Map(floor.map((cell, i) => [cell, i]))
  return STEPS.map(([down, right]) =>
    Int16Array.from(floor, (cell) => places.get(cell + down * columns + right) ?? -1),
  )
}

interface PulledState {
  readonly boxes: readonly number[]
  readonly player: number
  /** Minimum moves from here to the solved room. */
  readonly moves: number
}

/**
 * All states within `maxMoves` of the solved room, nearest first, up to the state limit. Breadth-first from every final
 * position of the player, so `moves` is exact.
 */
function pulledStates(
  graph: readonly Int16Array[],
  goals: readonly number[],
  maxMoves: number,
): PulledState[] {
  const size = graph[0]!.length
  const seen = new Set<number>()
  const states: PulledState[] = []
  const visit = (boxes: readonly number[], player: number, moves: number) => {
    const key = boxes.reduce((sum, box) => sum * size + box, player)
    if (seen.has(key)) return
    seen.add(key)
    states.push({ boxes, player, moves })
  }
  for (let player = 0; player < size; player++) if (!goals.includes(player)) visit(goals, player, 0)
  for (let i = 0; i < states.length && states.length < STATE_LIMIT; i++) {
    const { boxes, player, moves } = states[i]!
    if (moves === maxMoves) break
    for (let direction = 0; direction < STEPS.length; direction++) {
      const next = graph[direction]![player]!
      if (next < 0 || boxes.includes(next)) continue
      visit(boxes, next, moves + 1)
      const behind = graph[direction ^ 1]![player]!
      if (behind >= 0 && boxes.includes(behind)) visit(pulled(boxes, behind, player), next, moves + 1)
    }
  }
  return states
}

/** The boxes after moving one, still ascending. */
function pulled(boxes: readonly number[], from: number, to: number): number[] {
  return boxes.map((box) => (box === from ? to : box)).sort((a, b) => a - b)
}
