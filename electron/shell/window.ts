import { BrowserWindow, ipcMain, MessageChannelMain, nativeTheme } from 'electron'
import type { Workbench } from '../workbench/core.ts'
import { isOwnPage } from './guard.ts'
import { portChannel } from './port-channel.ts'
import { APP_ORIGIN } from './protocol.ts'
import { readWindowState, rememberWindowState } from './window-state.ts'

/** Shown until the page has drawn itself, so that no white flash greets a dark desktop. */
const GROUND = { light: '#f6f7f9', dark: '#12151c' }

export interface WindowOptions {
  readonly preload: string
  readonly stateFile: string
}

/** Opens a window on the workbench: sandboxed, isolated, without Node. */
export async function openWindow({ preload, stateFile }: WindowOptions): Promise<BrowserWindow> {
  const state = await readWindowState(stateFile)
  const window = new BrowserWindow({
    width: state?.width ?? 1440,
    height: state?.height ?? 900,
    ...(state === undefined ? {} : { x: state.x, y: state.y }),
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
  if (state?.maximized) window.maximize()
  rememberWindowState(window, stateFile)
  window.once('ready-to-show', () => window.show())
  await window.loadURL(`${APP_ORIGIN}/`)
  return window
}

/**
 * Gives each page of ours its channel when it asks. The sender is checked: only the top frame of our own origin gets one
 * (Electron's checklist, item 17).
 */
export function serveChannels(workbench: Workbench): void {
  ipcMain.on('orrery:ready', (event) => {
    const frame = event.senderFrame
    if (!frame || frame !== event.sender.mainFrame || !isOwnPage(frame.url)) return
    const { port1, port2 } = new MessageChannelMain()
    workbench.attach(portChannel(port1))
    frame.postMessage('orrery:channel', null, [port2])
  })
}
