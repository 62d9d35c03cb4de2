import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { create } from 'zustand'
import type { MessageKey } from './i18n/text.ts'

export interface Bench {
  readonly id: string
  readonly title: MessageKey
  readonly keys: string
  readonly place: 'main' | 'foot'
  readonly view: LazyExoticComponent<ComponentType>
}

const pick = <M extends Record<K, ComponentType>, K extends string>(load: () => Promise<M>, name: K) =>
  lazy(async () => ({ default: (await load())[name] }))

/** The views of Orrery. Each is its own chunk, loaded when it is first opened. */
export const benches: readonly Bench[] = [
  {
    id: 'explorer',
    title: 'app.bench.explorer',
    keys: 'Mod+1',
    place: 'main',
    view: pick(() => import('../explorer/explorer.tsx'), 'Explorer'),
  },
  {
    id: 'query',
    title: 'app.bench.query',
    keys: 'Mod+2',
    place: 'main',
    view: pick(() => import('../query/query-bench.tsx'), 'QueryBench'),
  },
  {
    id: 'sandboxes',
    title: 'app.bench.sandboxes',
    keys: 'Mod+3',
    place: 'main',
    view: pick(() => import('../terminal/sandbox-bench.tsx'), 'SandboxBench'),
  },
  {
    id: 'environments',
    title: 'app.bench.environments',
    keys: 'Mod+4',
    place: 'main',
    view: pick(() => import('../gem/gem-bench.tsx'), 'GemBench'),
  },
  {
    id: 'console',
    title: 'app.bench.console',
    keys: 'Mod+5',
    place: 'foot',
    view: pick(() => import('../console/console.tsx'), 'Console'),
  },
  {
    id: 'settings',
    title: 'app.bench.settings',
    keys: 'Mod+,',
    place: 'foot',
    view: pick(() => import('../settings/settings.tsx'), 'Settings'),
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
