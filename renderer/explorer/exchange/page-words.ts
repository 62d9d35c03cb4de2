import { HEATS, heatHue } from '../../graph/scene/palette.ts'
import type { Palette } from '../../graph/scene/scene.ts'
import { showExact, showRange, showTime } from '../../i18n/moment.ts'
import { text } from '../../i18n/text.ts'
import type { HeatLegend } from '../../viewer/picture.ts'
import { topologyRangeWords } from '../topology/time-range.ts'
import { shownSentence } from '../view/commands-on-view.ts'
import { shownValue } from '../view/heat.ts'
import { viewOf, type SurfaceState } from '../view/surface.ts'
import { filterWords } from '../view/words.ts'

/** How much is shown, and of which time. */
export function subtitleOf(state: SurfaceState): string {
  const { range, moment } = viewOf(state)
  const times = [
    range ? topologyRangeWords(range, text) : '',
    moment === undefined ? '' : showTime(moment * 1000),
  ]
  return [shownSentence(state), ...times].filter((part) => part !== '').join(' · ')
}

/** What narrows the view down, as its chips say it. */
function narrowings(state: SurfaceState): string[] {
  const { filters, hidden, isolated } = viewOf(state)
  return [
    ...filters.map(filterWords),
    ...(hidden.size > 0 ? [text('explorer.chip.hidden', { count: hidden.size })] : []),
    ...(isolated ? [text('explorer.chip.isolated', { count: isolated.size })] : []),
  ]
}

/** What an exported picture says of itself: of what it is, how much of that, and when it was made. */
export const captionOf = (state: SurfaceState, title: string, at: number): string =>
  [title, subtitleOf(state), ...narrowings(state), showExact(at)].join(' · ')

/** What the colours and values of the heat map say. */
export function heatLegend(
  state: SurfaceState,
  { grounds }: Pick<Palette, 'grounds'>,
): HeatLegend | undefined {
  const { heat } = viewOf(state)
  if (!heat) return undefined
  const { nodes } = state.graph
  const measured = nodes.filter(({ key }) => heat.values.has(key)).length
  return {
    title: heat.title,
    range: showRange(heat.from * 1000, heat.to * 1000),
    least: shownValue(heat, heat.least),
    most: shownValue(heat, heat.most),
    colours: measured === 0 ? [] : Array.from({ length: HEATS }, (_, step) => grounds[heatHue(step)] ?? ''),
    counts: text('explorer.heat.counts', { measured, grey: nodes.length - measured }),
  }
}
