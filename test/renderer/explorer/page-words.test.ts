import { expect, it } from 'vitest'
import '../messages.ts'
import { heatLegend, subtitleOf } from '../../../renderer/explorer/exchange/page-words.ts'
import { heatOf } from '../../../renderer/explorer/view/heat.ts'
import { project } from '../../../renderer/explorer/view/projection.ts'
import { createSurface, type SurfaceState } from '../../../renderer/explorer/view/surface.ts'
import { initialView, type ViewState } from '../../../renderer/explorer/view/view-state.ts'
import { graphOf } from './sample.ts'

const graph = graphOf('a>b b>c')
const NINE = 1_718_701_200

function shown(view: Partial<ViewState>): SurfaceState {
  const state = { ...createSurface('runtime').getState(), graph, projection: project(graph, initialView) }
  const { history } = state
  return {
    ...state,
    history: { ...history, present: { ...history.present, view: { ...initialView, ...view } } },
  }
}

it('an exported page says of which time it is', () => {
  const range = { from: '2024-06-18T09:00:00.000Z', to: '2024-06-18T11:00:00.000Z' }
  expect(subtitleOf(shown({}))).toBe('3 entities')
  expect(subtitleOf(shown({ range }))).toMatch(/^3 entities · Jun 18, 2024, .*09:00\s–\s11:00$/)
  expect(subtitleOf(shown({ moment: NINE }))).toMatch(/^3 entities · Jun 18, 2024, 09:00:00/)
})

it('an exported page says what the colours of its heat map mean', () => {
  const values = new Map([
    ['/a/entity_set', 2],
    ['/b/entity_set', 84.1322],
  ])
  const heat = { ...heatOf('Error ratio, maximum', '%', values), from: NINE, to: NINE + 7200 }
  const grounds = Array.from({ length: 40 }, (_, hue) => `colour ${hue}`)
  const legend = heatLegend(shown({ heat }), { grounds })
  expect(legend).toMatchObject({ title: 'Error ratio, maximum', least: '2 %', most: '84.13 %' })
  expect(legend?.range).toMatch(/2024.*09:00\s–\s11:00/)
  expect(legend?.counts).toContain('2 entities have a value, 1 has none')
  expect(new Set(legend?.colours).size).toBeGreaterThan(2)
  expect(heatLegend(shown({}), { grounds })).toBeUndefined()
})
