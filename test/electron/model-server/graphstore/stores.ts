import { openFileStore } from '../../../../electron/model-server/graphstore/file/index.ts'
import { openLadybugStore } from '../../../../electron/model-server/graphstore/ladybug/index.ts'

/** The durable stores by name. */
export const DURABLE_STORES = {
  'file.memory': (data: string) => openFileStore({ data }),
  'local.ladybug': (data: string) => openLadybugStore({ data }),
}
export type DurableStore = keyof typeof DURABLE_STORES
