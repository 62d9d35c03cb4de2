import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { Surface, SurfaceState } from './surface.ts'

export const SurfaceContext = createContext<Surface | undefined>(undefined)

/** The surface of the surrounding component tree. */
export function useSurface(): Surface {
  const surface = useContext(SurfaceContext)
  if (!surface) throw new Error('A part of the explorer was used outside a surface.')
  return surface
}

/** Selects a part of the surface's state. */
export function useSurfaceState<T>(select: (state: SurfaceState) => T): T {
  return useStore(useSurface(), select)
}
