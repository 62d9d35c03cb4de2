import type { EntityRecord, RelationRecord } from '#shared/model/entity.ts'
import type { IndexSource, Read } from './background-index.ts'
import { EntityTextIndex, type EntityTextShape } from './entity-text-index.ts'
import type { IndexRoom } from './index-room.ts'
import { RelationIndex, type RelationShape } from './relation-index.ts'
import { LINES, eachLine, relationOf } from './relation-rows.ts'

/**
 * Records read by one statement: 4 and 5 MB, which the engine hands over in one piece. A statement takes 0.1 s at a
 * million, however few it reads.
 */
const ENTITIES_AT_ONCE = 10_000
const RELATIONS_AT_ONCE = 25_000

export function entityTexts(room: IndexRoom): IndexSource<EntityRecord, EntityTextIndex> {
  return {
    name: 'texts',
    make: () => new EntityTextIndex(room),
    restore: (shape, bytes) => EntityTextIndex.restore(room, shape as EntityTextShape, bytes),
    recordsIn: ({ entities }) => entities,
    lines: (read) =>
      linesOfTable(read, 'MATCH (r:ModelEntity)', " AND r.state <> 'absent'", ENTITIES_AT_ONCE),
    recordOf: (line) => JSON.parse(line) as EntityRecord,
  }
}

/** Lines of a whole table, in the order in which the engine keeps them. */
async function* linesOfTable(
  read: Read,
  match: string,
  condition: string,
  atOnce: number,
): AsyncIterable<Iterable<string>> {
  const [row] = await read(`${match} RETURN max(offset(id(r))) AS last`, {})
  const last = Number(row?.['last'] ?? -1)
  for (let from = 0; from <= last; from += atOnce) {
    const [found] = await read(
      `${match} WHERE offset(id(r)) >= $from AND offset(id(r)) < $to${condition} ` +
        `WITH r.data AS data RETURN ${LINES}`,
      { from, to: from + atOnce },
    )
    yield eachLine(found)
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
  }
}

async function* relationLines(read: Read, room: IndexRoom): AsyncIterable<Iterable<string>> {
  if ((await countRelations(read)) > room.left) throw new Error('no room')
  yield* linesOfTable(read, 'MATCH (r:ModelRelation)', '', RELATIONS_AT_ONCE)
}

async function countRelations(read: Read): Promise<number> {
  const [row] = await read('MATCH (r:ModelRelation) RETURN count(r) AS n', {})
  return Number(row?.['n'] ?? 0)
}
