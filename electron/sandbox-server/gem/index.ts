import { games } from './games/index.ts'
import { type GemHost, standAloneHost } from './host.ts'
import { math } from './math/index.ts'
import { reasoning } from './reasoning/index.ts'
import { Registry } from './registry.ts'
import { GemService } from './service.ts'

export { GemError } from './gem-error.ts'
export { type GemHost, standAloneHost } from './host.ts'
export { GemService } from './service.ts'

export interface GemOptions {
  /** The platform around the environments. Default: a stand-alone host with ids of its own. */
  readonly host?: GemHost
}

/** Opens the GEM service with every built-in environment. `dispose` it at the end. */
export async function openGem({ host = standAloneHost() }: GemOptions = {}): Promise<GemService> {
  return new GemService({ registry: new Registry([...games, ...reasoning, ...math]), host })
}
