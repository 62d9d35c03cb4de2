import { expect } from 'vitest'
import { entityKey, relationKey } from '#shared/model/entity.ts'
import type { LadybugDatabase } from '../../../../electron/model-server/graphstore/ladybug/ladybug-database.ts'
import { RemoteWorkspace } from '../../../../electron/model-server/graphstore/remote/remote-workspace.ts'
import { searchText } from '../../../../electron/model-server/graphstore/semantics.ts'
import { linked, named } from './kept-database.ts'
import { drain } from './records.ts'

/** Compares what the indexes know with what a search of the tables finds. Both must be complete. */
export async function expectRight(database: LadybugDatabase): Promise<void> {
  const workspace = new RemoteWorkspace('w', database)
  const entities = await drain(workspace.scanEntities({}))
  for (const record of entities) {
    const found = await named(database, searchText(record))
    expect(found?.keys).toContain(entityKey(record))
  }
  const stored = await drain(workspace.scanRelations({}))
  const ends = new Set(stored.flatMap(({ src, dest }) => [entityKey(src), entityKey(dest)]))
  const known = await linked(database, [...ends])
  const inOrder = (records: typeof stored) =>
    records.toSorted((a, b) => (relationKey(a) < relationKey(b) ? -1 : 1))
  expect(inOrder([...(known?.records ?? [])])).toEqual(inOrder(stored))
}
