import type { Options } from '../options.ts'
import { openBoltStore } from './bolt/index.ts'
import { openLadybugStore } from './ladybug/index.ts'
import { openMemoryStore } from './memory/index.ts'
import { type GraphStore, StoreError } from './store.ts'

/** Opens the store that the options name. @throws StoreError when it cannot be used */
export async function openStore(options: Options): Promise<GraphStore> {
  switch (options.graphstore) {
    case 'memory':
      return openMemoryStore({})
    case 'local.ladybug':
      return openLadybugStore({ data: options.data })
    case 'graphdb':
      return openBoltStore()
    default:
      throw new StoreError('PROVIDER_UNAVAILABLE', `${options.graphstore} is not part of this build yet.`)
  }
}
