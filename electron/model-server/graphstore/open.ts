import type { Options } from '../options.ts'
import { openBoltStore } from './bolt/index.ts'
import { openFileStore } from './file/index.ts'
import { bufferBytesFrom, openLadybugStore } from './ladybug/index.ts'
import { openMemoryStore } from './memory/index.ts'
import type { GraphStore } from './store.ts'

/** Opens the store selected by the options. @throws StoreError when it cannot be used */
export async function openStore(
  { graphstore, data }: Pick<Options, 'graphstore' | 'data'>,
  onWarning: (message: string) => void,
): Promise<GraphStore> {
  switch (graphstore) {
    case 'memory':
      return openMemoryStore({})
    case 'file.memory':
      return openFileStore({ data, onWarning })
    case 'local.ladybug': {
      const bufferBytes = bufferBytesFrom(process.env)
      return openLadybugStore({ data, bufferBytes })
    }
    case 'graphdb':
      return openBoltStore()
  }
}
