import { shownName } from '../../ui/shown-name.ts'
import { showNumber, text } from '../../i18n/text.ts'
import { listedName } from '../../graph/scene/kind-name.ts'
import { typeName, typeTitle } from '../graph/set-names.ts'
import { isStorage } from '../../graph/scene/kinds.ts'
import type { Graph } from '../graph/graph.ts'
import { isPart, partsOf } from '../graph/parts.ts'
import { type CollapsedGroup, groupNameOf } from './projection.ts'
import type { SurfaceState } from './surface.ts'
import type { SceneWords } from './scene-input.ts'
import type { ViewState } from './view-state.ts'

/** Number of links of a node; at run time only loaded links are known. */
export const linkCount = (surface: SurfaceState['id'], count: number): string =>
  text(surface === 'model' ? 'explorer.hover.links' : 'explorer.hover.linksLoaded', { count })

/** The name of a group, which may be none of a domain. */
export const groupName = (name = ''): string => shownName(name) || text('explorer.noDomain')

/** The name of a group of a graph: that of its entity set, or of its domain. */
export const groupNameIn = (graph: Graph, group = ''): string => typeTitle(graph, group) ?? groupName(group)

/** Title of a collapsed group or part. */
function collapsedTitle(graph: Graph, { group, part }: Pick<CollapsedGroup, 'group' | 'part'>): string {
  if (!part) return groupNameIn(graph, graph.groups[group])
  if (part.by === 'kind') return typeName(part.label)
  if (part.by === 'alone') return shownName(part.label)
  return part.by === 'link'
    ? text('explorer.part.link', { name: part.label })
    : text('explorer.part.unlinked', { kind: typeName(part.label) })
}

/** Counts of a group's nodes, of links between them, and of links with other groups. */
export const groupDetail = (
  surface: SurfaceState['id'],
  nodes: number,
  inner: number,
  outer: number,
): string =>
  text(surface === 'model' ? 'explorer.group.elements' : 'explorer.group.entities', { nodes, inner, outer })

/** "12 (→4 ←8)": how many links there are, and how many lead which way. */
export function bothWays(out: number, back: number): string {
  const ways = [out > 0 ? `→${showNumber(out)}` : '', back > 0 ? `←${showNumber(back)}` : '']
  return `${showNumber(out + back)} (${ways.filter(Boolean).join(' ')})`
}

/** Title of a group by its selection key. */
export function groupTitle({ graph, projection }: SurfaceState, key: string): string {
  const name = groupNameOf(key) ?? key
  const part = isPart(name) ? partsOf(graph).list.find((known) => known.name === name) : undefined
  const collapsed = part
    ? { group: part.group, part }
    : projection.collapsed.find((known) => known.name === name)
  return collapsed ? collapsedTitle(graph, collapsed) : groupNameIn(graph, name)
}

/** "4 entity sets · 2 metric sets · 3 other kinds" */
export function kindsInWords(
  counts: readonly (readonly [kind: string, count: number])[],
  more: number,
): string {
  if (counts.length === 0) return text('explorer.group.kinds', { count: more })
  const named = counts.map(([kind, count]) =>
    text('explorer.group.kind', {
      kind: typeName(kind),
      count,
      // Storage engines and entity types have proper names, which have no plural.
      counted: listedName(kind) === undefined || isStorage(kind) ? 'no' : 'yes',
    }),
  )
  return [...named, ...(more > 0 ? [text('explorer.group.more', { count: more })] : [])].join(' · ')
}

/** A number of links, with a sign for the number. */
const linksOf = (count: number): string => text('explorer.hover.links', { count }).replace(String(count), '#')

/** The scene's texts in the current language. */
export function sceneWords(surface: SurfaceState['id']): SceneWords {
  const details = new Map<string, string>()
  return {
    // Memoised: formatting takes microseconds, which add up over thousands of cards with few distinct texts.
    detail: (kind, fields = 0) => {
      const id = `${kind} ${fields}`
      const known = details.get(id)
      if (known !== undefined) return known
      const made =
        fields === 0 ? typeName(kind) : text('explorer.card.detail', { kind: typeName(kind), fields })
      details.set(id, made)
      return made
    },
    gone: (kind) => text('explorer.card.gone', { kind: typeName(kind) }),
    groupTitle: groupNameIn,
    collapsedTitle,
    links: [linksOf(1), linksOf(2)],
    groupDetail: (...counts) => groupDetail(surface, ...counts),
    // At run time a group of one kind is already named after it.
    kinds: (counts, more) =>
      surface === 'runtime' && counts.length + more < 2 ? '' : kindsInWords(counts, more),
  }
}

/** What a filter leaves, in words. */
export const filterWords = ({ by, value, exclude }: ViewState['filters'][number]): string =>
  text(exclude ? 'explorer.chip.not' : 'explorer.chip.only', {
    by,
    value: by === 'kind' ? typeName(value) : groupName(value),
  })
