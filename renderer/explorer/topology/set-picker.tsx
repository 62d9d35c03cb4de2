import { ChevronDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { Picker } from '../../ui/picker.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Stack } from '../../ui/stack.tsx'
import type { GraphNode } from '../graph/graph.ts'
import { surfaces } from '../store/explorer-store.ts'
import { matchingSets } from './matching-sets.ts'
import { openEntities } from './open-entities.ts'

/** Sets up to which a plain list is quicker than a search. */
const MAX_LISTED = 50
/** Matches shown at a time. */
const OFFERED = 8

/** Finds one of many sets by part of its name. */
function SetSearch({ sets }: { readonly sets: readonly GraphNode[] }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [query, setQuery] = useState<string>()
  const found = useMemo(() => (query === undefined ? [] : matchingSets(sets, query)), [sets, query])
  const open = (key: string): void => {
    const set = sets.find((known) => known.key === key)
    setOpen(false)
    if (set) openEntities(set)
  }
  return (
    <Popover
      label={t('explorer.topology.open')}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button>
          {t('explorer.topology.open')} <ChevronDown size={14} aria-hidden />
        </Button>
      }
    >
      {/* Room for the matches below the field. */}
      <Stack style={{ inlineSize: '22rem', maxInlineSize: '100%', minBlockSize: '19rem' }}>
        <Picker
          label={t('explorer.topology.find')}
          chosen=""
          query={query}
          options={found.slice(0, OFFERED).map(({ key, name, label }) => ({
            key,
            label,
            ...(label === name ? {} : { note: name }),
          }))}
          status={
            query === undefined
              ? undefined
              : found.length === 0
                ? t('explorer.search.none')
                : t('ui.shown', { shown: Math.min(OFFERED, found.length), total: found.length })
          }
          onQuery={setQuery}
          onPick={open}
        />
      </Stack>
    </Popover>
  )
}

/** Opens the entities of a set. */
export function TopologySets() {
  const t = useText()
  const model = useStore(surfaces.model, (state) => state.graph)
  const sets = useMemo(() => model.nodes.filter(({ kind }) => kind === 'entity_set'), [model])
  if (sets.length > MAX_LISTED) return <SetSearch sets={sets} />
  const domains = [...new Set(sets.map(({ domain }) => domain))]
  return (
    <Select
      aria-label={t('explorer.topology.open')}
      value=""
      onChange={(event) => {
        const set = sets.find(({ key }) => key === event.target.value)
        if (set) openEntities(set)
      }}
    >
      <option value="">{t('explorer.topology.open')}</option>
      {domains.map((domain) => (
        <optgroup key={domain} label={domain}>
          {sets
            .filter((set) => set.domain === domain)
            .map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
        </optgroup>
      ))}
    </Select>
  )
}
