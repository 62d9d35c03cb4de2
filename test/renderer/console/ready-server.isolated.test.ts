import { expect, it, vi } from 'vitest'
import type { Connection } from '#shared/workbench/areas/connections.ts'

const connections: readonly Connection[] = [
  { id: 'waiting', kind: 'model', state: 'stopped' },
  { id: 'platform', kind: 'platform', state: 'ready' },
  { id: 'first', kind: 'model', state: 'ready' },
  { id: 'second', kind: 'model', state: 'ready' },
].map((one) => ({ name: one.id, transport: 'stdio', since: 0, restarts: 0, ...one }) as Connection)
vi.mock('../../../renderer/app/workbench.ts', () => ({ useWorkbench: { getState: () => ({ connections }) } }))
const { showReadyServer, useConsole } = await import('../../../renderer/console/parts/console-store.ts')

it.each([
  [undefined, 'first'],
  ['waiting', 'first'],
  ['platform', 'first'],
  ['second', 'second'],
])('a tour that begins at %s is shown on %s', (selected, shown) => {
  useConsole.setState({ connection: selected })
  showReadyServer()
  expect(useConsole.getState().connection).toBe(shown)
})
