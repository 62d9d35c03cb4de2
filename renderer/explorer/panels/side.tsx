import { Tabs } from 'radix-ui'
import { useEffect, useRef } from 'react'
import { useText } from '../../i18n/text.ts'
import { Details } from '../details/details.tsx'
import { useSurfaceState } from '../view/surface-context.ts'
import { Legend } from './legend.tsx'
import { PathPanel } from './path-panel.tsx'
import styles from './side.module.css'
import { useSide, type SidePanel } from './side-store.ts'

const PANELS: readonly SidePanel[] = ['details', 'legend', 'path']

/** The panels beside the graph. A first selection brings the details forward. */
export function Side() {
  const t = useText()
  const panel = useSide((state) => state.panel)
  const selection = useSurfaceState((state) => state.selection)
  const hadSelection = useRef(selection.length > 0)
  useEffect(() => {
    if (selection.length > 0 && !hadSelection.current && useSide.getState().panel === 'legend')
      useSide.setState({ panel: 'details' })
    hadSelection.current = selection.length > 0
  }, [selection])
  return (
    <Tabs.Root
      className={styles['side']}
      value={panel}
      onValueChange={(value) => useSide.setState({ panel: value as SidePanel })}
    >
      <Tabs.List className={styles['tabs']} aria-label={t('explorer.side')}>
        {PANELS.map((name) => (
          <Tabs.Trigger key={name} value={name}>
            {t(`explorer.side.${name}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value="details" className={styles['content']}>
        <Details />
      </Tabs.Content>
      <Tabs.Content value="legend" className={styles['content']}>
        <Legend />
      </Tabs.Content>
      <Tabs.Content value="path" className={styles['content']}>
        <PathPanel />
      </Tabs.Content>
    </Tabs.Root>
  )
}
