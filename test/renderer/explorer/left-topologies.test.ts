import { beforeEach, expect, it } from 'vitest'
import { emptyGraph } from '../../../renderer/explorer/graph/graph.ts'
import {
  leaveTopology,
  noteLeftChange,
  returnToTopology,
  useLeft,
} from '../../../renderer/explorer/store/left-topologies.ts'
import { NO_PLACES } from '../../../renderer/explorer/view/positions.ts'
import { createSurface, type Surface, viewOf } from '../../../renderer/explorer/view/surface.ts'
import {
  changeView,
  restoreView,
  setGraph,
  undoView,
} from '../../../renderer/explorer/view/surface-actions.ts'
import { select } from '../../../renderer/explorer/view/selection.ts'
import { hide, initialView } from '../../../renderer/explorer/view/view-state.ts'
import { graphOf } from './sample.ts'

const server = (connection: string) => ({ connection, workspace: 'demo', prefix: 'model' })
const signal = new AbortController().signal

/** A topology with two steps: opened, and one node hidden. */
function explored(): Surface {
  const surface = createSurface('runtime')
  const graph = graphOf('a>b b>c')
  setGraph(surface, graph, { step: 'open' })
  changeView(surface, 'hide', (view) => hide(view, [graph.nodes[0]?.key ?? '']))
  return surface
}

function leave(connection: string, surface = explored(), isOutdated = false): Surface {
  leaveTopology(server(connection), surface, isOutdated)
  restoreView(surface, emptyGraph, initialView, NO_PLACES)
  return surface
}

beforeEach(() => useLeft.setState({ left: [] }))

it('a topology is restored as it was left, and its steps can be undone', async () => {
  const surface = leave('mine')
  expect(surface.getState().graph.nodes).toHaveLength(0)
  expect(await returnToTopology(server('mine'), surface, signal)).toBe(false)
  expect(surface.getState().graph.nodes).toHaveLength(3)
  expect(viewOf(surface.getState()).hidden.size).toBe(1)
  undoView(surface)
  expect(viewOf(surface.getState()).hidden.size).toBe(0)
  undoView(surface)
  expect(surface.getState().graph.nodes).toHaveLength(0)
  expect(useLeft.getState().left).toEqual([])
})

it('leaves nothing selected, current or said on the canvas of the next server', () => {
  const surface = explored()
  const key = surface.getState().graph.nodes[1]?.key ?? ''
  select(surface, [key])
  expect(surface.getState().current).toBe(key)
  surface.setState({ spoken: { text: 'a node', count: 1 } })
  leave('mine', surface)
  expect(surface.getState()).toMatchObject({ selection: [], current: undefined, spoken: { text: '' } })
})

it('is of no other server, and none where nothing was opened', async () => {
  leave('mine')
  leave('untouched', createSurface('runtime'))
  for (const other of ['other', 'untouched'])
    expect(await returnToTopology(server(other), createSurface('runtime'), signal)).toBeUndefined()
})

it.each([
  ['nothing', () => undefined, false],
  ['its data', () => noteLeftChange('mine'), true],
  ['the data of another', () => noteLeftChange('other'), false],
])('knows whether meanwhile something changed: %s', async (_, happens, expected) => {
  const surface = leave('mine')
  happens()
  expect(await returnToTopology(server('mine'), surface, signal)).toBe(expected)
})

it('knows that it was outdated before', async () => {
  expect(await returnToTopology(server('mine'), leave('mine', explored(), true), signal)).toBe(true)
})

it('keeps the four that were left last', () => {
  for (const name of ['a', 'b', 'c', 'a', 'd', 'e']) leave(name)
  expect(useLeft.getState().left.map(({ connection }) => connection)).toEqual(['c', 'a', 'd', 'e'])
})
