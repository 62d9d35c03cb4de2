import { codeAndTools } from './code/index.ts'
import { games } from './games/index.ts'
import { type GemHost, standAloneHost } from './host.ts'
import { knowledge } from './knowledge/index.ts'
import { logic } from './logic/index.ts'
import { math } from './math/index.ts'
import type { PluginIsolates } from './plugin-isolates.ts'
import { PluginFolder } from './plugin-folder.ts'
import { reasoning } from './reasoning/index.ts'
import { Registry } from './registry.ts'
import { GemService } from './service.ts'

export { GemError } from './gem-error.ts'
export { type GemHost, standAloneHost } from './host.ts'
export { GemService } from './service.ts'

export interface GemOptions {
  /** The platform around the environments. Default: a stand-alone host with ids of its own. */
  readonly host?: GemHost
  /** Folder of plugin modules (`--gem-plugins DIR`). Default: none. */
  readonly plugins?: string | undefined
  /** Where Python runs: files of plugins, and what agents write. Default: nowhere. */
  readonly isolates?: PluginIsolates | undefined
  /** The Python interpreter, of a virtual environment or not. Default: the system's. */
  readonly python?: string | undefined
  /** Milliseconds that a plugin's environment gets for a call. */
  readonly limitMs?: number
  /** The program of the threads in which JavaScript files run. Default: the one beside the server. */
  readonly thread?: URL | undefined
  /** Told of every file that cannot be loaded. */
  onProblem?(file: string, reason: string): void
}

/** As long as upstream waits for a step. */
const LIMIT_MS = 90_000

/**
 * Opens the GEM service with every built-in environment and those of the plugins. What is wrong with a plugin never keeps
 * the service from opening: it stands in the catalogue's `problems`. `dispose` the service at the end.
 */
export async function openGem(options: GemOptions = {}): Promise<GemService> {
  const { host = standAloneHost(), plugins: folder, limitMs = LIMIT_MS } = options
  const { isolates, python: interpreter } = options
  const withPython = codeAndTools({ isolates, interpreter })
  const registry = new Registry([...games, ...reasoning, ...math, ...logic, ...knowledge, ...withPython])
  const plugins =
    folder === undefined ? undefined : new PluginFolder(folder, registry, { ...options, limitMs })
  await plugins?.open()
  return new GemService({ registry, host, plugins })
}
