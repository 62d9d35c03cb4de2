import { useSyncExternalStore } from 'react'

function onTheme(tell: () => void): () => void {
  const observer = new MutationObserver(tell)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** The theme that the page shows: 'light', 'dark' or 'contrast'. */
export const useTheme = (): string =>
  useSyncExternalStore(onTheme, () => document.documentElement.dataset['theme'] ?? 'light')
