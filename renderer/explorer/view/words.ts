import { text, type MessageKey } from '../../i18n/text.ts'
import type { Graph } from '../graph/graph.ts'
import { type CollapsedGroup, groupNameOf } from './projection.ts'
import type { SurfaceState } from './surface.ts'
import type { SceneWords } from './scene-input.ts'

/** A kind as people read it: `entity_set` is "entity set"; what the catalogue does not know keeps its own words. */
export function kindName(kind: string): string {
  const key = `explorer.kind.${kind}`
  const name = text(key as MessageKey)
  return name === key ? kind.replaceAll('_', ' ') : name
}

/** How many links a node has: of the running system only those that were loaded are known. */
export const linkCount = (surface: SurfaceState['id'], count: number): string =>
  text(surface === 'model' ? 'explorer.hover.links' : 'explorer.hover.linksLoaded', { count })

/** The name of a collapsed group: its group's, or that of its part. */
function collapsedTitle(graph: Graph, { group, part }: CollapsedGroup): string {
  if (!part) return graph.groups[group] || text('explorer.noDomain')
  if (part.by === 'kind') return kindName(part.label)
  return part.by === 'link'
    ? text('explorer.part.link', { name: part.label })
    : text('explorer.part.unlinked', { kind: kindName(part.label) })
}

/** The name of a group by its selection key, collapsed or open. */
export function groupTitle({ graph, projection }: SurfaceState, key: string): string {
  const name = groupNameOf(key) ?? key
  const collapsed = projection.collapsed.find((known) => known.name === name)
  return collapsed ? collapsedTitle(graph, collapsed) : name || text('explorer.noDomain')
}

/** The scene's words in the chosen language. */
export function sceneWords(surface: SurfaceState['id']): SceneWords {
  const details = new Map<string, string>()
  return {
    // Formatting a message takes microseconds that add up over thousands of cards; few cards differ.
    detail: (kind, fields = 0) => {
      const id = `${kind} ${fields}`
      const known = details.get(id)
      if (known !== undefined) return known
      const made =
        fields === 0 ? kindName(kind) : text('explorer.card.detail', { kind: kindName(kind), fields })
      details.set(id, made)
      return made
    },
    groupTitle: (group) => group || text('explorer.noDomain'),
    collapsedTitle,
    groupDetail: (nodes, edges) =>
      text(surface === 'model' ? 'explorer.group.elements' : 'explorer.group.entities', { nodes, edges }),
    kinds: (counts, more) => {
      // A group of one kind is named after it at run time.
      if (surface === 'runtime' && counts.length < 2) return ''
      const named = counts.map(([kind, count]) =>
        text('explorer.group.kind', { kind: kindName(kind), count }),
      )
      return [...named, ...(more > 0 ? [text('explorer.group.more', { count: more })] : [])].join(' · ')
    },
  }
}
