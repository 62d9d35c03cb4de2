import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { defaultDataFolder } from '../workbench/data-folder.ts'
import { Workbench } from '../workbench/core.ts'
import { nodePrograms } from '../workbench/programs.ts'
import { FolderInUse } from '../workbench/store/folder-lock.ts'
import { plainBox } from '../workbench/secrets/secrets.ts'
import { openInBrowser } from './browser.ts'
import { addressOfHolder } from './second-start.ts'
import { parseWebOptions, WEB_HELP, type WebOptions } from './options.ts'
import { WebServer } from './server.ts'

const dist = dirname(fileURLToPath(import.meta.url))

async function serve(options: WebOptions): Promise<void> {
  const dataFolder = options.data ?? defaultDataFolder()
  const workbench = await Workbench.open({
    host: {
      capabilities: {
        host: 'web',
        platform: process.platform,
        version: process.env['ORRERY_VERSION'] ?? '0.0.0',
        nativeMenu: false,
        fileDialogs: false,
        downloads: true,
        windows: false,
        secrets: 'plain',
        dataFolder,
      },
      secretBox: plainBox,
      openExternal: async (url) => void (await openInBrowser(url)),
    },
    programs: nodePrograms(dist),
    dataFolder,
    sandboxArgs: options.sandboxArgs,
  })
  process.once('exit', () => workbench.kill())
  let server: WebServer
  try {
    server = await WebServer.listen({
      pages: join(dist, 'page'),
      port: options.port,
      sessions: join(dataFolder, 'web-sessions.json'),
      attach: (channel) => workbench.attach(channel),
      downloads: workbench.downloads,
    })
  } catch (error) {
    await workbench.dispose()
    throw error
  }
  workbench.announce(server.door)
  endOnSignal(workbench, server)
  const announce = (): string => {
    const address = server.newAddress()
    console.log(`Orrery is at ${address}`)
    return address
  }
  const address = announce()
  if (options.open) await openInBrowser(address)
  if (process.stdin.isTTY) createInterface({ input: process.stdin }).on('line', announce)
}

/** Ctrl+C ends everything that was started; a second one ends it at once. */
function endOnSignal(workbench: Workbench, server: WebServer): void {
  let ending = false
  const end = (): void => {
    if (ending) process.exit(130)
    ending = true
    void Promise.allSettled([server.close(), workbench.dispose()]).then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
}

/** The data folder has its workbench already: that one is shown, since two would overwrite each other's work. */
async function joinFirst(inUse: FolderInUse, options: WebOptions): Promise<never> {
  const address = await addressOfHolder(inUse)
  if (address === undefined) {
    console.error(inUse.message)
    process.exit(1)
  }
  console.log(`Orrery runs already with ${inUse.folder} (process ${inUse.holder.pid}); it is at ${address}`)
  if (options.open) await openInBrowser(address)
  process.exit(0)
}

function explain(error: unknown, options: WebOptions): string {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    return `Port ${options.port} is in use by another program. Choose another one with --port, or leave it out.`
  }
  return error instanceof Error ? error.message : String(error)
}

try {
  const options = parseWebOptions(process.argv.slice(2))
  if (options === 'help') console.log(WEB_HELP)
  else {
    await serve(options).catch((error: unknown) => {
      if (error instanceof FolderInUse) return joinFirst(error, options)
      console.error(explain(error, options))
      process.exit(1)
    })
  }
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)} See --help.`)
  process.exit(2)
}
