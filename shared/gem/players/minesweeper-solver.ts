import { boxed } from '../boxed.ts'
import { currentSuffix, type EpisodeView, openingText, type Player } from './player.ts'

interface Field {
  readonly side: { rows: number; columns: number }
  /** A number, `.` for hidden, `F` for flagged; row by row. */
  readonly faces: readonly string[]
}

/**
 * Flags certain mines, opens certainly safe cells, else opens the cell least likely to be a mine. Flags come
 * first: every flag and every reveal uses up one hidden cell, so the turns suffice, and the last safe cell is
 * opened when all mines are flagged.
 */
export const minesweeperSolver: Player = {
  propose: (episode) => {
    const field = readField(episode)
    if (!field) return null
    const hidden = cellsOf(field, '.')
    if (hidden.length === 0) return null
    if (hidden.length === field.faces.length) return command('reveal', field, middle(field))
    const mines = Number(/(\d+) mines/.exec(openingText(episode))?.[1] ?? Number.NaN)
    const risks = mineRisks(field, mines - cellsOf(field, 'F').length)
    const mine = hidden.find((cell) => risks.get(cell)! > 1 - 1e-9)
    if (mine !== undefined) return command('flag', field, mine)
    const safest = hidden.toSorted((a, b) => risks.get(a)! - risks.get(b)!)[0]!
    return command('reveal', field, safest)
  },
}

function command(verb: string, { side }: Field, cell: number): string {
  return boxed(`${verb} ${Math.floor(cell / side.columns)} ${cell % side.columns}`)
}

function middle({ side }: Field): number {
  return Math.floor(side.rows / 2) * side.columns + Math.floor(side.columns / 2)
}

function readField(episode: EpisodeView): Field | null {
  const rows = [...currentSuffix(episode).matchAll(/^ *\d+ ((?: [.F\d] )+)$/gm)].map(([, row]) =>
    row!.match(/[.F\d]/g)!,
  )
  const columns = rows[0]?.length ?? 0
  return columns > 0 ? { side: { rows: rows.length, columns }, faces: rows.flat() } : null
}

function cellsOf({ faces }: Field, face: string): number[] {
  return faces.flatMap((one, cell) => (one === face ? [cell] : []))
}

function neighbours({ side }: Field, cell: number): number[] {
  const [row, column] = [Math.floor(cell / side.columns), cell % side.columns]
  const found: number[] = []
  for (let r = Math.max(0, row - 1); r <= Math.min(side.rows - 1, row + 1); r++) {
    for (let c = Math.max(0, column - 1); c <= Math.min(side.columns - 1, column + 1); c++) {
      if (r !== row || c !== column) found.push(r * side.columns + c)
    }
  }
  return found
}

interface Constraint {
  readonly cells: readonly number[]
  readonly mines: number
}

/** A connected component of hidden cells: for each mine count, the number of layouts and the mines per cell. */
interface Component {
  readonly cells: readonly number[]
  readonly ways: ReadonlyMap<number, { total: number; mined: number[] }>
}

/** Returns the mine probability of every hidden cell, with all consistent layouts equally likely. */
function mineRisks(field: Field, minesLeft: number): Map<number, number> {
  const constraints = readConstraints(field)
  const components = split(constraints).map((part) => countWays(part))
  const bordering = new Set(components.flatMap(({ cells }) => cells))
  const hidden = cellsOf(field, '.')
  const inner = hidden.filter((cell) => !bordering.has(cell))
  const weights = (others: readonly Component[]) => spread(others, inner.length, minesLeft)
  const total = weights(components)(0)
  const risks = new Map<number, number>()
  for (const component of components) {
    const rest = weights(components.filter((other) => other !== component))
    for (const [i, cell] of component.cells.entries()) {
      let mined = 0
      for (const [mines, way] of component.ways) mined += way.mined[i]! * rest(mines)
      risks.set(cell, mined / total)
    }
  }
  const outside = expectedOutside(components, inner.length, minesLeft) / Math.max(1, inner.length)
  for (const cell of inner) risks.set(cell, outside)
  return risks
}

function readConstraints(field: Field): Constraint[] {
  return field.faces.flatMap((face, cell) => {
    if (face === '.' || face === 'F') return []
    const around = neighbours(field, cell)
    const cells = around.filter((one) => field.faces[one] === '.')
    const flags = around.filter((one) => field.faces[one] === 'F').length
    return cells.length > 0 ? [{ cells, mines: Number(face) - flags }] : []
  })
}

/** Groups constraints that share cells into components. */
function split(constraints: readonly Constraint[]): Constraint[][] {
  const groups: Constraint[][] = []
  for (const constraint of constraints) {
    const shares = (group: readonly Constraint[]) =>
      group.some(({ cells }) => cells.some((cell) => constraint.cells.includes(cell)))
    const joined = groups.filter(shares)
    for (const group of joined) groups.splice(groups.indexOf(group), 1)
    groups.push([constraint, ...joined.flat()])
  }
  return groups
}

function countWays(constraints: readonly Constraint[]): Component {
  const cells = [...new Set(constraints.flatMap((constraint) => constraint.cells))]
  const ways = new Map<number, { total: number; mined: number[] }>()
  const mined = cells.map(() => false)
  const at = new Map(cells.map((cell, i) => [cell, i]))
  const possible = (upTo: number) =>
    constraints.every((constraint) => {
      const places = constraint.cells.map((cell) => at.get(cell)!)
      const set = places.filter((place) => place < upTo && mined[place]).length
      const open = places.filter((place) => place >= upTo).length
      return set <= constraint.mines && set + open >= constraint.mines
    })
  const assign = (place: number, mines: number): void => {
    if (!possible(place)) return
    if (place === cells.length) {
      const way = ways.get(mines) ?? { total: 0, mined: cells.map(() => 0) }
      way.total++
      for (const [i, one] of mined.entries()) if (one) way.mined[i]!++
      ways.set(mines, way)
      return
    }
    for (const one of [false, true]) {
      mined[place] = one
      assign(place + 1, mines + (one ? 1 : 0))
    }
    mined[place] = false
  }
  assign(0, 0)
  return { cells, ways }
}

/** Counts layouts of the remaining mines over the other components and the unconstrained cells. */
function spread(
  components: readonly Component[],
  inner: number,
  minesLeft: number,
): (used: number) => number {
  const sums = mineSums(components)
  return (used) => {
    let ways = 0
    for (const [mines, count] of sums) ways += count * choose(inner, minesLeft - used - mines)
    return ways
  }
}

function expectedOutside(components: readonly Component[], inner: number, minesLeft: number): number {
  let [ways, mined] = [0, 0]
  for (const [mines, count] of mineSums(components)) {
    const layouts = count * choose(inner, minesLeft - mines)
    ways += layouts
    mined += layouts * (minesLeft - mines)
  }
  return mined / ways
}

/** Convolves the components: number of layouts for each total of mines. */
function mineSums(components: readonly Component[]): Map<number, number> {
  let sums = new Map([[0, 1]])
  for (const { ways } of components) {
    const next = new Map<number, number>()
    for (const [before, count] of sums) {
      for (const [mines, { total }] of ways)
        next.set(before + mines, (next.get(before + mines) ?? 0) + count * total)
    }
    sums = next
  }
  return sums
}

function choose(n: number, k: number): number {
  if (!(k >= 0 && k <= n)) return 0
  let ways = 1
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1)
  return ways
}
