import { games } from './games/index.ts'
import { type GemHost, standAloneHost } from './host.ts'
import { math } from './math/index.ts'
import { loadPlugins } from './plugin-loader.ts'
import { reasoning } from './reasoning/index.ts'
import { Registry } from './registry.ts'
import { GemService } from './service.ts'

export { GemError } from './gem-error.ts'
export { type GemHost, standAloneHost } from './host.ts'
export { GemService, type PluginProblem } from './service.ts'

export interface GemOptions {
  /** The platform around the environments. Default: a stand-alone host with ids of its own. */
  readonly host?: GemHost
  /** Folder of plugin modules (`--gem-plugins DIR`). Default: none. */
  readonly plugins?: string | undefined
}

/**
 * Opens the GEM service with every built-in environment and those of the plugins. What is wrong with a plugin never keeps
 * the service from opening: it stands in the catalogue's `problems`. `dispose` the service at the end.
 */
export async function openGem({ host = standAloneHost(), plugins }: GemOptions = {}): Promise<GemService> {
  const registry = new Registry([...games, ...reasoning, ...math])
  const problems = plugins === undefined ? [] : await loadPlugins(plugins, registry)
  return new GemService({ registry, host, problems })
}
