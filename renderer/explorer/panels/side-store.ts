import { create } from 'zustand'

export type SidePanel = 'details' | 'legend' | 'path'

/** Which panel stands beside the graph. */
export const useSide = create<{ readonly panel: SidePanel }>(() => ({ panel: 'legend' }))
