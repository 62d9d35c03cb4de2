import { useMemo } from 'react'
import type { Hit } from '../../graph/canvas/hit.ts'
import { svgPath } from '../../graph/paint/way.ts'
import { textZoom } from '../../graph/scene/camera.ts'
import { drawnAs, MARK } from '../../graph/scene/scene.ts'
import { useSurface } from '../view/surface-context.ts'
import { drawnLinks } from './hover-place.ts'

/** Maximum lines of one box that are marked: of more none can be followed. */
const MOST = 40

/**
 * Marks the lines of what is under the pointer, and what they join, over the canvas: where lines run close
 * together, one can be followed. Broad and pale, so that names on them stay readable. The camera rests meanwhile.
 */
export function HoverLines({ hit }: { readonly hit: Hit }) {
  const surface = useSurface()
  const marked = useMemo(() => {
    const { scene, camera } = surface.getState()
    const zoom = textZoom(camera)
    const { lines, ways } = drawnLinks(scene, hit, zoom)
    // What a selection emphasises already needs no second mark.
    const isLit = (line: number): boolean => ((scene.edgeMark[line] ?? 0) & MARK.highlighted) !== 0
    if (ways.length > MOST || lines.every(isLit)) return undefined
    const ends = new Set(lines.flatMap((line) => [scene.from[line] ?? 0, scene.to[line] ?? 0]))
    const rects = new Map(
      Array.from(ends, (item) => drawnAs(scene, item, zoom)).map((rect) => [`${rect.x} ${rect.y}`, rect]),
    )
    return { ways, rects: [...rects.values()] }
  }, [surface, hit])
  if (!marked) return null
  const { camera, size } = surface.getState()
  const pixel = 1 / camera.zoom
  return (
    <svg
      aria-hidden
      style={{ position: 'absolute', inset: 0, width: '100%', height: '100%', pointerEvents: 'none' }}
    >
      <g
        transform={`translate(${size.width / 2} ${size.height / 2}) scale(${camera.zoom}) translate(${-camera.x} ${-camera.y})`}
        fill="none"
        stroke="var(--accent)"
      >
        {marked.ways.map((way) => (
          <path key={svgPath(way)} d={svgPath(way)} strokeWidth={9 * pixel} strokeOpacity={0.28} />
        ))}
        {marked.rects.map(({ x, y, width, height }) => (
          <rect
            key={`${x} ${y}`}
            x={x - width / 2 - 2 * pixel}
            y={y - height / 2 - 2 * pixel}
            width={width + 4 * pixel}
            height={height + 4 * pixel}
            rx={7 * pixel}
            strokeWidth={2 * pixel}
          />
        ))}
      </g>
    </svg>
  )
}
