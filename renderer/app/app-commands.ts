import { registerCommands, runCommand, type Command } from './commands.ts'
import { handOver } from './handover.ts'
import { followLanguage, text } from '../i18n/text.ts'
import { openRecent, showRecents } from './recents.ts'
import { usePalette } from './palette-store.ts'
import { benches, goTo } from './routes.ts'
import { openWindow } from './windows.ts'
import { setSetting } from './settings-store.ts'
import { useWorkbench, workbench } from './workbench.ts'

function goCommands(): Command[] {
  return benches.map((bench) => ({
    id: `app.go.${bench.id}`,
    title: text('app.go', { bench: text(bench.title) }),
    group: text('app.group.go'),
    keys: bench.keys,
    run: () => goTo(bench.id),
  }))
}

function windowCommands(): Command[] {
  return benches.map((bench) => ({
    id: `app.newWindow.${bench.id}`,
    title: text('app.window.newOn', { bench: text(bench.title) }),
    group: text('app.group.view'),
    run: () => openWindow(bench.id),
  }))
}

function themeCommands(): Command[] {
  const themes = ['light', 'dark', 'contrast', 'system'] as const
  return themes.map((theme) => ({
    id: `app.theme.${theme}`,
    title: text(`app.theme.${theme}`),
    group: text('app.group.view'),
    run: () => setSetting('app.theme', theme),
  }))
}

function connectionCommands(): Command[] {
  return useWorkbench.getState().connections.map(({ id, name }) => ({
    id: `connections.restart.${id}`,
    title: text('app.command.restart', { name }),
    group: text('app.group.connections'),
    run: () => void workbench.call('connections.restart', { id }),
  }))
}

/**
 * Follows `orrery://query?…`: opens the bench that the link names and lets it ask the person before anything runs. A link to
 * anything else is ignored, since anyone can make one.
 */
function openLink(link: string | undefined): void {
  if (link === undefined || !URL.canParse(link)) return
  const url = new URL(link)
  const bench = url.host || url.pathname.replaceAll('/', '')
  if (url.protocol !== 'orrery:' || bench !== 'query') return
  void runCommand('query.openLink', link)
}

/** Commands that belong to no single view, in the language in force. Called once, at start. */
export function registerAppCommands(): void {
  let forget = (): void => undefined
  followLanguage(() => {
    forget()
    forget = registerCommands([...appCommands(), ...connectionCommands()])
  })
  useWorkbench.subscribe((state, before) => {
    if (state.connections === before.connections) return
    forget()
    forget = registerCommands([...appCommands(), ...connectionCommands()])
  })
}

function appCommands(): Command[] {
  return [
    {
      id: 'app.palette',
      title: text('app.palette.open'),
      group: text('app.group.view'),
      keys: 'Mod+K',
      run: () => usePalette.setState({ open: true }),
    },
    {
      id: 'app.openLink',
      title: text('app.openLink'),
      group: text('app.group.go'),
      hidden: true,
      run: openLink,
    },
    {
      // Here and not in the bench, because a deep link may come before the bench was ever opened.
      id: 'query.openLink',
      title: text('query.openLink'),
      group: text('query.group'),
      // Who does not let the page read the clipboard is told what a link looks like, as of any other text.
      run: async (link) =>
        handOver('query', {
          text: '',
          link: link ?? (await navigator.clipboard.readText().catch(() => '')),
        }),
    },
    {
      id: 'app.openRecent',
      title: text('app.recent.open'),
      group: text('app.group.recent'),
      run: (name) => (name === undefined ? showRecents() : openRecent(name)),
    },
    {
      id: 'app.forgetRecents',
      title: text('app.recent.clear'),
      group: text('app.group.recent'),
      run: async () => void (await workbench.call('recents.clear', {})),
    },
    {
      id: 'app.newWindow',
      title: text('app.window.new'),
      group: text('app.group.view'),
      // Browsers keep Mod+Shift+N to themselves.
      keys: 'Alt+Shift+N',
      run: (bench) => openWindow(bench),
    },
    ...goCommands(),
    ...windowCommands(),
    ...themeCommands(),
  ]
}
