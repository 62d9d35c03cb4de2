import { useEffect } from 'react'
import { create } from 'zustand'

/** The step requested by an address, until its set is shown. */
const useWanted = create<{ readonly place: { id: string; index: number; event: number } | undefined }>(
  () => ({
    place: undefined,
  }),
)

export const askForStep = (id: string, index: number, event: number): void =>
  useWanted.setState({ place: { id, index, event } })

/** Goes to the requested step of a set, once. */
export function useRequestedStep(id: string, go: (index: number, event: number) => void): void {
  const place = useWanted((state) => state.place)
  useEffect(() => {
    if (place?.id !== id) return
    useWanted.setState({ place: undefined })
    go(place.index, place.event)
  }, [id, place, go])
}
