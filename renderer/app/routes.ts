import { create } from 'zustand'
import type { Command } from './commands.ts'
import type { MessageKey, Text } from '../i18n/text.ts'
import { later, type Later } from './later.tsx'
import { Loading } from './loading.tsx'

export interface Bench {
  readonly id: string
  readonly title: MessageKey
  readonly keys: string
  readonly place: 'main' | 'foot'
  readonly page: Later
  /**
   * Fetches how the bench makes its commands, the same way that it makes them when it is opened; so the list of keys is whole before.
   * Absent where it has none of its own.
   */
  readonly commands?: () => Promise<(t: Text) => readonly Command[]>
}

/** The views of Orrery. Each is its own chunk, loaded when it is first opened. */
export const benches: readonly Bench[] = [
  {
    id: 'explorer',
    title: 'app.bench.explorer',
    keys: 'Mod+1',
    place: 'main',
    page: later(() => import('../explorer/explorer.tsx'), 'Explorer', Loading),
    commands: async () => (await import('../explorer/panels/explorer-commands.ts')).declaredCommands,
  },
  {
    id: 'query',
    title: 'app.bench.query',
    keys: 'Mod+2',
    place: 'main',
    page: later(() => import('../query/query-bench.tsx'), 'QueryBench', Loading),
    commands: async () => (await import('../query/query-commands.ts')).queryCommands,
  },
  {
    id: 'sandboxes',
    title: 'app.bench.sandboxes',
    keys: 'Mod+3',
    place: 'main',
    page: later(() => import('../sandboxes/sandbox-bench.tsx'), 'SandboxBench', Loading),
    commands: async () => (await import('../sandboxes/bench-commands.ts')).declaredCommands,
  },
  {
    id: 'environments',
    title: 'app.bench.environments',
    keys: 'Mod+4',
    place: 'main',
    page: later(() => import('../environments/gem-bench.tsx'), 'GemBench', Loading),
    commands: async () => (await import('../environments/gem-commands.ts')).gemCommands,
  },
  {
    id: 'console',
    title: 'app.bench.console',
    keys: 'Mod+5',
    place: 'foot',
    page: later(() => import('../console/console.tsx'), 'Console', Loading),
    commands: async () => {
      const [console, writes] = await Promise.all([
        import('../console/console-commands.ts'),
        import('../authoring/views/use-write-commands.ts'),
      ])
      return (t) => [...console.consoleCommands(t), ...writes.declaredCommands(t)]
    },
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
