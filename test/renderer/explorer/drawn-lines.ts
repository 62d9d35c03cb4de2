import { drawnTrunks } from '../../../renderer/graph/paint/trunk-labels.ts'
import { isEmpty, meetsView, wayOf, wholeWay, type Way } from '../../../renderer/graph/paint/way.ts'
import type { Bounds } from '../../../renderer/graph/scene/camera.ts'
import { hasOwnLine, type Scene } from '../../../renderer/graph/scene/scene.ts'

/** What is drawn of the links of a scene: lines of their own, and bundles. */
export function linesOf(scene: Scene, overview: boolean): Way[] {
  const bundles = drawnTrunks(scene.trunks, overview).filter(({ trunk }) => overview || !trunk.open)
  const own = Array.from(scene.from, (_, edge) => edge).filter((edge) => hasOwnLine(scene, edge, overview))
  return [...own.map((edge) => wayOf(scene, edge)), ...bundles.map(({ way }) => way)].filter(
    (way) => !isEmpty(way),
  )
}

/** The pieces of lines between two bends that lie in a part of the world, at least partly. */
export const piecesIn = (ways: readonly Way[], bounds: Bounds): Way[] =>
  ways
    .flatMap((way) => segmentsOf(way).map((piece) => wholeWay(Float32Array.from(piece))))
    .filter((piece) => meetsView(piece, bounds))

export function lengthOf({ points, first, last }: Way): number {
  let length = 0
  for (let at = first + 2; at < last; at += 2)
    length += Math.hypot(
      (points[at] ?? 0) - (points[at - 2] ?? 0),
      (points[at + 1] ?? 0) - (points[at - 1] ?? 0),
    )
  return length
}

type Segment = readonly [x1: number, y1: number, x2: number, y2: number]

const segmentsOf = ({ points, first, last }: Way): Segment[] =>
  Array.from({ length: Math.max(0, (last - first) / 2 - 1) }, (_, place) => {
    const at = first + 2 * place
    return [points[at] ?? 0, points[at + 1] ?? 0, points[at + 2] ?? 0, points[at + 3] ?? 0]
  })

/** On which side of a line a point lies. */
const side = ([x1, y1, x2, y2]: Segment, x: number, y: number): number =>
  Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1))

/** Whether two segments cross; touching or overlapping does not count. */
const cross = (a: Segment, b: Segment): boolean =>
  side(a, b[0], b[1]) * side(a, b[2], b[3]) < 0 && side(b, a[0], a[1]) * side(b, a[2], a[3]) < 0

/** Crossings closer than this in px look like one, such as those of a bundle, which is drawn as one edge. */
const ONE_PLACE = 12

/** The grid cell in which two segments cross. */
function placeOf([x1, y1, x2, y2]: Segment, [x3, y3, x4, y4]: Segment): string {
  const share =
    ((x1 - x3) * (y3 - y4) - (y1 - y3) * (x3 - x4)) / ((x1 - x2) * (y3 - y4) - (y1 - y2) * (x3 - x4))
  return [x1 + share * (x2 - x1), y1 + share * (y2 - y1)].map((at) => Math.round(at / ONE_PLACE)).join()
}

/** Distinct places where edges cross. */
export function crossings(ways: readonly Way[]): number {
  const lines = ways.map(segmentsOf)
  const places = new Set<string>()
  lines.forEach((line, place) => {
    for (const other of lines.slice(place + 1))
      for (const a of line) for (const b of other) if (cross(a, b)) places.add(placeOf(a, b))
  })
  return places.size
}
