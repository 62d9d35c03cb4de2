import { useEffect, useRef } from 'react'
import { useText } from '../i18n/text.ts'
import { Tabs } from '../ui/tabs.tsx'
import { Details } from './details/details.tsx'
import { useSurfaceState } from './view/surface-context.ts'
import { Legend } from './panels/legend.tsx'
import { PathPanel } from './panels/path-panel.tsx'
import { useSide, type SidePanel } from './panels/side-store.ts'

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
    <Tabs
      label={t('explorer.side')}
      tabs={PANELS.map((id) => ({ id, label: t(`explorer.side.${id}`) }))}
      value={panel}
      onChange={(panel) => useSide.setState({ panel })}
      scroll
    >
      {panel === 'details' ? <Details /> : panel === 'legend' ? <Legend /> : <PathPanel />}
    </Tabs>
  )
}
