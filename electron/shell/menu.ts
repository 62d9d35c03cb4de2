import { app, Menu, type MenuItemConstructorOptions as Item } from 'electron'
import type { Recent } from '#shared/workbench/areas/recents.ts'
import { shellTexts, type ShellTexts } from './texts.ts'
import type { Windows } from './windows.ts'

const BENCHES = ['explorer', 'query', 'sandboxes', 'environments', 'console', 'investigations'] as const
const RECENT_TEXTS = {
  model: 'recentModel',
  platform: 'recentPlatform',
  query: 'recentQuery',
  sandbox: 'recentSandbox',
  environment: 'recentEnvironment',
} as const satisfies Record<Recent['kind'], keyof ShellTexts>

const SEPARATOR: Item = { type: 'separator' }

/**
 * The native menu: the standard roles, recent items, and navigation commands for the focused page. Labels are
 * ours, because Electron's role labels are always English.
 */
export class Menus {
  readonly #windows: Pick<Windows, 'open' | 'sendCommand'>
  #texts: ShellTexts = shellTexts('en')
  #recents: readonly Recent[] = []

  constructor(windows: Pick<Windows, 'open' | 'sendCommand'>) {
    this.#windows = windows
  }

  speak(language: string): void {
    this.#texts = shellTexts(language)
    this.#install()
  }

  offer(recents: readonly Recent[]): void {
    this.#recents = recents
    this.#install()
  }

  #install(): void {
    const mac = process.platform === 'darwin'
    Menu.setApplicationMenu(
      Menu.buildFromTemplate([
        ...(mac ? [this.#appMenu()] : []),
        this.#fileMenu(mac),
        this.#editMenu(),
        this.#goMenu(),
        this.#viewMenu(),
        this.#windowMenu(mac),
        this.#helpMenu(mac),
      ]),
    )
  }

  #command(label: string, id: string, accelerator?: string): Item {
    return {
      label,
      accelerator,
      click: () => this.#windows.sendCommand(id),
    }
  }

  #appMenu(): Item {
    const texts = this.#texts
    return {
      label: app.name,
      submenu: [
        { role: 'about', label: texts.about },
        SEPARATOR,
        { role: 'hide', label: texts.hide },
        { role: 'hideOthers', label: texts.hideOthers },
        { role: 'unhide', label: texts.showAll },
        SEPARATOR,
        { role: 'quit', label: texts.quit },
      ],
    }
  }

  #fileMenu(mac: boolean): Item {
    const texts = this.#texts
    return {
      label: texts.file,
      submenu: [
        {
          label: texts.newWindow,
          accelerator: 'CmdOrCtrl+Shift+N',
          click: () => void this.#windows.open({}),
        },
        { label: texts.openRecent, submenu: this.#recentItems() },
        SEPARATOR,
        // Not Ctrl+W: it deletes a word in shells and must not close the window.
        { role: 'close', label: texts.closeWindow, accelerator: mac ? 'Cmd+W' : 'Ctrl+Shift+W' },
        ...(mac ? [] : [{ role: 'quit' as const, label: texts.quit }]),
      ],
    }
  }

  #recentItems(): Item[] {
    const texts = this.#texts
    const recents = this.#recents
    if (recents.length === 0) return [{ label: texts.noRecent, enabled: false }]
    return [
      ...recents.map(({ kind, target, title }) => ({
        // Escape ampersands, which would be read as mnemonics.
        label: `${texts[RECENT_TEXTS[kind]]}: ${title.replaceAll('&', '&&')}`,
        click: () => this.#windows.sendCommand('app.openRecent', `${kind}:${target}`),
      })),
      SEPARATOR,
      this.#command(texts.clearRecent, 'app.forgetRecents'),
    ]
  }

  #editMenu(): Item {
    const texts = this.#texts
    return {
      label: texts.edit,
      submenu: [
        { role: 'undo', label: texts.undo },
        { role: 'redo', label: texts.redo },
        SEPARATOR,
        { role: 'cut', label: texts.cut },
        { role: 'copy', label: texts.copy },
        { role: 'paste', label: texts.paste },
        { role: 'selectAll', label: texts.selectAll },
      ],
    }
  }

  #goMenu(): Item {
    const texts = this.#texts
    return {
      label: texts.go,
      submenu: [
        ...BENCHES.map((bench, index) =>
          this.#command(texts[bench], `app.go.${bench}`, `CmdOrCtrl+${index + 1}`),
        ),
        SEPARATOR,
        this.#command(texts.settings, 'app.go.settings', 'CmdOrCtrl+,'),
        this.#command(texts.palette, 'app.palette', 'CmdOrCtrl+K'),
      ],
    }
  }

  #viewMenu(): Item {
    const texts = this.#texts
    return {
      label: texts.view,
      submenu: [
        { role: 'resetZoom', label: texts.resetZoom },
        { role: 'zoomIn', label: texts.zoomIn },
        // The role's own accelerator is Ctrl+Plus, which many keyboards write with Shift.
        { role: 'zoomIn', label: texts.zoomIn, accelerator: 'CmdOrCtrl+=', visible: false },
        { role: 'zoomOut', label: texts.zoomOut },
        SEPARATOR,
        { role: 'togglefullscreen', label: texts.fullScreen },
        ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' as const, label: texts.developerTools }]),
      ],
    }
  }

  #helpMenu(mac: boolean): Item {
    const texts = this.#texts
    return {
      label: texts.help,
      role: 'help',
      submenu: [
        this.#command(texts.helpOrrery, 'app.help', 'F1'),
        this.#command(texts.helpKeys, 'app.help.keys'),
        this.#command(texts.helpSpl, 'app.help.spl'),
        // On macOS it is in the menu of the app.
        ...(mac ? [] : [SEPARATOR, { role: 'about' as const, label: texts.about }]),
      ],
    }
  }

  #windowMenu(mac: boolean): Item {
    const texts = this.#texts
    return {
      label: texts.window,
      role: 'windowMenu',
      submenu: [
        { role: 'minimize', label: texts.minimize },
        ...(mac ? [SEPARATOR, { role: 'front' as const, label: texts.bringToFront }] : []),
      ],
    }
  }
}
