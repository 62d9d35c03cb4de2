import { readFile } from 'node:fs/promises'
import {
  BrowserWindow,
  type ContextMenuParams,
  dialog,
  ipcMain,
  Menu,
  type MenuItemConstructorOptions,
  MessageChannelMain,
  type MessagePortMain,
  nativeTheme,
  screen,
  type Rectangle,
} from 'electron'
import { z } from 'zod'
import type { Channel } from '#shared/workbench/wire.ts'
import type { Page, Workbench } from '../workbench/core.ts'
import { writeAtomically } from '../node/atomic-file.ts'
import { isOwnPage } from './guard.ts'
import { APP_ORIGIN } from './protocol.ts'
import { shellTexts, type ShellTexts } from './texts.ts'

const placeSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(400),
  height: z.number().int().min(300),
  maximized: z.boolean(),
  /** The bench it showed. */
  bench: z
    .string()
    .regex(/^[a-z]{1,40}$/)
    .optional(),
})
/** A window's bounds and what it showed. */
type WindowPlace = z.infer<typeof placeSchema>

/** Pixels of a window that must be on a screen for the user to find it. */
const VISIBLE = 100

/** Reads the saved window places, without those that are on no screen any more. */
async function readPlaces(file: string): Promise<WindowPlace[]> {
  try {
    return z
      .array(placeSchema)
      .max(20)
      .parse(JSON.parse(await readFile(file, 'utf8')))
      .filter(isOnScreen)
  } catch {
    return []
  }
}

async function writePlaces(file: string, places: readonly WindowPlace[]): Promise<void> {
  await writeAtomically(file, `${JSON.stringify(places, null, 2)}\n`)
}

function placeOf(window: BrowserWindow): WindowPlace {
  const bench = /#\/([a-z]{1,40})/.exec(window.webContents.getURL())?.[1]
  return {
    ...window.getNormalBounds(),
    maximized: window.isMaximized(),
    ...(bench === undefined ? {} : { bench }),
  }
}

function isOnScreen(bounds: Rectangle): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const right = Math.min(bounds.x + bounds.width, workArea.x + workArea.width)
    const bottom = Math.min(bounds.y + bounds.height, workArea.y + workArea.height)
    return (
      right - Math.max(bounds.x, workArea.x) > VISIBLE && bottom - Math.max(bounds.y, workArea.y) > VISIBLE
    )
  })
}

/**
 * Shows a context menu for standard editing where the page has none; Electron has no default. Chromium emits
 * the event only if the page did not handle it.
 */
function offerContextMenu(window: BrowserWindow, texts: () => ShellTexts): void {
  window.webContents.on('context-menu', (_event, params) => {
    const items = contextItems(params, texts())
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window })
  })
}

function contextItems(
  { isEditable, selectionText, editFlags }: ContextMenuParams,
  texts: ShellTexts,
): MenuItemConstructorOptions[] {
  const copy: MenuItemConstructorOptions = { role: 'copy', label: texts.copy, enabled: editFlags.canCopy }
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy]
  return [
    { role: 'cut', label: texts.cut, enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: texts.paste, enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', label: texts.selectAll, enabled: editFlags.canSelectAll },
  ]
}

/** Background until the page has rendered, to avoid a white flash on a dark desktop. */
const GROUND = { light: '#f6f7f9', dark: '#12151c' }

/**
 * A page that crashes again within this time would crash forever, so it is not reloaded; the user closes it.
 * Milliseconds.
 */
const CRASH_PAUSE_MS = 10_000

/** Creates a window: sandboxed, isolated, without Node. It becomes visible once its page has rendered. */
function makeWindow(preload: string, place: WindowPlace | undefined): BrowserWindow {
  const window = new BrowserWindow({
    width: place?.width ?? 1440,
    height: place?.height ?? 900,
    ...(place === undefined ? {} : { x: place.x, y: place.y }),
    // Half of a display of 1366 px, as systems snap windows; the page has room from 683 px.
    minWidth: 683,
    minHeight: 480,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  })
  if (place?.maximized) window.maximize()
  window.once('ready-to-show', () => window.show())
  reviveCrashed(window)
  return window
}

/** Loads our page at a bench; does nothing if the window was closed meanwhile. */
async function loadPage(window: BrowserWindow, bench: string | undefined): Promise<void> {
  try {
    await window.loadURL(`${APP_ORIGIN}/${bench === undefined ? '' : `#/${bench}`}`)
  } catch (error) {
    if (!window.isDestroyed()) process.stderr.write(`The page was not loaded: ${String(error)}\n`)
  }
}

/** Reloads a crashed page. Its state is on disk, so the new page continues where the old one was. */
function reviveCrashed(window: BrowserWindow): void {
  let last = -Infinity
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    const now = performance.now()
    if (reason === 'clean-exit' || window.isDestroyed() || now - last < CRASH_PAUSE_MS) return
    last = now
    window.webContents.reload()
  })
}

/** Wraps one end of a message port in the main process as a channel. */
function portChannel(port: MessagePortMain): Channel {
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => {
      port.on('message', (event) => listener(event.data))
      port.start()
    },
    onClose: (listener) => void port.once('close', listener),
    close: () => port.close(),
  }
}

/** Debounce for saving window places after a move, milliseconds. */
const SETTLE_MS = 400
/** Offset of a new window from the previous one, pixels. */
const STEP = 28

interface WindowsOptions {
  readonly preload: string
  readonly stateFile: string
}

const openWindows = (): BrowserWindow[] =>
  BrowserWindow.getAllWindows().filter((window) => !window.isDestroyed())

/** Asks a question whose first button confirms; Enter and Escape cancel. */
const agrees = (
  window: BrowserWindow,
  question: { readonly message: string; readonly detail: string; readonly buttons: string[] },
): boolean =>
  dialog.showMessageBoxSync(window, { type: 'question', ...question, defaultId: 1, cancelId: 1 }) === 0

interface Command {
  readonly id: string
  readonly argument?: string | undefined
}

/** All windows, each with its own bench, page and place; saved and restored across restarts. */
export class Windows {
  readonly #options: WindowsOptions
  /** Pages by the id of their web contents. */
  readonly #pages = new Map<number, Page>()
  /** Commands queued until there is a page. */
  readonly #waiting: Command[] = []
  #ready = false
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #quitting = false
  #asks = true
  #texts = shellTexts('en')
  #isBusy = (): boolean => false
  /** The window that was focused last; none has the focus while the app is in the background. */
  #last: BrowserWindow | undefined

  constructor(options: WindowsOptions) {
    this.#options = options
  }

  /**
   * Gives each of our pages its channel on request. Checks the sender: only the top frame of our own origin
   * gets one (Electron's checklist, item 17).
   */
  serve(workbench: Workbench): void {
    this.#ready = true
    this.#isBusy = () => workbench.running > 0
    ipcMain.on('orrery:ready', (event) => {
      const { sender, senderFrame: frame } = event
      if (!frame || frame !== sender.mainFrame || !isOwnPage(frame.url)) return
      const { port1, port2 } = new MessageChannelMain()
      const page = workbench.attach(portChannel(port1))
      this.#pages.set(sender.id, page)
      sender.once('destroyed', () => {
        if (this.#pages.get(sender.id) === page) this.#pages.delete(sender.id)
      })
      frame.postMessage('orrery:channel', null, [port2])
      for (const { id, argument } of this.#waiting.splice(0)) page.sendCommand(id, argument)
    })
  }

  speak(language: string): void {
    this.#texts = shellTexts(language)
  }

  /** Opens the windows of the last session, or one. */
  async restore(): Promise<void> {
    const places = await readPlaces(this.#options.stateFile)
    if (places.length === 0) await this.open({})
    await Promise.all(places.map((place) => this.open({ bench: place.bench, place })))
  }

  /** Opens a window on a bench; without a place it is offset from the focused one. */
  async open({ bench, place }: { bench?: string | undefined; place?: WindowPlace }): Promise<BrowserWindow> {
    const window = makeWindow(this.#options.preload, place ?? this.#besideFront())
    window.on('resize', () => this.#keepSoon())
    window.on('move', () => this.#keepSoon())
    window.webContents.on('did-navigate-in-page', () => this.#keepSoon())
    window.on('focus', () => {
      this.#last = window
    })
    // A closing window still counts: the last one is what the next start restores.
    window.on('close', (event) => {
      if (openWindows().length > 1) return
      // On macOS the app keeps running without windows; a quit has already asked.
      const isEnd = process.platform !== 'darwin' && !this.#quitting
      if (isEnd && !this.#mayEnd(window)) event.preventDefault()
      else this.#keepNow()
    })
    window.on('closed', () => this.#keepSoon())
    // A page that prevents unload would keep its window open silently, so ask the user here.
    window.webContents.on('will-prevent-unload', (event) => {
      if (!this.#asks || this.#mayLeave(window)) event.preventDefault()
      else this.#quitting = false
    })
    offerContextMenu(window, () => this.#texts)
    await loadPage(window, bench)
    return window
  }

  /** Sends a command to the focused window only; opens a window if there is none. */
  sendCommand(id: string, argument?: string): void {
    const window = this.#front()
    const page = window && this.#pages.get(window.webContents.id)
    if (page) return page.sendCommand(id, argument)
    this.#waiting.push({ id, argument })
    if (window === undefined && this.#ready) void this.open({})
  }

  /** Passes a deep link to a page, which asks the user about it. */
  follow(link: string | undefined): void {
    if (link !== undefined) this.sendCommand('app.openLink', link)
  }

  /** Brings the last focused window to the front, with a deep link if there is one. */
  show(link?: string): void {
    const window = this.#front()
    if (window?.isMinimized()) window.restore()
    window?.show()
    window?.focus()
    if (window === undefined && link === undefined && this.#ready) void this.open({})
    this.follow(link)
  }

  /**
   * Begins a quit: the windows open now are restored on the next start, in whatever order they close.
   * @returns false if the user cancels
   */
  quit(): boolean {
    const front = this.#front()
    if (front && !this.#quitting && !this.#mayEnd(front)) return false
    this.#keepNow()
    this.#quitting = true
    return true
  }

  /** The system is shutting down: windows close without asking. */
  stopAsking(): void {
    this.#asks = false
  }

  /** Resolves when the places are on disk. */
  settled(): Promise<void> {
    clearTimeout(this.#timer)
    return this.#writing
  }

  #mayLeave(window: BrowserWindow): boolean {
    const { leave, leaveDetail, leaveYes, leaveNo } = this.#texts
    return agrees(window, { message: leave, detail: leaveDetail, buttons: [leaveYes, leaveNo] })
  }

  /** Whether the app may quit, which would end what is running. */
  #mayEnd(window: BrowserWindow): boolean {
    if (!this.#asks || !this.#isBusy()) return true
    const { endRunning, endRunningDetail, endRunningYes, leaveNo } = this.#texts
    const question = { message: endRunning, detail: endRunningDetail, buttons: [endRunningYes, leaveNo] }
    return agrees(window, question)
  }

  #front(): BrowserWindow | undefined {
    const windows = openWindows()
    return BrowserWindow.getFocusedWindow() ?? windows.find((window) => window === this.#last) ?? windows[0]
  }

  #besideFront(): WindowPlace | undefined {
    const front = this.#front()
    if (front === undefined) return undefined
    const { x, y, width, height } = front.getNormalBounds()
    return { x: x + STEP, y: y + STEP, width, height, maximized: false }
  }

  #keepSoon(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#keepNow(), SETTLE_MS)
  }

  #keepNow(): void {
    clearTimeout(this.#timer)
    const places = openWindows().map(placeOf)
    if (this.#quitting || places.length === 0) return
    this.#writing = this.#writing
      .then(() => writePlaces(this.#options.stateFile, places))
      .catch((error: unknown) => {
        process.stderr.write(`The places of the windows were not kept: ${String(error)}\n`)
      })
  }
}
