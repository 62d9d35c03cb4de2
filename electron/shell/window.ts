import { BrowserWindow, nativeTheme } from 'electron'
import { APP_ORIGIN } from './protocol.ts'
import type { WindowPlace } from './window-places.ts'

/** Shown until the page has drawn itself, so that no white flash greets a dark desktop. */
const GROUND = { light: '#f6f7f9', dark: '#12151c' }

/** A page that dies again this soon would die for ever; it is then left for the person to close. Milliseconds. */
const CRASH_PAUSE = 10_000

/** Makes a window: sandboxed, isolated, without Node. It shows itself when its page is drawn. */
export function makeWindow(preload: string, place: WindowPlace | undefined): BrowserWindow {
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
export async function loadPage(window: BrowserWindow, bench: string | undefined): Promise<void> {
  try {
    await window.loadURL(`${APP_ORIGIN}/${bench === undefined ? '' : `#/${bench}`}`)
  } catch (error) {
    if (!window.isDestroyed()) process.stderr.write(`The page was not loaded: ${String(error)}\n`)
  }
}

/** What the page keeps is on the disk, so a new page goes on where the dead one was. */
function reviveCrashed(window: BrowserWindow): void {
  let last = 0
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    const now = Date.now()
    if (reason === 'clean-exit' || window.isDestroyed() || now - last < CRASH_PAUSE) return
    last = now
    window.webContents.reload()
  })
}
