import { useEffect, useEffectEvent, useId, useState, useCallback, useRef } from 'react'
import { HelpLink } from '../../app/failure-text.tsx'
import { useText } from '../../i18n/text.ts'
import { KindIcon } from '../../graph/canvas/kind-icon.tsx'
import { Input } from '../../ui/field.tsx'
import { viewCommands } from '../view/commands-on-view.ts'
import { useSurface } from '../view/surface-context.ts'
import { typeName } from '../graph/set-names.ts'
import { byText, type Found, type Hit, hitOf, searchSteps } from './search-nodes.ts'
import styles from './search.module.css'
import type { GraphNode } from '../graph/graph.ts'
import { surfaces, useExplorer } from '../store/explorer-store.ts'
import { openEntityKeys } from '../topology/open-entities.ts'
import { expandEntity, options } from '../topology/topology-calls.ts'
import { focusCanvas } from '../view/focus-canvas.ts'
import { goToNode } from '../view/go-to.ts'
import { select } from '../view/selection.ts'
import { useStore } from 'zustand'
import { toFailure, type Failure } from '#shared/workbench/failure.ts'
import { useSliced } from '../../app/use-sliced.ts'
import { lacksPayloads, readPayloads } from '../store/payloads.ts'
import { findElements } from './find-elements.ts'
import { findEntities } from '../topology/find-entities.ts'

/** Maximum results each of elements and entities. */
const MAX_FOUND = 20

/**
 * Searches elements and entities on the server, entities within the selected time range; those whose names hold the text come first.
 * @throws WorkbenchError if both searches fail
 */
async function searchServer(text: string, signal: AbortSignal): Promise<readonly GraphNode[]> {
  const { loaded } = useExplorer.getState()
  if (!loaded) return []
  const limit = MAX_FOUND
  const [elements, entities] = await Promise.allSettled([
    findElements(loaded, text, { signal, limit }),
    findEntities(loaded, text, { ...options(signal), limit }),
  ])
  // Some servers support only one of the two searches.
  if (elements.status === 'rejected' && entities.status === 'rejected') throw elements.reason
  const all = [entities, elements].flatMap((found) => (found.status === 'fulfilled' ? found.value : []))
  const needle = text.toLowerCase()
  const rank = ({ label }: GraphNode): number =>
    label.toLowerCase() === needle ? 0 : label.toLowerCase().includes(needle) ? 1 : 2
  return all.toSorted((one, other) => rank(one) - rank(other))
}

/** Maximum results listed. */
const MAX_SHOWN = 12
/** Above this number of elements their fields are searched by the server instead of being loaded. */
const MAX_WHOLE = 5_000

/** A text of at least this length that nothing here matches is searched on the server once typing has paused for so many milliseconds. */
const MIN_ASKED = 2
const PAUSE_MS = 300

/** A server search and its outcome. */
interface ServerSearch {
  readonly text: string
  readonly nodes?: readonly GraphNode[]
  readonly failure?: Failure
}

interface SearchState {
  /** Local matches of both graphs, best first; then the server's. */
  readonly hits: readonly Hit[]
  readonly found: Found | undefined
  readonly serverSearch: ServerSearch | undefined
  readonly busy: boolean
  ask(): void
}

/** Searches model and topology locally while `active`, and on the server on request. */
function useSearch(text: string, active: boolean): SearchState {
  const surface = useSurface()
  const other = surface === surfaces.model ? surfaces.runtime : surfaces.model
  const ownGraph = useStore(surface, ({ graph }) => graph)
  const otherGraph = useStore(other, ({ graph }) => graph)
  const loadState = useExplorer(({ load }) => load.state)
  useFields(active && loadState === 'ready')
  const { value: found, busy: searching } = useSliced(
    useCallback(
      // The graph on the canvas first, then the other.
      () => searchSteps(active ? [byText(ownGraph), byText(otherGraph)] : [], text, MAX_SHOWN),
      [ownGraph, otherGraph, active, text],
    ),
  )
  const { serverSearch, ask } = useServer(text.trim())
  const known = new Set(found?.hits.map(({ node }) => node.key))
  const more = (serverSearch?.nodes ?? [])
    .filter(({ key }) => !known.has(key))
    .map((node) => hitOf(node, text))
  const coming = loadState === 'idle' || loadState === 'loading'
  const busy = searching || (coming && surface === surfaces.model)
  const isUnanswered = active && !busy && found?.hits.length === 0 && !serverSearch
  const wanted = isUnanswered && text.trim().length >= MIN_ASKED ? text : undefined
  const asking = useEffectEvent(ask)
  useEffect(() => {
    if (wanted === undefined) return undefined
    const timer = setTimeout(asking, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  return { hits: [...(found?.hits ?? []), ...more], found, serverSearch, busy, ask }
}

/** Loads the elements' fields when a search starts: the index lacks them. Names can be searched meanwhile. */
function useFields(active: boolean): void {
  const wanted = active && surfaces.model.getState().graph.nodes.length <= MAX_WHOLE && lacksPayloads()
  useEffect(() => {
    if (!wanted) return undefined
    const abort = new AbortController()
    // On failure the user can still search the server.
    readPayloads(abort.signal).catch(() => undefined)
    return () => abort.abort()
  }, [wanted])
}

/** Searches the server for a text; reset when the text changes. */
function useServer(text: string): { readonly serverSearch: ServerSearch | undefined; ask(): void } {
  const [serverSearch, setServerSearch] = useState<ServerSearch>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [text])
  const ask = (): void => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    setServerSearch({ text })
    searchServer(text, own.signal).then(
      (nodes) => !own.signal.aborted && setServerSearch({ text, nodes }),
      (error: unknown) => !own.signal.aborted && setServerSearch({ text, failure: toFailure(error) }),
    )
  }
  return { serverSearch: serverSearch?.text === text ? serverSearch : undefined, ask }
}

/** Shows a result on its canvas, optionally isolated with its neighbours, and focuses the graph. */
async function goToHit({ key }: GraphNode, withNeighbours: boolean): Promise<void> {
  const id = (['model', 'runtime'] as const).find((one) => surfaces[one].getState().graph.indexOf.has(key))
  if (id === undefined) {
    focusCanvas('runtime')
    return openEntityKeys({ entities: [key], expand: withNeighbours })
  }
  useExplorer.setState({ tab: id })
  const surface = surfaces[id]
  const { graph, projection } = surface.getState()
  const isDrawn = (projection.itemOf[graph.indexOf.get(key) ?? -1] ?? -1) >= 0
  if (!isDrawn) viewCommands(surface).showAll()
  if (withNeighbours && id === 'model') {
    // First, for few are shown whatever group they are in; otherwise its own opens.
    select(surface, [key])
    viewCommands(surface).isolateNeighbourhood()
  }
  goToNode(surface, key)
  focusCanvas(id)
  if (withNeighbours && id === 'runtime') await expandEntity(key, false)
}

/** Search as you type over model and topology: jumps to a result, or turns the text into a filter. */
export function Search({ model }: { readonly model: string | undefined }) {
  const t = useText()
  const id = useId()
  const surface = useSurface()
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState(false)
  const [place, setPlace] = useState(0)
  /** Enter was pressed before results arrived, with Shift for the neighbours. */
  const [hasty, setHasty] = useState<'node' | 'neighbours'>()
  const changes = useExplorer((state) => state.changes)
  const [searched, setSearched] = useState({ model, changes })
  // Text typed before a model is loaded applies to the first one.
  if ((model !== undefined && model !== searched.model) || changes !== searched.changes) {
    setSearched({ model, changes })
    if (searched.model !== undefined) setQuery('')
  }
  const { hits, found, serverSearch, busy, ask } = useSearch(query, open || hasty !== undefined)
  const isWaiting = serverSearch !== undefined && !serverSearch.nodes && !serverSearch.failure
  /** The last entry searches the server, until that is done. */
  const last = serverSearch ? hits.length - 1 : hits.length

  const jump = (hit: Hit, withNeighbours: boolean): void => {
    setOpen(false)
    void goToHit(hit.node, withNeighbours)
  }
  const take = (index: number, withNeighbours = false): void => {
    const hit = hits[index]
    if (hit) return jump(hit, withNeighbours)
    if (!serverSearch) ask()
    // With nothing to choose from, the server's only result is taken as it arrives.
    if (hits.length === 0) setHasty(withNeighbours ? 'neighbours' : 'node')
  }
  const showList = open && query.trim() !== '' && (found !== undefined || busy)
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setPlace(Math.max(0, Math.min(place + 1, last)))
    else if (event.key === 'ArrowUp') setPlace(Math.max(place - 1, 0))
    else if (event.key === 'Escape') {
      // First closes the list, then empties the field.
      if (!showList) setQuery('')
      setOpen(false)
      setHasty(undefined)
    } else if (event.key === 'Enter') {
      if (event.altKey) {
        if (query.trim() !== '')
          viewCommands(surface).addFilter({ by: 'text', value: query.trim(), exclude: false })
        setOpen(false)
      } else if (busy) setHasty(event.shiftKey ? 'neighbours' : 'node')
      else if (query.trim() !== '') take(place, event.shiftKey)
    } else return
    event.preventDefault()
  }
  useEffect(() => {
    if (!hasty || busy || isWaiting) return
    if (hits.length === 0 && !serverSearch && query.trim() !== '') return ask()
    setHasty(undefined)
    const [first] = hits
    const isMeant = first?.node.label.toLowerCase() === query.trim().toLowerCase()
    // Of several that only the server knows the user chooses, having seen none of them.
    if (first && (isMeant || hits.length === 1 || found?.hits[0])) jump(first, hasty === 'neighbours')
  }, [hasty, busy, isWaiting, hits]) // oxlint-disable-line react/exhaustive-deps -- `jump` is another in every rendering
  return (
    <div
      className={styles['search']}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <Input
        data-explorer-search
        role="combobox"
        aria-label={t('explorer.search')}
        placeholder={t('explorer.search.placeholder')}
        aria-expanded={showList}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={showList && place <= last ? `${id}-${place}` : undefined}
        value={query}
        onFocus={() => setOpen(true)}
        onChange={(event) => {
          setQuery(event.target.value)
          setPlace(0)
          setOpen(true)
          setHasty(undefined)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles['list']} hidden={!showList}>
        <div id={`${id}-list`} role="listbox" aria-label={t('explorer.search.results')}>
          {hits.map((hit, index) => (
            <Option
              key={hit.node.key}
              id={`${id}-${index}`}
              selected={index === place}
              onTake={(withNeighbours) => take(index, withNeighbours)}
            >
              <HitLine hit={hit} />
            </Option>
          ))}
          {serverSearch ? null : (
            <Option id={`${id}-${hits.length}`} selected={place === hits.length} onTake={ask}>
              <span style={{ maxWidth: '100%' }}>{t('explorer.search.ask', { text: query.trim() })}</span>
            </Option>
          )}
        </div>
        <p role="status">
          {busy || isWaiting
            ? t('explorer.search.busy')
            : hits.length > 0
              ? t('explorer.search.hint', {
                  shown: hits.length,
                  total: (found?.total ?? 0) + hits.length - (found?.hits.length ?? 0),
                })
              : serverSearch?.failure
                ? null
                : t(serverSearch ? 'explorer.search.noneAnywhere' : 'explorer.search.none')}
          {serverSearch?.failure ? (
            <>
              {hits.length > 0 ? ' · ' : null}
              {serverSearch.failure.message} <HelpLink code={serverSearch.failure.code} />
            </>
          ) : null}
        </p>
      </div>
    </div>
  )
}

interface OptionProps {
  readonly id: string
  readonly selected: boolean
  onTake(withNeighbours: boolean): void
  readonly children: React.ReactNode
}

function Option({ id, selected, onTake, children }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={selected}
      onPointerDown={(event) => {
        event.preventDefault()
        onTake(event.shiftKey)
      }}
    >
      {children}
    </div>
  )
}

/** A result: name, kind, and where the match is if not in the name. */
function HitLine({ hit: { node, mention } }: { readonly hit: Hit }) {
  const t = useText()
  const what = node.kind === node.group ? typeName(node.kind) : `${typeName(node.kind)} · ${node.domain}`
  return (
    <>
      <KindIcon kind={node.kind} />
      <span>{node.label}</span>
      <small>
        {mention ? `${t(`explorer.search.in.${mention.in}`, { text: mention.text })} · ${what}` : what}
      </small>
    </>
  )
}
