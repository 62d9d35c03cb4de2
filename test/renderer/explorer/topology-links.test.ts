import { beforeEach, describe, expect, it } from 'vitest'
import { surfaces } from '../../../renderer/explorer/store/explorer-store.ts'
import { viewOf } from '../../../renderer/explorer/view/surface.ts'
import { undoView } from '../../../renderer/explorer/view/surface-actions.ts'
import {
  noteLinks,
  setTimeRange,
  timeRange,
  useTopology,
} from '../../../renderer/explorer/topology/topology-store.ts'

const edge = (source: string, target: string) => ({ source, target })

describe('how many links an entity has', () => {
  beforeEach(() => useTopology.setState({ links: new Map() }))

  it.each([
    ['none', [], { a: 0 }],
    ['both ways', [edge('a', 'b'), edge('c', 'a')], { a: 2 }],
    ['a link to itself once', [edge('a', 'a')], { a: 1 }],
    ['not those of others', [edge('b', 'c')], { a: 0 }],
  ])('counts %s', (_, edges, expected) => {
    noteLinks(['a'], edges)
    expect(Object.fromEntries(useTopology.getState().links)).toEqual(expected)
  })

  it('is forgotten with the time range that was asked for, and kept by everything else', () => {
    noteLinks(['a'], [])
    useTopology.setState({ machine: undefined, limit: 100 })
    expect(useTopology.getState().links.has('a')).toBe(true)
    setTimeRange({ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' })
    expect(useTopology.getState().links.size).toBe(0)
  })
})

it('the time range is a step of the view, one for consecutive changes, that can be undone', () => {
  const range = { from: '2026-01-01T00:00:00Z' }
  setTimeRange(undefined)
  const steps = surfaces.runtime.getState().history.past.length
  setTimeRange({ from: '2025-01-01T00:00:00Z' })
  setTimeRange(range)
  expect(timeRange()).toEqual(range)
  expect(surfaces.runtime.getState().history.past.length - steps).toBeLessThanOrEqual(1)
  undoView(surfaces.runtime)
  expect(viewOf(surfaces.runtime.getState()).range).toBeUndefined()
})
