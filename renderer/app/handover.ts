import { create } from 'zustand'
import { goTo } from './routes.ts'

/**
 * How one bench hands something to another without importing it: the sender leaves a parcel under the receiver's name and
 * opens it; the receiver takes the parcel when it is there.
 */
interface HandoverState {
  readonly parcels: Readonly<Record<string, unknown>>
}

export const useHandover = create<HandoverState>(() => ({ parcels: {} }))

/** Parcels that benches understand. */
export interface Parcels {
  /** A query text for a new tab; `run` runs it at once. A `link` from outside is asked about first. */
  query: { text: string; run?: boolean; link?: string }
  /** An element to select in the explorer, by its key `domain/name/kind`. */
  explorer: { element: string }
  /** A sandbox to show, by its place `platform/id`. */
  sandboxes: { place: string }
  /** What to open for editing, by key: `domain/name/kind`, `domain/type/id`, or a relation's seven parts. */
  writes: { element?: string; entity?: string; relation?: string }
}

/** Receivers that live inside another bench. */
const INSIDE: { readonly [B in keyof Parcels]?: string } = { writes: 'console' }

/** Leaves the parcel and opens the bench. */
export function handOver<B extends keyof Parcels>(bench: B, parcel: Parcels[B]): void {
  useHandover.setState(({ parcels }) => ({ parcels: { ...parcels, [bench]: parcel } }))
  goTo(INSIDE[bench] ?? bench)
}

/** Takes the parcel out, once. */
export function takeParcel<B extends keyof Parcels>(bench: B): Parcels[B] | undefined {
  const { [bench]: parcel, ...others } = useHandover.getState().parcels
  if (parcel !== undefined) useHandover.setState({ parcels: others })
  return parcel as Parcels[B] | undefined
}
