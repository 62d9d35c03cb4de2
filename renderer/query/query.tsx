import { useEffect } from 'react'
import { useIntent } from '../app/intents.ts'
import { useText } from '../i18n/text.ts'
import { Split } from '../ui/split.tsx'
import { focusEditor } from './editor/session.ts'
import { followVocabulary } from './editor/vocabulary.ts'
import { SplEditor } from './editor/spl-editor.tsx'
import { LinkDialog } from './links/link-dialog.tsx'
import { SaveDialog } from './memory/save-dialog.tsx'
import styles from './query.module.css'
import { Starters } from './memory/starters.tsx'
import { ResultsPane } from './results/results-pane.tsx'
import { ParametersForm } from './bars/parameters-form.tsx'
import { RunBar } from './bars/run-bar.tsx'
import { openAndRun } from './run/run-store.ts'
import { SidePanel } from './side-panel.tsx'
import { useSide } from './tabs/side-store.ts'
import { keepTabs } from './tabs/keep-tabs.ts'
import { openTab, useTabs } from './tabs/tabs-store.ts'
import { TabStrip } from './bars/tab-strip.tsx'
import { useQueryCommands } from './use-query-commands.ts'

/** Opens what another bench asked for, once the kept tabs are there. Who asks for a query wants to read it, change it or run it: the hands stay on the keyboard. */
function useOpening(loaded: boolean): void {
  useIntent(
    'query.open',
    ({ text, run }) => {
      if (run) openAndRun({ text })
      else openTab({ text })
      focusEditor()
    },
    loaded,
  )
}

function Workspace() {
  const t = useText()
  return (
    <div id="query-tab-panel" role="tabpanel" aria-label={t('query.editor')} className={styles['workspace']}>
      <Split id="query-rows" direction="vertical" first={42} minimum={90}>
        <div className={styles['half']}>
          <RunBar />
          <SplEditor />
          <ParametersForm />
        </div>
        <div className={styles['half']}>
          <ResultsPane starters={<Starters />} />
        </div>
      </Split>
    </div>
  )
}

/** The analyst's query bench: editor above, results below, memory and inspector beside. */
export function Query() {
  const t = useText()
  const loaded = useTabs((state) => state.loaded)
  const panel = useSide((state) => state.open)
  useEffect(() => void keepTabs(), [])
  useEffect(() => followVocabulary(), [])
  useOpening(loaded)
  useQueryCommands()
  if (!loaded) return <p className={styles['loading']}>{t('ui.loading')}</p>
  return (
    <div className={styles['bench']}>
      <h1 className="visually-hidden">{t('query.group')}</h1>
      <TabStrip />
      {panel === undefined ? (
        <Workspace />
      ) : (
        <Split id="query-columns" direction="horizontal" first={70} minimum={240}>
          <Workspace />
          <SidePanel panel={panel} />
        </Split>
      )}
      <SaveDialog />
      <LinkDialog />
    </div>
  )
}
