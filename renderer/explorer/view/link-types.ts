import { showNumber, text } from '../../i18n/text.ts'
import { shownName } from '../../ui/shown-name.ts'
import type { Graph } from '../graph/graph.ts'

/** "runs 3,000 · contains 12 · 4 other types": the relation types of links, and how many have each, descending. */
export function linkTypes({ edges: all }: Graph, edges: Iterable<number>, most: number): string {
  const counts = new Map<string, number>()
  for (const edge of edges) {
    const type = all[edge]?.type ?? ''
    counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  const listed = sorted.slice(0, sorted.length > most + 1 ? most : most + 1)
  const named = listed.map(([type, count]) => `${shownName(type) || '–'} ${showNumber(count)}`)
  const more = sorted.length - listed.length
  return [...named, ...(more > 0 ? [text('explorer.hover.otherTypes', { count: more })] : [])].join(' · ')
}
