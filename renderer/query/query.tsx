import { closeCompletion, startCompletion } from '@codemirror/autocomplete'
import { X } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { type CommandHandlers, useCommandHandlers } from '../app/commands.ts'
import { useDataChanges } from '../app/data-changes.ts'
import { useIntent } from '../app/intents.ts'
import { linkToQuery } from '../app/links.ts'
import { useModelAddress } from '../app/model-address.ts'
import { runCommand } from '../app/run-command.ts'
import { useWorkbench } from '../app/workbench.ts'
import { text, useText } from '../i18n/text.ts'
import { useNarrow } from '../ui/narrow.ts'
import { Columns } from '../ui/columns.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Split } from '../ui/split.tsx'
import { Stack } from '../ui/stack.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Text } from '../ui/text.tsx'
import { showQuickFixes } from '../spl/quick-fixes.ts'
import { followVocabulary } from '../spl/vocabulary.ts'
import { ParametersForm } from './bars/parameters-form.tsx'
import { RunBar } from './bars/run-bar.tsx'
import { ServerNotice } from './bars/server-notice.tsx'
import { QueryTabs, useRenaming } from './bars/tab-strip.tsx'
import { formatText } from './editor/session.ts'
import { currentView, focusEditor, freshTab, insertExample, selection, startTab } from './editor/session.ts'
import { SplEditor } from './editor/spl-editor.tsx'
import { InspectorPanel } from './inspector/inspector-panel.tsx'
import { linkOf } from './links/deep-link.ts'
import { LinkDialog, openLink } from './links/link-dialog.tsx'
import { HistoryPanel } from './memory/history-panel.tsx'
import { SaveDialog, useSaving } from './memory/save-dialog.tsx'
import { SavedPanel } from './memory/saved-panel.tsx'
import { savedQuery } from './memory/saved.ts'
import { Starters } from './memory/starters.tsx'
import { TemplatesPanel } from './memory/templates-panel.tsx'
import { copyRows, saveRows } from './results/export-actions.ts'
import { addResult } from './results/add-result.ts'
import { ResultsPane } from './results/results-pane.tsx'
import { chooseView, FORMATS, VIEWS } from './results/views.ts'
import { runShownPlan } from './results/plan/plan-runs.ts'
import {
  cancelRuns,
  chosenStatements,
  noteDataChange,
  openAndRun,
  runStatements,
  useRuns,
} from './run/run-store.ts'
import { openPanel, type Panel, PANELS, togglePanel, toggleSide, useSide } from './tabs/side-store.ts'
import {
  activeTab,
  closeTab,
  loadTabs,
  reopenTab,
  selectTab,
  showTab,
  stepTab,
  useTabs,
} from './tabs/tabs-store.ts'
import { copyText } from '../app/copy-text.ts'

async function run(what: 'current' | 'all', mode: 'execute' | 'explain' = 'execute'): Promise<void> {
  const tab = freshTab()
  const view = currentView()
  if (view) closeCompletion(view)
  await runStatements(tab, chosenStatements(tab.text, what, selection()), mode)
}

function saveCurrent(): void {
  const { title, text, parameters, saved } = freshTab()
  const known = savedQuery(saved)
  useSaving.setState({
    query: known
      ? { ...known, text, parameters }
      : { name: title, folder: '', description: '', text, parameters },
  })
}

/** Focuses the result view: grid, tree or other. */
function focusResults(): void {
  document.querySelector<HTMLElement>('#query-tab-panel [role="tabpanel"] [tabindex="0"]')?.focus()
}

function complete(): void {
  const view = currentView()
  if (view) startCompletion(view)
}

function fix(): void {
  const view = currentView()
  if (view) showQuickFixes(view)
}

/** Creates handlers for a family of commands, such as one per view. */
const each = <T extends string>(
  prefix: string,
  names: readonly T[],
  run: (name: T) => unknown,
): CommandHandlers => Object.fromEntries(names.map((name) => [`${prefix}.${name}`, () => run(name)]))

const HANDLERS: CommandHandlers = {
  'query.run': () => run('current'),
  'query.runAll': () => run('all'),
  'query.explain': () => run('current', 'explain'),
  'query.cancel': () => cancelRuns(freshTab().id),
  'query.format': formatText,
  'query.fix': fix,
  'query.complete': complete,
  'query.focusEditor': focusEditor,
  'query.focusResults': focusResults,
  'query.tab.new': startTab,
  'query.tab.close': () => closeTab(freshTab().id),
  'query.tab.reopen': reopenTab,
  'query.tab.next': () => stepTab(1),
  'query.tab.previous': () => stepTab(-1),
  'query.tab.rename': () => useRenaming.setState({ tab: useTabs.getState().active }),
  'query.save': saveCurrent,
  'query.keep': addResult,
  'query.openLink': openLink,
  'query.copyLink': () => copyText(linkToQuery(linkOf(freshTab()))),
  'query.side': toggleSide,
  ...each('query.panel', PANELS, togglePanel),
  ...each('query.view', VIEWS, (view) => chooseView(freshTab().id, view)),
  ...each('query.export', FORMATS, saveRows),
  ...each('query.copy', FORMATS, copyRows),
}

/** Registers the handlers of the query bench's commands. */
const useQueryCommands = (): void => useCommandHandlers(HANDLERS)

const CONTENT = {
  history: HistoryPanel,
  saved: SavedPanel,
  templates: TemplatesPanel,
  inspector: InspectorPanel,
} as const

/** The panel beside the editor: memory or request inspector. */
function SidePanel({ panel }: { readonly panel: Panel }) {
  const t = useText()
  const Content = CONTENT[panel]
  const narrow = useNarrow()
  return (
    <Stack
      as="aside"
      grow
      ground="surface"
      style={{ containerType: 'inline-size' }}
      aria-label={t(`query.side.${panel}`)}
    >
      <Tabs
        label={t('query.side')}
        tabs={PANELS.map((id) => ({ id, label: t(`query.side.${id}`) }))}
        value={panel}
        onChange={openPanel}
        // A drawer has its own.
        after={
          narrow ? null : (
            <IconButton
              icon={X}
              label={t('query.side.close')}
              onClick={() => void runCommand('query.side')}
            />
          )
        }
      >
        <Content />
      </Tabs>
    </Stack>
  )
}

/** The tab whose query was opened to see its answer: there the results have the room. */
const useAnswered = create<{ readonly tab?: string }>(() => ({}))

/**
 * Opens queries requested by other benches once the stored tabs are loaded, and focuses the editor, to read,
 * change or run them.
 */
function useOpening(loaded: boolean): void {
  useIntent(
    'query.open',
    ({ run, view, ...content }) => {
      if (run) openAndRun(content, run === 'plan' ? runShownPlan : undefined)
      else showTab(content)
      const { id } = activeTab(useTabs.getState())
      if (run) useAnswered.setState({ tab: id })
      if (view) chooseView(id, view)
      focusEditor()
    },
    loaded,
  )
  useIntent('query.insert', ({ text, isStage }) => insertExample(text, isStage), loaded)
}

/** The tab in front and the model server are in the address; an empty tab is not worth an address. */
function useShownAddress(ready: boolean): void {
  const shown = useTabs((state) => (activeTab(state).text === '' ? undefined : activeTab(state).id))
  const go = ([id]: readonly string[]): string | undefined => {
    if (id === undefined) return undefined
    if (!useTabs.getState().tabs.some((tab) => tab.id === id)) return text('query.address.missing', { id })
    selectTab(id)
    return undefined
  }
  useModelAddress('query', [shown], go, { ready, reloads: false })
}

function Workspace() {
  const tab = useTabs((state) => activeTab(state).id)
  const isAnswered = useAnswered((state) => state.tab === tab)
  return (
    <Stack id="query-tab-panel" row align="stretch" grow>
      <Split
        id="query-rows"
        direction="vertical"
        first={isAnswered ? ANSWERED_SHARE : EDITOR_SHARE}
        minimum={90}
      >
        <Stack grow ground="surface">
          <RunBar />
          <ServerNotice />
          <SplEditor />
          <ParametersForm />
        </Stack>
        <Stack grow ground="surface" data-tour="results">
          <ResultsPane starters={<Starters />} />
        </Stack>
      </Split>
    </Stack>
  )
}

/** Marks the results of a server as outdated when its data changes. */
function FollowChanges({ connection }: { readonly connection: string }) {
  const server = useWorkbench(({ connections }) => connections.find(({ id }) => id === connection))
  useDataChanges(server && { ...server, connection }, noteDataChange)
  return null
}

/** The servers whose results are there. */
function useRunConnections(): readonly string[] {
  const runs = useRuns((state) => state.runs)
  return useMemo(
    () => [
      ...new Set(
        Object.values(runs)
          .flat()
          .map(({ request }) => request.connection),
      ),
    ],
    [runs],
  )
}

/** The editor's share at first, in percent: in a tall window the rest is for results. */
const EDITOR_SHARE = Math.min(42, 38_000 / window.innerHeight)

/** The same for a query that was opened with its answer: the run bar and a few lines. */
const ANSWERED_SHARE = Math.min(28, 19_000 / window.innerHeight)

/** The query bench: editor above, results below, memory and inspector beside. */
export function Query() {
  const t = useText()
  const loaded = useTabs((state) => state.loaded)
  const { open: panel, last } = useSide()
  useEffect(() => void loadTabs(), [])
  useEffect(() => followVocabulary(), [])
  useOpening(loaded)
  useShownAddress(loaded)
  useQueryCommands()
  const connections = useRunConnections()
  if (!loaded)
    return (
      <Text as="p" tone="quiet" pad={4}>
        {t('ui.loading')}
      </Text>
    )
  return (
    <Stack grow style={{ height: '100%' }}>
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
      {connections.map((connection) => (
        <FollowChanges key={connection} connection={connection} />
      ))}
      <SaveDialog />
      <LinkDialog />
    </Stack>
  )
}
