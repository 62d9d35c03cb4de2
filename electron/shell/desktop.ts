import { app, BrowserWindow, crashReporter, dialog, nativeTheme, safeStorage, session, shell } from 'electron'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { appSettings } from '#shared/workbench/settings/index.ts'
import { addressOfHolder } from '../web/second-start.ts'
import { Workbench } from '../workbench/core.ts'
import { defaultDataFolder } from '../workbench/data-folder.ts'
import { nodePrograms } from '../workbench/programs.ts'
import { plainBox, type SecretBox } from '../workbench/secrets/secrets.ts'
import { FolderInUse } from '../workbench/store/folder-lock.ts'
import { guardAll, guardPermissions, mayOpen } from './guard.ts'
import { Menus } from './menu.ts'
import { registerScheme, servePages } from './protocol.ts'
import { Windows } from './windows.ts'

/**
 * The operating system's secret store, through Electron's asynchronous API (the synchronous one is removed in
 * Electron 46). On Linux without a keyring Electron would fall back to `basic_text`, which encrypts with a
 * known key; we treat that as plain text.
 */
async function systemSecretBox(): Promise<SecretBox> {
  const available = await safeStorage.isAsyncEncryptionAvailable()
  const basic = process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text'
  if (!available || basic) return plainBox
  return {
    strength: 'encrypted',
    seal: async (text) => (await safeStorage.encryptStringAsync(text)).toString('base64'),
    open: async (sealed) => (await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'))).result,
  }
}

const LINK = 'orrery://'
/** Maximum length of a deep link; a shared query is never longer. Characters. */
const MAX_LENGTH = 32_000

/**
 * Returns the `orrery://` address among a program's arguments. Anyone can craft one, so the page asks before
 * acting on it.
 */
function linkOf(argv: readonly string[]): string | undefined {
  return argv.find(
    (argument) => argument.startsWith(LINK) && argument.length <= MAX_LENGTH && URL.canParse(argument),
  )
}

/** App life cycle only; windows and calls are handled in the files beside this one and in `workbench/`. */

/**
 * Starts the desktop app. Does everything that Electron requires before `ready` synchronously.
 * @param dist folder of the built programs and of the page
 */
export function startDesktop(dist: string): void {
  const dataFolder = defaultDataFolder()
  // Electron refuses a folder that does not exist. The web host uses the same data folder, so both show the same work.
  const sessionData = join(dataFolder, 'chromium')
  mkdirSync(sessionData, { recursive: true, mode: 0o700 })
  app.setPath('userData', dataFolder)
  app.setPath('sessionData', sessionData)
  // Crash dumps stay in the data folder on this machine; nothing is uploaded.
  crashReporter.start({ uploadToServer: false, compress: false })
  app.enableSandbox()
  registerScheme()
  guardAll()
  if (!app.requestSingleInstanceLock()) return app.quit()

  const windows = new Windows({
    preload: join(dist, 'preload.cjs'),
    stateFile: join(dataFolder, 'windows.json'),
  })
  // A link may arrive before any window exists; it is queued for the first page.
  windows.follow(linkOf(process.argv))
  app.on('second-instance', (_event, argv) => windows.show(linkOf(argv)))
  app.on('open-url', (event, url) => {
    event.preventDefault()
    windows.show(linkOf([url]))
  })
  run(dist, dataFolder, windows).catch(explainAndEnd)
}

async function run(dist: string, dataFolder: string, windows: Windows): Promise<void> {
  await app.whenReady()
  if (process.platform === 'win32') app.setAppUserModelId('app.orrery.workbench')
  if (app.isPackaged) app.setAsDefaultProtocolClient('orrery')
  const secretBox = await systemSecretBox()
  guardPermissions(session.defaultSession)
  // The servers lie outside the asar archive, because a plain Node process cannot read it.
  const servers = app.isPackaged ? join(process.resourcesPath, 'servers') : dist
  const workbench = await Workbench.open({
    host: {
      capabilities: {
        host: 'desktop',
        platform: process.platform,
        version: app.getVersion(),
        nativeMenu: true,
        fileDialogs: true,
        downloads: false,
        streamedUploads: false,
        windows: true,
        secrets: secretBox.strength,
        dataFolder,
      },
      secretBox,
      openExternal: async (url) => {
        if (mayOpen(url)) await shell.openExternal(url)
      },
      openWindow: (bench) => void windows.open({ bench }),
    },
    programs: nodePrograms(servers),
    dataFolder,
  })
  servePages(session.defaultSession, join(dist, 'page'), workbench)
  endWith(workbench, windows)
  windows.serve(workbench)
  const menus = new Menus(windows)
  workbench.follow(appSettings.language, (chosen) => {
    const ofSystem = app.getLocale().startsWith('zh') ? 'zh' : 'en'
    const language = chosen === 'system' ? ofSystem : chosen
    menus.speak(language)
    windows.speak(language)
  })
  workbench.follow(appSettings.theme, (theme) => {
    nativeTheme.themeSource = theme === 'contrast' ? 'dark' : theme
  })
  menus.offer(workbench.recents.all)
  workbench.recents.onChange((items) => menus.offer(items))
  await windows.restore()
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) void windows.open({})
  })
}

/**
 * Stops the servers before the app quits, but only after all windows have closed: a page may cancel the quit.
 * A quit already in progress is not delayed twice.
 */
function endWith(workbench: Workbench, windows: Windows): void {
  let state: 'running' | 'ending' | 'ended' = 'running'
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('before-quit', (event) => {
    if (!windows.quit()) event.preventDefault()
  })
  app.on('will-quit', (event) => {
    if (state === 'ended') return
    event.preventDefault()
    if (state === 'ending') return
    state = 'ending'
    void Promise.allSettled([workbench.dispose(), windows.settled()]).then(() => {
      state = 'ended'
      app.quit()
    })
  })
  process.once('exit', () => workbench.kill())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      windows.stopAsking()
      app.quit()
    })
  }
}

/** Shows why the start failed. If a web host already uses the data folder, opens it in the browser instead. */
async function explainAndEnd(error: unknown): Promise<void> {
  const address = error instanceof FolderInUse ? await addressOfHolder(error) : undefined
  if (address === undefined)
    dialog.showErrorBox('Orrery', error instanceof Error ? error.message : String(error))
  else await shell.openExternal(address)
  app.exit(address === undefined ? 1 : 0)
}
