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
  /** The bench that it showed. */
  bench: z
    .string()
    .regex(/^[a-z]{1,40}$/)
    .optional(),
})
/** Where a window was and what it showed. */
type WindowPlace = z.infer<typeof placeSchema>

/** Pixels of a window that must lie on a screen for it to be found there. */
const VISIBLE = 100

/** The places that were kept, of those windows that still lie on a screen. */
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
 * What a right click offers where the page has no menu of its own; Electron has none either. Chromium asks for it only when the
 * page left the event alone.
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

/** Shown until the page has drawn itself, so that no white flash greets a dark desktop. */
const GROUND = { light: '#f6f7f9', dark: '#12151c' }

/** A page that dies again this soon would die for ever; it is then left for the person to close. Milliseconds. */
const CRASH_PAUSE_MS = 10_000

/** Makes a window: sandboxed, isolated, without Node. It shows itself when its page is drawn. */
function makeWindow(preload: string, place: WindowPlace | undefined): BrowserWindow {
  const window = new BrowserWindow({
    width: place?.width ?? 1440,
    height: place?.height ?? 900,
    ...(place === undefined ? {} : { x: place.x, y: place.y }),
    minWidth: 800,
    minHeight: 560,
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

/** Loads our page at a bench; a window that is closed meanwhile needs none. */
async function loadPage(window: BrowserWindow, bench: string | undefined): Promise<void> {
  try {
    await window.loadURL(`${APP_ORIGIN}/${bench === undefined ? '' : `#/${bench}`}`)
  } catch (error) {
    if (!window.isDestroyed()) process.stderr.write(`The page was not loaded: ${String(error)}\n`)
  }
}

/** What the page keeps is on the disk, so a new page goes on where the dead one was. */
function reviveCrashed(window: BrowserWindow): void {
  let last = -Infinity
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    const now = performance.now()
    if (reason === 'clean-exit' || window.isDestroyed() || now - last < CRASH_PAUSE_MS) return
    last = now
    window.webContents.reload()
  })
}

/** The contract over one end of a message port in the main process. */
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

/** Milliseconds after the last move before the places are written down. */
const SETTLE_MS = 400
/** Pixels that a further window lies beside the one before. */
const STEP = 28

interface WindowsOptions {
  readonly preload: string
  readonly stateFile: string
}

const openWindows = (): BrowserWindow[] =>
  BrowserWindow.getAllWindows().filter((window) => !window.isDestroyed())

/** Asks a question whose first button agrees; staying is what Enter and Escape do. */
const agrees = (
  window: BrowserWindow,
  question: { readonly message: string; readonly detail: string; readonly buttons: string[] },
): boolean =>
  dialog.showMessageBoxSync(window, { type: 'question', ...question, defaultId: 1, cancelId: 1 }) === 0

interface Command {
  readonly id: string
  readonly argument?: string | undefined
}

/** All windows: each with its own bench, page and place; the places are kept over a restart. */
export class Windows {
  readonly #options: WindowsOptions
  /** The page of a window, by the id of its web contents. */
  readonly #pages = new Map<number, Page>()
  /** What to do as soon as there is a page. */
  readonly #waiting: Command[] = []
  #ready = false
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #quitting = false
  #asks = true
  #texts = shellTexts('en')
  #isBusy = (): boolean => false
  /** The one that had the focus last; in the background none has it. */
  #last: BrowserWindow | undefined

  constructor(options: WindowsOptions) {
    this.#options = options
  }

  /**
   * Gives each page of ours its channel when it asks. The sender is checked: only the top frame of our own origin gets one
   * (Electron's checklist, item 17).
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

  /** The windows of the last time, or one. */
  async restore(): Promise<void> {
    const places = await readPlaces(this.#options.stateFile)
    if (places.length === 0) await this.open({})
    await Promise.all(places.map((place) => this.open({ bench: place.bench, place })))
  }

  /** Opens a window on a bench; without a place it lies beside the one in front. */
  async open({ bench, place }: { bench?: string | undefined; place?: WindowPlace }): Promise<BrowserWindow> {
    const window = makeWindow(this.#options.preload, place ?? this.#besideFront())
    window.on('resize', () => this.#keepSoon())
    window.on('move', () => this.#keepSoon())
    window.webContents.on('did-navigate-in-page', () => this.#keepSoon())
    window.on('focus', () => {
      this.#last = window
    })
    // While it closes it still counts; the last one is what the next start opens.
    window.on('close', (event) => {
      if (openWindows().length > 1) return
      // On a Mac what runs goes on without a window; a quit has asked already.
      const isEnd = process.platform !== 'darwin' && !this.#quitting
      if (isEnd && !this.#mayEnd(window)) event.preventDefault()
      else this.#keepNow()
    })
    window.on('closed', () => this.#keepSoon())
    // A page that would not be left keeps its window open without a word, unless the person is asked here.
    window.webContents.on('will-prevent-unload', (event) => {
      if (!this.#asks || this.#mayLeave(window)) event.preventDefault()
      else this.#quitting = false
    })
    offerContextMenu(window, () => this.#texts)
    await loadPage(window, bench)
    return window
  }

  /** Runs a command in the window in front, and in no other; without a window one is opened for it. */
  sendCommand(id: string, argument?: string): void {
    const window = this.#front()
    const page = window && this.#pages.get(window.webContents.id)
    if (page) return page.sendCommand(id, argument)
    this.#waiting.push({ id, argument })
    if (window === undefined && this.#ready) void this.open({})
  }

  /** Lets a page ask the person about a deep link. */
  follow(link: string | undefined): void {
    if (link !== undefined) this.sendCommand('app.openLink', link)
  }

  /** Brings the window in front to the person, with a deep link if there is one. */
  show(link?: string): void {
    const window = this.#front()
    if (window?.isMinimized()) window.restore()
    window?.show()
    window?.focus()
    if (window === undefined && link === undefined && this.#ready) void this.open({})
    this.follow(link)
  }

  /**
   * The app quits: the windows that are open now are those of the next start, however they close.
   * @returns false where the person would rather stay
   */
  quit(): boolean {
    const front = this.#front()
    if (front && !this.#quitting && !this.#mayEnd(front)) return false
    this.#keepNow()
    this.#quitting = true
    return true
  }

  /** The system wants us gone: no window asks any more whether it may be closed. */
  stopAsking(): void {
    this.#asks = false
  }

  /** Resolves when the places are on the disk. */
  settled(): Promise<void> {
    clearTimeout(this.#timer)
    return this.#writing
  }

  #mayLeave(window: BrowserWindow): boolean {
    const { leave, leaveDetail, leaveYes, leaveNo } = this.#texts
    return agrees(window, { message: leave, detail: leaveDetail, buttons: [leaveYes, leaveNo] })
  }

  /** Whether the app may end: what runs would end with it. */
  #mayEnd(window: BrowserWindow): boolean {
    if (!this.#asks || !this.#isBusy()) return true
    const { endRunning, endRunningDetail, endRunningYes, leaveNo } = this.#texts
    const asked = { message: endRunning, detail: endRunningDetail, buttons: [endRunningYes, leaveNo] }
    return agrees(window, asked)
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
