import { afterEach, expect, it, vi } from 'vitest'
import type { SavedCalls } from '#shared/documents/console.ts'
import { workbench } from '../../../renderer/app/workbench.ts'
import { removeConnection, undoRemoval } from '../../../renderer/console/connection/removing.ts'
import { savedCalls } from '../../../renderer/console/saved-calls/saved-calls.ts'
import { useConsole } from '../../../renderer/console/parts/console-store.ts'

const tools = { echo: { presets: [{ name: 'mine', args: { text: 'a' } }], calls: [] } }

afterEach(() => vi.restoreAllMocks())

it('undo restores a removed connection', async () => {
  const calls: [string, unknown][] = []
  const definition = { command: 'npx', args: ['x'], env: { A: '1' } }
  vi.spyOn(workbench, 'call').mockImplementation(((name: string, input: unknown) => {
    calls.push([name, input])
    const servers = [{ name: 'memory', definition }]
    return Promise.resolve(
      name === 'connections.definitions' ? { servers, platforms: [] } : { id: 'model:memory' },
    )
  }) as never)
  let kept = { connections: { 'model:memory': tools, 'model:other': tools } } as object
  vi.spyOn(savedCalls, 'load').mockResolvedValue()
  vi.spyOn(savedCalls, 'value', 'get').mockImplementation(() => kept as SavedCalls)
  vi.spyOn(savedCalls, 'change').mockImplementation((make) => {
    kept = make(kept as SavedCalls)
    return Promise.resolve()
  })
  await removeConnection({ id: 'model:memory', kind: 'model', name: 'memory' })
  expect(calls.at(-1)).toEqual(['connections.remove', { id: 'model:memory' }])
  expect(kept).toEqual({ connections: { 'model:other': tools } })
  await undoRemoval()
  expect(kept).toEqual({ connections: { 'model:memory': tools, 'model:other': tools } })
  expect(calls.at(-1)).toEqual(['connections.save', { kind: 'model', name: 'memory', definition }])
  expect(useConsole.getState()).toMatchObject({ removed: undefined, connection: 'model:memory' })
  const { length } = calls
  await undoRemoval()
  expect(calls).toHaveLength(length)
})
