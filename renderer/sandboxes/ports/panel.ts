import { create } from 'zustand'

interface PanelState {
  /** The forward whose page is shown. */
  readonly shown: string | undefined
  /** The page's path on its server. */
  readonly path: string
  /** Whether the page keeps its own origin, and thus cookies, storage and same-origin requests. */
  readonly ownOrigin: boolean
}

/** The forwarded page shown in the panel; kept while other views are shown. */
export const usePanel = create<PanelState>(() => ({ shown: undefined, path: '/', ownOrigin: false }))

export const openPanel = (forward: string): void =>
  usePanel.setState({ shown: forward, path: '/', ownOrigin: false })

export const closePanel = (): void => usePanel.setState({ shown: undefined })
