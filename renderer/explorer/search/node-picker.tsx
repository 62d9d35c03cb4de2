import { useCallback, useId, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { useSliced } from '../../app/use-sliced.ts'
import { Input } from '../../ui/field.tsx'
import type { GraphNode } from '../graph/graph.ts'
import { useSurfaceState } from '../view/surface-context.ts'
import { kindName } from '../view/words.ts'
import { searchSteps, targetSteps, type Target } from './search-nodes.ts'
import styles from './search.module.css'

interface NodePickerProps {
  readonly label: string
  readonly value: string | undefined
  onPick(key: string): void
}

/** Matches offered at once. */
const OFFERED = 8
const NO_TARGETS: readonly Target[] = []
const NO_NODES: readonly GraphNode[] = []

/** A field that becomes a node: type a part of its name, choose with the arrows. */
export function NodePicker({ label, value, onPick }: NodePickerProps) {
  const t = useText()
  const id = useId()
  const graph = useSurfaceState((state) => state.graph)
  const [query, setQuery] = useState<string>()
  const [place, setPlace] = useState(0)
  const chosen = value === undefined ? '' : (graph.nodes[graph.indexOf.get(value) ?? -1]?.label ?? value)
  const wanted = query !== undefined && query !== ''
  const { value: targets = NO_TARGETS } = useSliced(
    useCallback(() => targetSteps({ nodes: wanted ? graph.nodes : NO_NODES }), [graph, wanted]),
  )
  const { value: results, busy } = useSliced(
    useCallback(() => searchSteps(targets, query ?? '', OFFERED), [targets, query]),
  )
  // What an earlier text found is not what Enter takes.
  const found = wanted && !busy ? (results?.hits ?? []).map(({ node }) => node) : NO_NODES
  const pick = (key: string | undefined): void => {
    if (key === undefined) return
    onPick(key)
    setQuery(undefined)
  }
  return (
    <div className={styles['picker']}>
      <span className={styles['caption']} aria-hidden="true">
        {label}
      </span>
      <Input
        role="combobox"
        aria-label={label}
        placeholder={t('explorer.path.pick')}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found[place] ? `${id}-${place}` : undefined}
        value={query ?? chosen}
        onChange={(event) => {
          setQuery(event.target.value)
          setPlace(0)
        }}
        onBlur={() => setQuery(undefined)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setPlace(Math.min(place + 1, found.length - 1))
          else if (event.key === 'ArrowUp') setPlace(Math.max(0, place - 1))
          else if (event.key === 'Enter' && found.length > 0) pick(found[place]?.key)
          else return
          event.preventDefault()
        }}
      />
      {wanted && !busy && results?.total === 0 ? (
        <small role="status">{t('explorer.search.none')}</small>
      ) : null}
      <div id={`${id}-list`} role="listbox" aria-label={label} hidden={found.length === 0}>
        {found.map((node, index) => (
          <div
            key={node.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === place}
            onPointerDown={(event) => {
              event.preventDefault()
              pick(node.key)
            }}
          >
            <span>{node.label}</span>
            <small>{node.kind === node.group ? node.kind : `${kindName(node.kind)} · ${node.domain}`}</small>
          </div>
        ))}
      </div>
    </div>
  )
}
