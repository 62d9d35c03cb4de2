import { useCallback, useState } from 'react'
import { useSliced } from '../../app/use-sliced.ts'
import { useText } from '../../i18n/text.ts'
import { Picker } from '../../ui/picker.tsx'
import type { GraphNode } from '../graph/graph.ts'
import { useSurfaceState } from '../view/surface-context.ts'
import { typeName } from '../graph/set-names.ts'
import { byName, searchSteps } from './search-nodes.ts'

interface NodePickerProps {
  readonly label: string
  readonly value: string | undefined
  onPick(key: string): void
}

/** Maximum suggestions. */
const OFFERED = 8
const NO_NODES: readonly GraphNode[] = []

/** A combobox that picks a node of the graph. */
export function NodePicker({ label, value, onPick }: NodePickerProps) {
  const t = useText()
  const graph = useSurfaceState((state) => state.graph)
  const [query, setQuery] = useState<string>()
  const chosen = value === undefined ? '' : (graph.nodes[graph.indexOf.get(value) ?? -1]?.label ?? value)
  const wanted = query !== undefined && query !== ''
  const { value: results, busy } = useSliced(
    useCallback(
      () => searchSteps(wanted ? [byName(graph)] : [], query ?? '', OFFERED),
      [graph, wanted, query],
    ),
  )
  // Results for an older text must not be chosen by Enter.
  const found = wanted && !busy ? (results?.hits ?? []).map(({ node }) => node) : NO_NODES
  return (
    <Picker
      label={label}
      chosen={chosen}
      placeholder={t('explorer.path.pick')}
      query={query}
      options={found.map(({ key, label, kind, group, domain }) => ({
        key,
        label,
        note: kind === group ? typeName(kind) : `${typeName(kind)} · ${domain}`,
      }))}
      status={wanted && !busy && results?.total === 0 ? t('explorer.search.none') : undefined}
      onQuery={setQuery}
      onPick={onPick}
    />
  )
}
