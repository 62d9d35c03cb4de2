import { closeCompletion, startCompletion } from '@codemirror/autocomplete'
import { useCommandHandlers, type CommandHandlers } from '../app/commands.ts'
import { openLinkFromClipboard } from './links/link-dialog.tsx'
import { formatText } from './editor/format-command.ts'
import { currentView, focusEditor, freshTab, selection } from './editor/session.ts'
import { showQuickFixes } from './editor/quick-fixes.ts'
import { linkOf } from './links/deep-link.ts'
import { useSaving } from './memory/save-dialog.tsx'
import { savedQuery } from './memory/saved.ts'
import { copyRows, saveRows } from './results/export-actions.ts'
import { chooseView, FORMATS, VIEWS } from './results/views.ts'
import { cancelRuns, chosenStatements, runStatements } from './run/run-store.ts'
import { PANELS, togglePanel, toggleSide } from './tabs/side-store.ts'
import { closeTab, openTab, reopenTab, stepTab, useTabs } from './tabs/tabs-store.ts'
import { useRenaming } from './bars/tab-strip.tsx'

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

/** Moves the focus to what shows the result: the grid, the tree, or whatever the view has. */
function focusResults(): void {
  document.querySelector<HTMLElement>('#query-tab-panel [role="tabpanel"] [tabindex="0"]')?.focus()
}

function complete(): void {
  const view = currentView()
  if (view) startCompletion(view)
}

/** The handlers of a family of commands, such as one for each view. */
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
  'query.fix': showQuickFixes,
  'query.complete': complete,
  'query.focusEditor': focusEditor,
  'query.focusResults': focusResults,
  'query.tab.new': () => openTab(),
  'query.tab.close': () => closeTab(freshTab().id),
  'query.tab.reopen': reopenTab,
  'query.tab.next': () => stepTab(1),
  'query.tab.previous': () => stepTab(-1),
  'query.tab.rename': () => useRenaming.setState({ tab: useTabs.getState().active }),
  'query.save': saveCurrent,
  'query.openLink': openLinkFromClipboard,
  'query.copyLink': () => navigator.clipboard.writeText(linkOf(freshTab())),
  'query.side': toggleSide,
  ...each('query.panel', PANELS, togglePanel),
  ...each('query.view', VIEWS, (view) => chooseView(freshTab().id, view)),
  ...each('query.export', FORMATS, saveRows),
  ...each('query.copy', FORMATS, copyRows),
}

/** What the commands of the query bench do. */
export const useQueryCommands = (): void => useCommandHandlers(HANDLERS)
