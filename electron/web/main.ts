import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sandboxSettings } from '#shared/workbench/settings/index.ts'
import { Workbench } from '../workbench/core.ts'
import { defaultDataFolder } from '../workbench/data-folder.ts'
import { nodePrograms } from '../workbench/programs.ts'
import { plainBox } from '../workbench/secrets/secrets.ts'
import { FolderInUse } from '../workbench/store/folder-lock.ts'
import { addressOfHolder } from './second-start.ts'
import { WebServer } from './server.ts'

interface WebOptions {
  readonly port: number
  readonly open: boolean
  readonly data: string | undefined
  readonly runtime: string | undefined
}

const { control } = sandboxSettings.runtime
const runtimes = control.kind === 'choice' ? control.options : []

const WEB_HELP = `Orrery, served to the browser on this machine.

  --port N          listen on 127.0.0.1:N (default: 4870, or any free port when it is taken)
  --no-open         do not open the browser
  --data DIR        keep everything in DIR instead of the user's own folder
  --runtime NAME    isolation of the embedded sandbox server (${runtimes.join(', ')})
  --help            this text
`

/** @throws Error with one sentence when an option is unknown or has an invalid value */
function parseWebOptions(args: readonly string[]): WebOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      web: { type: 'boolean' },
      port: { type: 'string' },
      'no-open': { type: 'boolean' },
      data: { type: 'string' },
      runtime: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return 'help'
  const port = values.port === undefined ? -1 : Number(values.port)
  if (values.port !== undefined && (!Number.isInteger(port) || port < 0 || port > 65_535)) {
    throw new Error(`--port wants a number from 0 to 65535, not ${values.port}.`)
  }
  if (values.runtime !== undefined && !runtimes.includes(values.runtime)) {
    throw new Error(`--runtime wants one of ${runtimes.join(', ')}, not "${values.runtime}".`)
  }
  return {
    port,
    open: !values['no-open'],
    data: values.data,
    runtime: values.runtime,
  }
}

/** Opens an address in the system's browser; resolves to whether there is one. */
async function openInBrowser(url: string): Promise<boolean> {
  const [command, ...args] = opener(url)
  if (command === undefined) return false
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

function opener(url: string): string[] {
  if (process.platform === 'darwin') return ['open', url]
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url]
  return process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'] ? ['xdg-open', url] : []
}

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
        streamedUploads: true,
        windows: false,
        secrets: 'plain',
        dataFolder,
        givenSettings:
          options.runtime === undefined ? {} : { [sandboxSettings.runtime.name]: options.runtime },
      },
      secretBox: plainBox,
      openExternal: async (url) => void (await openInBrowser(url)),
    },
    programs: nodePrograms(dist),
    dataFolder,
  })
  process.once('exit', () => workbench.kill())
  let server: WebServer
  try {
    server = await WebServer.listen({
      pages: join(dist, 'page'),
      port: options.port,
      sessions: join(dataFolder, 'web-sessions.json'),
      onSetAside: workbench.tellSetAside,
      attach: (channel) => workbench.attach(channel),
      downloads: workbench.downloads,
      uploads: workbench.uploads,
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

/** Ctrl+C shuts everything down gracefully; a second Ctrl+C exits at once. */
function endOnSignal(workbench: Workbench, server: WebServer): void {
  let ending = false
  const end = (): void => {
    if (ending) process.exit(130)
    ending = true
    void Promise.allSettled([server.close(), workbench.dispose()]).then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
}

/** Another workbench uses the data folder. Opens that one, because two would overwrite each other's data. */
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
