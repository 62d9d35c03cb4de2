import { registerCommands, runCommand, type Command } from './commands.ts'
import { handOver } from './handover.ts'
import { text } from './i18n/text.ts'
import { usePalette } from './palette-store.ts'
import { benches, goTo } from './routes.ts'
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

/** Commands that belong to no single view. */
export function registerAppCommands(): void {
  registerCommands([
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
      run: async (link) =>
        handOver('query', { text: '', link: link ?? (await navigator.clipboard.readText()) }),
    },
    ...goCommands(),
    ...themeCommands(),
  ])
  let forget = registerCommands(connectionCommands())
  useWorkbench.subscribe((state, before) => {
    if (state.connections === before.connections) return
    forget()
    forget = registerCommands(connectionCommands())
  })
}
