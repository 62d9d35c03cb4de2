import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { ContractClient } from '#shared/workbench/client.ts'
import type { WorkbenchClient } from '#shared/workbench/contract.ts'
import { FakeMessageChannel, pageChannel, type FakePort } from './fake-port.ts'
import type { FakeElectron, FakeOptions, FakePage } from './fake-shapes.ts'

/**
 * A fake Electron that runs nothing and enforces the documented rules: what is forbidden before or after `ready`, a wrong order
 * or a wrong argument throws. Its pages act like `preload.ts` and the real page, and speak the real contract over their port.
 */

type Listener = (...args: never[]) => void

interface Preventable {
  defaultPrevented: boolean
  preventDefault(): void
}

interface FakeQuestion {
  readonly message: string
  readonly buttons: readonly string[]
  readonly cancelId: number
}

const preventable = (): Preventable => {
  const event: Preventable = {
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true
    },
  }
  return event
}

export function fakeElectron({
  userData,
  gotLock = true,
  packaged = false,
  safeStorage: keyring = { available: true, backend: 'gnome_libsecret' },
  displays = [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
}: FakeOptions): FakeElectron {
  const done: string[] = []
  let ready = false
  const before = (what: string): void => {
    if (ready) throw new Error(`${what} must be called before the app is ready.`)
    done.push(what)
  }
  const after = (what: string): void => {
    if (!ready) throw new Error(`${what} cannot be used before the app is ready.`)
    done.push(what)
  }
  const windows: FakeWindow[] = []
  let focused: FakeWindow | undefined
  const take = (window: FakeWindow): void => {
    focused = window
  }
  let quit: 'no' | 'quitting' | 'quit' = 'no'
  let exitCode: number | undefined
  const opened: string[] = []
  const boxes: string[] = []
  let answer: string | undefined
  const paths = new Map<string, string>([['userData', userData]])
  let pages: ((request: Request) => Promise<Response>) | undefined
  const schemes: { scheme: string; privileges: Record<string, boolean> }[] = []
  let lastId = 0

  const ipcMain = new EventEmitter()

  class FakeContents extends EventEmitter {
    readonly id = ++lastId
    url = ''
    page: FakePage | undefined
    port: FakePort | undefined
    holds = false
    windowOpen: ((details: { url: string }) => { action: string }) | undefined
    readonly mainFrame = {
      url: '',
      postMessage: (channel: string, _message: unknown, ports: readonly FakePort[]): void => {
        if (channel === 'orrery:channel' && ports[0]) this.#connect(ports[0])
      },
    }

    getURL(): string {
      return this.url
    }

    setWindowOpenHandler(handler: FakeContents['windowOpen']): void {
      this.windowOpen = handler
    }

    reload(): void {
      done.push(`reload ${this.id}`)
      this.port?.close()
      this.ask()
    }

    /** Changes the page's URL, like a click on another bench. */
    goTo(bench: string): void {
      this.url = `${this.url.split('#')[0]}#/${bench}`
      this.mainFrame.url = this.url
      this.emit('did-navigate-in-page', preventable(), this.url, true)
    }

    /** Acts like the preload script once the page reports ready. */
    ask(frame: unknown = this.mainFrame): void {
      ipcMain.emit('orrery:ready', { sender: this, senderFrame: frame })
    }

    #connect(port: FakePort): void {
      this.port = port
      const client: WorkbenchClient = new ContractClient()
      const page: FakePage = { client, commands: [] }
      client.on('host.command', (command) => void page.commands.push(command))
      client.attach(pageChannel(port))
      this.page = page
    }
  }

  class FakeWindow extends EventEmitter {
    static getAllWindows = (): FakeWindow[] => [...windows]
    static getFocusedWindow = (): FakeWindow | null => focused ?? null
    readonly webContents = new FakeContents()
    readonly options: Record<string, unknown>
    bounds: { x: number; y: number; width: number; height: number }
    maximized = false
    minimized = false
    visible = false
    #destroyed = false

    constructor(options: Record<string, unknown>) {
      super()
      after('new BrowserWindow')
      const preferences = options['webPreferences'] as { preload?: string } | undefined
      if (!preferences?.preload || !existsSync(preferences.preload))
        throw new Error('There is no preload script.')
      this.options = options
      const number = (name: string, otherwise: number): number => Number(options[name] ?? otherwise)
      this.bounds = {
        x: number('x', 100),
        y: number('y', 100),
        width: number('width', 800),
        height: number('height', 600),
      }
      this.visible = options['show'] !== false
      windows.push(this)
      app.emit('web-contents-created', preventable(), this.webContents)
    }

    async loadURL(url: string): Promise<void> {
      this.#alive()
      const request = new Request(url.split('#')[0] ?? url)
      const response = await pages?.(request)
      if (response?.status !== 200) throw new Error(`ERR_FAILED (-2) loading '${url}'`)
      done.push(`loaded ${url}`)
      this.webContents.url = url
      this.webContents.mainFrame.url = url
      this.emit('ready-to-show')
      this.webContents.ask()
    }

    getNormalBounds(): FakeWindow['bounds'] {
      this.#alive()
      return this.bounds
    }

    isMaximized = (): boolean => this.maximized
    isMinimized = (): boolean => this.minimized
    isDestroyed = (): boolean => this.#destroyed
    maximize = (): void => void (this.maximized = true)
    restore = (): void => void (this.minimized = false)
    show = (): void => void (this.visible = true)

    focus(): void {
      this.#alive()
      take(this)
      this.emit('focus')
    }

    move(x: number, y: number): void {
      this.bounds = { ...this.bounds, x, y }
      this.emit('move')
    }

    close(): void {
      const event = preventable()
      this.emit('close', event)
      if (event.defaultPrevented) return
      // A page that prevents unload keeps its window and the app open, unless the shell overrides it.
      const unload = preventable()
      if (this.webContents.holds) this.webContents.emit('will-prevent-unload', unload)
      if (this.webContents.holds && !unload.defaultPrevented) return
      this.#destroyed = true
      windows.splice(windows.indexOf(this), 1)
      if (focused === this) focused = undefined
      this.webContents.port?.close()
      this.webContents.emit('destroyed')
      this.emit('closed')
      if (windows.length === 0 && quit === 'no') app.emit('window-all-closed')
    }

    #alive(): void {
      if (this.#destroyed) throw new TypeError('Object has been destroyed')
    }
  }

  const app = Object.assign(new EventEmitter(), {
    isPackaged: packaged,
    name: 'orrery',
    getVersion: () => '0.1.0',
    getPath: (name: string) => paths.get(name) ?? '',
    setPath(name: string, path: string) {
      if (!existsSync(path)) throw new Error(`Failed to set path: ${path} does not exist`)
      if (name === 'userData' || name === 'sessionData') before(`setPath ${name}`)
      paths.set(name, path)
    },
    enableSandbox: () => before('enableSandbox'),
    getLocale: () => 'en-US',
    requestSingleInstanceLock() {
      if (!done.includes('setPath userData'))
        throw new Error('The lock belongs to the user data folder; set that first.')
      done.push('requestSingleInstanceLock')
      return gotLock
    },
    setAsDefaultProtocolClient: (scheme: string) => after(`protocol client ${scheme}`),
    setAppUserModelId: () => done.push('setAppUserModelId'),
    whenReady: () =>
      ready ? Promise.resolve() : new Promise<void>((resolve) => app.once('ready', () => resolve())),
    quit() {
      if (quit === 'quit') return
      const event = preventable()
      app.emit('before-quit', event)
      if (event.defaultPrevented) return
      quit = 'quitting'
      for (const window of windows.toReversed()) window.close()
      const gone = preventable()
      if (windows.length === 0) app.emit('will-quit', gone)
      if (windows.length > 0 || gone.defaultPrevented) return void (quit = 'no')
      quit = 'quit'
      done.push('quit')
      app.emit('quit')
    },
    exit(code = 0) {
      exitCode = code
      quit = 'quit'
    },
  })

  const session = {
    defaultSession: {
      get protocol() {
        after('session')
        return {
          handle(scheme: string, handler: typeof pages) {
            if (!schemes.some((one) => one.scheme === scheme)) throw new Error(`${scheme} is not privileged.`)
            pages = handler
            done.push('protocol.handle')
          },
        }
      },
      setPermissionRequestHandler: (handler: Listener | null) => handler && after('permission requests'),
      setPermissionCheckHandler: (handler: Listener | null) => handler && after('permission checks'),
      setDevicePermissionHandler: (handler: Listener | null) => handler && after('device permissions'),
    },
  }

  const popups: (typeof menus)[number][] = []
  const menus: { label?: string; role?: string; click?: () => void; submenu?: unknown }[][] = []

  const module = {
    app,
    BrowserWindow: FakeWindow,
    ipcMain,
    MessageChannelMain: FakeMessageChannel,
    session,
    crashReporter: {
      start(options: { uploadToServer?: boolean; submitURL?: string }) {
        before('crashReporter.start')
        if (options.uploadToServer !== false || options.submitURL)
          throw new Error('Crash dumps must stay here.')
      },
    },
    dialog: {
      showErrorBox: (_title: string, text: string) => void boxes.push(text),
      showMessageBoxSync(_window: unknown, { message, buttons, cancelId }: FakeQuestion) {
        boxes.push(message)
        return answer === undefined ? cancelId : buttons.indexOf(answer)
      },
    },
    Menu: {
      buildFromTemplate: (template: (typeof menus)[number]) =>
        Object.assign(template, { popup: () => void popups.push(template) }),
      setApplicationMenu(template: (typeof menus)[number]) {
        after('Menu.setApplicationMenu')
        menus.push(template)
      },
    },
    nativeTheme: { shouldUseDarkColors: false, themeSource: 'system' },
    net: { fetch: (url: string) => fetchFile(url) },
    protocol: {
      registerSchemesAsPrivileged(list: typeof schemes) {
        before('registerSchemesAsPrivileged')
        if (schemes.length > 0) throw new Error('Schemes can be registered only once.')
        schemes.push(...list)
      },
    },
    safeStorage: {
      isAsyncEncryptionAvailable() {
        after('safeStorage')
        return Promise.resolve(keyring.available)
      },
      getSelectedStorageBackend() {
        after('safeStorage backend')
        return keyring.backend
      },
      encryptStringAsync: (text: string) => Promise.resolve(Buffer.from(`sealed:${text}`)),
      decryptStringAsync: (sealed: Buffer) =>
        Promise.resolve({ shouldReEncrypt: false, result: sealed.toString().replace('sealed:', '') }),
      encryptString: () => {
        throw new Error('The synchronous calls are deprecated.')
      },
    },
    screen: {
      getAllDisplays() {
        after('screen')
        return displays
      },
    },
    shell: { openExternal: (url: string) => Promise.resolve(void opened.push(url)) },
    get autoUpdater(): never {
      throw new Error('Nothing may update itself.')
    },
  }

  return {
    module,
    done,
    windows,
    schemes,
    opened,
    boxes,
    menus,
    popups,
    answers(button) {
      answer = button
    },
    get exitCode() {
      return exitCode
    },
    get hasQuit() {
      return quit === 'quit'
    },
    becomeReady(): void {
      ready = true
      app.emit('ready')
    },
  }
}

async function fetchFile(url: string): Promise<Response> {
  const { readFile } = await import('node:fs/promises')
  const { fileURLToPath } = await import('node:url')
  return new Response(await readFile(fileURLToPath(url)), { status: 200 })
}
