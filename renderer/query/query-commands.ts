import { closeCompletion, startCompletion } from '@codemirror/autocomplete'
import type { Command } from '../app/commands.ts'
import { text as say } from '../i18n/text.ts'
import { goTo, useRoute } from '../app/routes.ts'
import { formatText } from './editor/format-command.ts'
import { currentView, focusEditor, freshTab, selection } from './editor/session.ts'
import { showQuickFixes } from './editor/quick-fixes.ts'
import { linkOf } from './links/deep-link.ts'
import { useSaving } from './memory/save-dialog.tsx'
import { useSaved } from './memory/saved.ts'
import { FORMATS } from './results/export.ts'
import { copyRows, saveRows } from './results/export-actions.ts'
import { chooseView, VIEWS } from './results/views.ts'
import { cancelRuns, chosenStatements, runStatements } from './run/run-store.ts'
import { PANELS, togglePanel, toggleSide } from './side/side-store.ts'
import { closeTab, openTab, reopenTab, stepTab, useTabs } from './tabs/tabs-store.ts'
import { useRenaming } from './tabs/renaming.ts'

const BENCH = 'query'

async function run(what: 'current' | 'all', mode: 'execute' | 'explain' = 'execute'): Promise<void> {
  const tab = freshTab()
  const view = currentView()
  if (view) closeCompletion(view)
  await runStatements(tab, chosenStatements(tab.text, what, selection()), mode)
}

function saveCurrent(): void {
  const { title, text, parameters, saved } = freshTab()
  const known = useSaved.getState().queries.find((query) => query.id === saved)
  useSaving.setState({
    query: known
      ? { ...known, text, parameters }
      : { name: title, folder: '', description: '', text, parameters },
  })
}

/** Moves the focus to what shows the result: the grid, the tree, or whatever the view has. */
function focusResults(): void {
  document.querySelector<HTMLElement>('#query-view-panel [tabindex="0"]')?.focus()
}

const PANEL_KEYS = {
  history: 'Mod+Shift+H',
  saved: 'Mod+Shift+O',
  templates: undefined,
  inspector: 'F8',
} as const

function running(group: string): Command[] {
  return [
    { id: 'query.run', title: say('query.run'), group, keys: 'Mod+Enter', run: () => run('current') },
    { id: 'query.runAll', title: say('query.runAll'), group, keys: 'Mod+Shift+Enter', run: () => run('all') },
    {
      id: 'query.explain',
      title: say('query.explain'),
      group,
      keys: 'Mod+Shift+E',
      run: () => run('current', 'explain'),
    },
    {
      id: 'query.cancel',
      title: say('query.cancelRun'),
      group,
      keys: 'Mod+Escape',
      run: () => cancelRuns(freshTab().id),
    },
  ]
}

function editing(group: string): Command[] {
  return [
    { id: 'query.format', title: say('query.format'), group, keys: 'Alt+Shift+F', run: formatText },
    { id: 'query.fix', title: say('query.fix'), group, keys: 'Mod+.', run: showQuickFixes },
    {
      id: 'query.complete',
      title: say('query.complete'),
      group,
      keys: 'Mod+Space',
      run: () => void (currentView() && startCompletion(currentView()!)),
    },
    {
      id: 'query.focusEditor',
      title: say('query.focusEditor'),
      group,
      keys: 'Mod+Shift+1',
      run: focusEditor,
    },
    { id: 'query.focusResults', title: say('query.focusResults'), group, keys: 'F6', run: focusResults },
  ]
}

function tabs(group: string): Command[] {
  return [
    { id: 'query.tab.new', title: say('query.tab.new'), group, keys: 'Mod+Alt+N', run: () => void openTab() },
    {
      id: 'query.tab.close',
      title: say('query.tab.closeCurrent'),
      group,
      keys: 'Mod+Alt+W',
      run: () => closeTab(freshTab().id),
    },
    { id: 'query.tab.reopen', title: say('query.tab.reopen'), group, keys: 'Mod+Alt+T', run: reopenTab },
    {
      id: 'query.tab.next',
      title: say('query.tab.next'),
      group,
      keys: 'Mod+Alt+ArrowRight',
      run: () => stepTab(1),
    },
    {
      id: 'query.tab.previous',
      title: say('query.tab.previous'),
      group,
      keys: 'Mod+Alt+ArrowLeft',
      run: () => stepTab(-1),
    },
    {
      id: 'query.tab.rename',
      title: say('query.tab.rename'),
      group,
      run: () => useRenaming.setState({ tab: useTabs.getState().active }),
    },
  ]
}

function keeping(group: string): Command[] {
  return [
    { id: 'query.save', title: say('query.saveAs'), group, keys: 'Mod+S', run: saveCurrent },
    {
      id: 'query.copyLink',
      title: say('query.copyLink'),
      group,
      run: () => navigator.clipboard.writeText(linkOf(freshTab())),
    },
    { id: 'query.side', title: say('query.side.toggle'), group, keys: 'Mod+B', run: toggleSide },
    ...PANELS.map((panel) => {
      const keys = PANEL_KEYS[panel]
      return {
        id: `query.panel.${panel}`,
        title: say('query.panel.toggle', { panel: say(`query.side.${panel}`) }),
        group,
        ...(keys === undefined ? {} : { keys }),
        run: () => togglePanel(panel),
      }
    }),
  ]
}

function results(group: string): Command[] {
  return [
    ...VIEWS.map((view) => ({
      id: `query.view.${view}`,
      title: say('query.view.show', { view: say(`query.view.${view}`) }),
      group,
      run: () => chooseView(freshTab().id, view),
    })),
    ...FORMATS.map((format) => ({
      id: `query.export.${format}`,
      title: say('query.export.saveAs', { format: say(`query.export.${format}`) }),
      group,
      ...(format === 'csv' ? { keys: 'Mod+Shift+S' } : {}),
      run: () => saveRows(format),
    })),
    ...FORMATS.map((format) => ({
      id: `query.copy.${format}`,
      title: say('query.export.copyAs', { format: say(`query.export.${format}`) }),
      group,
      run: () => copyRows(format),
    })),
  ]
}

/** Brings the query bench to the front, and waits until it can be seen and take the focus. */
async function toFront(): Promise<void> {
  if (useRoute.getState().bench === BENCH) return
  goTo(BENCH)
  await new Promise((resolve) => requestAnimationFrame(resolve))
}

/**
 * Everything that can be done on the query bench. Its keys are its own only while it is in front; from the palette a command
 * brings the bench there first.
 */
export function queryCommands(): Command[] {
  const group = say('query.group')
  const all = [...running(group), ...editing(group), ...tabs(group), ...keeping(group), ...results(group)]
  return all.map((command) => ({
    ...command,
    bench: BENCH,
    run: async (argument) => {
      await toFront()
      await command.run(argument)
    },
  }))
}
