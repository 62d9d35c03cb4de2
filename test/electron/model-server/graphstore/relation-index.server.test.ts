import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RelationRecord, type TimeRange, entityKey, relationKey } from '#shared/model/entity.ts'
import { RelationIndex } from '../../../../electron/model-server/graphstore/ladybug/relation-index.ts'
import { openLadybugStore } from '../../../../electron/model-server/graphstore/ladybug/index.ts'
import { openMemoryStore } from '../../../../electron/model-server/graphstore/memory/index.ts'
import { visible } from '../../../../electron/model-server/graphstore/semantics.ts'
import type { Direction, GraphStore } from '../../../../electron/model-server/graphstore/store.ts'
import { sharedFolder } from '../../../temporary-folder.ts'
import { noLadybug } from './no-ladybug.ts'
import { batch, key, relation } from './records.ts'

const NAMES = ['service/a', 'service/b', 'team/a', 'team/c']
const TYPES = ['calls', 'owns', 'a/b']
const SIDES: readonly Direction[] = ['in', 'out', 'both']

const anyName = fc.constantFrom(...NAMES)
const anyTime: fc.Arbitrary<TimeRange | undefined> = fc.option(
  fc.record({ from: fc.integer({ min: 0, max: 9 }), to: fc.integer({ min: 5, max: 14 }) }),
  { nil: undefined },
)
const anyRecord: fc.Arbitrary<RelationRecord> = fc
  .record({
    src: anyName,
    type: fc.constantFrom(...TYPES),
    dest: anyName,
    first: fc.integer({ min: 0, max: 9 }),
    last: fc.integer({ min: 5, max: 12 }),
    tombstone: fc.constantFrom(undefined, 'expired' as const, 'deleted' as const),
    note: fc.constantFrom('', 'x', 'too long to be held '.repeat(50)),
  })
  .map(({ src, type, dest, first, last, tombstone, note }) => ({
    src: key(src),
    type,
    dest: key(dest),
    method: 'Update',
    firstObserved: first,
    lastObserved: last,
    ...(tombstone ? { tombstone } : {}),
    properties: { note },
  }))

const byKey = (records: readonly RelationRecord[]) =>
  records.toSorted((a, b) => (relationKey(a) < relationKey(b) ? -1 : 1))

describe('the index of relations', () => {
  it('finds what a search of all relations finds, and what it does not hold by key', () => {
    fc.assert(
      fc.property(
        fc.array(anyRecord, { maxLength: 40 }),
        fc.array(anyName, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...SIDES),
        fc.subarray(TYPES),
        anyTime,
        (written, names, side, types, time) => {
          const index = new RelationIndex({ left: 100 })
          const latest = new Map<string, RelationRecord>()
          for (const record of written) {
            expect(index.put(record)).toBe(true)
            latest.set(relationKey(record), record)
          }
          const keys = names.map((name) => entityKey(key(name)))
          const { records, unread } = index.neighbours({ keys, side, types, time })
          const read = unread.flatMap((one) => latest.get(relationKey(one)) ?? [])
          expect(read).toHaveLength(unread.length)
          const expected = [...latest.values()].filter(
            (record) =>
              visible(record, time) &&
              (types.length === 0 || types.includes(record.type)) &&
              ((side !== 'in' && keys.includes(entityKey(record.src))) ||
                (side !== 'out' && keys.includes(entityKey(record.dest)))),
          )
          expect(byKey([...records, ...read.filter((record) => visible(record, time))])).toEqual(
            byKey(expected),
          )
        },
      ),
    )
  })

  const held = (index: RelationIndex): readonly number[] =>
    index
      .neighbours({ keys: [entityKey(key('service/a'))], side: 'both', types: [], time: undefined })
      .records.map(({ lastObserved }) => lastObserved)
  const change = (last: number): RelationRecord => ({
    ...relation('service/a', 'calls', 'team/a', {}, { last }),
  })

  it('keeps what a commit wrote when older records are read afterwards', () => {
    const index = new RelationIndex({ left: 100 })
    index.put(change(3_000))
    index.put(change(2_000), true)
    expect(held(index)).toEqual([3_000])
  })

  it('says when there is no room, and gives its room back', () => {
    const room = { left: 3 }
    const index = new RelationIndex(room)
    expect(index.put(change(1_000))).toBe(true)
    expect(room.left).toBe(0)
    expect(index.put(change(2_000))).toBe(true)
    expect(held(index)).toEqual([2_000])
    expect(index.put({ ...change(1_000), type: 'owns' })).toBe(false)
    index.release()
    expect(room.left).toBe(3)
  })

  it('does not hold keys that it cannot split again', () => {
    const record = { ...change(1_000), src: { domain: 'a/b', type: 'c', id: 'd' } }
    expect(new RelationIndex({ left: 100 }).put(record)).toBe(false)
  })
})

describe.skipIf(noLadybug)('the embedded database with its index', () => {
  const data = join(sharedFolder(), 'indexed')

  /** Everything that traversals find, from every entity, in every direction. */
  async function found(store: GraphStore) {
    const workspace = store.workspace('w')
    const answers: unknown[] = []
    for (const name of NAMES)
      for (const direction of SIDES)
        for (const time of [undefined, { from: 1_500, to: 9_000 }])
          answers.push(
            await workspace.traverse({
              seeds: [entityKey(key(name))],
              direction,
              depth: 2,
              ...(time ? { time } : {}),
            }),
          )
    return answers
  }

  /** Rounds of writes that create, update, expire and delete relations, with properties of any length. */
  const rounds = Array.from({ length: 4 }, (_, round) =>
    batch(
      [],
      NAMES.flatMap((src, at) =>
        NAMES.map((dest, to) =>
          relation(src, TYPES[(at + to) % 3] ?? '', dest, to === 1 ? { note: 'x'.repeat(round * 400) } : {}, {
            method:
              (['Update', 'Update', 'Expire', 'Delete'] as const)[(at + 2 * to + round) % 4] ?? 'Update',
            first: 1_000,
            last: 2_000 + round,
          }),
        ),
      ),
    ),
  )

  it('answers as the store in memory does: new, opened again, and while it writes', async () => {
    const plain = await openMemoryStore({})
    for (const written of rounds) {
      // Each round opens what an earlier process left: first the engine answers, then the index.
      const store = await openLadybugStore({ data })
      if (written !== rounds[0]) expect(await found(store)).toEqual(await found(plain))
      for (const target of [store, plain]) await target.workspace('w').write(written, { partial: true })
      expect(await found(store)).toEqual(await found(plain))
      const refused = batch(
        [],
        [relation('team/c', 'calls', 'team/c'), relation('team/c', 'calls', 'team/c')],
      )
      for (const target of [store, plain])
        expect((await target.workspace('w').write(refused, { partial: false })).committed).toBe(false)
      expect(await found(store)).toEqual(await found(plain))
      await store.close()
    }
    await plain.close()
  })
})
