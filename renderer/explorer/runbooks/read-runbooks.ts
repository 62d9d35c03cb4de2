import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { literal } from '#shared/spl/literal.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import type { GraphEdge } from '../graph/graph.ts'
import { queryRows } from '../graph/load.ts'
import { surfaces, useExplorer } from '../store/explorer-store.ts'
import { readRunbook, type Runbook } from './runbook.ts'

interface Source {
  readonly connection: string
  readonly workspace: string
  readonly prefix: string
}

export interface Linked {
  /** Key of the `runbook_set` element. */
  readonly key: string
  readonly runbook: Runbook
}

/** Cached by link: a reloaded model has new link objects. */
const known = new WeakMap<GraphEdge, Linked>()

const PARTS = /^([^/]*)\/(.*)\/([^/]*)$/

async function element(source: Source, key: string, signal: AbortSignal): Promise<unknown> {
  const [, domain, name, kind] = PARTS.exec(key) ?? []
  if (domain === undefined || name === undefined || kind === undefined) return undefined
  const query = `.${source.prefix} with(kind=${literal(kind)}, domain=${literal(domain)}, name=${literal(name)}) | limit 1`
  return (await queryRows(source, query, { signal }))[0]
}

async function linked(source: Source, edge: GraphEdge, signal: AbortSignal): Promise<Linked> {
  const before = known.get(edge)
  if (before) return before
  const [runbook, link] = await Promise.all([
    element(source, edge.target, signal),
    // A runbook is usable without its parameters.
    element(source, edge.key, signal).catch(() => undefined),
  ])
  const found = { key: edge.target, runbook: readRunbook(runbook, link) }
  known.set(edge, found)
  return found
}

/** Returns the runbooks linked to an entity set, by the set's key `domain/name/entity_set`. */
export function useRunbooks(set: string): {
  readonly runbooks: readonly Linked[]
  readonly failure?: Failure
} {
  const loaded = useExplorer((state) => state.loaded)
  const edges = useStore(surfaces.model, (state) => state.graph.edges)
  const [state, setState] = useState<{ readonly runbooks: readonly Linked[]; readonly failure?: Failure }>({
    runbooks: [],
  })
  useEffect(() => {
    const links = edges.filter(({ kind, source }) => kind === 'runbook_link' && source === set)
    if (!loaded || links.length === 0) return undefined
    const abort = new AbortController()
    Promise.all(links.map((edge) => linked(loaded, edge, abort.signal))).then(
      (runbooks) => abort.signal.aborted || setState({ runbooks }),
      (error: unknown) => abort.signal.aborted || setState({ runbooks: [], failure: toFailure(error) }),
    )
    return () => abort.abort()
  }, [loaded, edges, set])
  return state
}
