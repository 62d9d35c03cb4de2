import { LadybugDatabase } from '../../../../electron/model-server/graphstore/ladybug/ladybug-database.ts'
import {
  type NativeLadybug,
  loadLadybug,
} from '../../../../electron/model-server/graphstore/ladybug/native.ts'

/** Opens a database that keeps its indexes at once, however small they are. */
export function openKept(path: string, native: NativeLadybug = loadLadybug()): Promise<LadybugDatabase> {
  return LadybugDatabase.open({
    native,
    path,
    bufferBytes: 256 * 1024 ** 2,
    room: { left: 100_000 },
    fieldRoom: { left: 1_000 },
    keeping: { minRecords: 1, quietMs: 5 },
  })
}

export const named = (database: LadybugDatabase, text: string) =>
  database.entitiesWithText({ text, prefix: '', part: '', after: '', most: 100_000 })

export const linked = (database: LadybugDatabase, keys: readonly string[]) =>
  database.knownRelations({
    workspace: 'w',
    keys,
    side: 'both',
    types: [],
    time: undefined,
    signal: undefined,
  })
