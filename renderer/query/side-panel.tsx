import { X } from 'lucide-react'
import { runCommand } from '../app/run-command.ts'
import { useText } from '../i18n/text.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { InspectorPanel } from './inspector/inspector-panel.tsx'
import { HistoryPanel } from './memory/history-panel.tsx'
import { SavedPanel } from './memory/saved-panel.tsx'
import { TemplatesPanel } from './memory/templates-panel.tsx'
import { openPanel, PANELS, type Panel } from './tabs/side-store.ts'
import styles from './side-panel.module.css'
import { Stack } from '../ui/stack.tsx'
import { Tabs } from '../ui/tabs.tsx'

const CONTENT = {
  history: HistoryPanel,
  saved: SavedPanel,
  templates: TemplatesPanel,
  inspector: InspectorPanel,
} as const

/** What stands beside the editor: memory and the request inspector. */
export function SidePanel({ panel }: { readonly panel: Panel }) {
  const t = useText()
  const Content = CONTENT[panel]
  return (
    <Stack as="aside" grow ground="surface" className={styles['side']} aria-label={t(`query.side.${panel}`)}>
      <Tabs
        label={t('query.side')}
        tabs={PANELS.map((id) => ({ id, label: t(`query.side.${id}`) }))}
        value={panel}
        onChange={openPanel}
        after={
          <IconButton icon={X} label={t('query.side.close')} onClick={() => void runCommand('query.side')} />
        }
      >
        <Content />
      </Tabs>
    </Stack>
  )
}
