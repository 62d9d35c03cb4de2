import { Boxes, Network, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { surfaces, useExplorer } from '../store/explorer-store.ts'
import { useStore } from 'zustand'
import { openEntities } from './open-entities.ts'
import { keptEntities, keptTopology, restoreTopology, type KeptTopology } from './restore-topology.ts'
import { TimeRangeButton } from './time-range-button.tsx'
import { clearTopology, loadWholeTopology } from './topology-calls.ts'
import styles from './topology.module.css'
import { useTopology } from './topology-store.ts'

/** What the runtime canvas is filled with: an entity set, everything, a time range. */
export function TopologyBar() {
  const t = useText()
  const model = useStore(surfaces.model, (state) => state.graph)
  const sets = model.nodes.filter((node) => node.kind === 'entity_set')
  const limit = useTopology((state) => state.limit)
  return (
    <>
      <Select
        aria-label={t('explorer.topology.open')}
        value=""
        onChange={(event) => {
          const set = sets.find(({ key }) => key === event.target.value)
          if (set) openEntities(set)
        }}
      >
        <option value="">{t('explorer.topology.open')}</option>
        {sets.map((set) => (
          <option key={set.key} value={set.key}>
            {set.name}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('explorer.topology.limit')}
        value={limit}
        onChange={(event) => useTopology.setState({ limit: Number(event.target.value) })}
      >
        {[100, 500, 2000, 10_000, 100_000].map((value) => (
          <option key={value} value={value}>
            {t('explorer.topology.atMost', { count: value })}
          </option>
        ))}
      </Select>
      <Button onClick={() => void loadWholeTopology()}>
        <Network size={14} aria-hidden /> {t('explorer.topology.all')}
      </Button>
      <TimeRangeButton />
      <IconButton label={t('explorer.topology.clear')} icon={Trash2} onClick={clearTopology} />
    </>
  )
}

/** What the runtime canvas shows before anything is on it. */
export function TopologyStart() {
  const t = useText()
  const loaded = useExplorer((state) => state.loaded)
  const [kept, setKept] = useState<KeptTopology>()
  useEffect(() => {
    if (!loaded) return
    let current = true
    keptTopology().then(
      (look) => current && setKept(look),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [loaded])
  return (
    <Stack align="center" justify="center" gap={2} tone="quiet" className={styles['start']}>
      <Boxes size={28} aria-hidden />
      <h2>{t('explorer.topology.empty')}</h2>
      <p>{t('explorer.topology.emptyHint')}</p>
      <Button tone="primary" onClick={() => void loadWholeTopology()}>
        {t('explorer.topology.all')}
      </Button>
      {kept ? (
        <Button onClick={() => void restoreTopology(kept)}>
          {t('explorer.topology.restore', { count: keptEntities(kept).length })}
        </Button>
      ) : null}
    </Stack>
  )
}
