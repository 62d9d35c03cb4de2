import { lazyView } from '../app/lazy-view.tsx'

/** The charts, loaded when the first plan was run: most queries draw none. */
export const { View: SeriesView } = lazyView(async () => (await import('./series-view.tsx')).Charts)
