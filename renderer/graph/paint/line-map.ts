import type { Bounds, Point, Size } from '../scene/camera.ts'
import { pieceMeets, type Way } from './way.ts'

/** Side of a lookup cell in CSS pixels, and the number of hash rows. */
const CELL = 96
const ROWS = 4096
/** Steps in which a line is followed; a corner of a cell that it cuts may be missed. */
const STEP = 12
/** Lines that are at least so steep to each other cross, and are told apart also under a name; as a cosine. */
const STEEP = 0.8

interface Piece<Owner> {
  readonly owner: Owner
  readonly isLit: boolean
  readonly from: readonly [x: number, y: number]
  readonly to: readonly [x: number, y: number]
}

/** Where lines are, so that a name is put where it can be said whose it is; all in CSS pixels. */
export class LineMap<Owner> {
  readonly #cells = new Map<number, Piece<Owner>[]>()

  /** Adds those pieces of a line that meet the view. */
  add(owner: Owner, isLit: boolean, { points, first, last }: Way, zoom: number, view: Bounds): void {
    for (let i = first + 2; i < last; i += 2) {
      const [x, y] = [points[i - 2] ?? 0, points[i - 1] ?? 0]
      const [tx, ty] = [points[i] ?? 0, points[i + 1] ?? 0]
      if (pieceMeets([x, y], [tx, ty], view))
        this.#note({ owner, isLit, from: [x * zoom, y * zoom], to: [tx * zoom, ty * zoom] })
    }
  }

  /** Notes a piece in the cells that it runs through, step by step. */
  #note(piece: Piece<Owner>): void {
    const [[x, y], [tx, ty]] = [piece.from, piece.to]
    const steps = Math.ceil(Math.max(Math.abs(tx - x), Math.abs(ty - y)) / STEP)
    let before = Number.NaN
    for (let step = 0; step <= steps; step++) {
      const share = steps === 0 ? 0 : step / steps
      const key = cellAt(x + (tx - x) * share, y + (ty - y) * share)
      if (key === before) continue
      before = key
      const list = this.#cells.get(key)
      if (list) list.push(piece)
      else this.#cells.set(key, [piece])
    }
  }

  /**
   * Whether a text around a centre lies on no line but its own; `litOnly`: others than highlighted ones do not count.
   * `along`: nor do those that cross its line, which runs in that direction there.
   */
  isAlone(
    { x, y, width, height }: Point & Size,
    isOwn: (owner: Owner) => boolean,
    litOnly: boolean,
    along?: () => Point,
  ): boolean {
    const [w, h] = [width / 2, height / 2]
    const rect = { left: x - w, right: x + w, top: y - h, bottom: y + h }
    let direction: Point | undefined
    const isOther = (piece: Piece<Owner>): boolean => {
      if ((litOnly && !piece.isLit) || !pieceMeets(piece.from, piece.to, rect) || isOwn(piece.owner))
        return false
      direction ??= along?.()
      return !isAcross(piece, direction)
    }
    for (let column = Math.floor(rect.left / CELL); column <= Math.floor(rect.right / CELL); column++)
      for (let row = Math.floor(rect.top / CELL); row <= Math.floor(rect.bottom / CELL); row++)
        if (this.#cells.get(column * ROWS + row)?.some(isOther)) return false
    return true
  }
}

const cellAt = (x: number, y: number): number => Math.floor(x / CELL) * ROWS + Math.floor(y / CELL)

function isAcross({ from, to }: Pick<Piece<unknown>, 'from' | 'to'>, along: Point | undefined): boolean {
  if (!along) return false
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(dx, dy) * Math.hypot(along.x, along.y) || 1
  return Math.abs(dx * along.x + dy * along.y) / length < STEEP
}
