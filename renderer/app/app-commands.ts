import { followLanguage, text } from '../i18n/text.ts'
import { benchById, ownBenches } from './bench.ts'
import {
  addTransientCommands,
  type CommandDeclaration,
  type CommandHandler,
  declareCommands,
  handleCommands,
} from './commands.ts'
import { openHelp } from './help-store.ts'
import { PALETTE_EVERYWHERE } from './keys.ts'
import { openLink } from './link-dialog.tsx'
import { linkToPlace } from './links.ts'
import { usePalette } from './palette-store.ts'
import { openRecent, showRecents } from './recents.ts'
import { openBench, useRoute } from './route.ts'
import { runCommand } from './run-command.ts'
import { setSetting } from './settings-store.ts'
import { startTour } from './guide.ts'
import { useWorkbench, workbench } from './workbench.ts'
import { copyText } from './copy-text.ts'

/**
 * Opens another window on a bench, by default the active one: a native window on the desktop, a browser tab
 * with the same session otherwise.
 */
async function openWindow(bench: string = useRoute.getState().bench): Promise<void> {
  if (!ownBenches().some(({ id }) => id === bench)) return
  if (useWorkbench.getState().capabilities?.windows) await workbench.call('host.openWindow', { bench })
  else window.open(`${location.origin}/#/${bench}`, '_blank', 'noopener')
}

/** A command of the page itself, declared and handled from the start. */
type PageCommand = CommandDeclaration & Pick<CommandHandler, 'run'>

const goCommands = (): PageCommand[] =>
  ownBenches().map(({ id, title, keys }) => ({
    id: `app.go.${id}`,
    title: (t) => t('app.go', { bench: t(title) }),
    name: title,
    keys,
    run: () => openBench(id),
  }))

const windowCommands = (): PageCommand[] =>
  ownBenches().map(({ id, title, place }) => ({
    id: `app.newWindow.${id}`,
    hidden: place === 'none',
    title: (t) => t('app.window.newOn', { bench: t(title) }),
    run: () => openWindow(id),
  }))

const themeCommands: readonly PageCommand[] = (['light', 'dark', 'contrast', 'system'] as const).map(
  (theme) => ({
    id: `app.theme.${theme}`,
    title: `app.theme.${theme}`,
    run: () => setSetting('app.theme', theme),
  }),
)

const viewCommands: readonly PageCommand[] = [
  {
    id: 'app.palette',
    title: 'app.palette.open',
    keys: 'Mod+K',
    run: () => usePalette.setState({ open: true }),
  },
  {
    id: PALETTE_EVERYWHERE,
    title: 'app.palette.everywhere',
    keys: 'Mod+Shift+P',
    run: () => usePalette.setState({ open: true }),
  },
  {
    id: 'app.newWindow',
    title: 'app.window.new',
    // Browsers reserve Mod+Shift+N.
    keys: 'Alt+Shift+N',
    run: (bench) => openWindow(bench),
  },
]

const helpCommands: readonly PageCommand[] = [
  { id: 'app.help', title: 'app.help.open', keys: 'F1', run: () => openHelp() },
  // `?` needs Shift on most keyboards.
  { id: 'app.help.keys', title: 'app.help.keys', keys: 'Shift+?', run: () => openHelp('keys') },
  {
    id: 'app.tour',
    title: 'app.tour',
    run: () => {
      const { bench } = useRoute.getState()
      return startTour(benchById(bench)?.tour ? bench : 'explorer')
    },
  },
  { id: 'app.help.spl', title: 'app.help.spl', run: () => openHelp('spl') },
]

const recentCommands: readonly PageCommand[] = [
  {
    id: 'app.openRecent',
    title: 'app.recent.open',
    run: (name) => (name === undefined ? showRecents() : openRecent(name)),
  },
  { id: 'app.forgetRecents', title: 'app.recent.clear', run: () => workbench.call('recents.clear', {}) },
]

const linkCommands: readonly PageCommand[] = [
  { id: 'app.openLink', title: 'app.openLink', run: openLink },
  {
    id: 'app.copyLink',
    title: 'app.copyLink',
    run: () => {
      const { bench } = useRoute.getState()
      // The address does not contain the query's text.
      return bench === 'query' ? runCommand('query.copyLink') : copyText(linkToPlace(bench))
    },
  },
]

/**
 * Registers the commands that belong to no bench, and one per connection. Call once at start, after the
 * benches are registered.
 */
export function registerAppCommands(): void {
  const add = (
    commands: readonly PageCommand[],
    group: Parameters<typeof declareCommands>[1]['group'],
  ): void => {
    declareCommands(commands, { group })
    handleCommands(Object.fromEntries(commands.map(({ id, run }) => [id, run])))
  }
  add([...goCommands(), ...linkCommands], 'app.group.go')
  add(helpCommands, 'app.group.help')
  add(recentCommands, 'app.group.recent')
  add([...viewCommands, ...windowCommands(), ...themeCommands], 'app.group.view')
  let forget = (): void => undefined
  const offer = (): void => {
    forget()
    forget = addTransientCommands(
      useWorkbench.getState().connections.map(({ id, name }) => ({
        id: `connections.restart.${id}`,
        title: text('app.command.restart', { name }),
        group: text('app.group.connections'),
        run: () => void workbench.call('connections.restart', { id }),
      })),
    )
  }
  followLanguage(offer)
  useWorkbench.subscribe((state, before) => {
    if (state.connections !== before.connections) offer()
  })
}
