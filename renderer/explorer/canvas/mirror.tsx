import { useEffect, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { describe } from '../view/selection.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { nodesInView } from '../view/walk.ts'

/** Nodes that the mirror lists at once; more would drown a listener. The table lists all. */
const MIRRORED = 120
/** Milliseconds of rest before the mirror follows the camera. */
const REST_MS = 250

/** Identity of a node's option in the mirror, so that the canvas can point at it. */
export const mirrorId = (surface: string, key: string): string =>
  `mirror-${surface}-${key.replaceAll(/[^a-zA-Z0-9]/g, (c) => `_${c.codePointAt(0)?.toString(16)}`)}`

/** What the canvas shows, as a list that a screen reader reads: the nodes in view, the current one first. */
export function Mirror() {
  const t = useText()
  const surface = useSurface()
  const scene = useSurfaceState((state) => state.scene)
  const current = useSurfaceState((state) => state.current)
  const spoken = useSurfaceState((state) => state.spoken)
  const [shown, setShown] = useState<{ keys: string[]; total: number }>({ keys: [], total: 0 })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => setShown(nodesInView(surface.getState(), MIRRORED)), REST_MS)
    }
    update()
    const stop = surface.subscribe((state, before) => {
      if (state.camera !== before.camera || state.scene !== before.scene) update()
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [surface, scene])
  const state = surface.getState()
  const keys = current !== undefined && !shown.keys.includes(current) ? [current, ...shown.keys] : shown.keys
  return (
    <div className="visually-hidden">
      <p id={`keys-${state.id}`}>{t('explorer.canvas.keys')}</p>
      <div
        role="listbox"
        aria-label={t('explorer.mirror.label', { shown: shown.keys.length, total: shown.total })}
        aria-multiselectable="true"
      >
        {keys.map((key) => (
          <div
            key={key}
            id={mirrorId(state.id, key)}
            role="option"
            aria-selected={state.selection.includes(key)}
          >
            {describe(state, key)}
          </div>
        ))}
      </div>
      <p role="status" aria-live="polite">
        {spoken.count % 2 === 0 ? spoken.text : `${spoken.text}\u00A0`}
      </p>
    </div>
  )
}
