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
    <aside className={styles['side']} aria-label={t(`query.side.${panel}`)}>
      <div className={styles['head']}>
        <div role="tablist" aria-label={t('query.side')} className={styles['tabs']}>
          {PANELS.map((each, index) => (
            <button
              key={each}
              type="button"
              role="tab"
              id={`query-side-${each}`}
              aria-selected={each === panel}
              aria-controls="query-side-panel"
              tabIndex={each === panel ? 0 : -1}
              onClick={() => openPanel(each)}
              onKeyDown={(event) => {
                const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
                const next = step && PANELS[(index + step + PANELS.length) % PANELS.length]
                if (!next) return
                event.preventDefault()
                openPanel(next)
                document.getElementById(`query-side-${next}`)?.focus()
              }}
            >
              {t(`query.side.${each}`)}
            </button>
          ))}
        </div>
        <IconButton icon={X} label={t('query.side.close')} onClick={() => void runCommand('query.side')} />
      </div>
      <div
        id="query-side-panel"
        role="tabpanel"
        aria-labelledby={`query-side-${panel}`}
        className={styles['content']}
      >
        <Content />
      </div>
    </aside>
  )
}
