import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { elementKey } from '#shared/model/element.ts'
import { literal } from '#shared/spl/literal.ts'
import { toFailure, type Failure } from '#shared/workbench/failure.ts'
import type { GraphEdge, GraphNode } from '../graph/graph.ts'
import { queryRows } from '../graph/load.ts'
import { surfaces, useExplorer } from '../store/explorer-store.ts'
import { fieldNames } from './sections.ts'

type Json = Readonly<Record<string, unknown>>

type Whole =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: Json }
  /** Unknown: a link refers to it, but the model has no such element. */
  | { readonly state: 'absent' }
  | { readonly state: 'failed'; readonly failure: Failure }

const cache = new WeakMap<GraphNode | GraphEdge, Json>()
const KEY = /^([^/]*)\/(.*)\/([^/]*)$/

/** The query for a whole element or entity by key. */
function wholeQuery(key: string, surface: 'model' | 'runtime', prefix: string): string | undefined {
  const [, domain, name, last] = KEY.exec(key) ?? []
  if (domain === undefined || name === undefined || last === undefined) return undefined
  if (surface === 'runtime')
    return `.entity with(domain=${literal(domain)}, name=${literal(name)}, ids=[${literal(last)}]) | limit 1`
  return `.${prefix} with(kind=${literal(last)}, domain=${literal(domain)}, name=${literal(name)}) | limit 1`
}

/** Whether a row is the one requested: a server that ignores the condition returns another. */
function isOf(row: Json, key: string): boolean {
  const [, domain, name, last] = KEY.exec(key) ?? []
  const says = (field: string, value: string | undefined): boolean => (row[field] ?? value) === value
  return '__entity_id__' in row
    ? says('__entity_id__', last)
    : says('domain', domain) && says('name', name) && says('kind', last)
}

/** Returns the full payload of a node or edge, from the graph or from the server. */
export function usePayload(part: GraphNode | GraphEdge | undefined, surface: 'model' | 'runtime'): Whole {
  const loaded = useExplorer((state) => state.loaded)
  const [whole, setWhole] = useState<{ part: unknown; value: Whole }>()
  useEffect(() => {
    if (!part || part.data || cache.has(part) || !loaded) return
    const query = wholeQuery(part.key, surface, loaded.prefix)
    const abort = new AbortController()
    const finish = (value: Whole): void => {
      if (!abort.signal.aborted) setWhole({ part, value })
    }
    if (query === undefined) return finish({ state: 'absent' })
    queryRows(loaded, query, { signal: abort.signal }).then(
      (rows) => {
        const row = rows.find((row) => isOf(row, part.key))
        if (row) cache.set(part, row)
        finish(row ? { state: 'ready', value: row } : { state: 'absent' })
      },
      (error: unknown) => finish({ state: 'failed', failure: toFailure(error) }),
    )
    return () => abort.abort()
  }, [part, surface, loaded])
  const known = part?.data ?? (part && cache.get(part))
  if (known) return { state: 'ready', value: known }
  return whole && whole.part === part ? whole.value : { state: 'loading' }
}

const NO_NAMES: ReadonlyMap<string, string> = new Map()

/** What the model calls the fields of an entity; no names for anything else. */
export function useFieldNames(
  part: GraphNode | GraphEdge,
  surface: 'model' | 'runtime',
): ReadonlyMap<string, string> {
  const model = useStore(surfaces.model, (state) => state.graph)
  const key =
    surface === 'runtime' && 'domain' in part
      ? elementKey({ domain: part.domain, name: part.kind, kind: 'entity_set' })
      : ''
  const set = usePayload(model.nodes[model.indexOf.get(key) ?? -1], 'model')
  const value = set.state === 'ready' ? set.value : undefined
  return useMemo(() => (value ? fieldNames(value) : NO_NAMES), [value])
}
