import { create } from 'zustand'

interface PanelState {
  /** The forward whose page is shown. */
  readonly shown: string | undefined
  /** The page's path on its server. */
  readonly path: string
  /** Whether the page has an origin of its own, and with it cookies, storage and its own server's answers. */
  readonly ownOrigin: boolean
}

/** Which forwarded page is shown in the panel; kept while other views are looked at. */
export const usePanel = create<PanelState>(() => ({ shown: undefined, path: '/', ownOrigin: false }))

export const openPanel = (forward: string): void =>
  usePanel.setState({ shown: forward, path: '/', ownOrigin: false })

export const closePanel = (): void => usePanel.setState({ shown: undefined })
