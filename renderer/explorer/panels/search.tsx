import { useCallback, useEffect, useId, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { useSliced } from '../../app/use-sliced.ts'
import { Input } from '../../ui/field.tsx'
import { surfaces, useExplorer } from '../store/explorer-store.ts'
import type { GraphNode } from '../graph/graph.ts'
import { viewCommands } from '../view/commands-on-view.ts'
import { goToNode } from '../view/go-to.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { kindName } from '../view/words.ts'
import { KindIcon } from '../../graph/canvas/kind-icon.tsx'
import { searchSteps, targetSteps, type Target } from './search-nodes.ts'
import styles from './search.module.css'

/** Results listed at once. */
const SHOWN = 12
const NO_TARGETS: readonly Target[] = []
const NO_NODES: readonly GraphNode[] = []

/** Search as you type: jumps to a node, or makes the text a filter. */
export function Search() {
  const t = useText()
  const id = useId()
  const surface = useSurface()
  const graph = useSurfaceState((state) => state.graph)
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState(false)
  const [place, setPlace] = useState(0)
  /** Enter was pressed before it was known what there is. */
  const [hasty, setHasty] = useState(false)
  const { value: targets = NO_TARGETS, busy: preparing } = useSliced(
    useCallback(() => targetSteps({ nodes: open || hasty ? graph.nodes : NO_NODES }), [graph, open, hasty]),
  )
  const { value: results, busy: searching } = useSliced(
    useCallback(() => searchSteps(targets, query, SHOWN), [targets, query]),
  )
  const coming = useExplorer(({ load }) => load.state === 'idle' || load.state === 'loading')
  const busy = preparing || searching || (coming && surface === surfaces.model)
  const found = results?.nodes ?? NO_NODES

  const jump = (node: GraphNode): void => {
    setOpen(false)
    const state = surface.getState()
    const drawn = (state.projection.itemOf[state.graph.indexOf.get(node.key) ?? -1] ?? -1) >= 0
    if (!drawn) viewCommands(surface).showAll()
    goToNode(surface, node.key)
    document.querySelector<HTMLElement>(`[data-explorer-canvas="${state.id}"]`)?.focus()
  }
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setPlace(Math.min(place + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setPlace(Math.max(place - 1, 0))
    else if (event.key === 'Escape') setOpen(false)
    else if (event.key === 'Enter') {
      const node = found[place]
      if (event.altKey) {
        if (query.trim() !== '')
          viewCommands(surface).addFilter({ by: 'text', value: query.trim(), exclude: false })
        setOpen(false)
      } else if (busy) setHasty(true)
      else if (node) jump(node)
    } else return
    event.preventDefault()
  }
  useEffect(() => {
    if (!hasty || busy) return
    setHasty(false)
    if (found[0]) jump(found[0])
  }, [hasty, busy, found]) // oxlint-disable-line react/exhaustive-deps -- `jump` is another in every rendering
  const showList = open && query.trim() !== '' && (results !== undefined || busy)
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
        aria-activedescendant={showList && found[place] ? `${id}-${place}` : undefined}
        value={query}
        onFocus={() => setOpen(true)}
        onChange={(event) => {
          setQuery(event.target.value)
          setPlace(0)
          setOpen(true)
          setHasty(false)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles['list']} hidden={!showList}>
        <div id={`${id}-list`} role="listbox" aria-label={t('explorer.search.results')}>
          {found.map((node, index) => (
            <div
              key={node.key}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === place}
              onPointerDown={(event) => {
                event.preventDefault()
                jump(node)
              }}
            >
              <KindIcon kind={node.kind} />
              <span>{node.label}</span>
              <small>
                {kindName(node.kind)} · {node.domain}
              </small>
            </div>
          ))}
        </div>
        <p>
          {busy
            ? t('explorer.search.busy')
            : results?.total === 0
              ? t('explorer.search.none')
              : t('explorer.search.hint', { shown: found.length, total: results?.total ?? 0 })}
        </p>
      </div>
    </div>
  )
}
