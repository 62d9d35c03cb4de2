import { expect, it } from 'vitest'
import { emptyGraph } from '../../../renderer/explorer/graph/graph.ts'
import { leaveModel, returnToModel } from '../../../renderer/explorer/store/left-models.ts'
import { NO_PLACES } from '../../../renderer/explorer/view/positions.ts'
import { createSurface, type Surface, viewOf } from '../../../renderer/explorer/view/surface.ts'
import {
  changeView,
  redoView,
  restoreView,
  setGraph,
  undoView,
} from '../../../renderer/explorer/view/surface-actions.ts'
import { hide, initialView } from '../../../renderer/explorer/view/view-state.ts'
import { graphOf } from './sample.ts'

const server = (connection: string) => ({ connection, workspace: 'demo', prefix: 'model' })
const signal = new AbortController().signal
const LINKS = 'a>b b>c'

/** A model in which two nodes were hidden one after the other, and the second shown again. */
function left(connection: string, { steps = 2, links = LINKS } = {}): Surface {
  const surface = createSurface('model')
  const graph = graphOf(links)
  setGraph(surface, graph)
  for (const node of graph.nodes.slice(0, steps))
    changeView(surface, `hide ${node.key}`, (view) => hide(view, [node.key]))
  if (steps > 1) undoView(surface)
  leaveModel(server(connection), surface)
  restoreView(surface, emptyGraph, initialView, NO_PLACES)
  return surface
}

const hidden = (surface: Surface): number => viewOf(surface.getState()).hidden.size

it('a model that is read again is as it was left, and its steps can be undone and redone', async () => {
  const surface = left('mine')
  const again = graphOf(LINKS)
  expect(await returnToModel(server('mine'), surface, again, signal)).toBe(true)
  expect(surface.getState().graph).toBe(again)
  expect(hidden(surface)).toBe(1)
  redoView(surface)
  expect(hidden(surface)).toBe(2)
  undoView(surface)
  undoView(surface)
  expect(hidden(surface)).toBe(0)
})

it.each([
  ['another model by now', 'mine', { graph: 'a>b b>d' }],
  ['the model of another server', 'other', {}],
  ['one in which no step was taken', 'mine', { steps: 0 }],
])(
  '%s opens as models do',
  async (_, connection, { graph = LINKS, steps = 2 }: { graph?: string; steps?: number }) => {
    const surface = left('mine', { steps })
    expect(await returnToModel(server(connection), surface, graphOf(graph), signal)).toBe(false)
    expect(surface.getState().graph).toBe(emptyGraph)
  },
)

it('only the last few are kept', async () => {
  for (const connection of ['a', 'b', 'c', 'd', 'e']) left(connection)
  expect(await returnToModel(server('a'), createSurface('model'), graphOf(LINKS), signal)).toBe(false)
  expect(await returnToModel(server('b'), createSurface('model'), graphOf(LINKS), signal)).toBe(true)
})

it('steps before one that brought other elements are left out: their places are of another graph', async () => {
  const surface = createSurface('model')
  setGraph(surface, graphOf('a>b'))
  changeView(surface, 'hide a', (view) => hide(view, ['/a/entity_set']))
  setGraph(surface, graphOf(LINKS), { step: 'import' })
  changeView(surface, 'hide b', (view) => hide(view, ['/b/entity_set']))
  leaveModel(server('mine'), surface)
  const again = createSurface('model')
  expect(await returnToModel(server('mine'), again, graphOf(LINKS), signal)).toBe(true)
  expect(again.getState().history.past.map(({ label }) => label)).toEqual(['hide b'])
})
