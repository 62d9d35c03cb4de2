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
  /** The platform of the environments. Default: a stand-alone host. */
  readonly host?: GemHost
  /** Folder of plugin modules (`--gem-plugins DIR`). Default: none. */
  readonly plugins?: string | undefined
  /** Where Python runs: plugins, and programs written by agents. Default: nowhere. */
  readonly isolates?: PluginIsolates | undefined
  /** Python interpreter, possibly of a virtual environment. Default: the system's. */
  readonly python?: string | undefined
  /** Timeout in milliseconds for calls of plugin environments. */
  readonly limitMs?: number
  /** Entry file of the threads in which JavaScript plugins run. Default: the one beside the server. */
  readonly thread?: URL | undefined
  /** Called for every file that cannot be loaded. */
  onProblem?(file: string, reason: string): void
}

/** Upstream's timeout of a step. */
const LIMIT_MS = 90_000

/**
 * Opens the GEM service with every built-in environment and those of the plugins. A faulty plugin does not prevent opening:
 * it is listed in the catalogue's `problems`. Call `dispose` on the service at the end.
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
