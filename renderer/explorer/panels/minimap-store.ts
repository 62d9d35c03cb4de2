import { create } from 'zustand'

interface MinimapState {
  /** Whether the map would lie over a card or a title in every corner. */
  readonly noRoom: boolean
  /** Whether the user wants to see it all the same. */
  readonly asked: boolean
}

/** Shared by the map and the button that it folds to. */
export const useMinimap = create<MinimapState>()(() => ({ noRoom: false, asked: false }))
