import { app, BrowserWindow, crashReporter, session, shell } from 'electron'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { guardAll, guardPermissions, mayOpen } from './shell/guard.ts'
import { installMenu } from './shell/menu.ts'
import { systemSecretBox } from './shell/secret-box.ts'
import { registerScheme, servePages } from './shell/protocol.ts'
import { openWindow, serveChannels } from './shell/window.ts'
import { Workbench } from './workbench/core.ts'
import { nodePrograms } from './workbench/programs.ts'

/** Life cycle only: everything that a window shows or a call does lives in `shell/` and `workbench/`. */

const dist = dirname(fileURLToPath(import.meta.url))
/** The servers stay outside the archive, because a plain Node process cannot read inside one. */
const servers = app.isPackaged ? join(process.resourcesPath, 'servers') : dist
const LINK = 'orrery://'

const givenData = process.env['ORRERY_DATA']
if (givenData) app.setPath('userData', givenData)
// Dumps stay on this machine, under the data folder; nobody is sent anything.
crashReporter.start({ uploadToServer: false, compress: false })
app.enableSandbox()
registerScheme()
guardAll()

if (!app.requestSingleInstanceLock()) app.quit()
else void run()

async function run(): Promise<void> {
  let workbench: Workbench | undefined
  const early = linkOf(process.argv)
  const follow = (link: string | undefined): void => {
    if (link) workbench?.sendCommand('app.openLink', link)
    const [window] = BrowserWindow.getAllWindows()
    window?.show()
    window?.focus()
  }
  app.on('second-instance', (_event, argv) => follow(linkOf(argv)))
  app.on('open-url', (event, url) => {
    event.preventDefault()
    follow(url)
  })

  await app.whenReady()
  if (app.isPackaged) app.setAsDefaultProtocolClient('orrery')
  const dataFolder = app.getPath('userData')
  const secretBox = await systemSecretBox()
  guardPermissions(session.defaultSession)
  servePages(session.defaultSession, join(dist, 'page'))
  workbench = await Workbench.open({
    host: {
      capabilities: {
        host: 'desktop',
        platform: process.platform,
        version: app.getVersion(),
        nativeMenu: true,
        fileDialogs: true,
        windows: true,
        secrets: secretBox.strength,
        dataFolder,
      },
      secretBox,
      openExternal: async (url) => {
        if (mayOpen(url)) await shell.openExternal(url)
      },
    },
    programs: nodePrograms(servers),
    dataFolder,
  })
  const open = (): void =>
    void openWindow({ preload: join(dist, 'preload.cjs'), stateFile: join(dataFolder, 'window.json') })
  serveChannels(workbench)
  installMenu((command) => workbench?.sendCommand(command), open)
  open()
  if (early) follow(early)
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) open()
  })
  endWith(workbench)
}

/** Ends the servers before the app goes; a quit that is already under way is not delayed twice. */
function endWith(workbench: Workbench): void {
  let ended = false
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('before-quit', (event) => {
    if (ended) return
    event.preventDefault()
    void workbench.dispose().finally(() => {
      ended = true
      app.quit()
    })
  })
  process.once('exit', () => workbench.kill())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit())
}

function linkOf(argv: readonly string[]): string | undefined {
  return argv.find((argument) => argument.startsWith(LINK))
}
