import { useSyncExternalStore } from 'react'

const coarse = (): MediaQueryList => window.matchMedia('(pointer: coarse)')

function onPointer(tell: () => void): () => void {
  const query = coarse()
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}

/** Whether a finger is the pointer: controls are as high and wide as it. */
export const useTouch = (): boolean =>
  useSyncExternalStore(
    onPointer,
    () => coarse().matches,
    () => false,
  )
