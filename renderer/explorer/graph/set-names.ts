import { create } from 'zustand'
import { kindName, listedName } from '../../graph/scene/kind-name.ts'
import { shownName } from '../../ui/shown-name.ts'
import type { Graph, GraphNode } from './graph.ts'

type EntitySet = Pick<GraphNode, 'kind' | 'domain' | 'name' | 'label'>

/** Display names of the loaded model's entity sets, by the type of their entities. */
export const useSetNames = create<{ readonly names: ReadonlyMap<string, string> }>(() => ({
  names: new Map(),
}))

/** Names of entity sets that tell them apart: with the domain where several have the same, and with the type if need be. */
export function namesOfSets(nodes: readonly EntitySet[]): ReadonlyMap<string, string> {
  const sets = new Map<string, EntitySet>()
  const unclear = new Set<string>()
  for (const set of nodes) {
    if (set.kind !== 'entity_set' || listedName(set.name) !== undefined) continue
    const other = sets.get(set.name)
    // A type of two domains is one group; it has a name only if they agree.
    if (other && other.label !== set.label) unclear.add(set.name)
    sets.set(set.name, set)
  }
  for (const type of unclear) sets.delete(type)
  let names = [...sets.values()].map((set) => ({ set, name: set.label }))
  for (const more of ['domain', 'name'] as const) {
    const counts = new Map<string, number>()
    for (const { name } of names) counts.set(name, (counts.get(name) ?? 0) + 1)
    names = names.map(({ set, name }) => ({
      set,
      name: (counts.get(name) ?? 0) > 1 && set[more] !== '' ? `${name} · ${set[more]}` : name,
    }))
  }
  return new Map(names.map(({ set, name }) => [set.name, shownName(name)]))
}

/** Takes the names of a loaded model; whether any is another than before. */
export function nameSets({ nodes }: Pick<Graph, 'nodes'>): boolean {
  const { names: before } = useSetNames.getState()
  const names = namesOfSets(nodes)
  const same = names.size === before.size && [...names].every(([type, name]) => before.get(type) === name)
  if (!same) useSetNames.setState({ names })
  return !same
}

/** Display name of a kind, or of the entity set whose type this is. */
export const typeName = (kind: string): string => useSetNames.getState().names.get(kind) ?? kindName(kind)

/** The type itself, for where its name may be looked up; undefined where that is all there is to say. */
export const typeBehind = (kind: string): string | undefined => {
  const name = useSetNames.getState().names.get(kind)
  return name === undefined || name === kind ? undefined : shownName(kind)
}

/** The title of a group of a graph if it is one of entities of a type. */
export const typeTitle = ({ nodes }: Pick<Graph, 'nodes'>, group: string): string | undefined =>
  // Other graphs are grouped by domain, and a domain may be called as a type.
  nodes[0]?.kind === nodes[0]?.group ? useSetNames.getState().names.get(group) : undefined
