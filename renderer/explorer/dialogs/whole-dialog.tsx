import { useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { loadTopology } from '../topology/topology-calls.ts'
import { useTopology, type CountedSet } from '../topology/topology-store.ts'
import styles from './dialogs.module.css'

const sum = (sets: readonly CountedSet[]): number => sets.reduce((total, { count }) => total + count, 0)

/** Number of entities per entity set of a large topology; the user chooses which to open. */
export function WholeDialog({ counted }: { readonly counted: readonly CountedSet[] }) {
  const t = useText()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = counted.filter(({ set }) => !left.has(set.key))
  const close = (): void => useTopology.setState({ counted: undefined })
  const toggle = (key: string): void => {
    const next = new Set(left)
    if (!next.delete(key)) next.add(key)
    setLeft(next)
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('explorer.topology.all')}
      description={t('explorer.whole.hint', { count: sum(counted), sets: counted.length })}
    >
      <Stack as="label" row gap={2}>
        <input
          type="checkbox"
          checked={left.size === 0}
          onChange={() => setLeft(new Set(left.size === 0 ? counted.map(({ set }) => set.key) : []))}
        />
        {t('explorer.whole.all')}
      </Stack>
      <Stack as="ul" scroll className={styles['list']} aria-label={t('explorer.whole.sets')}>
        {counted.map(({ set, count }) => (
          <li key={set.key}>
            <Stack as="label" row gap={2}>
              <input type="checkbox" checked={!left.has(set.key)} onChange={() => toggle(set.key)} />
              {set.label} <Text tone="quiet">{set.name}</Text>
            </Stack>
            <small>{t('explorer.whole.entities', { count })}</small>
          </li>
        ))}
      </Stack>
      <DialogActions>
        <Button onClick={close}>{t('ui.cancel')}</Button>
        <Button
          tone="primary"
          reason={chosen.length === 0 ? t('ui.need') : undefined}
          onClick={() => {
            close()
            void loadTopology(
              chosen.map(({ set }) => set),
              chosen.length < counted.length,
            )
          }}
        >
          {t('explorer.whole.open', { count: sum(chosen) })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
