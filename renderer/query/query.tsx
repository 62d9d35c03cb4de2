import { useEffect } from 'react'
import { useIntent } from '../app/intents.ts'
import { useText } from '../i18n/text.ts'
import { Columns } from '../ui/columns.tsx'
import { Split } from '../ui/split.tsx'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
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
import { openPanel, useSide } from './tabs/side-store.ts'
import { loadTabs, openTab, useTabs } from './tabs/tabs-store.ts'
import { QueryTabs } from './bars/tab-strip.tsx'
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
  return (
    <Stack id="query-tab-panel" row align="stretch" grow>
      <Split id="query-rows" direction="vertical" first={42} minimum={90}>
        <Stack grow ground="surface">
          <RunBar />
          <SplEditor />
          <ParametersForm />
        </Stack>
        <Stack grow ground="surface">
          <ResultsPane starters={<Starters />} />
        </Stack>
      </Split>
    </Stack>
  )
}

/** The analyst's query bench: editor above, results below, memory and inspector beside. */
export function Query() {
  const t = useText()
  const loaded = useTabs((state) => state.loaded)
  const { open: panel, last } = useSide()
  useEffect(() => void loadTabs(), [])
  useEffect(() => followVocabulary(), [])
  useOpening(loaded)
  useQueryCommands()
  if (!loaded)
    return (
      <Text as="p" tone="quiet" pad={4}>
        {t('ui.loading')}
      </Text>
    )
  return (
    <Stack grow className={styles['bench']}>
      <QueryTabs>
        <Columns
          id="query-columns"
          label={t('query.side')}
          side="right"
          share={30}
          minimum={240}
          open={panel !== undefined}
          onOpenChange={(open) => (open ? openPanel(last) : useSide.setState({ open: undefined }))}
          column={<SidePanel panel={panel ?? last} />}
        >
          <Workspace />
        </Columns>
      </QueryTabs>
      <SaveDialog />
      <LinkDialog />
    </Stack>
  )
}
