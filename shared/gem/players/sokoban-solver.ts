import { boxed } from '../boxed.ts'
import { currentSuffix, type Player, rememberLast } from './player.ts'

/** Row and column steps; index XOR 1 is the opposite direction. */
const STEPS = [
  ['up', -1, 0],
  ['down', 1, 0],
  ['left', 0, -1],
  ['right', 0, 1],
] as const

interface Room {
  /** For each direction, the floor cell adjacent to each floor cell, or −1. */
  readonly beside: readonly (readonly number[])[]
  readonly goals: readonly number[]
  readonly boxes: readonly number[]
  readonly player: number
  readonly key: string
}

/** Maximum states to search, well below a second; an unsolvable room uses all of them. */
const STATE_LIMIT = 100_000

/** Searches a shortest solution backwards from the solved room, and follows it while the room stays on it. */
export function sokobanSolver(): Player {
  let plan = new Map<string, string>()
  const planned = rememberLast<Map<string, string>>()
  return {
    propose: (episode) => {
      const room = readRoom(currentSuffix(episode))
      if (!room) return null
      if (!plan.has(room.key)) plan = planned(room.key, () => solve(room))
      const move = plan.get(room.key)
      return move ? boxed(move) : null
    },
  }
}

function readRoom(suffix: string): Room | null {
  const rows = suffix
    .split('\n')
    .filter((line) => /^[#_OX\u221aP](?: [#_OX\u221aP])+$/.test(line))
    .map((line) => line.split(' '))
  const floor = rows.flatMap((row, r) => row.flatMap((cell, c) => (cell === '#' ? [] : [{ r, c, cell }])))
  const places = new Map(floor.map(({ r, c }, i) => [`${r},${c}`, i]))
  const cellsOf = (symbols: string) => floor.flatMap(({ cell }, i) => (symbols.includes(cell) ? [i] : []))
  const [player] = cellsOf('P')
  if (player === undefined) return null
  const boxes = cellsOf('X√')
  const shown = cellsOf('O√')
  // The player hides the goal it stands on; then one goal is missing.
  const goals = shown.length < boxes.length ? [...shown, player].toSorted((a, b) => a - b) : shown
  const beside = STEPS.map(([, down, right]) =>
    floor.map(({ r, c }) => places.get(`${r + down},${c + right}`) ?? -1),
  )
  return { beside, goals, boxes, player, key: stateKey(boxes, player) }
}

function stateKey(boxes: readonly number[], player: number): string {
  return `${boxes.join()}|${player}`
}

/** Returns the next move for every state on a shortest solution; empty if there is none within the limit. */
function solve({ beside, goals, boxes: wanted, player: start }: Room): Map<string, string> {
  const target = stateKey(wanted, start)
  const moves = new Map<string, { move: string; next: string } | null>()
  const queue: { boxes: readonly number[]; player: number; key: string }[] = []
  const visit = (boxes: readonly number[], player: number, step: { move: string; next: string } | null) => {
    const key = stateKey(boxes, player)
    if (moves.has(key)) return
    moves.set(key, step)
    queue.push({ boxes, player, key })
  }
  for (const player of beside[0]!.keys()) if (!goals.includes(player)) visit(goals, player, null)
  for (let i = 0; i < queue.length && i < STATE_LIMIT && !moves.has(target); i++) {
    const { boxes, player, key } = queue[i]!
    for (const direction of STEPS.keys()) {
      const back = beside[direction]![player]!
      if (back < 0 || boxes.includes(back)) continue
      // The search runs backwards, so the forward move is the opposite step.
      const step = { move: STEPS[direction ^ 1]![0], next: key }
      visit(boxes, back, step)
      const box = beside[direction ^ 1]![player]!
      if (boxes.includes(box)) visit(moved(boxes, box, player), back, step)
    }
  }
  const plan = new Map<string, string>()
  for (let key = target, step = moves.get(key); step; key = step.next, step = moves.get(key))
    plan.set(key, step.move)
  return plan
}

function moved(boxes: readonly number[], from: number, to: number): number[] {
  return boxes.map((box) => (box === from ? to : box)).sort((a, b) => a - b)
}
