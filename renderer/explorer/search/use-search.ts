import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { toFailure, type Failure } from '#shared/workbench/failure.ts'
import type { Steps } from '../../app/slices.ts'
import { useSliced } from '../../app/use-sliced.ts'
import { emptyGraph, type Graph, type GraphNode } from '../graph/graph.ts'
import { surfaces, useExplorer } from '../store/explorer-store.ts'
import { lacksPayloads, readPayloads } from '../store/payloads.ts'
import { useSurface } from '../view/surface-context.ts'
import { type Found, type Hit, searchSteps, type Target, wholeTargetSteps } from './search-nodes.ts'
import { searchServer } from './server-search.ts'

/** Results listed at once. */
const MAX_SHOWN = 12
/** A model of more elements is not read whole for a search: what their fields say the server is asked for. */
const MAX_WHOLE = 5_000
const NO_TARGETS: readonly Target[] = []

/** What the server was asked for, and what it said. */
export interface Asked {
  readonly text: string
  readonly nodes?: readonly GraphNode[]
  readonly failure?: Failure
}

interface Search {
  /** Of both graphs, the best first; then what the server found beyond them. */
  readonly hits: readonly Hit[]
  readonly found: Found | undefined
  readonly asked: Asked | undefined
  readonly busy: boolean
  ask(): void
}

/** The graph on the canvas, and then the other one. */
function* bothSteps(first: Graph, second: Graph): Steps<readonly Target[]> {
  const own = yield* wholeTargetSteps(first)
  return [...own, ...(yield* wholeTargetSteps(second))]
}

/** Searches everything that the page knows of model and topology while `active`, and the server when it is asked. */
export function useSearch(text: string, active: boolean): Search {
  const surface = useSurface()
  const other = surface === surfaces.model ? surfaces.runtime : surfaces.model
  const ownGraph = useStore(surface, ({ graph }) => graph)
  const otherGraph = useStore(other, ({ graph }) => graph)
  const loadState = useExplorer(({ load }) => load.state)
  useFields(active && loadState === 'ready')
  const { value: targets = NO_TARGETS, busy: preparing } = useSliced(
    useCallback(
      () => (active ? bothSteps(ownGraph, otherGraph) : bothSteps(emptyGraph, emptyGraph)),
      [ownGraph, otherGraph, active],
    ),
  )
  const { value: found, busy: searching } = useSliced(
    useCallback(() => searchSteps(targets, text, MAX_SHOWN), [targets, text]),
  )
  const { asked, ask } = useServer(text.trim())
  const known = new Set(found?.hits.map(({ node }) => node.key))
  const more = (asked?.nodes ?? []).filter(({ key }) => !known.has(key)).map((node) => ({ node }))
  const coming = loadState === 'idle' || loadState === 'loading'
  return {
    hits: [...(found?.hits ?? []), ...more],
    found,
    asked,
    busy: preparing || searching || (coming && surface === surfaces.model),
    ask,
  }
}

/** Reads the elements' fields once somebody searches: the index names elements without them. Names are found meanwhile. */
function useFields(active: boolean): void {
  const wanted = active && surfaces.model.getState().graph.nodes.length <= MAX_WHOLE && lacksPayloads()
  useEffect(() => {
    if (!wanted) return undefined
    const abort = new AbortController()
    // Whoever looks for a field and finds nothing is offered the server.
    readPayloads(abort.signal).catch(() => undefined)
    return () => abort.abort()
  }, [wanted])
}

/** Asks the server for a text; another text begins anew. */
function useServer(text: string): { readonly asked: Asked | undefined; ask(): void } {
  const [asked, setAsked] = useState<Asked>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [text])
  const ask = (): void => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    setAsked({ text })
    searchServer(text, own.signal).then(
      (nodes) => !own.signal.aborted && setAsked({ text, nodes }),
      (error: unknown) => !own.signal.aborted && setAsked({ text, failure: toFailure(error) }),
    )
  }
  return { asked: asked?.text === text ? asked : undefined, ask }
}
