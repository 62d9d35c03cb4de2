import type { EntityRecord, RelationRecord } from '#shared/model/entity.ts'
import type { IndexSource, Read } from './background-index.ts'
import { EntityTextIndex, type EntityTextShape } from './entity-text-index.ts'
import type { IndexRoom } from './index-room.ts'
import { RelationIndex, type RelationShape } from './relation-index.ts'
import { LINES, linesOf, relationOf } from './relation-rows.ts'

/** Entities read by one statement: about 8 MB. A statement takes 0.1 s at a million, however few it reads. */
const ENTITIES_AT_ONCE = 20_000

/** Relations read by one statement without dividing them: about 10 MB. */
const MAX_UNDIVIDED = 50_000

/** Characters of a hash (base64url). Hashes are uniform, so their first characters divide the relations evenly. */
const HASH_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

export function entityTexts(room: IndexRoom): IndexSource<EntityRecord, EntityTextIndex> {
  return {
    name: 'texts',
    make: () => new EntityTextIndex(room),
    restore: (shape, bytes) => EntityTextIndex.restore(room, shape as EntityTextShape, bytes),
    recordsIn: ({ entities }) => entities,
    lines: entityLines,
    recordOf: (line) => JSON.parse(line) as EntityRecord,
    perTurn: 200,
  }
}

async function* entityLines(read: Read): AsyncIterable<readonly string[]> {
  const [row] = await read('MATCH (e:ModelEntity) RETURN max(offset(id(e))) AS last', {})
  const last = Number(row?.['last'] ?? -1)
  for (let from = 0; from <= last; from += ENTITIES_AT_ONCE) {
    const [found] = await read(
      "MATCH (e:ModelEntity) WHERE offset(id(e)) >= $from AND offset(id(e)) < $to AND e.state <> 'absent' " +
        `WITH e.data AS data RETURN ${LINES}`,
      { from, to: from + ENTITIES_AT_ONCE },
    )
    yield linesOf(found)
  }
}

export function relations(room: IndexRoom): IndexSource<RelationRecord, RelationIndex> {
  return {
    name: 'relations',
    make: () => new RelationIndex(room),
    restore: (shape, bytes) => RelationIndex.restore(room, shape as RelationShape, bytes),
    recordsIn: (changes) => changes.relations,
    isEmpty: async (read) => (await countRelations(read)) === 0,
    lines: (read) => relationLines(read, room),
    recordOf: relationOf,
    perTurn: 500,
  }
}

async function* relationLines(read: Read, room: IndexRoom): AsyncIterable<readonly string[]> {
  const count = await countRelations(read)
  if (count > room.left) throw new Error('no room')
  for (const start of count > MAX_UNDIVIDED ? HASH_CHARACTERS : ['']) {
    const [row] = await read(
      `MATCH (r:ModelRelation) WHERE r.hash STARTS WITH $start WITH r.data AS data RETURN ${LINES}`,
      { start },
    )
    yield linesOf(row)
  }
}

async function countRelations(read: Read): Promise<number> {
  const [row] = await read('MATCH (r:ModelRelation) RETURN count(r) AS n', {})
  return Number(row?.['n'] ?? 0)
}
