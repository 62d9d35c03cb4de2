import { useMemo } from 'react'
import { create } from 'zustand'
import { toScreen, type Point } from '../../graph/scene/camera.ts'
import { useText } from '../../i18n/text.ts'
import { ContextMenu } from '../../ui/menu.tsx'
import { allowedRelations } from '../graph/allowed-relations.ts'
import { surfaces } from '../store/explorer-store.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { openEdit } from './side-store.ts'

/** An edge being drawn from an item to the pointer. */
export interface DrawnLine {
  readonly from: number
  readonly to: number | undefined
  readonly at: Point
}

/** The edge being drawn with Alt held; dashed until it reaches a node. */
export function LineOverlay({ line }: { readonly line: DrawnLine }) {
  const scene = useSurfaceState((state) => state.scene)
  const camera = useSurfaceState((state) => state.camera)
  const size = useSurfaceState((state) => state.size)
  const start = toScreen(camera, size, scene.x[line.from] ?? 0, scene.y[line.from] ?? 0)
  return (
    <svg
      aria-hidden
      style={{ position: 'absolute', inset: 0, width: '100%', height: '100%', pointerEvents: 'none' }}
    >
      <line
        x1={start.x}
        y1={start.y}
        x2={line.at.x}
        y2={line.at.y}
        stroke="var(--accent)"
        strokeWidth="2"
        strokeDasharray={line.to === undefined || line.to === line.from ? '6 4' : undefined}
      />
    </svg>
  )
}

/** Two nodes, by key, and the position of the menu. */
interface NewRelation {
  readonly from: string
  readonly to: string
  readonly at: Point
}

const useRelation = create<{ readonly between: NewRelation | undefined }>(() => ({ between: undefined }))

/** Opens the menu for a new relation between two nodes. */
export const offerRelation = (between: NewRelation): void => useRelation.setState({ between })

const close = (): void => useRelation.setState({ between: undefined })

/** Chooses the type of a new relation: those the model allows, or another one. */
export function RelationMenu() {
  const t = useText()
  const surface = useSurface()
  const between = useRelation((state) => state.between)
  const ofModel = useSurfaceState((state) => state.id === 'model')
  const entries = useMemo(() => {
    if (!between) return []
    const { from, to } = between
    const { graph, id } = surface.getState()
    const label = (key: string): string => graph.nodes[graph.indexOf.get(key) ?? -1]?.label ?? key
    const make = (source: string, target: string, type: string) => (): void =>
      openEdit({ link: { of: id, source, target, type } })
    const allowed = allowedRelations(surfaces.model.getState().graph, graph, id, from, to)
    return [
      ...allowed.map(({ type, forward }) => ({
        label: t('explorer.draw.one', {
          source: label(forward ? from : to),
          type,
          target: label(forward ? to : from),
        }),
        act: forward ? make(from, to, type) : make(to, from, type),
      })),
      { label: t('explorer.draw.other'), act: make(from, to, ''), apart: allowed.length > 0 },
    ]
  }, [between, surface, t])
  return (
    <ContextMenu
      label={t(ofModel ? 'explorer.draw.model' : 'explorer.draw')}
      at={between?.at}
      entries={entries}
      onClose={close}
    />
  )
}
