import { expect, it, vi } from 'vitest'
import { graphOf } from './sample.ts'

vi.stubGlobal('navigator', { platform: 'Linux' })
vi.stubGlobal('window', { innerWidth: 900, innerHeight: 600 })
vi.mock('../../../renderer/graph/layout/layout-client.ts', async () => {
  const { solveLayout } = await import('../../../renderer/graph/layout/solve.ts')
  const noKernel = (): Promise<never> => Promise.reject(new Error('the grid needs no kernel'))
  return {
    layoutInWorker: async (problem: Parameters<typeof solveLayout>[0], signal?: AbortSignal) => {
      // Longer than the data take.
      await new Promise((resolve) => setTimeout(resolve, 30))
      signal?.throwIfAborted()
      return solveLayout({ ...problem, algorithm: 'grid' }, noKernel, () => undefined)
    },
  }
})
const { workbench } = await import('../../../renderer/app/workbench.ts')
const { surfaces, useExplorer } = await import('../../../renderer/explorer/store/explorer-store.ts')
const { readPayloads } = await import('../../../renderer/explorer/store/payloads.ts')
const { changeView, setGraph, undoView } = await import('../../../renderer/explorer/view/surface-actions.ts')
const { viewOf } = await import('../../../renderer/explorer/view/surface.ts')

const surface = surfaces.model
const graph = graphOf('p:a>p:b p:b>p:c p:c>p:d p:a>p:d')
const rows = graph.nodes.map(({ kind, domain, name }) => ({
  kind,
  domain,
  name,
  spec: { note: name },
}))
vi.spyOn(workbench, 'call').mockImplementation((async () => ({
  isError: false,
  text: '',
  structured: { output: { rows } },
})) as unknown as typeof workbench.call)

const rested = async (): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, 20))
  await vi.waitFor(() => expect(surface.getState().layout.running).toBe(false))
}

it('the data of elements arrive while a step is laid out, and neither the step nor its layout is lost', async () => {
  useExplorer.setState({ loaded: { connection: 'sample', prefix: 'model', workspace: 'demo' } })
  surface.setState({ size: { width: 900, height: 600 } })
  setGraph(surface, graph)
  await rested()
  const larger = { by: 'kind', value: 'entity_set', size: 2, caption: 'note' } as const
  changeView(surface, 'larger', (view) => ({ ...view, rules: [larger] }))
  await readPayloads(new AbortController().signal)
  await rested()
  const { scene, graph: shown, history } = surface.getState()
  expect(shown.nodes.every(({ data }) => data !== undefined)).toBe(true)
  for (let a = 0; a < scene.count; a++)
    for (let b = 0; b < a; b++) {
      const gap = (at: Float32Array, size: Float32Array): number =>
        Math.abs((at[a] ?? 0) - (at[b] ?? 0)) - ((size[a] ?? 0) + (size[b] ?? 0)) / 2
      expect(Math.max(gap(scene.x, scene.width), gap(scene.y, scene.height))).toBeGreaterThan(0)
    }
  expect(history.past.map(({ label }) => label)).toEqual(['larger'])
  undoView(surface)
  expect(viewOf(surface.getState()).rules).toEqual([])
})
