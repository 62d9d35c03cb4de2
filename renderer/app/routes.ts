import { create } from 'zustand'
import type { MessageKey } from './i18n/text.ts'
import { later, type Later } from './later.tsx'
import { Loading } from './loading.tsx'

export interface Bench {
  readonly id: string
  readonly title: MessageKey
  readonly keys: string
  readonly place: 'main' | 'foot'
  readonly page: Later
}

/** The views of Orrery. Each is its own chunk, loaded when it is first opened. */
export const benches: readonly Bench[] = [
  {
    id: 'explorer',
    title: 'app.bench.explorer',
    keys: 'Mod+1',
    place: 'main',
    page: later(() => import('../explorer/explorer.tsx'), 'Explorer', Loading),
  },
  {
    id: 'query',
    title: 'app.bench.query',
    keys: 'Mod+2',
    place: 'main',
    page: later(() => import('../query/query-bench.tsx'), 'QueryBench', Loading),
  },
  {
    id: 'sandboxes',
    title: 'app.bench.sandboxes',
    keys: 'Mod+3',
    place: 'main',
    page: later(() => import('../terminal/sandbox-bench.tsx'), 'SandboxBench', Loading),
  },
  {
    id: 'environments',
    title: 'app.bench.environments',
    keys: 'Mod+4',
    place: 'main',
    page: later(() => import('../gem/gem-bench.tsx'), 'GemBench', Loading),
  },
  {
    id: 'console',
    title: 'app.bench.console',
    keys: 'Mod+5',
    place: 'foot',
    page: later(() => import('../console/console.tsx'), 'Console', Loading),
  },
  {
    id: 'settings',
    title: 'app.bench.settings',
    keys: 'Mod+,',
    place: 'foot',
    page: later(() => import('../settings/settings.tsx'), 'Settings', Loading),
  },
]

interface RouteState {
  readonly bench: string
  /** Benches that were opened; they stay mounted, so that nothing is lost by looking elsewhere. */
  readonly opened: readonly string[]
}

function benchOfHash(): string {
  const id = /^#\/([a-z]+)/.exec(location.hash)?.[1]
  return benches.some((bench) => bench.id === id) ? (id as string) : 'explorer'
}

export const useRoute = create<RouteState>(() => ({ bench: benchOfHash(), opened: [benchOfHash()] }))

/** Fetches the code of the bench that is shown first, while the frame around it is drawn. */
export function fetchOpenBench(): void {
  const open = useRoute.getState().bench
  // What cannot be fetched is shown where the bench would be.
  benches
    .find(({ id }) => id === open)
    ?.page.load()
    .catch(() => undefined)
}

function show(bench: string): void {
  useRoute.setState(({ opened }) => ({ bench, opened: opened.includes(bench) ? opened : [...opened, bench] }))
}

/** Opens a bench; the address changes with it, so that a reload comes back here. */
export function goTo(bench: string): void {
  location.hash = `#/${bench}`
  show(bench)
}

export function followAddress(): () => void {
  const onChange = (): void => show(benchOfHash())
  window.addEventListener('hashchange', onChange)
  return () => window.removeEventListener('hashchange', onChange)
}
